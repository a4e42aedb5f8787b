/* The expected results of reductions: the last results of a scan of each row or segment. */
#include "random/case_task.h"

#include <stdlib.h>
#include <string.h>

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Writes the result of no elements: the initial value, the identity, or zero bytes. */
static void expect_nothing(case_arrays *s, const oracle_element *total, size_t result) {
    static const oracle_element zero = { { 0 } };
    const bool has_none = !s->o.init && s->tc->v[D_no_identity];
    if (s->extent_out > 0)
        oracle_described_put(&s->o, s->o.out_type, has_none ? &zero : total, case_arrays_at(s, OUT), result);
}

/* The results of a scan. The results of a reduction are taken from them. */
typedef struct scanned {
    const char *results, *seconds;
    oracle_element nothing; /* the initial value, or the identity */
} scanned;

/* Copies the result at a place of the scan to the results of the reduction. */
static void take(case_arrays *s, const scanned *from, size_t place, size_t result) {
    const size_t out = s->at[OUT].unit, more = s->at[MORE].unit;
    memcpy(case_arrays_at(s, OUT) + result * out, from->results + place * out, out);
    if (more)
        memcpy(case_arrays_at(s, MORE) + result * more, from->seconds + place * more, more);
}

size_t case_task_offset_at(const case_arrays *s, size_t i) {
    const char *offset = case_arrays_at(s, MARKS) + i * s->at[MARKS].unit;
    uint32_t narrow;
    uint64_t wide;
    memcpy(s->at[MARKS].unit == sizeof narrow ? (void *)&narrow : (void *)&wide, offset, s->at[MARKS].unit);
    return least(s->at[MARKS].unit == sizeof narrow ? narrow : (size_t)wide, s->o.count);
}

static void expect_by_offsets(case_arrays *s, const scanned *from) {
    for (size_t r = 0; r + 1 < s->o.num_offsets; r++) {
        const size_t begin = case_task_offset_at(s, r), end = case_task_offset_at(s, r + 1);
        if (begin < end)
            take(s, from, s->o.reverse ? begin : end - 1, r);
        else
            expect_nothing(s, &from->nothing, r);
    }
}

static void expect_by_heads(case_arrays *s, const oracle_described *scan, const scanned *from) {
    for (size_t n = 1, r = 0; n <= s->o.count; n++)
        if (n == s->o.count || oracle_described_place(scan, n).begins)
            take(s, from, oracle_described_place(scan, n - 1).out, r++);
}

/* Gives the results of a scan no gaps. */
static void make_dense(oracle_described *scan) {
    scan->out_stride = scan->columns;
    scan->out_pitch = scan->columns * scan->length;
}

/* A result is the last one of the scan of a segment. */
static void expect_segments(case_arrays *s) {
    char *results = malloc((s->o.count + 1) * s->at[OUT].unit), *seconds = malloc((s->o.count + 1) * 8);
    scanned from = { results, seconds, { { 0 } } };
    oracle_described scan = s->o, none = s->o;
    assert_true(results && seconds);
    scan.out = none.out = results;
    make_dense(&scan);
    none.count = 0;
    none.segments = CLSCAN_SEGMENTS_NONE;
    none.total = from.nothing.bytes;
    if (oracle_accumulator_knows(&s->o.problem))
        oracle_accumulator_scan(&scan, s->at[SHIFT].expected ? case_arrays_at(s, SHIFT) : NULL,
                                s->at[MORE].unit ? seconds : NULL);
    else
        oracle_described_scan(&none), oracle_described_scan(&scan);
    if (s->o.segments == CLSCAN_SEGMENTS_OFFSETS)
        expect_by_offsets(s, &from);
    else
        expect_by_heads(s, &scan, &from);
    free(results);
    free(seconds);
}

/* A result is the last one of the scan of a row. */
static void expect_rows(case_arrays *s) {
    const bool state = oracle_accumulator_knows(&s->o.problem);
    const size_t out = s->at[OUT].unit, more = s->at[MORE].unit, rows = s->o.count / s->o.length;
    char *results = malloc((s->o.count + 1) * out), *seconds = malloc((s->o.count + 1) * more + 1);
    oracle_described scan = s->o;
    oracle_element total = { { 0 } };
    assert_true(results && seconds);
    scan.out = results;
    make_dense(&scan);
    scan.total = total.bytes;
    if (state)
        oracle_accumulator_scan(&scan, s->at[SHIFT].expected ? case_arrays_at(s, SHIFT) : NULL, more ? seconds : NULL);
    else
        oracle_described_scan(&scan);
    const scanned from = { results, seconds, total };
    for (size_t row = 0; row < rows; row++)
        take(s, &from, oracle_described_place(&scan, (row + 1) * s->o.length - 1).out,
             case_task_result_place(s, row, rows));
    if (rows == 0 && !state)
        expect_nothing(s, &total, 0);
    if (s->o.total)
        memcpy(s->o.total, total.bytes, s->at[CELLS].unit);
    free(results);
    free(seconds);
}

void case_task_expect_reduction(case_arrays *s) {
    (s->o.segments ? expect_segments : expect_rows)(s);
}
