/* One pass by work-items alone, as few as the device runs at once, for CPU devices: each takes slice after slice, short
 * enough for its cache. It reduces the next one out of memory while it scans the one before out of the cache. */
#include "grid/prologue.h"
#include "item/stream.h"

#define CLSCAN_SLICE (CLSCAN_WG_SIZE * CLSCAN_ITEMS)

/* What a slice's reduction keeps for its scan, a few KiB at most of the stack. One of segments leaves out what the scan
 * would need. */
#define CLSCAN_BLOCKS_KEPT (CLSCAN_SLICE / CLSCAN_BLOCK + 1)
#if CLSCAN_LANES || CLSCAN_FLAGGED || CLSCAN_WG_SIZE > 1
#define CLSCAN_KEEPS 0
#else
#define CLSCAN_KEEPS (CLSCAN_BLOCKS_KEPT * sizeof(clscan_kept) <= CLSCAN_MOST_KEPT)
#endif

/* Of a slice, or of nothing past the last one. */
static clscan_reduction clscan_slice_reduction(const clscan_view *v, uint slice, clscan_kept *kept) {
    const ulong begin = min((ulong)slice * CLSCAN_SLICE, v->count);
    return clscan_reduction_of(v, begin, min(v->count - begin, (ulong)CLSCAN_SLICE), CLSCAN_KEEPS ? kept : NULL);
}

/* Each work-item is a sub-group of its own, each slice publishes its prefix. */
#undef CLSCAN_SUB_GROUPS
#undef CLSCAN_PREFIX_EVERY
#define CLSCAN_SUB_GROUPS   0
#define CLSCAN_PREFIX_EVERY 1
#include "grid/look_back.h"

/* The prefix of a slice, whose aggregate is `own`. A slice that does not come is reduced here. */
static clscan_t clscan_slice_prefix(const clscan_context *context, uint slice, clscan_t own) {
    uint missing;
    clscan_publish_aggregate(context, slice, own);
    clscan_t prefix = clscan_look_back(context, slice, own, CLSCAN_SPIN_LIMIT, &missing);
    while (missing != CLSCAN_NO_TILE) {
        clscan_reduction r = clscan_slice_reduction(context->view, missing, NULL);
        clscan_publish_missing(context, missing, clscan_reduction_end(context->view, &r));
        prefix = clscan_look_back(context, slice, own, 0, &missing);
    }
    return prefix;
}

CLSCAN_KERNEL void clscan_slices(CLSCAN_ARRAYS, clscan_state *workspace, uint slices, uint epoch, uint first_ticket) {
    const clscan_view v = CLSCAN_VIEW;
    const clscan_context context = { clscan_states_at(workspace, slices, 0, epoch), &v };
    const bool past_cache = clscan_passes_cache(&v);
    uint ticket = clscan_ticket(context.states.counter) - first_ticket;
    clscan_kept kept[2][CLSCAN_KEEPS ? CLSCAN_BLOCKS_KEPT : 1];
    bool turn = false;
    clscan_reduction next = clscan_slice_reduction(&v, CLSCAN_TILE_ORDER(ticket, slices), kept[turn]);
    while (ticket < slices) {
        const uint slice = CLSCAN_TILE_ORDER(ticket, slices);
        const ulong begin = min((ulong)slice * CLSCAN_SLICE, v.count);
        clscan_t carry = clscan_slice_prefix(&context, slice, clscan_reduction_end(&v, &next));
        if (v.numbers.in_place)
            clscan_fence(); /* what is published is out before the input is overwritten */
        ticket = clscan_ticket(context.states.counter) - first_ticket;
        next = clscan_slice_reduction(&v, CLSCAN_TILE_ORDER(ticket, slices), kept[!turn]);
        carry = clscan_stream_scan(&v, begin, min(v.count - begin, (ulong)CLSCAN_SLICE), carry, past_cache,
                                   CLSCAN_KEEPS ? kept[turn] : NULL, &next);
        turn = !turn;
        if (slice == slices - 1)
            clscan_put_total(&v, carry);
    }
}
