/* Chooses strategies and shapes for a device and a problem, by the tuning table, the caller's description and the
 * limits of the device. */
#ifndef CS_TUNE_H
#define CS_TUNE_H

#include "tuning/choice.h"

enum { CS_MAX_CHOICES = CS_MAX_OWN_ROWS + CS_TABLE_ROWS }; /* a row makes one choice at most */

/* Constants of the algorithms. The first two decide the association of results, so they are the same on all devices. */
enum {
    CS_TILES_PER_PREFIX = 32, /* tiles between published prefixes */
    CS_BLOCKS_PER_PREFIX = 8, /* blocks of lines between published prefixes */
    CS_HEAD_BIT_WORDS = 1024  /* words of head bits that a work-group makes; more if it has more work-items */
};

/* The most tiles of a launch. Tickets have 32 bits, and work-groups take tickets past the last tile, too. */
#define CS_MAX_TILES ((size_t)1 << 31)

/* Fills `choices` with *n choices by increasing limit; the last limit is SIZE_MAX. Ranges of counts above
 * desc->max_count have no choice. Fails with CLSCAN_ERROR_UNSUPPORTED_SHAPE if the description asks for a shape that
 * the device cannot run. */
clscan_status cs_tune(const cs_tuning *tuning, const cs_problem *problem, const clscan_desc *desc,
                      cs_choice choices[CS_MAX_CHOICES], size_t *n);

#endif
