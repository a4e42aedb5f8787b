/* From a device and a problem to the shape of the kernels: the tuning table, the caller's wishes, the device's limits.
 */
#ifndef CS_TUNE_H
#define CS_TUNE_H

#include "caps.h"
#include "problem.h"

typedef struct cs_shape {
    clscan_group group;
    unsigned wg_size;                  /* work-items in a work-group */
    unsigned items;                    /* elements a work-item scans serially for each value it brings */
    unsigned private_rows, local_rows; /* vectors a work-item holds of a tile in rows; 0 where tiles are not */
    cs_sub_groups sub_groups;          /* how work-items exchange words */
    size_t tile;                       /* elements a work-group holds at once */
    size_t groups;                     /* work-groups, at most, where a strategy fixes their number */
} cs_shape;

/* One way to scan, for counts up to `limit`. */
typedef struct cs_choice {
    clscan_strategy strategy;
    cs_shape shape;
    size_t limit;
} cs_choice;

enum { CS_MAX_CHOICES = 4 };

enum { CS_PREFIX_EVERY = 32 }; /* tiles from one published prefix to the next */

#define CS_MAX_TILES ((size_t)1 << 31) /* that are numbered in 32 bits, with room to count on past the last */

/* Elements in the 16 bytes that a lane moves at once; 1 where they do not fill them. */
unsigned cs_packet_of(size_t element);

/* Bytes of local memory that a kernel of this shape takes, at most. */
size_t cs_shape_local_bytes(const cs_shape *shape, size_t element);

/* Fills `choices` by rising limit, the last one without any; *n of them. Fails where the caller asks for a shape that
 * the device can't run. */
clscan_status cs_tune(const cs_caps *caps, const cs_problem *problem, const clscan_desc *desc,
                      cs_choice choices[CS_MAX_CHOICES], size_t *n);

#endif
