/* The shape of a strategy's kernels: what a work-group holds, and whether a device can run it. */
#ifndef CS_SHAPE_H
#define CS_SHAPE_H

#include "opencl/caps.h"

typedef struct cs_shape {
    clscan_group group;
    unsigned wg_size;                  /* work-items in a work-group */
    unsigned items;                    /* elements a work-item scans serially for each value it brings */
    unsigned private_rows, local_rows; /* vectors a work-item holds of a tile in rows; 0 where tiles are not */
    unsigned packet;                   /* elements in such a vector */
    size_t in_row, in_run;             /* bytes of a vector in a tile in rows, of an element in one in runs; else 0 */
    size_t exchange;                   /* those that a work-item has in local memory where packets of rows are made */
    bool single_item;                      /* work-items pass over their items: nothing holds them at once */
    bool in_lines;                     /* strategy columns: a work-item brings one value, however many items it has */
    cs_sub_groups sub_groups;          /* how work-items exchange words */
    size_t tile;                       /* elements a work-group holds at once */
    size_t groups;                     /* work-groups, at most, where a strategy fixes their number */
} cs_shape;

/* What a work-item alone keeps of a slice is a few KiB at most of its stack: a total of each run. */
enum { CS_RUN_LENGTH = 64, CS_MOST_KEPT = 16384 };

/* Runs side by side, few enough for registers. */
#define CS_RUNS_OF(size) ((size) <= 16 ? 8 : (size) <= 64 ? 2 : 1)

/* Elements in the 16 bytes that a lane moves at once; 1 where they do not fill them. */
unsigned cs_packet_of(size_t element);

bool cs_shape_in_rows(const cs_shape *shape);
size_t cs_shape_tile(const cs_shape *shape);

/* How many tiles `count` elements are: one at least, nothing has a total too. */
size_t cs_shape_tiles(const cs_shape *shape, size_t count);

/* Bytes of local memory that a kernel of this shape takes, at most. */
size_t cs_shape_local_bytes(const cs_shape *shape, size_t element);

/* Bytes of a stack that a work-group takes, at most, where that is a CPU's; else 0. */
cl_ulong cs_shape_stack_bytes(const cs_shape *shape, const cs_caps *caps, size_t element);

/* Those of the device, where work-groups of this size can have them. */
cs_sub_groups cs_shape_sub_groups(const cs_shape *shape, const cs_caps *caps);

/* Returns what the driver does wrongly with work-groups of this size (a part of a sentence, see driver_fault.h), or
 * NULL where no fault is known. */
const char *cs_shape_fault(const cs_shape *shape, const cs_caps *caps);

/* More work-items than the device can have, or can have of such elements, however few. */
bool cs_shape_too_wide(const cs_shape *shape, const cs_caps *caps, size_t element);

bool cs_shape_fits(const cs_shape *shape, const cs_caps *caps, size_t element);

#endif
