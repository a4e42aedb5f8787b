/* One work-group scans everything, tile after tile. */
#include "tile/span.h"

CLSCAN_KERNEL void clscan_single_group(const global clscan_t *in, ulong in_offset, global clscan_t *out,
                                       ulong out_offset, ulong count) {
    local clscan_tile_storage s;
    clscan_span_scan(in + in_offset, out + out_offset, count, clscan_identity(), &s);
}
