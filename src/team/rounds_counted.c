/* Histograms in rounds. The host adds the counts of all pieces in the order of the array, so that sums of
 * floating-point weights have the same bits on every run. */
#include "base/try.h"
#include "team/execution.h"

#include <string.h>

static size_t bytes_of_counts(const cs_execution *e) {
    return e->traits->histogram.bins * e->traits->out[0].size;
}

static char *counts_of(const cs_execution *e, size_t round, size_t part) {
    return cs_execution_summaries(e, round) + part * e->team->splits[0]->layout.bytes;
}

static clscan_status count_pieces(cs_execution *e, size_t round) {
    clscan_status status = CLSCAN_OK;
    for (size_t i = 0; i < e->team->num; i++) {
        const cs_call call = cs_execution_call(e, round, i);
        TRY(cs_execution_compute(e, round, i, &call, cs_execution_slot(e, round, i)->out[0], bytes_of_counts(e),
                                 counts_of(e, round, i)));
    }
done:
    return status;
}

/* Defines a function that adds `n` numbers of a type to others. Unsigned integers wrap, and a signed sum has the bits
 * of the unsigned one. */
#define ADDS(type)                                                                                                     \
    static void add_##type(char *sums, const char *counts, size_t n) {                                                 \
        for (size_t i = 0; i < n; i++) {                                                                               \
            type sum, more;                                                                                            \
            memcpy(&sum, sums + i * sizeof sum, sizeof sum);                                                           \
            memcpy(&more, counts + i * sizeof more, sizeof more);                                                      \
            sum += more;                                                                                               \
            memcpy(sums + i * sizeof sum, &sum, sizeof sum);                                                           \
        }                                                                                                              \
    }
ADDS(cl_uint)
ADDS(cl_ulong)
ADDS(cl_float)
ADDS(cl_double)

static clscan_status add_counts(cs_execution *e, size_t round) {
    static void (*const adds[2][2])(char *, const char *, size_t) = { { add_cl_uint, add_cl_ulong },
                                                                      { add_cl_float, add_cl_double } };
    clscan_status status = CLSCAN_OK;
    const bool wide = e->traits->out[0].size == sizeof(cl_ulong);
    for (size_t i = 0; i < e->team->num; i++) {
        CL(clWaitForEvents(1, &cs_execution_slot(e, round, i)->known));
        adds[e->traits->histogram.floating_counts][wide](e->counts, counts_of(e, round, i), e->traits->histogram.bins);
    }
done:
    return status;
}

static clscan_status store_counts(cs_execution *e) {
    memcpy(cs_arrays_element(&e->call->out[0], 0, e->traits->out[0].size), e->counts, bytes_of_counts(e));
    return CLSCAN_OK;
}

const cs_rounds cs_rounds_counted = { count_pieces, add_counts, store_counts };
