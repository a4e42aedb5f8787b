/* What host and kernels agree on, for kernels that compile without the host: problem.h includes this file. The page of
 * a plan has the host's own values in its place (src/plan/agreed.c). The kernels assert what would otherwise fail unseen. */
#ifndef CLSCAN_AGREED_H
#define CLSCAN_AGREED_H

/* What CLSCAN_SEGMENTS may be: for each element a byte that is not zero where a segment begins, or a bit that is set;
 * or a key, which differs from the one before. */
#define CLSCAN_FLAGS   1
#define CLSCAN_BITS    2
#define CLSCAN_KEYS    3
#define CLSCAN_OFFSETS 4 /* bits that have been made of offsets: see grid/prologue.h */
#define CLSCAN_LENGTHS 5 /* nothing: segments are contiguous rows of one length, see tile/lengths.h */

/* What CLSCAN_SUB_GROUPS may be: see sub/lanes.h. */
#define CLSCAN_SUB_GROUPS_PTX     1
#define CLSCAN_SUB_GROUPS_KHR     2
#define CLSCAN_SUB_GROUPS_INTEL   3
#define CLSCAN_SUB_GROUPS_AMD     4
#define CLSCAN_SUB_GROUPS_UNIFORM 5

/* What CLSCAN_ATOMICS may be: see grid/tile_state.h. */
#define CLSCAN_ATOMICS_OF_1_2  1
#define CLSCAN_ATOMICS_RELAXED 2
#define CLSCAN_ATOMICS_FENCED  3
#define CLSCAN_ATOMICS_PTX     4

#define CLSCAN_NUMBERS_BYTES   216    /* sizeof(clscan_numbers) */
#define CLSCAN_LAST_EPOCH      65535  /* of a workspace; then its records are cleared */
#define CLSCAN_HEAD_BIT_WORDS  1024   /* words of head bits that a work-group makes, or one for each work-item */
#define CLSCAN_BLOCKS_A_PREFIX 8      /* blocks of lines from one published prefix to the next */

/* Bytes of a record of an element of `size` bytes, in a workspace of tiles and in one of lines. */
#define CLSCAN_RECORD_BYTES(size)      (((size) + 3) / 4 > 4 ? ((size) + 3) / 4 * 8 : 32)
#define CLSCAN_LINE_RECORD_BYTES(size) (((size) + 3) / 4 * 8)

#endif
