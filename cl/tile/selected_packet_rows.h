/* Packet rows of a selection. Neighbouring lanes load neighbouring elements, and keep them where they are: only the
 * number of kept elements depends on the carry, and counts commute. Ballots give each lane the number of elements of a
 * row that are kept before its own, and so the places in local memory to which the row's kept elements move. */
#ifndef CLSCAN_SELECTED_PACKET_ROWS_H
#define CLSCAN_SELECTED_PACKET_ROWS_H

#include "tile/resident.h" /* comes first: it chooses the algorithm of the work-group */

#include "tile/compaction.h"
#include "tile/striped.h"

static void clscan_packet_rows_fetch(clscan_resident_private *rows, local clscan_resident_local *s,
                                     const clscan_view *v, uint tile) {
    clscan_cursor c = clscan_striped_cursor_at(v, tile);
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++)
        rows->row[r] = clscan_load_striped(v, &c).wide;
    CLSCAN_UNROLL_BY_4
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++)
        s->row[r][get_local_id(0)] = clscan_load_striped(v, &c).wide;
}

/* Moves the kept elements of this sub-group's row to `to`, and returns their number. */
static uint clscan_row_compact(local clscan_compacted *to, const clscan_packet *row) {
    uint kept = 0;
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++) {
        const bool keep = row->x[e] != 0;
        const clscan_lane_set set = clscan_ballot(keep);
        if (keep)
            to[kept + clscan_lanes_before(set)] =
                CLSCAN_COMPACTED(clscan_packet_from(row, e), e * clscan_sub_size() + clscan_lane());
        kept += clscan_lanes_in(set);
    }
    clscan_sub_barrier();
    return kept;
}

static void clscan_packet_row_store(const clscan_view *v, local clscan_resident_local *s, clscan_packet_row_cursor c,
                                    uint r, clscan_packet row, clscan_t *carry) {
    local clscan_compacted *compacted = (local clscan_compacted *)(s->exchange + clscan_sub_id() * clscan_sub_size());
    const uint kept = clscan_row_compact(compacted, &row);
    const clscan_writable writable = clscan_kept_writable(v, *carry, kept);
    const ulong begin = c.i - clscan_lane() + clscan_row_distance(r);
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++) {
        const uint i = e * clscan_sub_size() + clscan_lane();
        if (clscan_is_writable(writable, i))
            clscan_compacted_store(v, compacted[i], begin, writable.base + i);
    }
    *carry = clscan_combine(*carry, (clscan_t)kept);
    clscan_sub_barrier();
}

#endif
