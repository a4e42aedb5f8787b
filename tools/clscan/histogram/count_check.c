#include "histogram/count_check.h"
#include "common/message.h"
#include "data/task_plain.h"
#include <stdlib.h>

/* Returns the row of element i: rows are counted along the dimension that is contiguous in memory first. */
static size_t row_of(const task *t, size_t i) {
    if (!t->length)
        return 0;
    const size_t columns = t->columns ? t->columns : 1;
    return i / (t->length * columns) * columns + i % columns;
}

static int compare(const task *t, const array *counts, const cl_ulong *expected) {
    const cl_ulong *got = counts->data;
    const size_t bins = t->desc.bins.count;
    for (size_t i = 0; i < counts->count; i++)
        if (got[i] != expected[i])
            return complain(counts->type == ORACLE_LONG ? "mismatch at bin %zu of row %zu: expected %lld, got %lld"
                                                        : "mismatch at bin %zu of row %zu: expected %llu, got %llu",
                            i % bins, i / bins, (long long)expected[i], (long long)got[i]),
                   EXIT_MISMATCH;
    say("verified %zu bin%s", counts->count, plural(counts->count));
    return EXIT_OK;
}

int count_check(const task *t, const array *weights, const array *counts) {
    const size_t bins = t->desc.bins.count;
    const cl_ulong *weight = weights->data;
    if (!task_bins_are_exact(t))
        return EXIT_ERROR;
    cl_ulong *expected = calloc(counts->count + 1, sizeof *expected);
    if (!expected)
        return complain("out of memory"), EXIT_ERROR;
    for (size_t i = 0; i < t->in.count; i++) {
        const cl_ulong bin = task_bin(t, i);
        if (bin < bins)
            expected[row_of(t, i) * bins + bin] += weight ? weight[i] : 1;
    }
    const int status = compare(t, counts, expected);
    free(expected);
    return status;
}
