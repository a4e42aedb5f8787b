/* Splits pairs of runs along each diagonal, in global memory and in local memory. */
#include "base.h"
#include "task/merge.h"

CLSCAN_MERGE_PATH(test_path_in_tile, local, uint)

/* Each work-group has one pair of adjacent runs, which have fewer than TEST_MOST elements together. pairs[4 * g] is
 * where the elements begin, and the splits. The next two numbers are the lengths of the runs. */
CLSCAN_KERNEL void test_merge_path(const global int *elements, const global uint *pairs, global uint *splits,
                                   global uint *splits_in_tile) {
    local int tile[TEST_MOST];
    const uint begin = pairs[4 * get_group_id(0)], na = pairs[4 * get_group_id(0) + 1];
    const uint nb = pairs[4 * get_group_id(0) + 2];
    for (uint i = get_local_id(0); i < na + nb; i += CLSCAN_WG_SIZE)
        tile[i] = elements[begin + i];
    clscan_barrier();
    for (uint d = get_local_id(0); d <= na + nb; d += CLSCAN_WG_SIZE) {
        splits[begin + d] = (uint)clscan_merge_path(elements + begin, na, elements + begin + na, nb, d);
        splits_in_tile[begin + d] = test_path_in_tile(tile, na, tile + na, nb, d);
    }
}
