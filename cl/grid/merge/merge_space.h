/* The workspace of a merge sort, and the buffers between which its passes move elements. The workspace begins at a
 * multiple of CLSCAN_WORKSPACE_ALIGNMENT bytes, and so do its parts:
 *   1. Two buffers, each with an array of elements and, if indices move along, an array of indices.
 *   2. A copy of each array that is carried along, for outputs that are the inputs: the last pass takes the carried
 *      elements from their places in the input, which other work-groups overwrite at that time.
 *   3. In a sort by rows or by segments, the first heads of blocks, and the last heads: see merge_heads.h. */
#ifndef CLSCAN_MERGE_SPACE_H
#define CLSCAN_MERGE_SPACE_H

#include "grid/merge/merge_heads.h"
#include "grid/prologue.h"
#include "grid/workspace_alignment.h"
#include "item/share.h"
#include "task/merge.h"

typedef struct {
    global uchar *begin;
    ulong pitch; /* the padded length of each array: a multiple of CLSCAN_WORKSPACE_ALIGNMENT elements */
    clscan_merge_heads heads;
} clscan_merge_space;

/* `block` is the number of elements in a block that has heads. */
static clscan_merge_space clscan_merge_space_of(global uchar *work, ulong pitch, ulong block) {
    global uchar *begin = clscan_aligned(work);
    global ulong *heads = (global ulong *)(begin + pitch * CLSCAN_MERGE_HEADS_AT);
    const clscan_merge_space space = { begin, pitch, { heads, heads + (pitch + block - 1) / block, block } };
    return space;
}

/* Where indexed elements are read: a buffer. */
typedef struct {
    const global clscan_in *elements;
    const global clscan_value *indices;
} clscan_merge_source;

/* Where indexed elements are written. `elements` is NULL if that is the outputs of the caller. */
typedef struct {
    global clscan_in *elements;
    global clscan_value *indices;
} clscan_merge_target;

/* `buffer` is 0, 1, or CLSCAN_CALLER_ARRAYS. */
static clscan_merge_target clscan_merge_target_of(const clscan_merge_space *space, uint buffer) {
    clscan_merge_target target = { NULL, NULL };
    if (buffer != CLSCAN_CALLER_ARRAYS) {
        global uchar *begin = space->begin + space->pitch * (buffer * (ulong)CLSCAN_MERGE_BYTES);
        target.elements = (global clscan_in *)begin;
        target.indices = (global clscan_value *)(begin + space->pitch * sizeof(clscan_in));
    }
    return target;
}

/* `buffer` is 0 or 1. */
static clscan_merge_source clscan_merge_source_of(const clscan_merge_space *space, uint buffer) {
    const clscan_merge_target own = clscan_merge_target_of(space, buffer);
    const clscan_merge_source source = { own.elements, own.indices };
    return source;
}

/* Returns element i of the caller's input. */
static clscan_indexed clscan_merge_load(const clscan_view *v, ulong i) {
    clscan_indexed e;
    e.x = v->in[clscan_merge_in_at(v, i)];
    CLSCAN_IF_INDEXED(e.index = (clscan_value)i;)
    return e;
}

static clscan_indexed clscan_merge_load_from(const clscan_merge_source *source, ulong i) {
    clscan_indexed e;
    e.x = source->elements[i];
    CLSCAN_IF_INDEXED(e.index = source->indices[i];)
    return e;
}

/* Returns the copy of a carried array, where `offset` is the bytes of an element of all carried arrays before. */
static global uchar *clscan_merge_copy(const clscan_merge_space *space, ulong offset) {
    return space->begin + space->pitch * (2 * (ulong)CLSCAN_MERGE_BYTES + offset);
}

#define CLSCAN_MERGE_COPY_ARRAY(k, type, in, out, offset)                                                              \
    ((global type *)clscan_merge_copy(space, offset))[i] = v->in[clscan_merge_in_at(v, i)];
#define CLSCAN_MERGE_COPY_NOTHING(k, type, out)

/* Copies element i of each array that is carried along. */
static void clscan_merge_copy_carried(const clscan_view *v, const clscan_merge_space *space, ulong i) {
    (void)v, (void)space, (void)i;
    CLSCAN_MERGE_CARRIED(CLSCAN_MERGE_COPY_ARRAY, CLSCAN_MERGE_COPY_NOTHING)
}

#define CLSCAN_MERGE_STORE_ARRAY(k, type, in, out, offset)                                                             \
    v->out[at] = v->params.in_place ? ((const global type *)clscan_merge_copy(space, offset))[(ulong)e.index]          \
                                    : v->in[clscan_merge_in_at(v, (ulong)e.index)];
#define CLSCAN_MERGE_STORE_INDEX(k, type, out)                                                                         \
    v->out[at] = (type)(v->params.first_index + clscan_merge_place_in_row(v, (ulong)e.index));

/* Stores an element and its carried elements at a place of the caller's outputs, if all outputs have room for it. */
static void clscan_merge_store_out(const clscan_view *v, const clscan_merge_space *space, ulong place,
                                   clscan_indexed e) {
    const ulong at = clscan_merge_out_at(v, place);
    (void)space;
    if (at >= v->params.capacity)
        return;
    if (v->params.outputs & 1)
        v->out[at] = e.x;
    CLSCAN_MERGE_CARRIED(CLSCAN_MERGE_STORE_ARRAY, CLSCAN_MERGE_STORE_INDEX)
}

static void clscan_merge_store(const clscan_view *v, const clscan_merge_space *space, const clscan_merge_target *target,
                               ulong place, clscan_indexed e) {
    if (!target->elements) {
        clscan_merge_store_out(v, space, place, e);
        return;
    }
    target->elements[place] = e.x;
    CLSCAN_IF_INDEXED(target->indices[place] = e.index;)
}

/* Returns how many of the first elements of a merged pair come from its first run, up to place `at` of the result. */
static ulong clscan_run_pair_split(const clscan_merge_source *source, clscan_run_pair pair, ulong at) {
    return clscan_merge_path(source->elements + pair.begin, pair.middle - pair.begin, source->elements + pair.middle,
                             pair.end - pair.middle, at - pair.begin);
}

#endif
