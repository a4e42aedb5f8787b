/* The last step of a fallback. One work-item has four records. The owner publishes the first one in this launch, and
 * the fallback then stores another sum. The second and the third record are not published in this launch: the third one
 * has a value of the launch before. The fourth record gets two sums of fallbacks, which are equal in a scan. */
#include "grid/look_back/tile_state.h"

enum { TEST_EPOCH = 7, TEST_OWNED = 0, TEST_EMPTY = 1, TEST_OLD = 2, TEST_TWICE = 3, TEST_RECORDS = 4 };

CLSCAN_KERNEL void test_fallback(global clscan_state_word *words, const global int *sums, global int *loaded) {
    clscan_state *const records = (clscan_state *)words;
    clscan_record_store(records + TEST_OWNED * CLSCAN_RECORD, TEST_EPOCH, sums[TEST_RECORDS]);
    clscan_record_store(records + TEST_OLD * CLSCAN_RECORD, TEST_EPOCH - 1, sums[TEST_RECORDS]);
    for (uint i = 0; i < TEST_RECORDS; i++)
        clscan_fallback_store(records + i * CLSCAN_RECORD, TEST_EPOCH, sums[i]);
    clscan_fallback_store(records + TEST_TWICE * CLSCAN_RECORD, TEST_EPOCH, sums[TEST_RECORDS]);
    for (uint i = 0; i < TEST_RECORDS; i++) {
        clscan_t sum;
        loaded[i] = clscan_record_load(records + i * CLSCAN_RECORD, TEST_EPOCH, &sum) ? sum : -1;
    }
}
