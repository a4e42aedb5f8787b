/* Limits and thresholds of device classes besides the rows of tuning.def: table/limits.def and table/columns.def say
 * what each member means. */
#ifndef CS_LIMITS_H
#define CS_LIMITS_H

#include "tuning/device_class.h"
#include <stddef.h>

/* The most packet rows. */
typedef struct cs_packet_rows {
    unsigned registers, local;
} cs_packet_rows;

typedef struct cs_limits {
    bool (*matches)(const cs_caps *caps);
    size_t element; /* bytes of a value; 0: any */
    unsigned reversed, moved, stored, stored_from;
    cs_packet_rows by_flags, by_keys;
    unsigned kept; /* registers of 4 bytes */
} cs_limits;

typedef struct cs_columns_limits {
    bool (*matches)(const cs_caps *caps);
    unsigned from, least, coalesced, narrow, wide, parts; /* work-groups of several work-items */
    unsigned alone_from, alone_least, alone_block;        /* work-groups of one work-item */
} cs_columns_limits;

/* Returns the limits of the device's class for values of `element` bytes. */
const cs_limits *cs_limits_of(const cs_caps *caps, size_t element);

/* Returns the thresholds of the device's class for strategy columns. */
const cs_columns_limits *cs_columns_limits_of(const cs_caps *caps);

#endif
