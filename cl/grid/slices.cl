/* One pass by work-items alone, as few as the device runs at once, for CPU devices: each takes slice after slice, short
 * enough for its cache. It reduces the next one out of memory while it scans the one before out of the cache. */
#include "item/stream.h"

#define CLSCAN_SLICE (CLSCAN_WG_SIZE * CLSCAN_ITEMS)

/* Of a slice, or of nothing past the last one. */
static clscan_reduction clscan_slice_reduction(const global clscan_t *in, ulong count, uint slice) {
    const ulong begin = min((ulong)slice * CLSCAN_SLICE, count);
    return clscan_reduction_of(in + begin, min(count - begin, (ulong)CLSCAN_SLICE));
}

static clscan_t clscan_slice_reduce(const global clscan_t *in, ulong count, uint slice) {
    clscan_reduction r = clscan_slice_reduction(in, count, slice);
    return clscan_reduction_end(&r);
}

/* Each work-item is a sub-group of its own, each slice publishes its prefix. */
#undef CLSCAN_SUB_GROUPS
#undef CLSCAN_PREFIX_EVERY
#define CLSCAN_SUB_GROUPS   0
#define CLSCAN_PREFIX_EVERY 1
#define CLSCAN_REDUCE_TILE  clscan_slice_reduce
#include "grid/look_back.h"

CLSCAN_KERNEL void clscan_slices(const global clscan_t *in, ulong in_offset, global clscan_t *out, ulong out_offset,
                                 ulong count, clscan_state *workspace, uint slices, uint epoch, uint first_ticket) {
    const clscan_scene scene = { clscan_states_at(workspace, slices, epoch), in + in_offset, count };
    out += out_offset;
    const bool past_cache = clscan_passes_cache(scene.in, out, count);
    uint ticket = clscan_ticket(scene.states.counter) - first_ticket;
    clscan_reduction next = clscan_slice_reduction(scene.in, count, CLSCAN_TILE_ORDER(ticket, slices));
    while (ticket < slices) {
        const uint slice = CLSCAN_TILE_ORDER(ticket, slices);
        const ulong begin = (ulong)slice * CLSCAN_SLICE;
        clscan_t prefix = clscan_look_back(&scene, slice, clscan_reduction_end(&next));
        if (scene.in == out)
            clscan_fence(); /* what is published is out before the input is overwritten */
        ticket = clscan_ticket(scene.states.counter) - first_ticket;
        next = clscan_slice_reduction(scene.in, count, CLSCAN_TILE_ORDER(ticket, slices));
        clscan_stream_scan(scene.in + begin, out + begin, min(count - begin, (ulong)CLSCAN_SLICE), prefix, past_cache,
                           &next);
    }
}
