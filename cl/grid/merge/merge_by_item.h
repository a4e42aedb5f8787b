/* A single work-item sorts the tiles of its span, and merges runs. A tile has as many elements as the cache holds, so
 * that only the runs of whole tiles are merged in memory. */
#ifndef CLSCAN_MERGE_BY_ITEM_H
#define CLSCAN_MERGE_BY_ITEM_H

#include "grid/merge/merge_space.h"

/* The elements of a tile. */
#define CLSCAN_MERGE_TILE (CLSCAN_ITEMS * CLSCAN_MERGE_TILE_PER_ITEM)

/* A run that is sorted by insertion has heads of its own. */
#define CLSCAN_MERGE_BLOCK CLSCAN_MERGE_INSERTED

/* A single work-item needs no local memory. */
typedef struct {
    uint nothing;
} clscan_merge_storage;

/* Sorts the elements from `begin` up to `end`, at most CLSCAN_MERGE_INSERTED of them, by insertion. */
static void clscan_merge_insert(const clscan_view *v, const clscan_merge_space *space,
                                const clscan_merge_target *target, ulong begin, ulong end) {
    const uint n = (uint)(end - begin);
    ulong first = CLSCAN_NO_HEAD, last = 0;
    uint least = 0; /* the first place of the element's segment */
    clscan_indexed sorted[CLSCAN_MERGE_INSERTED];
    for (uint i = 0; i < n; i++) {
        const clscan_indexed e = clscan_merge_load(v, begin + i);
        uint at = i;
        if (CLSCAN_MERGE_SEGMENTED && clscan_merge_is_head(v, begin + i)) {
            first = min(first, begin + i);
            last = begin + i;
            least = i;
        }
        for (; at > least && clscan_overtakes(e.x, sorted[at - 1].x); at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = e;
    }
    clscan_merge_set_heads(&space->heads, begin, first, last);
    for (uint i = 0; i < n; i++)
        clscan_merge_store(v, space, target, begin + i, sorted[i]);
}

/* Copies the elements from `begin` up to `end`, which stay at their places. */
static void clscan_merge_keep(const clscan_view *v, const clscan_merge_space *space, const clscan_merge_source *source,
                              const clscan_merge_target *target, ulong begin, ulong end) {
    for (ulong place = begin; place < end; place++)
        clscan_merge_store(v, space, target, place, clscan_merge_load_from(source, place));
}

/* Writes the places from `begin` up to `end` of the result of merging a pair of runs. The inner loop merges as many
 * elements as the shorter rest of the two runs has, so that it need not check for the end of a run. */
static void clscan_merge_serially(const clscan_view *v, const clscan_merge_space *space,
                                  const clscan_merge_source *source, const clscan_merge_target *target,
                                  clscan_run_pair pair, ulong begin, ulong end) {
    ulong a = pair.begin + clscan_run_pair_split(source, pair, begin), b = pair.middle + (begin - a), place = begin;
    while (place < end && a < pair.middle && b < pair.end) {
        const ulong unchecked_end = place + min(end - place, min(pair.middle - a, pair.end - b));
        for (; place < unchecked_end; place++) {
            const bool overtakes = clscan_overtakes(source->elements[b], source->elements[a]);
            clscan_merge_store(v, space, target, place, clscan_merge_load_from(source, overtakes ? b : a));
            a += !overtakes;
            b += overtakes;
        }
    }
    for (; place < end; place++)
        clscan_merge_store(v, space, target, place, clscan_merge_load_from(source, a < pair.middle ? a++ : b++));
}

/* Does the same for places that may lie before or after the pair. Elements at such places stay there. */
static void clscan_merge_or_keep(const clscan_view *v, const clscan_merge_space *space,
                                 const clscan_merge_source *source, const clscan_merge_target *target,
                                 clscan_run_pair pair, ulong begin, ulong end) {
    const ulong first = min(max(pair.begin, begin), end), past = min(max(pair.end, begin), end);
    clscan_merge_keep(v, space, source, target, begin, first);
    if (first < past)
        clscan_merge_serially(v, space, source, target, pair, first, past);
    clscan_merge_keep(v, space, source, target, past, end);
}

/* Sorts each run of CLSCAN_MERGE_INSERTED elements from `begin` up to `end` by insertion, from the input into buffer
 * `to`. */
static void clscan_merge_insert_runs(const clscan_view *v, const clscan_merge_space *space, uint to, ulong begin,
                                     ulong end) {
    const clscan_merge_target target = clscan_merge_target_of(space, to);
    for (ulong at = begin; at < end; at += CLSCAN_MERGE_INSERTED)
        clscan_merge_insert(v, space, &target, at, min(at + CLSCAN_MERGE_INSERTED, end));
}

/* Merges the pairs of runs of `width` elements from `begin` up to `end`, from buffer `from` into buffer `to`. */
static void clscan_merge_pairs(const clscan_view *v, const clscan_merge_space *space, uint from, uint to, ulong width,
                               ulong begin, ulong end) {
    const clscan_merge_source source = clscan_merge_source_of(space, from);
    const clscan_merge_target target = clscan_merge_target_of(space, to);
    for (ulong at = begin; at < end; at += 2 * width) {
        const ulong middle = min(at + width, end);
        const clscan_run_pair pair = { at, middle, min(middle + width, end) };
        clscan_merge_or_keep(v, space, &source, &target, clscan_merged_part(&space->heads, pair), pair.begin, pair.end);
        clscan_merge_join_heads(&space->heads, pair);
    }
}

/* Sorts the elements from `begin` up to `end`, which is a tile, into the buffer `last`. Runs that were sorted by
 * insertion are merged, from one buffer to the other. The last merge of all writes to `last`. */
CLSCAN_COLLECTIVE void clscan_merge_sort_tile(const clscan_view *v, const clscan_merge_space *space, uint last,
                                              ulong begin, ulong end, local clscan_merge_storage *s) {
    uint merges = 0;
    (void)s;
    for (ulong width = CLSCAN_MERGE_INSERTED; width < end - begin; width *= 2)
        merges++;
    clscan_merge_insert_runs(v, space, merges > 0 ? merges % 2 : last, begin, end);
    for (uint done = 0; done < merges; done++) {
        const uint from = (merges - done) % 2, to = done + 1 < merges ? 1 - from : last;
        clscan_merge_pairs(v, space, from, to, (ulong)CLSCAN_MERGE_INSERTED << done, begin, end);
    }
}

/* Writes the places from `begin` up to `end`, which are within two neighbouring runs. `pair` is the part of these runs
 * that is merged. */
CLSCAN_COLLECTIVE void clscan_merge_tile(const clscan_view *v, const clscan_merge_space *space, uint from, uint to,
                                         clscan_run_pair pair, ulong begin, ulong end, local clscan_merge_storage *s) {
    const clscan_merge_source source = clscan_merge_source_of(space, from);
    const clscan_merge_target target = clscan_merge_target_of(space, to);
    (void)s;
    clscan_merge_or_keep(v, space, &source, &target, pair, begin, end);
}

#endif
