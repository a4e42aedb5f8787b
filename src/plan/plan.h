/* A problem compiled for a device: variants by use, and the workspaces of the scans in flight. */
#ifndef CS_PLAN_H
#define CS_PLAN_H

#include "plan/variant.h"
#include "plan/workspace.h"

/* The workspaces of the scans in flight. */
typedef struct cs_pools {
    pthread_mutex_t mutex; /* locks the pools, and the arguments of the kernels that use them */
    cs_workspace *workspaces;
    cs_workspace
        *scratch; /* buffers that a prologue writes: copies of cells (see cs_findings), head bits and elements */
} cs_pools;

void cs_pools_init(cs_pools *pools);
void cs_pools_destroy(cs_pools *pools);

/* Changes the problem that was made of a description. */
typedef void (*cs_change_problem)(cs_problem *problem);

struct clscan_plan {
    clscan_device *device;
    cs_traits traits;
    cs_strbuf title;
    cs_change_problem change; /* NULL: the problem is made from the description alone */
    clscan_desc requested;    /* the tuning and `deterministic` of the description; its other fields are zero */
    /* The variants, ordered by use. A variant without a strategy was dropped. It scans nothing, and counts as
     * replaced. */
    cs_variant *variants;
    size_t num_variants;
    size_t max_count;  /* the most elements of a scan; 0: any number */
    size_t references; /* one for the creator and one for each bound scan; guarded by pools.mutex */
    cs_pools pools;
    cl_mem edges;                /* the edges of bins, for histograms by edges; else NULL */
    cl_command_queue host_queue; /* scans host arrays; created by the first such scan, guarded by pools.mutex */
};

clscan_status cs_plan_create(clscan_device *device, const clscan_desc *desc, clscan_plan **plan);

/* Creates a plan whose problem is the problem of its description after `change`. If a kernel does not compile, no safer
 * one takes its place. */
clscan_status cs_plan_create_changed(clscan_device *device, const clscan_desc *desc, cs_change_problem change,
                                     clscan_plan **plan);

/* A plan begins with one reference. Releasing the last reference destroys the plan. */
void cs_plan_retain(clscan_plan *plan);
void cs_plan_release(clscan_plan *plan); /* may be NULL */

/* Gives up the variant for adjacent columns or for contiguous rows, which are then scanned as other rows are. `why` is
 * as in safer_variant.h. */
void cs_plan_drop(clscan_plan *plan, cs_variant *variant, const char *why);

#endif
