/* The prefix of a tile from what other work-groups have published (Merrill and Garland, NVR-2016-002), with help for
 * those that have not (Smith, Levien and Owens, SPAA 2025). Called by one sub-group.
 *
 * Tiles come in blocks of CLSCAN_PREFIX_EVERY. The prefix of a tile is that of its block and what the tiles before it
 * in the block come to; the prefix of a block is that of the block before and the total of that. The last tile of a
 * block publishes its total, and then the prefix behind it. Prefixes only shorten the way: whoever finds one folds
 * forward from it, in the same association, so that results do not depend on timing.
 *
 * Nobody waits for ever: an aggregate that does not come is computed from the input, by the code its owner uses. */
#ifndef CLSCAN_LOOK_BACK_H
#define CLSCAN_LOOK_BACK_H

#include "grid/scene.h"

/* The aggregate of a tile that nobody has published. In place, its owner may be overwriting it: then it has published
 * before, and what was read here is worth nothing. */
CLSCAN_INLINE clscan_t clscan_help(const clscan_scene *scene, uint tile) {
    clscan_t sum = CLSCAN_REDUCE_TILE(scene->view, tile), published;
    clscan_fence();
    if (clscan_found(clscan_aggregate_load(&scene->states, tile, &published), &published))
        return published;
    if (clscan_lane() == 0)
        clscan_aggregate_store(&scene->states, tile, sum);
    return sum;
}

/* Aggregates come in steps of one a lane; a block is whole steps. */
CLSCAN_INLINE uint clscan_step(void) {
    return min(clscan_sub_size(), (uint)CLSCAN_PREFIX_EVERY);
}

/* Each lane's own aggregate of a step: of tile first + lane, the identity from tile `end` on. */
CLSCAN_INLINE clscan_t clscan_await(const clscan_scene *scene, uint first, uint end) {
    clscan_t x = clscan_identity();
    bool there = clscan_lane() >= clscan_step() || first + clscan_lane() >= end;
    for (uint poll = 0; poll < CLSCAN_POLLS && !clscan_all(there); poll++)
        if (!there)
            there = clscan_aggregate_load(&scene->states, first + clscan_lane(), &x);
    for (uint missing; (missing = clscan_first(!there)) < clscan_sub_size();) {
        clscan_t sum = clscan_help(scene, first + missing);
        if (clscan_lane() == missing) {
            x = sum;
            there = true;
        }
    }
    return x;
}

/* What tiles of a block come to, from its first one to that before `end`. */
CLSCAN_INLINE clscan_t clscan_fold(const clscan_scene *scene, uint first, uint end) {
    clscan_t sum = clscan_identity();
    for (; first < end; first += clscan_step())
        sum = clscan_combine(sum, clscan_sub_reduce(clscan_await(scene, first, end)));
    return sum;
}

/* The total of a block whose last tile has not told it. */
CLSCAN_INLINE clscan_t clscan_help_block(const clscan_scene *scene, uint block) {
    const uint first = block * CLSCAN_PREFIX_EVERY, last = first + CLSCAN_PREFIX_EVERY - 1;
    clscan_t total;
    if (clscan_found(clscan_total_load(&scene->states, block, &total), &total))
        return total;
    total = clscan_combine(clscan_fold(scene, first, last), clscan_sub_of(clscan_await(scene, last, last + 1), 0));
    if (clscan_lane() == 0)
        clscan_total_store(&scene->states, block, total);
    return total;
}

/* Looks back over several blocks at once, a lane each: whether a prefix is there, and the totals from there on; then
 * the prefix of `block`. */
CLSCAN_INLINE bool clscan_find_block_prefix(const clscan_scene *scene, uint block, clscan_t *prefix) {
    enum { CLSCAN_WINDOW = 16 };
    const uint back = clscan_lane();
    const bool looks = back < CLSCAN_WINDOW;
    clscan_t found = clscan_start(scene->view), total = clscan_identity();
    const bool there =
        looks && (back >= block || clscan_prefix_load(&scene->states, block - back, &found));
    const bool known = looks && back < block && clscan_total_load(&scene->states, block - 1 - back, &total);
    const uint nearest = clscan_first(there);
    if (nearest == clscan_sub_size() || !clscan_all(known || back >= nearest))
        return false;
    *prefix = clscan_sub_of(found, nearest);
    for (uint k = nearest; k > 0; k--)
        *prefix = clscan_combine(*prefix, clscan_sub_of(total, k - 1));
    return true;
}

CLSCAN_INLINE clscan_t clscan_block_prefix(const clscan_scene *scene, uint block) {
    clscan_t prefix;
    for (uint poll = 0; poll < CLSCAN_POLLS; poll++)
        if (clscan_find_block_prefix(scene, block, &prefix))
            return prefix;
    for (uint end = clscan_nearest_prefix(scene, block, &prefix); end < block; end++)
        prefix = clscan_combine(prefix, clscan_help_block(scene, end));
    return prefix;
}

/* The prefix of `tile`, whose aggregate is `own`. Its owner here publishes that before it waits for anything, and what
 * is the last tile's to publish as soon as it is known. */
CLSCAN_INLINE clscan_t clscan_look_back(const clscan_scene *scene, uint tile, clscan_t own) {
    const uint block = tile / CLSCAN_PREFIX_EVERY;
    const bool publishes = clscan_lane() == CLSCAN_PUBLISHER(tile);
    const bool ends_block = tile % CLSCAN_PREFIX_EVERY == CLSCAN_PREFIX_EVERY - 1;
    if (publishes)
        clscan_aggregate_store(&scene->states, tile, own);
    const clscan_t before = clscan_fold(scene, block * CLSCAN_PREFIX_EVERY, tile), total = clscan_combine(before, own);
    if (publishes && ends_block)
        clscan_total_store(&scene->states, block, total);
    const clscan_t prefix = clscan_block_prefix(scene, block);
    if (publishes && ends_block)
        clscan_prefix_store(&scene->states, block + 1, clscan_combine(prefix, total));
    return clscan_combine(prefix, before);
}

#endif
