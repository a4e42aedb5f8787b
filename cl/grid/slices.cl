/* One pass for CPU devices, with only as many work-groups of one work-item as run at the same time. Each work-item
 * takes slice after slice. A slice fits in the cache: while the work-item scans one slice from the cache, it already
 * reduces the next one from memory. */
#include "grid/look_back/fall_back.h"
#include "grid/look_back/look_back_by_item.h"
#include "grid/prologue.h"
#include "item/stream.h"

#define CLSCAN_SLICE (CLSCAN_WG_SIZE * CLSCAN_ITEMS)

/* The reduction of a slice keeps the totals of its runs for the scan, in private memory of at most
 * CLSCAN_MOST_TOTALS_BYTES. Vectors need no totals. Selections save bits. For flagged values nothing is saved, because
 * a reduction begins at the last head of the slice, and lacks the totals of the chunks before. */
#define CLSCAN_CHUNKS_SAVED (CLSCAN_SLICE / CLSCAN_CHUNK + 1)
#if (CLSCAN_LANES && !CLSCAN_SELECTS) || CLSCAN_FLAGGED || CLSCAN_WG_SIZE > 1
#define CLSCAN_SAVES_CHUNKS 0
#else
#define CLSCAN_SAVES_CHUNKS (CLSCAN_CHUNKS_SAVED * sizeof(clscan_chunk_saved) <= CLSCAN_MOST_TOTALS_BYTES)
#endif

/* Returns the reduction of a slice, or an empty reduction for a number past the last slice. */
static clscan_reduction clscan_slice_reduction(const clscan_view *v, uint slice, clscan_chunk_saved *saved) {
    const ulong begin = min((ulong)slice * CLSCAN_SLICE, v->count);
    return clscan_reduction_of(v, begin, min(v->count - begin, (ulong)CLSCAN_SLICE),
                               CLSCAN_SAVES_CHUNKS ? saved : NULL);
}

struct clscan_waiter {
    const clscan_context *context;
    uint slice;                  /* the work-item's own slice */
    clscan_t aggregate, missing; /* the sums of the own slice and of a missing one */
    clscan_t prefix;
};

CLSCAN_COLLECTIVE void clscan_reduce_tile(clscan_waiter *w, uint slice) {
    clscan_reduction r = clscan_slice_reduction(w->context->view, slice, NULL);
    w->missing = clscan_reduction_end(w->context->view, &r);
}

CLSCAN_COLLECTIVE uint clscan_publish_and_search(clscan_waiter *w, uint slice, bool fell_back) {
    uint missing;
    if (fell_back)
        clscan_publish_missing(w->context, slice, w->missing);
    else
        clscan_publish_aggregate(w->context, slice, w->aggregate);
    w->prefix = clscan_look_back(w->context, w->slice, w->aggregate, clscan_polls(fell_back), &missing);
    return missing;
}

/* Returns the prefix of a slice whose aggregate is `own`. */
static clscan_t clscan_slice_prefix(const clscan_context *context, uint slice, clscan_t own) {
    clscan_waiter w;
    w.context = context;
    w.slice = slice;
    w.aggregate = own;
    const uint missing = clscan_publish_and_search(&w, slice, false);
    if (missing != CLSCAN_NO_TILE)
        clscan_fall_back(&w, CLSCAN_NO_TILE, missing);
    return w.prefix;
}

CLSCAN_KERNEL void clscan_slices(CLSCAN_ARRAYS, clscan_state *workspace, uint slices, uint epoch, uint first_ticket) {
    const clscan_view v = CLSCAN_VIEW;
    const clscan_context context = { clscan_states_at(workspace, slices, 0, epoch), &v };
    const bool nontemporal = clscan_bypasses_cache(&v);
    uint ticket = clscan_ticket(context.states.counter) - first_ticket;
    clscan_chunk_saved saved[2][CLSCAN_SAVES_CHUNKS ? CLSCAN_CHUNKS_SAVED : 1];
    bool turn = false;
    clscan_reduction next = clscan_slice_reduction(&v, CLSCAN_TILE_ORDER(ticket, slices), saved[turn]);
    while (ticket < slices) {
        const uint slice = CLSCAN_TILE_ORDER(ticket, slices);
        const ulong begin = min((ulong)slice * CLSCAN_SLICE, v.count);
        clscan_t carry = clscan_slice_prefix(&context, slice, clscan_reduction_end(&v, &next));
        if (v.params.in_place)
            clscan_fence(); /* records must be visible before the input is overwritten */
        ticket = clscan_ticket(context.states.counter) - first_ticket;
        next = clscan_slice_reduction(&v, CLSCAN_TILE_ORDER(ticket, slices), saved[!turn]);
        carry = clscan_stream_scan(&v, begin, min(v.count - begin, (ulong)CLSCAN_SLICE), carry, nontemporal,
                                   CLSCAN_SAVES_CHUNKS ? saved[turn] : NULL, &next);
        turn = !turn;
        if (slice == slices - 1)
            clscan_store_total(&v, carry);
    }
}
