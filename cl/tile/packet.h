/* A packet: the elements that a lane moves by one load or store. A packet has 16 bytes if a whole number of values
 * fills 16 bytes, else one value. A packet keeps its elements in the order of memory. */
#ifndef CLSCAN_TILE_PACKET_H
#define CLSCAN_TILE_PACKET_H

#include "tile/compaction.h"
#include "tile/heads.h"
#include "tile/packet_row.h"

#if CLSCAN_PACKET > 1 || defined(CLSCAN_MAP)
typedef uint4 clscan_wide;
#else
typedef clscan_value clscan_wide;
#endif

/* The type in which lanes exchange an element, with all of its bits. A loaded element and its value have the same size,
 * but their padding may lie in different places, so that neither type copies every bit of the other. */
#ifdef CLSCAN_MAP
typedef union {
    clscan_value value;
    clscan_loaded loaded;
} clscan_element_bits;
#else
typedef clscan_value clscan_element_bits;
#endif

typedef union {
    clscan_wide wide;
    clscan_value element[CLSCAN_PACKET];
    clscan_loaded loaded[CLSCAN_PACKET];
    clscan_element_bits bits[CLSCAN_PACKET];
} clscan_elements;

/* The index in a packet of the element that is number e in the order of the scan. */
#define CLSCAN_IN_PACKET(e) (CLSCAN_CONTIGUOUS_VALUES && CLSCAN_REVERSE ? CLSCAN_PACKET - 1 - (e) : (e))

static clscan_packet clscan_unpack(clscan_wide wide, uint heads) {
    clscan_elements from = { wide };
    clscan_packet p;
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++)
        p.x[e] = clscan_with_head(CLSCAN_MAPPED(from.loaded[CLSCAN_IN_PACKET(e)]), heads >> e & 1);
#ifdef CLSCAN_MAP
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++)
        p.from[e] = from.loaded[e];
#endif
    return p;
}

static clscan_wide clscan_pack(clscan_packet p) {
    clscan_elements to;
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++)
        to.element[CLSCAN_IN_PACKET(e)] = clscan_value_of(p.x[e]);
    return to.wide;
}

/* ------------------------------------------------------------------------------------------- a tile of packets */

#define CLSCAN_PACKET_ROWS (CLSCAN_PRIVATE_ROWS + CLSCAN_LOCAL_ROWS)

/* Returns the index in a tile at which this lane's packet of row r of sub-group `sub` begins. */
static uint clscan_packet_row_at(uint sub, uint r) {
    return ((sub * CLSCAN_PACKET_ROWS + r) * clscan_sub_size() + clscan_lane()) * CLSCAN_PACKET;
}

/* Returns the distance from a row to the one r rows further, in elements. */
static uint clscan_row_distance(uint r) {
    return r * clscan_sub_size() * CLSCAN_PACKET;
}

/* The part of a resident tile in local memory. */
typedef struct {
    clscan_wide row[CLSCAN_LOCAL_ROWS ? CLSCAN_LOCAL_ROWS : 1][CLSCAN_WG_SIZE];
#if CLSCAN_FLAGGED
    ushort heads[CLSCAN_LOCAL_ROWS ? CLSCAN_LOCAL_ROWS : 1][CLSCAN_WG_SIZE];
#endif
#if !CLSCAN_CONTIGUOUS_VALUES
    clscan_wide exchange[CLSCAN_WG_SIZE]; /* see transposed.h and selected_packet_rows.h */
#endif
} clscan_resident_local;

#define CLSCAN_PACKET_ROWS_PER_WORD (32 / CLSCAN_PACKET) /* packet rows whose head bits fill a word of this lane */

/* The part of a resident tile in each lane's registers. */
typedef struct {
    clscan_wide row[CLSCAN_PRIVATE_ROWS];
#if CLSCAN_FLAGGED
    uint heads[(CLSCAN_PRIVATE_ROWS + CLSCAN_PACKET_ROWS_PER_WORD - 1) / CLSCAN_PACKET_ROWS_PER_WORD];
#endif
} clscan_resident_private;

#endif
