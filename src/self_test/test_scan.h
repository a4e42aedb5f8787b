/* One scan of generated data by one variant or another, and its results. */
#ifndef CS_TEST_SCAN_H
#define CS_TEST_SCAN_H

#include "self_test/trial.h"

/* Creates a scan of about `count` elements: queue, inputs and outputs. Close the scan even if this call fails. */
clscan_status cs_test_scan_open(cs_test_scan *scan, size_t count, cs_lines lines);
void cs_test_scan_close(cs_test_scan *scan);

/* Writes numbers whose sums and products round into the first input. With a user operator the input stays as it is. */
clscan_status cs_test_scan_make_rounding(cs_test_scan *scan);

/* Writes the identity, as the variant computes it, to `to`. */
clscan_status cs_test_scan_identity(const cs_test_scan *scan, const cs_variant *variant, void *to);

/* How a variant runs. */
typedef enum cs_test_scan_way {
    CS_WHOLE,
    CS_HALVES,  /* two scans, the second one from the total of the first on; one scan if the plan allows no total */
    CS_WITHHELD /* no work-group takes the first tile, so that another one has to compute its aggregate */
} cs_test_scan_way;

/* Fills all outputs with bytes `before`, scans by the variant, and reads all outputs into `to`. */
clscan_status cs_test_scan_run(const cs_test_scan *scan, const cs_variant *variant, cs_test_scan_way way,
                               unsigned char before, unsigned char *to);

/* Returns true if a variant can run with a tile withheld: its work-groups use records, and tickets number the tiles, or
 * it is a reduction. The lengths of runs are computed from indices that such a run does not write, so a run-length
 * encoding cannot. */
bool cs_test_scan_can_withhold(const cs_test_scan *scan, const cs_variant *variant);

/* Returns true if the actual outputs agree with the expected ones. If not, *wrong is the first element that differs. */
bool cs_test_scan_agrees(const cs_test_scan *scan, size_t *wrong);

/* Finds the padding of elements in all outputs, from two runs: into `expected` with bytes `before`, and into `actual`
 * with bytes `after`. Returns false if no byte of any element was written. */
bool cs_test_scan_find_padding(cs_test_scan *scan, unsigned char before, unsigned char after);

/* Returns true if the actual outputs of a run with CS_WITHHELD have the bits that are expected. Only elements of the
 * withheld tile may be unwritten instead: their bytes are `before` then. Otherwise *wrong is the first element that is
 * wrong. */
bool cs_test_scan_agrees_withheld(const cs_test_scan *scan, const cs_variant *variant, unsigned char before,
                                  size_t *wrong);

#endif
