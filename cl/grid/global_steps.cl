/* Hillis and Steele (CACM 29(12), 1986) across the device: log2 n launches, each reaching twice as far to the left.
 * A step reads one buffer and writes another: in one buffer, work-groups would read what others have already
 * overwritten. */
#include "base.h"

/* What is scanned inclusively: the input, shifted by one for an exclusive scan. */
static clscan_t clscan_input(const global clscan_t *in, ulong i) {
#if CLSCAN_EXCLUSIVE
    return i == 0 ? clscan_identity() : in[i - 1];
#else
    return in[i];
#endif
}

CLSCAN_KERNEL void clscan_first_step(const global clscan_t *in, ulong in_offset, global clscan_t *to, ulong to_offset,
                                     ulong count) {
    ulong i = get_global_id(0);
    if (i >= count)
        return;
    clscan_t x = clscan_input(in + in_offset, i);
    if (i > 0)
        x = clscan_combine(clscan_input(in + in_offset, i - 1), x);
    to[to_offset + i] = x;
}

CLSCAN_KERNEL void clscan_step(const global clscan_t *from, ulong from_offset, global clscan_t *to, ulong to_offset,
                               ulong count, ulong distance) {
    ulong i = get_global_id(0);
    if (i >= count)
        return;
    clscan_t x = from[from_offset + i];
    if (i >= distance)
        x = clscan_combine(from[from_offset + i - distance], x);
    to[to_offset + i] = x;
}
