/* One work-group scans all elements, tile after tile. */
#include "grid/prologue.h"
#include "tile/span.h"

CLSCAN_REGISTER_HEAVY_KERNEL void clscan_single_group(CLSCAN_ARRAYS) {
    local clscan_tile_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_t carry = clscan_span_scan(&v, 0, v.count, clscan_first_prefix(&v), &s);
    if (get_local_id(0) == 0)
        clscan_store_total(&v, carry);
}
