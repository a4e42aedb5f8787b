/* From a device and a problem to the shape of the kernels: the tuning table, what the caller requests, the device's
 * limits.
 */
#ifndef CS_TUNE_H
#define CS_TUNE_H

#include "problem/problem.h"
#include "tuning/tuning.h"

/* One way to scan, for counts up to `limit`. */
typedef struct cs_choice {
    clscan_strategy strategy;
    cs_shape shape;
    size_t limit;
    const cs_tuning_row *row; /* that it is made from: the table's, or the tuning's own */
} cs_choice;

enum { CS_MAX_CHOICES = CS_MAX_OWN_ROWS + CS_TABLE_ROWS }; /* a row is one choice at most */

enum {
    CS_PREFIX_EVERY = 32,    /* tiles from one published prefix to the next */
    CS_BLOCKS_A_PREFIX = 8,  /* blocks of lines from one published prefix to the next */
    CS_HEAD_BIT_WORDS = 1024 /* words of head bits that a work-group makes, or one for each work-item */
};

#define CS_MAX_TILES ((size_t)1 << 31) /* that are numbered in 32 bits, with room to count on past the last */

/* Compute units to choose work-groups for, where their number shows in how results are associated. */
size_t cs_units_for(const cs_caps *caps, const clscan_desc *desc);

/* Fills `choices` by rising limit, the last one without any; *n of them. Fails where the caller asks for a shape that
 * the device can't run. */
clscan_status cs_tune(const cs_tuning *tuning, const cs_problem *problem, const clscan_desc *desc,
                      cs_choice choices[CS_MAX_CHOICES], size_t *n);

#endif
