/* What plain C makes of made-up elements: no driver has a hand in it. */
#ifndef CS_FOLD_H
#define CS_FOLD_H

#include "sample.h"

/* Whether `out` is the scan of cs_sample_fill's elements `in`, not half, by an operator that scans elements; else
 * *wrong is the first that is not. What is before the first has to change nothing. */
bool cs_fold_agrees(const cs_type_row *row, clscan_op op, bool exclusive, const unsigned char *in,
                    const unsigned char *out, size_t count, size_t *wrong);

#endif
