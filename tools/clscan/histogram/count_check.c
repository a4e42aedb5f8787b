#include "histogram/count_check.h"
#include "common/message.h"
#include "common/number.h"
#include "data/task_plain.h"
#include <float.h>
#include <stdlib.h>
#include <string.h>

/* Returns the row of element i: rows are counted along the dimension that is contiguous in memory first. */
static size_t row_of(const task *t, size_t i) {
    if (!t->length)
        return 0;
    const size_t columns = t->columns ? t->columns : 1;
    return i / (t->length * columns) * columns + i % columns;
}

/* The sum in a bin, and what bounds the rounding of a sum of doubles. */
typedef struct expected_sum {
    cl_ulong whole;
    double real, magnitudes; /* the sum, and the sum of the absolute values */
    size_t n;                /* elements */
} expected_sum;

/* Adds weight i, or 1 without weights. */
static void add(const weights *w, size_t i, expected_sum *sum) {
    cl_ulong whole = 1;
    double real = 0;
    if (w->as_read.size)
        weights_get(w, &w->as_read, i, w->sum == ORACLE_DOUBLE ? (void *)&real : &whole);
    sum->whole += whole;
    sum->real += real;
    sum->magnitudes += real < 0 ? -real : real;
    sum->n++;
}

/* Each of the additions, in any order, rounds by at most half an epsilon of a partial sum. */
static bool is_near(double got, const expected_sum *sum) {
    const double apart = got > sum->real ? got - sum->real : sum->real - got;
    if (!(sum->magnitudes <= DBL_MAX))
        return got == sum->real || (got != got && sum->real != sum->real);
    return apart <= 2 * DBL_EPSILON * (double)sum->n * sum->magnitudes;
}

static bool is_expected(const array *counts, size_t i, size_t bins, const expected_sum *sum) {
    const char *at = (const char *)counts->data + i * counts->size;
    char expected[NUMBER_LONGEST + 1] = "", got[NUMBER_LONGEST + 1] = "";
    const number_print_fn print = number_printer(counts->type);
    const void *of_sum = counts->type == ORACLE_DOUBLE ? (const void *)&sum->real : &sum->whole;
    double real;
    memcpy(&real, at, sizeof real);
    if (counts->type == ORACLE_DOUBLE ? is_near(real, sum) : memcmp(at, &sum->whole, sizeof sum->whole) == 0)
        return true;
    *print(of_sum, 0, expected) = '\0';
    *print(at, 0, got) = '\0';
    return complain("mismatch at bin %zu of row %zu: expected %s, got %s", i % bins, i / bins, expected, got);
}

static int compare(const task *t, const array *counts, const expected_sum *expected) {
    for (size_t i = 0; i < counts->count; i++)
        if (!is_expected(counts, i, t->desc.bins.count, &expected[i]))
            return EXIT_MISMATCH;
    say("verified %zu bin%s", counts->count, plural(counts->count));
    return EXIT_OK;
}

int count_check(const task *t, const weights *w, const array *counts) {
    const size_t bins = t->desc.bins.count;
    if (!task_bins_are_exact(t))
        return EXIT_ERROR;
    expected_sum *expected = calloc(counts->count + 1, sizeof *expected);
    if (!expected)
        return complain("out of memory"), EXIT_ERROR;
    for (size_t i = 0; i < t->in.count; i++) {
        const cl_ulong bin = task_bin(t, i);
        if (bin < bins)
            add(w, i, &expected[row_of(t, i) * bins + bin]);
    }
    const int status = compare(t, counts, expected);
    free(expected);
    return status;
}
