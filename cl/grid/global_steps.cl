/* Hillis and Steele (CACM 29(12), 1986) across the device: log2 n launches, each reaching twice as far to the left. A
 * step reads one buffer and writes another: in one buffer, work-groups would read values that others have already
 * overwritten. The two buffers are the halves of one allocation, `halves`. */
#include "grid/prologue.h"
#include "item/view.h"

/* Loads the elements into the first buffer. */
CLSCAN_KERNEL void clscan_gather(CLSCAN_ARRAYS, global clscan_t *halves) {
    const clscan_view v = CLSCAN_VIEW;
    const ulong i = get_global_id(0);
    if (i >= v.params.count)
        return;
    const clscan_cursor c = clscan_cursor_at(&v, i);
    clscan_t x = i < v.count ? clscan_load(&v, &c) : clscan_identity();
    if (i == 0)
        x = clscan_combine_first_prefix(&v, x);
    halves[i] = x;
}

/* Combines each value with the value `distance` before it. `from` and `to` are where the two buffers begin. */
CLSCAN_KERNEL void clscan_step(global clscan_t *halves, ulong from, ulong to, ulong count, ulong distance) {
    const ulong i = get_global_id(0);
    if (i >= count)
        return;
    clscan_t x = halves[from + i];
    if (i >= distance)
        x = clscan_combine(halves[from + i - distance], x);
    halves[to + i] = x;
}

/* Stores the results. `from` is where the buffer with the finished scan begins. */
CLSCAN_KERNEL void clscan_scatter(CLSCAN_ARRAYS, const global clscan_t *halves, ulong from) {
    const clscan_view v = CLSCAN_VIEW;
    const global clscan_t *scanned = halves + from;
    const ulong i = get_global_id(0);
    if (i < v.count) {
        const clscan_cursor c = clscan_cursor_at(&v, i);
        clscan_store(&v, &c, clscan_load(&v, &c), scanned[i], i == 0 ? clscan_first_prefix(&v) : scanned[i - 1]);
    }
    if (i + 1 == v.count || (i == 0 && v.count == 0))
        clscan_store_total(&v, v.count == 0 ? clscan_first_prefix(&v) : scanned[i]);
}
