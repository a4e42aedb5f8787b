/* One strategy in one shape, compiled: what a plan launches. */
#ifndef CS_VARIANT_H
#define CS_VARIANT_H

#include "device/device.h"
#include "strategy/strategy.h"

typedef cs_kernel *cs_kernels[CS_ALL_KERNELS]; /* NULL: there is no such kernel */

/* The scans that a variant of a plan is for. cs_plan_variant in plan_choice.c has the condition of each use. */
typedef enum cs_use {
    CS_BY_COUNT,         /* scans of a range of counts; these variants cover all counts */
    CS_ADJACENT_COLUMNS, /* columns that are adjacent in memory */
    CS_CONTIGUOUS_ROWS,  /* rows without gaps, scanned as segments of one length */
    CS_IN_PLACE,         /* scans in place that the variant by count cannot run, as the device has no fences */
    CS_USES
} cs_use;

typedef struct cs_variant {
    cs_use use;
    size_t threshold;     /* the fewest elements, or adjacent columns, for which the variant is used */
    const char *name;     /* the name of the strategy */
    const char *replaced; /* the name of a strategy whose place this variant took; else NULL */
    const char *why;      /* the fault of its kernels; see safer_variant.h */
    /* The strategy for callers. SINGLE_GROUP for the reference kernel, which has none. */
    clscan_strategy enumerator;
    bool is_reference; /* the variant was created by cs_variant_create_single */
    const cs_strategy *strategy;
    bool has_states; /* work-groups exchange records, and cs_epochs is the history of the workspace */
    cs_shape shape;
    size_t computed_bytes; /* bytes of a value with its flags */
    size_t max_count;      /* the most elements for which the variant is used */
    cs_tuning_row row;     /* the row that the shape was made from */
    cs_program *program;   /* belongs to the program cache of the device */
    /* The kernels, by the kind of memory, and by whether copies of pointers' cells are in a buffer. NVIDIA's driver
     * refuses a buffer for an argument of a kernel that was a pointer before, so such scans have separate kernels. */
    cs_kernels kernels[CS_MEMORY_KINDS][2];
} cs_variant;

/* Returns the variant of a choice, without kernels. */
cs_variant cs_variant_of(const cs_caps *caps, const cs_traits *traits, const cs_choice *choice);

/* Returns the bytes of workspace for `count` elements in lines of `length`. A length of 0 stands for any length. */
size_t cs_variant_workspace(const cs_variant *v, size_t count, size_t length);

/* Returns true if the tiles of `count` elements can be numbered: there are at most CS_MAX_TILES. */
bool cs_variant_can_number_tiles(const cs_variant *v, size_t count);

/* Returns how many elements a trial of the variant takes, so that all of its kernels run: two whole tiles and a part of
 * one, but at most 16 MiB, and at most the variant's max_count. */
size_t cs_variant_trial_count(const cs_variant *v);

/* On failure the variant is left as destroyed. */
clscan_status cs_variant_create(clscan_device *device, const cs_problem *problem, const cs_choice *choice,
                                cs_variant *variant);

/* Creates the variant of the reference kernel. */
clscan_status cs_variant_create_reference(clscan_device *device, const cs_problem *problem, cs_variant *variant);

/* Creates a variant whose kernels run on one work-item: those that `strategy` names. */
clscan_status cs_variant_create_single(clscan_device *device, const cs_problem *problem, const char *name,
                                       const cs_strategy *strategy, cs_variant *variant);

/* Makes kernels of the variant's program, in the order of the strategy. A kernel object keeps its arguments, so whoever
 * shares kernels needs a lock. */
clscan_status cs_variant_kernels_create(const clscan_device *device, const cs_traits *traits, const cs_variant *variant,
                                        cs_kernels kernels);
void cs_variant_kernels_destroy(cs_kernels kernels);

/* Stores the variant's program in the disk cache, if the device has one that lacks the program. */
void cs_variant_store(clscan_device *device, const cs_variant *variant);

void cs_variant_destroy(clscan_device *device, cs_variant *variant);

/* Prints the strategy, the shape, and the tuning row that the shape was made from, a line for each. */
void cs_variant_print(cs_strbuf *text, const cs_caps *caps, const cs_variant *v);

#endif
