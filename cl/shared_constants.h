/* The constants that host and kernels share, for kernels that compile without the host: problem.h includes this file.
 * The page of a plan defines the host's own values instead (src/page/shared_constants.c). The kernels assert constants
 * if a mismatch would otherwise go unnoticed. */
#ifndef CLSCAN_SHARED_CONSTANTS_H
#define CLSCAN_SHARED_CONSTANTS_H

/* The values of CLSCAN_SEGMENTS: how the heads of segments are given. */
#define CLSCAN_SEGMENTS_FLAGS   1 /* a byte for each element, not zero at a head */
#define CLSCAN_SEGMENTS_BITS    2 /* a bit for each element, set at a head */
#define CLSCAN_SEGMENTS_KEYS    3 /* a key for each element, at a head different from the key before */
#define CLSCAN_SEGMENTS_OFFSETS 4 /* bits that the prologue made from offsets: see grid/prologue.h */
#define CLSCAN_SEGMENTS_ROWS    5 /* no array: segments are contiguous rows of one length, see tile/computed_heads.h */

/* The values of CLSCAN_SUB_GROUPS: see sub/lanes.h. */
#define CLSCAN_SUB_GROUPS_PTX     1
#define CLSCAN_SUB_GROUPS_KHR     2
#define CLSCAN_SUB_GROUPS_INTEL   3
#define CLSCAN_SUB_GROUPS_AMD     4
#define CLSCAN_SUB_GROUPS_UNIFORM 5

/* The values of CLSCAN_ATOMICS: see grid/look_back/atomic_words.h. */
#define CLSCAN_ATOMICS_OF_1_2  1
#define CLSCAN_ATOMICS_RELAXED 2
#define CLSCAN_ATOMICS_FENCED  3
#define CLSCAN_ATOMICS_PTX     4

#define CLSCAN_MAX_ARRAYS          8     /* input arrays of one scan, or output arrays */
#define CLSCAN_PARAMS_BYTES        328   /* sizeof(clscan_params) */
#define CLSCAN_LAST_EPOCH          65535 /* the last epoch of a workspace; then its records are cleared */
#define CLSCAN_HEAD_BIT_WORDS      1024  /* words of head bits that a work-group makes, at least one per work-item */
#define CLSCAN_BLOCKS_PER_PREFIX   8     /* blocks of a strip from one published prefix to the next */
#define CLSCAN_BINS_ADDED          32    /* bins whose tables a work-group adds together */
#define CLSCAN_HEADS_LOCAL_BYTES   512   /* bytes of local memory for the heads of a histogram by segments */
#define CLSCAN_SEGMENT_LISTS_BYTES 48    /* bytes for each work-item of tile/selected_segments_tile.h */
#define CLSCAN_DIGIT_BITS          8     /* bits of a key by which one pass of a sort moves elements */
#define CLSCAN_SORT_RECORD_BITS    30    /* bits of a count or a place in a record of a sweep */
#define CLSCAN_MOST_STAGED         16    /* the most bytes of an element that a sort moves through local memory */
#define CLSCAN_TOP_K_GATHERED      1     /* the buffer with the elements that a top-k has selected */
#define CLSCAN_CALLER_ARRAYS       2     /* for sorts: the arrays of the caller, after the numbers of two buffers */
#define CLSCAN_WORKSPACE_ALIGNMENT 128   /* bytes: of the arrays in a workspace */
#define CLSCAN_MERGE_TILE_PER_ITEM 64    /* elements of a tile of a merge sort for each item of a single work-item */
#define CLSCAN_RUNS_AT             16    /* bytes: where the cell of the initial value of a part has its runs */
#define CLSCAN_EDGE_RUNS_BYTES     24    /* sizeof(clscan_edge_runs) */
#define CLSCAN_MERGE_INSERTED      16    /* elements that a single work-item of a merge sort sorts by insertion */

/* Numbers by which kernels are tuned to a class of devices: see src/table/look_back.def and src/table/cache.def. */
#define CLSCAN_LOOK_WORDS      4
#define CLSCAN_LOOK_AHEAD_ROWS 16
#define CLSCAN_WINDOW          16
#define CLSCAN_LINE_LOADS      4
#define CLSCAN_DIGIT_LOADS     4
#define CLSCAN_BYTES_AHEAD     8192
#define CLSCAN_ROWS_AHEAD      4
#define CLSCAN_CACHED_BYTES    1048576

/* The bytes of a record of a value of `size` bytes, in a workspace of tiles and in a workspace of lines. */
#define CLSCAN_RECORD_BYTES(size)      (((size) + 3) / 4 > 4 ? ((size) + 3) / 4 * 8 : 32)
#define CLSCAN_LINE_RECORD_BYTES(size) (((size) + 3) / 4 * 8)

#endif
