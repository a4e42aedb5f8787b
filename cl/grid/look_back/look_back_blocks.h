/* Look-back in two levels, for many small tiles: the last tile of a block publishes the total of the block as soon as
 * the total is known, and the prefix of the next block later. One poll then reaches over hundreds of tiles and loads a
 * third of the words. The two levels take registers that large tiles need themselves. The fallback and the association
 * are the same as in look_back.h. */
#ifndef CLSCAN_LOOK_BACK_BLOCKS_H
#define CLSCAN_LOOK_BACK_BLOCKS_H

#include "grid/look_back/look_back.h"

/* A search for the prefix of `tile`, whose aggregate is `own`. The search sets `missing` to a tile whose aggregate is
 * missing after `polls` polls. */
typedef struct {
    const clscan_context *context;
    uint tile, polls, missing;
    clscan_t own;
} clscan_search;

/* Returns the aggregate of tile first + lane in each lane, or the identity from tile `end` on. */
CLSCAN_INLINE clscan_t clscan_await_step(clscan_search *search, uint first, uint end) {
    const uint own_tile = first + clscan_lane();
    clscan_t x = own_tile == search->tile ? search->own : clscan_identity();
    bool loaded = clscan_lane() >= clscan_step_tiles() || own_tile >= end || own_tile == search->tile;
    for (uint poll = 0; poll <= search->polls && !clscan_all_lanes(loaded); poll++)
        if (!loaded)
            loaded = clscan_aggregate_load(&search->context->states, own_tile, &x);
    const uint lane = clscan_first_lane(!loaded);
    search->missing = lane < clscan_sub_size() ? first + lane : CLSCAN_NO_TILE;
    return x;
}

/* Returns the sum of the tiles [first, end), and in *before the sum without the last tile. Both are undefined if a tile
 * is missing. */
CLSCAN_INLINE clscan_t clscan_sum_tiles(clscan_search *search, uint first, uint end, clscan_t *before) {
    clscan_t sum = clscan_identity();
    for (; first < end; first += clscan_step_tiles()) {
        const uint last = min(end - 1 - first, clscan_step_tiles() - 1);
        const clscan_t inclusive = clscan_sub_scan(clscan_await_step(search, first, end));
        if (search->missing != CLSCAN_NO_TILE)
            break;
        *before = clscan_combine(sum, clscan_sub_broadcast(clscan_sub_shift(inclusive), last));
        sum = clscan_combine(sum, clscan_sub_broadcast(inclusive, last));
    }
    return sum;
}

/* Looks back over CLSCAN_WINDOW blocks, one in each lane. Returns true and stores the prefix of `block` in *prefix, if
 * a prefix in the window is published, and so are the totals of all blocks from there to `block`. */
CLSCAN_INLINE bool clscan_find_block_prefix(const clscan_context *context, uint block, clscan_t *prefix) {
    const uint back = clscan_lane();
    const bool looks = back < CLSCAN_WINDOW;
    clscan_t found = clscan_first_prefix(context->view), total = clscan_identity();
    const bool published = looks && (back >= block || clscan_prefix_load(&context->states, block - back, &found));
    const bool known = looks && back < block && clscan_total_load(&context->states, block - 1 - back, &total);
    const uint nearest = clscan_first_lane(published);
    if (nearest == clscan_sub_size() || !clscan_all_lanes(known || back >= nearest))
        return false;
    *prefix = clscan_sub_broadcast(found, nearest);
    CLSCAN_NO_VECTORIZE
    for (uint k = nearest; k > 0; k--)
        *prefix = clscan_combine(*prefix, clscan_sub_broadcast(total, k - 1));
    return true;
}

CLSCAN_INLINE bool clscan_await_block_prefix(const clscan_search *search, uint block, clscan_t *prefix) {
    for (uint poll = 0; poll <= search->polls; poll++)
        if (clscan_find_block_prefix(search->context, block, prefix))
            return true;
    return false;
}

/* Does what clscan_look_back does. The last tile of a block also publishes the total of the block as soon as the total
 * is known. The loop folds one block after the other. It begins with the block of the tile, and ends there if the
 * prefix of that block is published in time. Otherwise `b` goes back to the nearest block with a published prefix, and
 * the loop folds all blocks from there on. It then folds the block of the tile once more, because `sum` and `before`
 * have held the sums of other blocks in the meantime:
 *
 *   blocks      |  block - 2  |  block - 1  |    block
 *   tiles       | a a a a a a | a a a a a a | a a a T
 *   published   P(block - 2)  -             -
 *   first                                   |------->  the prefix of this block is not published in time
 *   then        |------------>|------------>|------->  from the nearest published prefix to the tile
 */
CLSCAN_INLINE clscan_t clscan_look_back_blocks(const clscan_context *context, uint tile, clscan_t own, uint polls,
                                               uint *missing) {
    clscan_search search = { context, tile, polls, CLSCAN_NO_TILE, own };
    const uint block = tile / CLSCAN_TILES_PER_PREFIX;
    const bool ends_block = tile % CLSCAN_TILES_PER_PREFIX == CLSCAN_TILES_PER_PREFIX - 1;
    const bool publishes = ends_block && clscan_lane() == CLSCAN_PUBLISHER(tile);
    clscan_t prefix, before, sum;
    bool known = false;
    for (uint b = block; b <= block;) {
        const uint first = b * CLSCAN_TILES_PER_PREFIX;
        sum = clscan_sum_tiles(&search, first, b == block ? tile + 1 : first + CLSCAN_TILES_PER_PREFIX, &before);
        *missing = search.missing;
        if (search.missing != CLSCAN_NO_TILE)
            return sum;
        if (known && b < block)
            prefix = clscan_combine(prefix, sum);
        if (publishes && !known)
            clscan_block_total_store(&context->states, block, sum);
        if (!known && !clscan_await_block_prefix(&search, block, &prefix))
            b = clscan_nearest_prefix(context, block, &prefix); /* at most `block`, which is folded in any case */
        else
            b++;
        known = true;
    }
    if (publishes)
        clscan_prefix_store(&context->states, block + 1, clscan_combine(prefix, sum));
    return clscan_combine(prefix, before);
}

#endif
