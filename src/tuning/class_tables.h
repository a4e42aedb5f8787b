/* Numbers of device classes besides the rows of tuning.def. The tables in table/ with the names of the structs explain
 * each member, and how its numbers were found. */
#ifndef CS_CLASS_TABLES_H
#define CS_CLASS_TABLES_H

#include "tuning/device_class.h"
#include <stddef.h>

/* The first columns of each table: the devices and the elements that a row is for. */
typedef struct cs_class_row {
    cs_device_class *matches;
    cs_device_class *as; /* not NULL: the class whose rows are used instead */
    size_t element;      /* bytes of a value; 0: any */
    const char *name;    /* the name of the class, for people */
} cs_class_row;

/* The most packet rows. */
typedef struct cs_packet_rows {
    unsigned registers, local;
} cs_packet_rows;

typedef struct cs_limits_row {
    cs_class_row is_for;
    unsigned reversed, moved, stored, stored_from;
    cs_packet_rows by_flags, by_keys;
    unsigned store_registers, compact_registers; /* registers of 4 bytes */
} cs_limits_row;

typedef struct cs_columns_by_group_row {
    cs_class_row is_for;
    unsigned from, least, coalesced, narrow, wide, parts;
} cs_columns_by_group_row;

typedef struct cs_columns_by_item_row {
    cs_class_row is_for;
    unsigned from, least, block;
} cs_columns_by_item_row;

typedef struct cs_look_back_row {
    cs_class_row is_for;
    unsigned words, ahead, levels, window, lines, digits;
} cs_look_back_row;

typedef struct cs_reduction_row {
    cs_class_row is_for;
    unsigned parts, rounds, undivided, combining, shorter, wg_size, groups, one_launch;
} cs_reduction_row;

typedef struct cs_histogram_row {
    cs_class_row is_for;
    unsigned wg_size, items, groups, copies, copies_of_segments, table, undivided, local, reserved, ranges;
} cs_histogram_row;

typedef struct cs_sort_row {
    cs_class_row is_for;
    unsigned wg_size, items, groups, counters, undivided, alone, early;
    bool sweeps;
} cs_sort_row;

typedef struct cs_top_k_row {
    cs_class_row is_for;
    unsigned ranked, ranked_by_item, ranked_of_row, ranked_of_row_by_item, short_row, short_row_by_item, undivided;
} cs_top_k_row;

typedef struct cs_merge_sort_row {
    cs_class_row is_for;
    unsigned wg_size, items, groups;
} cs_merge_sort_row;

typedef struct cs_cache_row {
    cs_class_row is_for;
    unsigned bytes, rows, output;
} cs_cache_row;

/* Return the row for the device; cs_limits_row_of for values of `element` bytes. */
const cs_limits_row *cs_limits_row_of(const cs_caps *caps, size_t element);
const cs_columns_by_group_row *cs_columns_by_group_row_of(const cs_caps *caps);
const cs_columns_by_item_row *cs_columns_by_item_row_of(const cs_caps *caps);
const cs_look_back_row *cs_look_back_row_of(const cs_caps *caps);
const cs_reduction_row *cs_reduction_row_of(const cs_caps *caps);
const cs_histogram_row *cs_histogram_row_of(const cs_caps *caps);
const cs_sort_row *cs_sort_row_of(const cs_caps *caps, size_t element);
const cs_top_k_row *cs_top_k_row_of(const cs_caps *caps);
const cs_merge_sort_row *cs_merge_sort_row_of(const cs_caps *caps);
const cs_cache_row *cs_cache_row_of(const cs_caps *caps);

#endif
