/* The shape of a strategy's kernels: the sizes of work-groups and of their tiles, and a check that a device can run the
 * shape. */
#ifndef CS_SHAPE_H
#define CS_SHAPE_H

#include "tuning/class_tables.h"

/* A merge sort by single work-items: the elements of a tile for each item, and the elements that are sorted by
 * insertion. The latter are not tuned by device, because the number of comparisons, and not the device, decides when
 * insertion is better than merging. Other numbers were not measured. */
enum { CS_MERGE_TILE_PER_ITEM = 64, CS_MERGE_INSERTED = 16 };
enum { CS_MOST_SORT_TILE = 1 << 16 }; /* the most elements of a tile of a sort by keys, whose places have 16 bits */

/* The tables in which work-groups count the elements of bins. A work-group of several work-items has its table in local
 * memory. If that is too small for all bins, each work-group counts the elements in one range of bins, or has its table
 * in the workspace if there would be many ranges. A work-group of one work-item has its tables in the workspace. */
typedef struct cs_bin_tables {
    bool in_workspace; /* elements are counted in the workspace, not in local memory */
    bool of_rows;      /* each row has counts of its own */
    unsigned bins;     /* bins in a table: all bins, or the bins of one range */
    unsigned ranges;   /* ranges of bins */
    unsigned copies;   /* counters for each bin, which are added before or in the second launch */
    unsigned tables;   /* tables of a work-group in the workspace */
    /* The 32-bit words of a counter of a work-group of several work-items. A counter of floating-point weights has many
     * words, because it does not round: see cl/tile/float_counter.h. */
    unsigned counter_words;
    size_t stride; /* counts from one table in the workspace to the next */
} cs_bin_tables;

/* The members of a shape that only sorts have. A sort by keys is a radix sort, with one pass for each digit of the
 * keys. In a sort by rows or by segments, passes by the digits of segment ids follow. A sort by the user's comparison
 * is a merge sort. */
typedef struct cs_sort_shape {
    const cs_sort_row *row;        /* numbers of the device's class, for sorts by keys */
    const cs_top_k_row *top_k_row; /* numbers of the device's class, for top-k */
    bool by_comparison;            /* the sort orders by the user's comparison */
    unsigned passes;               /* the number of passes; 0: the task is not a sort by keys */
    unsigned segment_passes;       /* how many of the passes are by digits of segment ids */
    bool counts_heads;             /* heads are counted before the first pass, to number the segments */
    bool sweeps;                   /* passes are sweeps of one launch, with records */
    size_t top_k;                  /* how many elements of the sort are wanted; 0: all */
    size_t alone;                  /* the longest row that one work-group sorts among others */
    size_t least_rows_alone;       /* the fewest rows for which rows longer than a tile are sorted so */
    size_t undivided_row;          /* in a top-k by rows: the longest row that one work-group selects alone */
    size_t bytes;                  /* the bytes that move with an element */
    size_t staged;                 /* the bytes of an element that moves through local memory */
    unsigned early;                /* the bytes of an element up to which work-items load it before the ranking */
    size_t merge_bytes;   /* in a sort by comparison: the bytes of an element, with its index if that moves along */
    size_t merge_carried; /* in a sort by comparison: the bytes that are carried along with an element */
    bool merge_segmented; /* in a sort by comparison: rows or segments are sorted by themselves */
} cs_sort_shape;

typedef struct cs_shape {
    clscan_group group;
    unsigned wg_size; /* work-items in a work-group */
    unsigned items;   /* elements that a work-item scans serially for each value it contributes to the work-group */
    /* Packet rows of a resident tile in registers and in local memory. Both are 0 if tiles are not in packet rows. */
    unsigned private_rows, local_rows;
    unsigned packet;              /* elements in a packet */
    size_t packet_bytes;          /* bytes of a packet with its head bits, if tiles are in packet rows; else 0 */
    size_t blocked_element_bytes; /* bytes of an element with its flags, if resident tiles are blocked; else 0 */
    size_t exchange;  /* bytes of local memory with which a work-item transposes packets; 0 if it does not */
    size_t lists;     /* bytes of a work-item's part of the lists of a selection by segments; 0: it has none */
    bool single_item; /* a work-item passes over its items without holding all of them */
    bool in_lines;    /* strategy columns: a work-item contributes one value, whatever its number of items */
    const cs_columns_by_group_row *columns_by_group; /* for strategy columns: how it divides lines into strips */
    const cs_columns_by_item_row *columns_by_item;   /* the same for work-groups of one work-item */
    const cs_reduction_row *reduction;               /* for reductions: how lines are divided */
    bool two_levels;                                 /* strategy lookback: the search for a prefix has two levels */
    cs_sub_groups sub_groups;                        /* the functions by which work-items exchange words */
    size_t tile;                                     /* elements of a tile */
    size_t groups;      /* the most work-groups, for strategies with a limited number of them */
    cs_sort_shape sort; /* for sorts */
    /* For reductions, histograms and sorts: the most elements of all lines together for which no line is divided among
     * work-groups. */
    size_t undivided;
    cs_bin_tables bins; /* for histograms */
} cs_shape;

/* A single work-item hides the latency of the operator by interleaving runs of consecutive elements. This macro is the
 * number of runs for elements of `size` bytes: few enough for registers. */
#define CS_INTERLEAVED_RUNS(size) ((size) <= 16 ? 8 : (size) <= 64 ? 2 : 1)

enum {
    CS_REGISTER_BYTES = 4,       /* bytes of a register, which an element takes at least */
    CS_SMALL_GROUP = 64,         /* work-items of a work-group that replaces a single work-item */
    CS_INTERLEAVED_LENGTH = 64,  /* elements of an interleaved run */
    CS_BINS_ADDED = 32,          /* bins whose tables a work-group adds together */
    CS_TABLES_OF_PARTS = 2,      /* in a histogram by segments: tables of a span for parts of segments */
    CS_SEGMENT_LISTS_BYTES = 48, /* bytes of a work-item's part of the lists of a selection by segments */
    CS_HEADS_LOCAL_BYTES = 512,  /* bytes of local memory for the heads of a histogram by segments */
    CS_MOST_TOTALS_BYTES = 16384 /* the most stack for the totals of the runs of a slice, which strategy slices keeps */
};

/* Returns the elements in a packet, which has 16 bytes, or 1 if elements do not fill 16 bytes exactly. */
unsigned cs_packet_of(size_t element);

/* Returns how many elements of `element` bytes take as many bytes as `n` elements of `unit` bytes: at least 1, unless n
 * is 0. */
unsigned cs_items_of(unsigned n, size_t unit, size_t element);

/* Returns true if tiles are in packet rows. */
bool cs_shape_in_rows(const cs_shape *shape);

/* Returns the elements of a tile. */
size_t cs_shape_tile(const cs_shape *shape);

/* Returns the number of tiles for `count` elements. It is at least one, because an empty scan has a total, too. */
size_t cs_shape_tiles(const cs_shape *shape, size_t count);

/* Returns the counters that a work-group of several work-items has for each digit of each pass of a sort by keys. For a
 * shape without passes, returns 1. */
unsigned cs_shape_sort_counters(const cs_shape *shape);

/* Returns the most bytes of local memory that a kernel of this shape takes for elements of `element` bytes. */
size_t cs_shape_local_bytes(const cs_shape *shape, size_t element);

/* Returns the most bytes of stack that a work-group takes on a CPU device; 0 on other devices. */
cl_ulong cs_shape_stack_bytes(const cs_shape *shape, const cs_caps *caps, size_t element);

/* Returns the device's kind of sub-groups, or CS_NO_SUB_GROUPS if work-groups of this size cannot have any. */
cs_sub_groups cs_shape_sub_groups(const cs_shape *shape, const cs_caps *caps);

/* Returns the fault of the driver with work-groups of this size, or NULL if none is known. The text is part of a
 * sentence; see driver_fault.h. */
const char *cs_shape_fault(const cs_shape *shape, const cs_caps *caps);

/* Returns true if work-groups have more work-items than the device allows, or more than the stack has room for even
 * with the fewest items. */
bool cs_shape_too_wide(const cs_shape *shape, const cs_caps *caps, size_t element);

/* Returns true if the device can run the shape for elements of `element` bytes. */
bool cs_shape_fits(const cs_shape *shape, const cs_caps *caps, size_t element);

#endif
