/* The arrays of a test scan: inputs with generated elements, segments and outputs. */
#ifndef CS_TEST_ARRAYS_H
#define CS_TEST_ARRAYS_H

#include "self_test/trial.h"

/* Creates the arrays of a scan whose rows are set. */
clscan_status cs_test_arrays_create(cs_test_scan *scan, cs_lines lines);

/* Writes the elements that the i-th input has when the scan begins to `to`. */
void cs_test_scan_fill(const cs_test_scan *scan, unsigned i, void *to);

/* Returns the type of elements of `size` bytes that is named `name`; NULL stands for the scanned type. */
cs_test_data cs_test_scan_type(const cs_test_scan *scan, const char *name, size_t size);

/* Returns the type of the elements of the i-th input. */
cs_test_data cs_test_scan_input(const cs_test_scan *scan, unsigned i);

/* Returns the number of the row of the i-th element in memory, and the place of the element in its row. Without rows
 * these are 0 and i. */
size_t cs_test_scan_row(const cs_test_scan *scan, size_t i);
size_t cs_test_scan_place_in_row(const cs_test_scan *scan, size_t i);

/* Returns the number of the segment of the k-th element of a row; without rows, of the k-th element of the scan. */
size_t cs_test_scan_segment(const cs_test_scan *scan, size_t k);

/* Returns the number of segments of a row. In a reduction by offsets, a segment without elements follows them. */
size_t cs_test_scan_num_segments(const cs_test_scan *scan);

/* Returns how many segments have results: the segments of all rows, or a segment for each two neighbouring offsets. */
size_t cs_test_scan_all_segments(const cs_test_scan *scan);

/* Returns the place of a segment's first element in its row; the length of the row if there is no such segment. */
size_t cs_test_scan_first_of(const cs_test_scan *scan, size_t segment);

/* Returns where a reduction by segments stores the result of the n-th segment in the order of the scan, or finds the
 * segment that has the n-th result. */
size_t cs_test_scan_place_of_result(const cs_test_scan *scan, size_t n);

/* Writes the key of a segment's elements, if segments are given by keys. */
void cs_test_scan_put_key(const cs_test_scan *scan, cl_ulong segment, unsigned char *to);

#endif
