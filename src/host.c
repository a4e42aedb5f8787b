#include "host.h"

#include "base/checked_math.h"
#include "base/try.h"
#include "plan/plan_choice.h"
#include "problem/desc.h"
#include "self_test/self_test.h"
#include "table/type_name.h"

#include <stdint.h>

static clscan_status host_queue(clscan_plan *plan, cl_command_queue *queue) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    pthread_mutex_lock(&plan->pools.mutex);
    if (!plan->host_queue)
        plan->host_queue = clCreateCommandQueue(plan->device->context, plan->device->id, 0, &error);
    *queue = plan->host_queue;
    pthread_mutex_unlock(&plan->pools.mutex);
    TRY(cs_check_cl(error, "clCreateCommandQueue"));
done:
    return status;
}

static clscan_status check_arrays(const clscan_plan *plan, const void *in, const void *out, size_t count) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *f = &plan->traits;
    FAIL_IF(f->selects, CLSCAN_ERROR_INVALID_VALUE,
            "desc.task is %s, and this call could not say how many elements were kept: use clscan_plan_enqueue",
            clscan_task_name(f->task));
    FAIL_IF(f->reduces, CLSCAN_ERROR_INVALID_VALUE,
            "desc.task is %s, and this call is for as many results as elements: use clscan_plan_enqueue",
            clscan_task_name(f->task));
    FAIL_IF(f->num_in > 1, CLSCAN_ERROR_INVALID_VALUE,
            "the scan reads a second array, args.in[1]: use clscan_plan_enqueue");
    FAIL_IF(f->num_out > 1, CLSCAN_ERROR_INVALID_VALUE,
            "the scan writes a second array, args.out[1]: use clscan_plan_enqueue");
    FAIL_IF(f->in[0].size != f->out[0].size || f->segments || f->batched, CLSCAN_ERROR_INVALID_VALUE,
            "a plan with rows, segments, or arrays whose elements differ in size is for clscan_plan_enqueue");
    FAIL_IF(f->exclusive && !f->has_identity, CLSCAN_ERROR_INVALID_VALUE,
            "an exclusive scan by an operator without an identity begins with an initial value, which scans of host "
            "arrays do not have: use clscan_plan_enqueue");
    FAIL_IF(in == out && count > 0 && (f->gathers || f->scatters), CLSCAN_ERROR_INVALID_VALUE,
            "in and out are the same array, but desc.user.load and desc.user.store may read and write where they like");
    FAIL_IF(!in, CLSCAN_ERROR_INVALID_VALUE, "in is NULL, count is %zu", count);
    FAIL_IF(!out, CLSCAN_ERROR_INVALID_VALUE, "out is NULL, count is %zu", count);
    const uintptr_t a = (uintptr_t)in, b = (uintptr_t)out;
    size_t bytes, end;
    FAIL_IF(!cs_checked_multiply(count, f->in[0].size, &bytes) || !cs_checked_add(a > b ? a : b, bytes, &end),
            CLSCAN_ERROR_INVALID_VALUE, "count is %zu: elements of %zu bytes from %p or from %p on end past all memory",
            count, f->in[0].size, in, out);
    FAIL_IF(a != b && a < b + bytes && b < a + bytes, CLSCAN_ERROR_BUFFER_OVERLAP,
            "in and out overlap: %zu bytes each, %zu apart; in place they must be the same", bytes,
            (size_t)(a < b ? b - a : a - b));
done:
    return status;
}

/* Enqueues a scan from one buffer to another one. */
static clscan_status scan(clscan_plan *plan, cl_command_queue queue, cl_mem in, cl_mem out, cs_call call) {
    call.in[0].handle = in;
    call.out[0].handle = out;
    return cs_plan_enqueue(plan, queue, &call, 0, NULL, NULL);
}

/* Scans without copies: the host arrays themselves become buffers. The device has to share the host's memory, and the
 * arrays have to be aligned as kernels expect. Mapping the buffer makes the results visible in `out`. */
static clscan_status run_shared(clscan_plan *plan, cl_command_queue queue, const void *in, void *out, cs_call call) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    size_t bytes = call.count * plan->traits.in[0].size;
    cl_mem source = NULL, target = NULL;
    target = clCreateBuffer(plan->device->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, out, &error);
    TRY(cs_check_cl(error, "clCreateBuffer"));
    if (in != out) {
        source =
            clCreateBuffer(plan->device->context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, bytes, (void *)in, &error);
        TRY(cs_check_cl(error, "clCreateBuffer"));
    }
    TRY(scan(plan, queue, source ? source : target, target, call));
    void *mapped = clEnqueueMapBuffer(queue, target, CL_TRUE, CL_MAP_READ, 0, bytes, 0, NULL, NULL, &error);
    TRY(cs_check_cl(error, "clEnqueueMapBuffer"));
    CL(clEnqueueUnmapMemObject(queue, target, mapped, 0, NULL, NULL));
done:
    error = clFinish(queue); /* after this call no command uses the caller's arrays, even after a failure */
    if (status == CLSCAN_OK)
        status = cs_check_cl(error, "clFinish");
    if (source)
        clReleaseMemObject(source);
    if (target)
        clReleaseMemObject(target);
    return status;
}

/* Scans with copies: the input is written to a buffer of the device, scanned in place, and read back. If functions of
 * the user's load or store elements, input and output have a buffer each. */
static clscan_status run_copied(clscan_plan *plan, cl_command_queue queue, const void *in, void *out, cs_call call) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    const bool apart = plan->traits.gathers || plan->traits.scatters;
    size_t bytes = call.count * plan->traits.in[0].size;
    cl_mem source = NULL, target = clCreateBuffer(plan->device->context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    TRY(cs_check_cl(error, "clCreateBuffer"));
    CL(clEnqueueWriteBuffer(queue, target, CL_TRUE, 0, bytes, apart ? out : in, 0, NULL, NULL));
    if (apart) {
        source = clCreateBuffer(plan->device->context, CL_MEM_READ_ONLY, bytes, NULL, &error);
        TRY(cs_check_cl(error, "clCreateBuffer"));
        CL(clEnqueueWriteBuffer(queue, source, CL_TRUE, 0, bytes, in, 0, NULL, NULL));
    }
    TRY(scan(plan, queue, source ? source : target, target, call));
    CL(clEnqueueReadBuffer(queue, target, CL_TRUE, 0, bytes, out, 0, NULL, NULL));
done:
    if (source)
        clReleaseMemObject(source);
    if (target)
        clReleaseMemObject(target);
    return status;
}

/* Returns whether kernels can read or write such elements at the address. The alignment of a type divides its size, so
 * this also holds for a type of the user's, whose alignment the library does not know. */
static bool is_aligned(const void *address, const cs_element *element) {
    const size_t divides = element->size & -element->size;
    return (uintptr_t)address % (divides < CS_MAX_ALIGNMENT ? divides : CS_MAX_ALIGNMENT) == 0;
}

/* Scans one piece. `call` has the count, and for pieces the cells of the initial value and the total. */
static clscan_status run(clscan_plan *plan, cl_command_queue queue, const void *in, void *out, cs_call call) {
    const bool aligned = is_aligned(in, &plan->traits.in[0]) && is_aligned(out, &plan->traits.out[0]);
    return (plan->device->caps.unified_memory && aligned ? run_shared : run_copied)(plan, queue, in, out, call);
}

/* Scans more elements than a buffer of the device can hold, in pieces. The total of a piece is the initial value of the
 * next one. In reverse, the last piece comes first. Functions of the user's need whole arrays, so they are refused. */
static clscan_status run_pieces(clscan_plan *plan, cl_command_queue queue, const void *in, void *out, size_t count,
                                size_t most) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    const cs_traits *f = &plan->traits;
    cs_place cell = { 0 };
    FAIL_IF(f->gathers || f->scatters, CLSCAN_ERROR_INVALID_VALUE,
            "count is %zu, but a buffer of %s has %zu elements of %zu bytes at most, and desc.user.load and "
            "desc.user.store want "
            "the whole",
            count, plan->device->caps.name, most, f->in[0].size);
    cell.handle = clCreateBuffer(plan->device->context, CL_MEM_READ_WRITE, f->value.size, NULL, &error);
    TRY(cs_check_cl(error, "clCreateBuffer"));
    for (size_t done = 0, n; done < count; done += n) {
        n = count - done < most ? count - done : most;
        const size_t at = (f->reverse ? count - done - n : done) * f->in[0].size;
        cs_call call = cs_call_contiguous(n);
        call.total = cell;
        call.init_at = done > 0 ? cell : (cs_place) { 0 };
        TRY(run(plan, queue, (const char *)in + at, (char *)out + at, call));
    }
done:
    if (cell.handle)
        clReleaseMemObject(cell.handle);
    return status;
}

/* Returns the greatest number of elements of one scan. The arrays and the workspace have to fit into buffers of the
 * device. For functions of the user's the workspace does not count, since they cannot scan in pieces. */
static cl_ulong most_at_once(const clscan_plan *plan) {
    const cs_traits *f = &plan->traits;
    cl_ulong most = plan->device->caps.max_alloc / f->in[0].size;
    while (most > 1 && most < SIZE_MAX && !(f->gathers || f->scatters) && !cs_plan_has_room(plan, (size_t)most))
        most /= 2;
    return most;
}

clscan_status cs_host_run(clscan_plan *plan, const void *in, void *out, size_t count) {
    clscan_status status = CLSCAN_OK;
    cl_command_queue queue = NULL;
    if (count == 0)
        goto done;
    TRY(cs_plan_check_count(plan, count));
    TRY(check_arrays(plan, in, out, count));
    TRY(host_queue(plan, &queue));
    const cl_ulong most = most_at_once(plan);
    TRY(count > most ? run_pieces(plan, queue, in, out, count, (size_t)most)
                     : run(plan, queue, in, out, cs_call_contiguous(count)));
done:
    return status;
}

/* ------------------------------------------------------------------------------------------ the default device */

#define OP(...)       +1
#define OP_STATE(...) +1
enum {
    MOST_COMPONENTS = 16,
    NUM_TYPES = CS_TYPE_USER * (MOST_COMPONENTS + 1),
    NUM_OPS = 0
#include "table/op.def"
#include "table/op_state.def"
    ,
    NUM_KINDS = 2
};
#undef OP
#undef OP_STATE

static pthread_mutex_t default_mutex = PTHREAD_MUTEX_INITIALIZER;
static clscan_device *default_device;
static clscan_plan *default_plans[NUM_TYPES][NUM_OPS][NUM_KINDS];

/* Finds or creates a plan of the default device. The caller holds default_mutex. */
static clscan_status default_plan(const clscan_desc *desc, size_t type, clscan_plan **plan) {
    clscan_status status = CLSCAN_OK;
    TRY(cs_desc_check(desc));
    clscan_plan **kept = &default_plans[type][desc->op][desc->kind];
    if (!default_device)
        TRY(cs_device_open(NULL, NULL, &default_device));
    if (!*kept)
        TRY(cs_self_test_plan(default_device, desc, kept));
    *plan = *kept;
done:
    return status;
}

/* Finds the number of a type among the scalars and vectors of OpenCL C. */
static clscan_status find_type(const char *name, size_t *number) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(!name, CLSCAN_ERROR_INVALID_VALUE, "type is NULL");
    const cs_type_name type = cs_type_name_parse(name);
    const char *meant = type.row ? NULL : cs_type_name_meant(name);
    FAIL_IF(meant, CLSCAN_ERROR_INVALID_VALUE,
            "type is \"%s\", which is not the name of a type in OpenCL C: write \"%s\"", name, meant);
    FAIL_IF(!type.row, CLSCAN_ERROR_INVALID_VALUE,
            "type is \"%s\", which is no type of OpenCL C that can be scanned; for types of your own there is "
            "clscan_plan_scan_host",
            name);
    *number = (size_t)(type.row - cs_type_at(0)) * (MOST_COMPONENTS + 1) + type.components;
done:
    return status;
}

clscan_status cs_host_scan(const char *type, clscan_op op, clscan_kind kind, const void *in, void *out, size_t count) {
    clscan_status status = CLSCAN_OK;
    clscan_plan *plan = NULL;
    size_t number = 0;
    const clscan_desc desc = { .value = { .name = type }, .op = op, .kind = kind };
    TRY(find_type(type, &number));
    FAIL_IF(!cs_op_at(op), CLSCAN_ERROR_INVALID_VALUE, "op is %d, which is no clscan_op", (int)op);
    FAIL_IF((unsigned)kind >= NUM_KINDS, CLSCAN_ERROR_INVALID_VALUE, "kind is %d, which is no clscan_kind", (int)kind);
    pthread_mutex_lock(&default_mutex);
    status = default_plan(&desc, number, &plan);
    pthread_mutex_unlock(&default_mutex);
    TRY(status);
    TRY(cs_host_run(plan, in, out, count));
done:
    return status;
}
