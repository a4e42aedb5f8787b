#include "mpi/arrays.h"

#include "mpi/failure.h"

static bool is_given(const clscan_ref *ref) {
    return ref->buffer || ref->svm || ref->usm || ref->host;
}

static clscan_status check_place(const char *name, const clscan_ref *ref, bool in_host_memory) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(in_host_memory && (ref->buffer || ref->svm || ref->usm), CLSCAN_ERROR_INVALID_VALUE,
            "args.%s is not in host memory: give buffers to clscan_mpi_plan_enqueue", name);
    FAIL_IF(!in_host_memory && ref->host, CLSCAN_ERROR_INVALID_VALUE,
            "args.%s.host is given: give arrays in host memory to clscan_mpi_plan_execute, and buffers to "
            "clscan_mpi_plan_enqueue",
            name);
    FAIL_IF(ref->svm || ref->usm, CLSCAN_ERROR_UNSUPPORTED_MEMORY,
            "args.%s is not a buffer: the arrays of each rank have to be buffers", name);
done:
    return status;
}

/* ---------------------------------------------------------------------------------------- which arrays are needed */

static bool has_output(const clscan_args *args) {
    bool any = is_given(&args->indices);
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++)
        any = any || is_given(&args->out[i]);
    return any;
}

/* Returns true if a call without elements needs its outputs all the same: there is a result of no elements. */
static bool has_result_of_none(const cs_mpi_sizes *sizes) {
    return sizes->task == CLSCAN_TASK_REDUCE || sizes->task == CLSCAN_TASK_HISTOGRAM;
}

/* Returns true if a selection only counts. */
static bool only_counts(const cs_mpi_sizes *sizes, const clscan_args *args) {
    return sizes->selects && !sizes->length && is_given(&args->total) && !has_output(args);
}

/* Returns true if the elements of a selection or a sort need not be written. A run-length encoding needs all outputs.
 */
static bool may_lack_elements(const cs_mpi_sizes *sizes, const clscan_args *args) {
    return (sizes->selects && !sizes->length && is_given(&args->indices)) ||
           (sizes->task == CLSCAN_TASK_SORT && has_output(args));
}

static bool needs_outputs(const cs_mpi_sizes *sizes, const clscan_args *args) {
    return (args->count > 0 || has_result_of_none(sizes)) && !only_counts(sizes, args);
}

/* ------------------------------------------------------------------------------------------------------ the check */

static clscan_status check(const char *name, const clscan_ref *ref, bool needed, bool in_host_memory) {
    clscan_status status = CLSCAN_OK;
    TRY(check_place(name, ref, in_host_memory));
    FAIL_IF(needed && !is_given(ref), CLSCAN_ERROR_INVALID_VALUE,
            "args.%s is NULL, but the description needs it: set its %s", name, in_host_memory ? "host" : "buffer");
done:
    return status;
}

clscan_status cs_mpi_check_arrays(const cs_mpi_sizes *sizes, const clscan_args *args, bool in_host_memory) {
    static const char *const in_names[] = { "in[0]", "in[1]", "in[2]", "in[3]", "in[4]", "in[5]", "in[6]", "in[7]" },
                             *const out_names[] = { "out[0]", "out[1]", "out[2]", "out[3]",
                                                    "out[4]", "out[5]", "out[6]", "out[7]" };
    clscan_status status = CLSCAN_OK;
    const bool reads = args->count > 0, writes = needs_outputs(sizes, args);
    const struct {
        const char *name;
        const clscan_ref *ref;
        bool needed;
    } others[] = { { "segments", &args->segments, reads && (sizes->segments || sizes->segment_bits) },
                   { "mask", &args->mask, reads && (sizes->mask || sizes->mask_bits) },
                   { "indices", &args->indices, writes && sizes->index },
                   { "lengths", &args->lengths, writes && sizes->length },
                   { "keys", &args->keys, false },
                   { "offsets", &args->offsets, false },
                   { "init_at", &args->init_at, false },
                   { "total", &args->total, false },
                   { "count_at", &args->count_at, false } };
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        TRY(check(in_names[i], &args->in[i], reads && sizes->in[i], in_host_memory));
        TRY(check(out_names[i], &args->out[i], writes && sizes->out[i] && !(i == 0 && may_lack_elements(sizes, args)),
                  in_host_memory));
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        TRY(check(others[i].name, others[i].ref, others[i].needed, in_host_memory));
done:
    return status;
}
