/* The arrays of one scan of a case: their contents before the scan, and the expected contents after it. */
#ifndef TESTS_RANDOM_CASE_ARRAYS_H
#define TESTS_RANDOM_CASE_ARRAYS_H

#include "random/test_case.h"
#include "support/guarded.h"

#include <accumulator.h>

/* For an operator with an accumulator, MORE is the second output, and SHIFT the second input. Arrays that a selection
 * or a sort carries along are SHIFT and FURTHER, and their outputs are MORE and ELEMENTS. */
enum { IN, OUT, MORE, ELEMENTS, MARKS, SHIFT, FURTHER, CELLS, NUMBER, INDICES, LENGTHS, KEYS, MASK, OFFSETS, ARRAYS };

/* The place of the total in CELLS, and of the totals of rows, which are the last cells. */
enum { CASE_TOTAL_CELL = 1, CASE_ROW_TOTALS_CELL = 4 };

typedef struct array {
    guarded memory;
    char *expected, *got;
    size_t bytes, unit; /* the bytes of the whole array, and of one element */
    size_t offset;      /* the offset in the arguments, in elements */
    oracle_type type;   /* the type by which numbers are compared; ORACLE_USER: bytes are compared */
} array;

typedef struct case_arrays {
    const test_case *tc;
    oracle_described o;
    memory_kind memory;
    size_t extent_in, extent_out;
    array at[ARRAYS];
    int out;                     /* OUT, or IN for a scan in place */
    uint64_t init[16];           /* the initial value in host memory */
    size_t most;                 /* args.count; o.count is the number of elements that are there */
    size_t init_cell, number_at; /* places of the initial value and the count in their arrays */

    /* Selections and sorts have these: */
    size_t already; /* elements that the outputs hold before the call */
    size_t *placed; /* the indices of the elements of the outputs, in their order: one part after another; by rows, of
                     * one row after another, in the row */
    size_t num_placed, sizes[3]; /* num_placed: of all parts; sizes: the numbers of the total, see test_case_totals */
    size_t room;                 /* elements for which each output has room */
    uint64_t first_index;
} case_arrays;

/* Returns a random number of the case. Each use has a number `what` of its own. */
uint64_t case_arrays_draw(const case_arrays *s, uint64_t what, uint64_t i);

/* Returns true for as many numbers i as the density of the case says. */
bool case_arrays_marks(const case_arrays *s, size_t i);

/* Returns true for the elements i that a selection should keep. By segments, their density is drawn from the data, and
 * does not depend on where segments begin. */
bool case_arrays_keeps(const case_arrays *s, size_t i);

/* Makes an array of `count` elements of `unit` bytes from the offset on. All its bytes are the pattern of the guards.
 */
void case_arrays_make(case_arrays *s, int which, size_t unit, size_t offset, size_t count, oracle_type type);

/* Returns the expected contents of an array from its offset on. Before the scan these are the contents of the array. */
char *case_arrays_at(const case_arrays *s, int which);

void case_arrays_open(const test_device *d, const test_case *tc, case_arrays *s);
clscan_args case_arrays_args(const case_arrays *s);

/* Leaves out the arrays that a call without elements neither reads nor writes. */
void case_args_leave_out(const case_arrays *s, clscan_args *args);

/* Reads the arrays. Returns false if the contents are not as expected; `what` then names the first difference. */
bool case_arrays_check(const test_device *d, case_arrays *s, char *what, size_t size);

void case_arrays_close(case_arrays *s);

#endif
