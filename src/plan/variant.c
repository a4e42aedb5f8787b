#include "plan/variant.h"

#include "base/min_max.h"
#include "base/try.h"
#include "opencl/driver_fault.h"
#include "page/generate_problem.h"
#include "source/source.h"
#include "table/table.h"
#include "tuning/sort_shape.h"

#include <stdlib.h>
#include <string.h>

/* Returns true if the text of a caller may call printf: in the definitions, in the identity, or by a macro among the
 * compiler's options. A longer name or a comment with this word in it counts too, which costs compile time only. */
static bool may_print(const char *options, const cs_problem *problem) {
    const char *const texts[] = { options, problem->source, problem->identity };
    bool found = false;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        found = found || (texts[i] && strstr(texts[i], "printf"));
    return found;
}

static clscan_status get_program(clscan_device *device, const cs_problem *problem, cs_variant *variant) {
    clscan_status status = CLSCAN_OK;
    cs_strbuf page = { 0 }, file = { 0 };
    cs_generate_problem(&page, &device->caps, problem, &variant->shape);
    TRY_ALLOC(!page.failed);
    const cs_source source = { .kernel_dir = device->kernel_dir,
                               .problem = page.data,
                               .group = cs_group_at(variant->shape.group)->name,
                               .op = problem->op_file,
                               .task = problem->task_file,
                               .inlines_all = may_print(device->programs.options, problem) };
    cs_strbuf_add(&file, "grid/%s.cl", variant->strategy->file);
    TRY_ALLOC(!file.failed);
    TRY(cs_program_get(&device->programs, variant->name, &source, file.data, &variant->program));
done:
    cs_strbuf_free(&file);
    cs_strbuf_free(&page);
    return status;
}

/* Checks that a kernel can run with its work-group size. A compiler may need more registers for each work-item, so that
 * fewer work-items are possible than the device allows. If the compiler has accepted the size that the kernel states,
 * that size holds: NVIDIA's compiler reports 256 as the maximum even then. */
static clscan_status check_wg_size(const clscan_device *device, const cs_variant *variant, const char *name,
                                   cl_kernel kernel) {
    clscan_status status = CLSCAN_OK;
    size_t most = 0, stated[3] = { 0 };
    CL(clGetKernelWorkGroupInfo(kernel, device->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL));
    CL(clGetKernelWorkGroupInfo(kernel, device->id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof stated, stated, NULL));
    FAIL_IF(most < variant->shape.wg_size && stated[0] != variant->shape.wg_size, CLSCAN_ERROR_UNSUPPORTED_SHAPE,
            "kernel %s, as %s compiled it, can have %zu work-items in a work-group, not %u", name, device->caps.name,
            most, variant->shape.wg_size);
done:
    return status;
}

/* Checks the stack, for drivers that crash if a kernel needs more stack than a thread has. A work-item takes the
 * kernel's private memory from the stack. The local memory of a work-group may be on the stack too, and the driver's
 * own functions take some: its cl.cfg asks for 512 KiB. */
static clscan_status check_stack(const clscan_device *device, const cs_variant *variant, const char *name,
                                 cl_kernel kernel) {
    enum { ASSUMED = 8 << 20, DRIVER = 512 << 10 };
    clscan_status status = CLSCAN_OK;
    const cs_caps *caps = &device->caps;
    cl_ulong item = 0, group = 0;
    if (!cs_driver_has(caps->faults, CS_FAULT_STACKS) || caps->stack_bytes >= ASSUMED)
        goto done;
    CL(clGetKernelWorkGroupInfo(kernel, device->id, CL_KERNEL_PRIVATE_MEM_SIZE, sizeof item, &item, NULL));
    CL(clGetKernelWorkGroupInfo(kernel, device->id, CL_KERNEL_LOCAL_MEM_SIZE, sizeof group, &group, NULL));
    const cl_ulong takes = variant->shape.wg_size * item + group + DRIVER;
    FAIL_IF(takes > caps->stack_bytes, CLSCAN_ERROR_UNSUPPORTED_SHAPE,
            "kernel %s takes %llu bytes of stack in work-groups of %u, but threads have %zu bytes: "
            "raise ulimit -s%s; driver %s of %s %s",
            name, (unsigned long long)takes, variant->shape.wg_size, caps->stack_bytes,
            variant->shape.wg_size > 1 ? ", or choose a smaller desc.tuning.wg_size" : "", caps->driver, caps->name,
            cs_driver_fault_text(CS_FAULT_STACKS));
done:
    return status;
}

static clscan_status create_kernel(const clscan_device *device, cl_program program, const char *name,
                                   const cs_variant *variant, cs_kernel **out) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    cs_kernel *kernel = calloc(1, sizeof *kernel);
    TRY_ALLOC(kernel);
    *out = kernel;
    kernel->object = clCreateKernel(program, name, &error);
    if (error == CL_INVALID_PROGRAM_EXECUTABLE || error == CL_INVALID_KERNEL_NAME ||
        error == CL_INVALID_KERNEL_DEFINITION)
        TRY(cs_fail_build(error, device->caps.name, NULL)); /* the compiler has lost the kernel */
    TRY(cs_check_cl(error, "clCreateKernel"));
    TRY(check_wg_size(device, variant, name, kernel->object));
    TRY(check_stack(device, variant, name, kernel->object));
done:
    return status;
}

static bool sorts_in_tiles(const cs_traits *traits, unsigned wg_size) {
    return traits->kind == CS_SORT && !traits->sort.by_comparison && !traits->sort.top_k && !traits->segments.kind &&
           wg_size > 1;
}

clscan_status cs_variant_kernels_create(const clscan_device *device, const cs_traits *traits, const cs_variant *variant,
                                        cs_kernels kernels) {
    clscan_status status = CLSCAN_OK;
    const char *const *names = variant->strategy->kernels;
    const cl_program program = variant->program->program;
    for (size_t i = 0; i < CS_MAX_KERNELS && names[i]; i++)
        TRY(create_kernel(device, program, names[i], variant, &kernels[i]));
    TRY(create_kernel(device, program, "clscan_copy_cells", variant, &kernels[CS_COPY_CELLS]));
    if (traits->segments.kind == CLSCAN_SEGMENTS_OFFSETS)
        TRY(create_kernel(device, program, "clscan_make_head_bits", variant, &kernels[CS_MAKE_HEAD_BITS]));
    if (traits->loads_first)
        TRY(create_kernel(device, program, "clscan_load_elements", variant, &kernels[CS_LOAD_ELEMENTS]));
    if (traits->sort.passes && traits->segments.kind) {
        TRY(create_kernel(device, program, "clscan_sort_count_heads", variant, &kernels[CS_COUNT_HEADS]));
        TRY(create_kernel(device, program, "clscan_sort_number_segments", variant, &kernels[CS_NUMBER_SEGMENTS]));
    }
    if (cs_traits_packs_rows(traits)) {
        TRY(create_kernel(device, program, "clscan_sort_pack", variant, &kernels[CS_PACK_ROWS]));
        TRY(create_kernel(device, program, "clscan_sort_unpack", variant, &kernels[CS_UNPACK_ROWS]));
    }
    if (sorts_in_tiles(traits, variant->shape.wg_size))
        TRY(create_kernel(device, program, "clscan_sort_in_tiles", variant, &kernels[CS_SORT_IN_TILES]));
    if (traits->lengths.output)
        TRY(create_kernel(device, program, "clscan_run_lengths", variant, &kernels[CS_MAKE_RUN_LENGTHS]));
    if (traits->segments.offsets_input)
        TRY(create_kernel(device, program, "clscan_empty_segments", variant, &kernels[CS_STORE_EMPTY_SEGMENTS]));
done:
    return status;
}

void cs_variant_kernels_destroy(cs_kernels kernels) {
    for (size_t i = 0; i < CS_ALL_KERNELS; i++) {
        if (kernels[i] && kernels[i]->object)
            clReleaseKernel(kernels[i]->object);
        free(kernels[i]);
    }
}

static clscan_status create_all_kernels(const clscan_device *device, const cs_traits *traits, cs_variant *variant) {
    clscan_status status = CLSCAN_OK;
    TRY(cs_variant_kernels_create(device, traits, variant, variant->kernels[CS_BUFFERS][false]));
    for (int memory = CS_SVM; memory < CS_MEMORY_KINDS; memory++)
        for (int cells_copied = 0; device->memory.set[memory] && cells_copied < 2; cells_copied++)
            TRY(cs_variant_kernels_create(device, traits, variant, variant->kernels[memory][cells_copied]));
done:
    return status;
}

/* Compiles the kernels of a variant that has everything else. */
static clscan_status compile(clscan_device *device, const cs_problem *problem, cs_variant *variant) {
    clscan_status status = CLSCAN_OK;
    TRY(get_program(device, problem, variant));
    TRY(create_all_kernels(device, &problem->traits, variant));
done:
    if (status != CLSCAN_OK)
        cs_variant_destroy(device, variant);
    return status;
}

cs_variant cs_variant_of(const cs_caps *caps, const cs_traits *traits, const cs_choice *choice) {
    const cs_strategy *strategy = cs_strategy_for(choice->strategy, traits);
    return (cs_variant) { .name = cs_strategy_name(choice->strategy),
                          .enumerator = choice->strategy,
                          .strategy = strategy,
                          .has_states = (strategy == cs_strategy_at(choice->strategy) &&
                                         cs_strategy_row_at(choice->strategy)->has_states) ||
                                        strategy->has_states || (strategy->tries_states && caps->has_fence),
                          .shape = choice->shape,
                          .computed_bytes = traits->value.computed_bytes,
                          .max_count = choice->limit,
                          .row = choice->row };
}

size_t cs_variant_workspace(const cs_variant *v, size_t count, size_t length) {
    const cs_strategy *strategy = v->strategy;
    if (strategy->tries_states && !v->has_states)
        return 0; /* a single work-group exchanges nothing */
    if (length && strategy->workspace_of_lines)
        return strategy->workspace_of_lines(&v->shape, count, length, v->computed_bytes);
    return strategy->workspace(&v->shape, count, v->computed_bytes);
}

size_t cs_variant_trial_count(const cs_variant *v) {
    enum { LEAST = 10000, MOST_BYTES = 1 << 24 };
    const size_t tile = v->enumerator == CLSCAN_STRATEGY_COLUMNS ? cs_columns_block(&v->shape) : v->shape.tile;
    const size_t tiles = 2 * tile + tile / 3 + 5, most = MOST_BYTES / (v->computed_bytes + 1) + 2;
    const size_t undivided = cs_max(v->shape.undivided, v->shape.sort.undivided_row);
    const size_t least = undivided < SIZE_MAX && undivided > LEAST ? undivided + 1 : LEAST;
    const size_t count = tiles < least ? least : tiles;
    return count < most && count < v->max_count ? count : most < v->max_count ? most : v->max_count;
}

bool cs_variant_can_number_tiles(const cs_variant *v, size_t count) {
    return !v->has_states || cs_shape_tiles(&v->shape, count) <= CS_MAX_TILES;
}

clscan_status cs_variant_create(clscan_device *device, const cs_problem *problem, const cs_choice *choice,
                                cs_variant *variant) {
    clscan_status status = CLSCAN_OK;
    *variant = cs_variant_of(&device->caps, &problem->traits, choice);
    TRY(cs_strategy_check(variant->strategy, &device->caps, &variant->shape));
    TRY(compile(device, problem, variant));
done:
    if (status != CLSCAN_OK)
        *variant = (cs_variant) { 0 };
    return status;
}

/* A sort by one work-item is its own reference. */
static const cs_strategy *reference_of(const cs_traits *traits) {
    if (traits->kind == CS_SORT)
        return cs_strategy_for(CLSCAN_STRATEGY_REDUCE_SCAN, traits);
    return cs_traits_partitions_segments(traits) ? &cs_reference_of_parts : &cs_reference_kernel;
}

clscan_status cs_variant_create_reference(clscan_device *device, const cs_problem *problem, cs_variant *variant) {
    return cs_variant_create_single(device, problem, "reference", reference_of(&problem->traits), variant);
}

clscan_status cs_variant_create_single(clscan_device *device, const cs_problem *problem, const char *name,
                                       const cs_strategy *strategy, cs_variant *variant) {
    *variant = (cs_variant) {
        .name = name,
        .enumerator = CLSCAN_STRATEGY_SINGLE_GROUP,
        .is_reference = true,
        .strategy = strategy,
        .shape = { .group = CLSCAN_GROUP_SEQUENTIAL,
                   .wg_size = 1,
                   .items = 1,
                   .tile = 1,
                   .groups = 1,
                   .sort = cs_sort_shape_of(&device->caps, &problem->traits) },
        .computed_bytes = problem->traits.value.computed_bytes,
        .max_count = SIZE_MAX,
    };
    return compile(device, problem, variant);
}

void cs_variant_store(clscan_device *device, const cs_variant *variant) {
    if (variant->program && cs_program_claim_store(&device->programs, variant->program))
        cs_program_store(&device->programs, variant->program);
}

void cs_variant_destroy(clscan_device *device, cs_variant *variant) {
    for (int memory = 0; memory < CS_MEMORY_KINDS; memory++)
        for (int cells_copied = 0; cells_copied < 2; cells_copied++)
            cs_variant_kernels_destroy(variant->kernels[memory][cells_copied]);
    if (variant->program)
        cs_program_put(&device->programs, variant->program);
    *variant = (cs_variant) { 0 };
}

void cs_variant_print(cs_strbuf *text, const cs_caps *caps, const cs_variant *v) {
    const cs_shape *shape = &v->shape;
    cs_strbuf_add(text, "strategy   %s", v->name);
    if (v->max_count < SIZE_MAX)
        cs_strbuf_add(text, " (up to %zu elements)", v->max_count);
    if (v->replaced)
        cs_strbuf_add(text, "\nreplaces   %s, %s", v->replaced, v->why);
    cs_strbuf_add(text, "\ngroup      %s, %u work-item%s of %u x %u items: tiles of %zu elements\n",
                  cs_group_at(shape->group)->name, shape->wg_size, shape->wg_size == 1 ? "" : "s",
                  cs_group_at(shape->group)->width, shape->items, shape->tile);
    cs_strbuf_add(text, "tuning     ");
    cs_tuning_print(text, caps, &v->row);
    cs_tuning_print_origin(text, &v->row);
    cs_strbuf_add(text, "\n");
}
