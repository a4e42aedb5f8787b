/* A sort of columns, of rows with gaps, and of other rows that are not contiguous in the order of their numbers. Before
 * the first pass, the elements are packed: they are copied row by row to the second buffer, with their indices and the
 * ids of their rows. The ids of segments are made there anyway. The passes then move elements between the buffers only,
 * and afterwards the elements are unpacked to the outputs. */
#ifndef CLSCAN_SORT_PACKED_H
#define CLSCAN_SORT_PACKED_H

#include "grid/sort/sort_pass.h"

#if CLSCAN_SORT_PACKS

/* Packs element i of array k, which is at place `at` of the input. The limit is the number of elements. */
#define CLSCAN_SORT_PACK(k, moved)                                                                                     \
    if (i < limit##k)                                                                                                  \
        target##k[i] = moved;
#define CLSCAN_SORT_PACK_ARRAY(k, type, in, out, offset) CLSCAN_SORT_PACK(k, source##k[at])
#define CLSCAN_SORT_PACK_INDEX(k, type, out, offset)                                                                   \
    if (!CLSCAN_SEGMENTS || (k) != CLSCAN_SORT_SEGMENT_IDS) {                                                          \
        CLSCAN_SORT_PACK(k, CLSCAN_SORT_INDEX(k, type, i))                                                             \
    }

/* Packs the elements from `begin` up to `end`, counted from element `first` of the sort. */
CLSCAN_BETWEEN_BARRIERS void clscan_sort_pack_span(const clscan_view *v, const clscan_sort_space *space, ulong first,
                                                   ulong begin, ulong end) {
    const clscan_sort_buffers buffers = { true, CLSCAN_CALLER_ARRAYS, CLSCAN_SORT_PACKED };
    const clscan_sort_source source = clscan_sort_source_of(v, space, buffers.from); /* for indices */
    (void)source;
    CLSCAN_SORT_ARRAYS(CLSCAN_SORT_ARRAY_ENDS, CLSCAN_SORT_INDEX_ENDS)
    for (ulong i = begin + get_local_id(0); i < end; i += CLSCAN_WG_SIZE) {
        const ulong at = clscan_sort_at(v, first + i, v->params.in_pitch, v->params.in_stride);
        CLSCAN_SORT_ARRAYS(CLSCAN_SORT_PACK_ARRAY, CLSCAN_SORT_PACK_INDEX)
    }
}

/* Unpacks element i of array k to place `at` of the output. The ids of rows have no output, and their limit is 0. */
#define CLSCAN_SORT_UNPACK(k)                                                                                          \
    if (at < limit##k)                                                                                                 \
        target##k[at] = source##k[i];
#define CLSCAN_SORT_UNPACK_ARRAY(k, type, in, out, offset) CLSCAN_SORT_UNPACK(k)
#define CLSCAN_SORT_UNPACK_INDEX(k, type, out, offset)     CLSCAN_SORT_UNPACK(k)

/* Unpacks the elements from `begin` up to `end`, counted from element `first` of the sort, from this buffer. */
CLSCAN_BETWEEN_BARRIERS void clscan_sort_unpack_span(const clscan_view *v, const clscan_sort_space *space, uint buffer,
                                                     ulong first, ulong begin, ulong end) {
    const clscan_sort_buffers buffers = { true, buffer, CLSCAN_CALLER_ARRAYS };
    CLSCAN_SORT_ARRAYS(CLSCAN_SORT_ARRAY_ENDS, CLSCAN_SORT_INDEX_ENDS)
    for (ulong i = begin + get_local_id(0); i < end; i += CLSCAN_WG_SIZE) {
        const ulong at = clscan_sort_at(v, first + i, v->params.out_pitch, v->params.out_stride);
        CLSCAN_SORT_ARRAYS(CLSCAN_SORT_UNPACK_ARRAY, CLSCAN_SORT_UNPACK_INDEX)
    }
}

/* Each work-group packs the elements of one span. */
CLSCAN_KERNEL void clscan_sort_pack(CLSCAN_ARRAYS, ulong span, uint tiles, ulong pitch, global uchar *work) {
    const clscan_view v = CLSCAN_VIEW;
    const clscan_sort_space space = clscan_sort_space_of(work, get_num_groups(0), tiles, pitch);
    const clscan_span own = clscan_own_span(v.count, span);
    clscan_sort_pack_span(&v, &space, 0, own.begin, own.end);
}

/* Each work-group unpacks the elements of one span. */
CLSCAN_KERNEL void clscan_sort_unpack(CLSCAN_ARRAYS, ulong span, uint tiles, ulong pitch, global uchar *work) {
    const clscan_view v = CLSCAN_VIEW;
    const clscan_sort_space space = clscan_sort_space_of(work, get_num_groups(0), tiles, pitch);
    const clscan_span own = clscan_own_span(v.count, span);
    clscan_sort_unpack_span(&v, &space, clscan_sort_last_buffer(&space, &v, CLSCAN_SORT_PACKED), 0, own.begin, own.end);
}

#endif

#endif
