/* A group algorithm alone. Every work-group scans two segments in the same local storage, because the storage may be
 * reused as soon as a scan returns. TEST_VALUE is the type of an element in global memory. */
#include "group/group.h"
#include "group/reduce.h"

static uint test_slot(uint round) {
    return (round * (uint)get_num_groups(0) + (uint)get_group_id(0)) * CLSCAN_WG_SIZE + (uint)get_local_id(0);
}

/* Every work-item stores the total that the scan of the group returned. */
CLSCAN_KERNEL void test_group_scan(const global TEST_VALUE *in, global TEST_VALUE *out, global TEST_VALUE *totals,
                                   global uint *counter) {
    local clscan_group_storage s;
    for (uint round = 0; round < 2; round++) {
        uint slot = test_slot(round);
        clscan_t x[CLSCAN_GROUP_WIDTH];
        for (uint i = 0; i < CLSCAN_GROUP_WIDTH; i++)
            x[i] = TEST_LOAD(in[slot * CLSCAN_GROUP_WIDTH + i], counter);
        clscan_t total = clscan_group_scan(x, &s);
        for (uint i = 0; i < CLSCAN_GROUP_WIDTH; i++)
            out[slot * CLSCAN_GROUP_WIDTH + i] = TEST_STORE(x[i]);
        totals[slot] = TEST_STORE(total);
    }
}

CLSCAN_KERNEL void test_group_reduce(const global TEST_VALUE *in, global TEST_VALUE *out, global TEST_VALUE *totals,
                                     global uint *counter) {
    local clscan_t a[CLSCAN_WG_SIZE];
    for (uint round = 0; round < 2; round++) {
        uint slot = test_slot(round);
        clscan_t x = TEST_LOAD(in[slot], counter);
        totals[slot] = TEST_STORE(clscan_group_reduce(x, a));
        out[slot] = in[slot];
    }
}
