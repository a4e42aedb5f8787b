/* Chooses shapes for made-up devices. A chosen shape must fit any limits of a device. A request of the caller
 * is obeyed or refused. */
#include "opencl/driver_fault.h"
#include "strategy/strategy.h"
#include "support/check.h"
#include "table/table.h"

static const size_t max_wg_sizes[] = { 1, 2, 8, 64, 100, 256, 1024, 4096 };
static const cl_ulong local_sizes[] = { 16384, 32768, 49152, 1 << 20 };
static const cl_device_type types[] = { CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ACCELERATOR,
                                        CL_DEVICE_TYPE_CUSTOM };
static const size_t element_sizes[] = { 1, 2, 4, 8, 12, 40, 64, 1000, 8192 };

static cs_caps device(cl_device_type type, size_t max_wg_size, cl_ulong local_bytes) {
    return (cs_caps) { .name = "a device that is not here",
                       .type = type,
                       .compute_units = 3,
                       .max_wg_size = max_wg_size,
                       .local_bytes = local_bytes,
                       .stack_bytes = 8 << 20 };
}

/* Chooses by the built-in table only. */
static clscan_status tuned(const cs_caps *caps, const cs_problem *problem, const clscan_desc *desc,
                           cs_choice choices[CS_MAX_CHOICES], size_t *n) {
    const cs_tuning tuning = { .caps = caps };
    return cs_tune(&tuning, problem, desc, choices, n);
}

static size_t packet(size_t element) {
    return 16 % element == 0 ? 16 / element : 1;
}

/* Returns the local memory that the kernels declare: the larger one of a tile and the group's values, or a resident
 * tile with a carry for each possible sub-group and a ticket. */
static size_t local_bytes(const cs_shape *shape, size_t element) {
    const size_t rows = shape->local_rows ? shape->local_rows : 1;
    const bool wide = shape->sub_groups == CS_PTX || (shape->sub_groups == CS_AMD && shape->wg_size >= 64);
    const size_t sub_groups = wide ? shape->wg_size / 32 : shape->wg_size;
    if (shape->private_rows)
        return (shape->wg_size * rows * packet(element) + sub_groups) * element + sizeof(cl_uint);
    if (shape->blocked_element_bytes)
        return shape->tile * shape->blocked_element_bytes + sub_groups * element + sizeof(cl_uint);
    const size_t values = shape->wg_size * cs_group_at(shape->group)->local;
    return (shape->tile > values ? shape->tile : values) * element;
}

static void check_shape(const cs_shape *shape, const cs_caps *caps, size_t element) {
    assert_true(shape->wg_size > 0 && shape->items > 0 && shape->groups > 0);
    assert_int_equal(shape->wg_size & (shape->wg_size - 1), 0);
    assert_true(shape->wg_size <= caps->max_wg_size);
    assert_non_null(cs_group_at(shape->group));
    assert_int_not_equal(shape->group, CLSCAN_GROUP_AUTO);
    assert_int_equal(shape->tile, (size_t)shape->wg_size * shape->items * cs_group_at(shape->group)->width);
    if (shape->private_rows)
        assert_int_equal(shape->items, (shape->private_rows + shape->local_rows) * packet(element));
    assert_true(local_bytes(shape, element) <= caps->local_bytes);
}

/* Asserts that the choices are sorted by limit, that the last one has no limit, and that each has a strategy. */
static void check_choices(const cs_choice *choices, size_t n, const cs_caps *caps, size_t element) {
    assert_true(n > 0 && n <= CS_MAX_CHOICES);
    for (size_t i = 0; i < n; i++) {
        check_shape(&choices[i].shape, caps, element);
        assert_non_null(clscan_strategy_name(choices[i].strategy));
        assert_int_not_equal(choices[i].strategy, CLSCAN_STRATEGY_AUTO);
        assert_true(i == 0 || choices[i].limit > choices[i - 1].limit);
    }
    assert_true(choices[n - 1].limit == SIZE_MAX);
}

/* A sum of elements of four bytes. */
static const cs_problem problem_of_ints = {
    .traits = { .value.type.size = 4, .value.tile_bytes = 4, .value.as_in_memory = true }
};

static void tune_all_plans(const cs_caps *caps, size_t element) {
    const cs_problem problem = {
        .traits = { .value.type.size = element, .value.tile_bytes = element, .value.as_in_memory = true }
    };
    for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++)
        for (clscan_group group = 0; clscan_group_name(group); group++) {
            const clscan_desc desc = { .tuning = { .strategy = strategy, .group = group } };
            cs_choice choices[CS_MAX_CHOICES];
            const bool in_rows = strategy == CLSCAN_STRATEGY_LOOKBACK || strategy == CLSCAN_STRATEGY_CHAINED;
            size_t n = 0;
            if (in_rows && 2 * element + 128 > caps->local_bytes)
                continue; /* local memory lacks room for a row, a carry and the ticket */
            assert_ok(tuned(caps, &problem, &desc, choices, &n));
            check_choices(choices, n, caps, element);
            const clscan_group alone = strategy == CLSCAN_STRATEGY_SLICES ? CLSCAN_GROUP_SEQUENTIAL : group;
            assert_true(!group || choices[0].shape.group == (in_rows ? CLSCAN_GROUP_SUB_GROUP : alone));
            assert_true(!strategy || (n == 1 && choices[0].strategy == strategy));
        }
}

static void test_fits_every_device(void **state) {
    (void)state;
    for (size_t t = 0; t < COUNT(types); t++)
        for (size_t w = 0; w < COUNT(max_wg_sizes); w++)
            for (size_t l = 0; l < COUNT(local_sizes); l++)
                for (size_t e = 0; e < COUNT(element_sizes); e++) {
                    const cs_caps caps = device(types[t], max_wg_sizes[w], local_sizes[l]);
                    tune_all_plans(&caps, element_sizes[e]);
                }
}

/* Fields that the caller has set stay, and the library adapts the others. */
static void test_requests_are_kept(void **state) {
    const cs_caps caps = device(CL_DEVICE_TYPE_GPU, 1024, 49152);
    (void)state;
    for (unsigned wg_size = 1; wg_size <= 1024; wg_size *= 2)
        for (unsigned items = 0; items <= 12; items++) {
            const clscan_desc desc = {
                .tuning = { .group = CLSCAN_GROUP_KOGGE_STONE, .wg_size = wg_size, .items = items, .num_groups = 77 }
            };
            cs_choice choices[CS_MAX_CHOICES];
            size_t n = 0;
            assert_ok(tuned(&caps, &problem_of_ints, &desc, choices, &n));
            check_choices(choices, n, &caps, 4);
            assert_int_equal(choices[0].shape.wg_size, wg_size);
            assert_int_equal(choices[0].shape.groups, 77);
            assert_true(!items || choices[0].shape.items == items);
        }
}

/* For deterministic plans, shapes that affect the results do not depend on the number of compute units. */
static void test_deterministic(void **state) {
    (void)state;
    for (size_t t = 0; t < COUNT(types); t++)
        for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++) {
            const clscan_desc desc = { .tuning.strategy = strategy, .deterministic = 1 };
            cs_caps few = device(types[t], 1024, 49152), many = few;
            cs_choice on_few[CS_MAX_CHOICES], on_many[CS_MAX_CHOICES];
            size_t n = 0, m = 0;
            few.compute_units = 1;
            many.compute_units = 300;
            assert_ok(tuned(&few, &problem_of_ints, &desc, on_few, &n));
            assert_ok(tuned(&many, &problem_of_ints, &desc, on_many, &m));
            assert_int_equal(n, m);
            for (size_t i = 0; i < n; i++) {
                assert_int_equal(on_few[i].shape.groups, on_many[i].shape.groups);
                assert_int_equal(on_few[i].shape.tile, on_many[i].shape.tile);
            }
        }
}

static void refuse(const cs_caps *caps, size_t element, const clscan_desc *desc, const char *words) {
    const cs_problem problem = {
        .traits = { .value.type.size = element, .value.tile_bytes = element, .value.as_in_memory = true }
    };
    cs_choice choices[CS_MAX_CHOICES];
    size_t n = 0;
    assert_fails(tuned(caps, &problem, desc, choices, &n), CLSCAN_ERROR_UNSUPPORTED_SHAPE, words);
}

static void test_wishes_that_do_not_fit(void **state) {
    const cs_caps caps = device(CL_DEVICE_TYPE_GPU, 256, 16384);
    const clscan_desc wide = { .tuning.wg_size = 512 }, deep = { .tuning = { .wg_size = 256, .items = 64 } },
                      few_items = { .tuning = { .group = CLSCAN_GROUP_HILLIS_STEELE, .wg_size = 256, .items = 1 } };
    (void)state;
    refuse(&caps, 4, &wide, "desc.tuning.wg_size is 512|a device that is not here|256");
    refuse(&caps, 4, &deep, "256 x 64 items (desc.tuning.wg_size x desc.tuning.items) of 4 bytes|65536 bytes|16384");
    refuse(&caps, 40, &few_items, "hillis_steele with 256 x 1 items|of 40 bytes|20480 bytes of local memory|16384");
}

/* Slices are not held in local memory, so they may be longer. */
static void test_slices_longer_than_local_memory(void **state) {
    const cs_caps caps = device(CL_DEVICE_TYPE_CPU, 256, 16384);
    const clscan_desc desc = { .tuning = { .strategy = CLSCAN_STRATEGY_SLICES, .items = 1 << 20 } };
    cs_choice choices[CS_MAX_CHOICES];
    size_t n = 0;
    (void)state;
    assert_ok(tuned(&caps, &problem_of_ints, &desc, choices, &n));
    assert_int_equal(choices[0].shape.items, 1 << 20);
}

/* On drivers with this fault, no shape has wide work-groups, even where halving would lead to two work-items. */
static void test_no_wide_groups_where_they_break(void **state) {
    const cs_problem problem = { .traits = {
                                     .value.type.size = 4000, .value.tile_bytes = 4000, .value.as_in_memory = true } };
    const clscan_desc asked = { .tuning.wg_size = 2 }, any = { .tuning.strategy = CLSCAN_STRATEGY_REDUCE_SCAN };
    cs_caps caps = device(CL_DEVICE_TYPE_GPU, 256, 20000), narrow = device(CL_DEVICE_TYPE_GPU, 2, 20000);
    cs_choice choices[CS_MAX_CHOICES];
    size_t n = 0;
    (void)state;
    assert_ok(tuned(&caps, &problem, &any, choices, &n));
    assert_int_equal(choices[0].shape.wg_size, 2);
    caps.faults = narrow.faults = 1 << CS_FAULT_WIDE_GROUPS;
    assert_ok(tuned(&caps, &problem, &any, choices, &n));
    assert_int_equal(choices[0].shape.wg_size, 1);
    assert_ok(tuned(&narrow, &problem_of_ints, &any, choices, &n));
    assert_true(choices[0].shape.wg_size == 1 && choices[0].shape.items > 1); /* fewer items would not help */
    refuse(&caps, 4, &asked, "desc.tuning.wg_size is 2|a device that is not here|1 is safe");
}

static void test_an_element_greater_than_local_memory(void **state) {
    const cs_caps caps = device(CL_DEVICE_TYPE_CPU, 4096, 32768);
    (void)state;
    refuse(&caps, 32769, &(clscan_desc) { 0 }, "1 x 1 items|of 32769 bytes|32768");
}

/* On a CPU, all work-items of a work-group share one stack. A single work-item has enough stack. */
static void test_wide_elements_on_a_cpu(void **state) {
    const cs_problem problem = { .traits = {
                                     .value.type.size = 1024, .value.tile_bytes = 1024, .value.as_in_memory = true } };
    const cs_caps cpu = device(CL_DEVICE_TYPE_CPU, 4096, 1 << 20), gpu = device(CL_DEVICE_TYPE_GPU, 1024, 1 << 20);
    const clscan_desc lookback = { .tuning.strategy = CLSCAN_STRATEGY_LOOKBACK },
                      asked = { .tuning = { .wg_size = 128, .items = 1 } };
    cs_choice on_cpu[CS_MAX_CHOICES], on_gpu[CS_MAX_CHOICES];
    size_t n = 0;
    (void)state;
    assert_ok(tuned(&cpu, &problem, &lookback, on_cpu, &n));
    assert_ok(tuned(&gpu, &problem, &lookback, on_gpu, &n));
    assert_int_equal(on_cpu[0].shape.wg_size, 64);
    assert_true(on_gpu[0].shape.wg_size > 64);
    refuse(&cpu, 1024, &asked,
           "128 x 1 items (desc.tuning.wg_size x desc.tuning.items) of 1024 bytes|of stack|8388608");
    assert_ok(tuned(&gpu, &problem, &asked, on_gpu, &n));
}

/* A shape that the caller left open shrinks until the stack suffices, items first. Slices keep no items there. */
static void test_small_stacks_of_a_cpu(void **state) {
    cs_caps cpu = device(CL_DEVICE_TYPE_CPU, 4096, 1 << 20), gpu = device(CL_DEVICE_TYPE_GPU, 4096, 1 << 20);
    const clscan_desc wide = { .tuning.wg_size = 1024 },
                      deep = { .tuning = { .group = CLSCAN_GROUP_SEQUENTIAL, .wg_size = 512, .items = 256 } };
    const clscan_tuning fitting[] = { { .wg_size = 512 },
                                      { .group = CLSCAN_GROUP_SEQUENTIAL, .wg_size = 512 },
                                      { .items = 256 },
                                      { .strategy = CLSCAN_STRATEGY_SLICES, .wg_size = 256, .items = 1024 } };
    cs_choice choices[CS_MAX_CHOICES];
    size_t n = 0;
    (void)state;
    cpu.stack_bytes = gpu.stack_bytes = 1 << 20;
    refuse(&cpu, 4, &wide, "single_group with 1024 x 16 items|of 4 bytes takes up to 1146880 bytes of stack|1048576");
    refuse(&cpu, 4, &deep, "512 x 256 items|1064960 bytes of stack");
    for (size_t i = 0; i < COUNT(fitting); i++)
        assert_ok(tuned(&cpu, &problem_of_ints, &(clscan_desc) { .tuning = fitting[i] }, choices, &n));
    assert_ok(tuned(&gpu, &problem_of_ints, &wide, choices, &n));
}

static void test_device_kinds_differ(void **state) {
    const cs_caps cpu = device(CL_DEVICE_TYPE_CPU, 4096, 1 << 20), gpu = device(CL_DEVICE_TYPE_GPU, 1024, 49152);
    const clscan_desc desc = { 0 };
    cs_choice on_cpu[CS_MAX_CHOICES], on_gpu[CS_MAX_CHOICES];
    size_t n = 0;
    (void)state;
    assert_ok(tuned(&cpu, &problem_of_ints, &desc, on_cpu, &n));
    assert_ok(tuned(&gpu, &problem_of_ints, &desc, on_gpu, &n));
    assert_int_equal(on_cpu[0].shape.wg_size, 1); /* a CPU runs a work-group in one thread */
    assert_true(on_gpu[0].shape.wg_size >= 64);
}

/* NVIDIA GPUs from compute capability 7.0 on use sub-groups in work-groups of 32 work-items or more. */
static void test_nvidia(void **state) {
    cs_caps caps = device(CL_DEVICE_TYPE_GPU, 1024, 49152);
    (void)state;
    caps.compute_capability = 70;
    caps.sub_groups = CS_PTX;
    caps.has_fence = true;
    for (size_t e = 0; e < COUNT(element_sizes); e++)
        tune_all_plans(&caps, element_sizes[e]);
    for (unsigned wg_size = 0; wg_size <= 1024; wg_size = wg_size ? 2 * wg_size : 1) {
        const clscan_desc desc = { .tuning = { .wg_size = wg_size, .items = wg_size > 256 ? 4 : 0 } };
        cs_choice choices[CS_MAX_CHOICES];
        size_t n = 0;
        assert_ok(tuned(&caps, &problem_of_ints, &desc, choices, &n));
        assert_int_equal(choices[n - 1].strategy, CLSCAN_STRATEGY_LOOKBACK);
        assert_int_equal(choices[n - 1].shape.sub_groups, wg_size == 0 || wg_size >= 32 ? CS_PTX : CS_NO_SUB_GROUPS);
    }
}

/* AMD GPUs have sub-groups of 32 or 64 lanes. */
static void test_amd(void **state) {
    cs_caps caps = device(CL_DEVICE_TYPE_GPU, 1024, 65536);
    (void)state;
    caps.vendor = 0x1002;
    caps.sub_groups = CS_AMD;
    caps.has_fence = true;
    for (size_t e = 0; e < COUNT(element_sizes); e++)
        tune_all_plans(&caps, element_sizes[e]);
    for (unsigned wg_size = 1; wg_size <= 1024; wg_size *= 2) {
        const clscan_desc desc = { .tuning = { .wg_size = wg_size, .items = 4 } };
        cs_choice choices[CS_MAX_CHOICES];
        size_t n = 0;
        assert_ok(tuned(&caps, &problem_of_ints, &desc, choices, &n));
        assert_int_equal(choices[n - 1].shape.sub_groups, wg_size >= 64 ? CS_AMD : CS_NO_SUB_GROUPS);
    }
}

/* All of the user's own rows come first. Rows of the table follow for greater counts. */
static void test_own_rows_come_first(void **state) {
    static cs_tuning tuning;
    const cs_caps caps = device(CL_DEVICE_TYPE_CPU, 4096, 1 << 20);
    clscan_desc desc = { 0 }, asked = { .deterministic = 1 };
    cs_choice choices[CS_MAX_CHOICES];
    size_t n = 0;
    (void)state;
    tuning.caps = &caps;
    for (size_t i = 0; i < CS_MAX_OWN_ROWS; i++)
        tuning.own[tuning.num_own++] =
            (cs_tuning_row) { .limit = 10 * (i + 1),
                              .element = 4,
                              .strategy = CLSCAN_STRATEGY_SINGLE_GROUP,
                              .shape = { .group = CLSCAN_GROUP_BLELLOCH, .wg_size = 8192, .items = 3, .groups = 7 } };
    assert_ok(cs_tune(&tuning, &problem_of_ints, &desc, choices, &n));
    check_choices(choices, n, &caps, 4);
    assert_int_equal(n, CS_MAX_OWN_ROWS + 2);
    for (size_t i = 0; i < CS_MAX_OWN_ROWS; i++)
        assert_int_equal(choices[i].row.limit, tuning.own[i].limit);
    assert_int_equal(choices[0].shape.wg_size, 4096); /* halved like the size in any other row */
    assert_ok(cs_tune(&tuning, &problem_of_ints, &asked, choices, &n));
    assert_int_not_equal(choices[0].limit, 10);
    asked.tuning.strategy = CLSCAN_STRATEGY_SINGLE_GROUP;
    assert_ok(cs_tune(&tuning, &problem_of_ints, &asked, choices, &n));
    assert_int_equal(choices[0].shape.wg_size, 1);
    assert_ok(cs_tune(&tuning, &problem_of_ints, &desc, choices, &n));
    assert_int_equal(choices[n - 1].strategy, CLSCAN_STRATEGY_REDUCE_SCAN);
}

/* AUTO chooses slices unless the caller chooses a group algorithm, a work-group size or a number of items. */
static void test_cpu_with_atomics(void **state) {
    const clscan_tuning wishes[] = {
        { .group = CLSCAN_GROUP_BLELLOCH }, { .wg_size = 8 }, { .items = 5 }, { .num_groups = 7 }
    };
    cs_caps caps = device(CL_DEVICE_TYPE_CPU, 4096, 1 << 20);
    (void)state;
    caps.has_fence = true;
    for (size_t e = 0; e < COUNT(element_sizes); e++)
        tune_all_plans(&caps, element_sizes[e]);
    for (size_t i = 0; i < COUNT(wishes); i++) {
        cs_choice choices[CS_MAX_CHOICES];
        size_t n = 0;
        assert_ok(tuned(&caps, &problem_of_ints, &(clscan_desc) { .tuning = wishes[i] }, choices, &n));
        assert_int_equal(choices[n - 1].strategy, i == 3 ? CLSCAN_STRATEGY_SLICES : CLSCAN_STRATEGY_REDUCE_SCAN);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fits_every_device),
        cmocka_unit_test(test_requests_are_kept),
        cmocka_unit_test(test_deterministic),
        cmocka_unit_test(test_wishes_that_do_not_fit),
        cmocka_unit_test(test_slices_longer_than_local_memory),
        cmocka_unit_test(test_no_wide_groups_where_they_break),
        cmocka_unit_test(test_an_element_greater_than_local_memory),
        cmocka_unit_test(test_wide_elements_on_a_cpu),
        cmocka_unit_test(test_small_stacks_of_a_cpu),
        cmocka_unit_test(test_device_kinds_differ),
        cmocka_unit_test(test_nvidia),
        cmocka_unit_test(test_amd),
        cmocka_unit_test(test_own_rows_come_first),
        cmocka_unit_test(test_cpu_with_atomics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
