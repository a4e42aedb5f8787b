/* What plain C makes of made-up elements: no driver has a hand in it. */
#ifndef CS_FOLD_H
#define CS_FOLD_H

#include "number.h"
#include <stddef.h>

/* A scan of cs_sample_fill's numbers by an operator that scans elements. */
typedef struct cs_fold {
    const cs_type_row *in, *row, *out; /* of what is read, scanned and written: none of half */
    clscan_op op;
    bool exclusive;
} cs_fold;

/* The first of `count` numbers in `out` that is not the scan of those in `in`; `count` where all are. Steps are bytes
 * from one number to the next. */
size_t cs_fold_compare(const cs_fold *fold, const unsigned char *in, ptrdiff_t in_step, const unsigned char *out,
                       ptrdiff_t out_step, size_t count);

#endif
