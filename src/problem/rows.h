/* The rows of a call: where their elements lie in the inputs and outputs, from the dimensions that the caller gives. */
#ifndef CS_ROWS_H
#define CS_ROWS_H

#include "clscan/clscan.h"

#include <stdbool.h>

/* Element k of row r is at (r / columns) * pitch + r % columns + k * stride. In a reduction, the result of row r is at
 * (r / columns) * out_pitch + (r % columns) * out_stride instead. */
typedef struct cs_rows {
    size_t length;  /* elements of a row; at least 1 */
    size_t columns; /* rows that are adjacent in memory, element by element; at least 1 */
    size_t in_pitch, in_stride, out_pitch, out_stride;
    /* For selections: the elements of a row that an output has room for, and where the totals of rows are, in totals:
     * of row r at (r / columns) * total_pitch + (r % columns) * total_stride. */
    size_t room, total_pitch, total_stride;
} cs_rows;

/* True if rows are contiguous, and follow each other without gaps, in the inputs and in the outputs. `r` is a cs_rows,
 * or another struct with such members, and `lines` the number of rows. Kernels get this text: see
 * src/page/shared_constants.c. */
#define CS_ROWS_ARE_CONTIGUOUS(r, lines)                                                                               \
    ((r).columns == 1 && (r).in_stride == 1 && (r).out_stride == 1 &&                                                  \
     (((r).in_pitch == (r).length && (r).out_pitch == (r).length) || (lines) == 1))

/* Returns the rows of `length` contiguous elements in matrices of `columns` adjacent rows, without gaps. */
cs_rows cs_rows_dense(size_t length, size_t columns);

/* Fails if args.dims or args.count does not suit a plan with rows, or without them. */
clscan_status cs_rows_check(const clscan_args *args, bool in_rows);

/* Finds the rows of args.dims, how many elements they have, and how many rows there are. Dense outputs have no strides.
 * If rows have totals, or dense results, rows without elements are counted too. */
clscan_status cs_rows_take(const clscan_args *args, bool dense, bool totals, cs_rows *rows, size_t *count,
                           size_t *lines);

/* Fails if rows are not in the order in which kernels take them: adjacent rows first. The results of segments follow
 * each other in that order. */
clscan_status cs_rows_check_order(const clscan_args *args, const cs_rows *rows, size_t lines);

#endif
