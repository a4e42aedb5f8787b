/* A ready call: one scan with everything checked and chosen, so that it can be enqueued. */
#ifndef CS_PLAN_ENQUEUE_H
#define CS_PLAN_ENQUEUE_H

#include "enqueue/args_check.h"
#include "plan/plan_choice.h"

typedef struct cs_ready_call {
    const clscan_plan *plan;
    const cs_call *call;
    cl_command_queue queue;
    bool queue_in_order; /* the queue runs commands in their order */
    /* The variant that scans the call. NULL: there is nothing to scan, and no array was checked. */
    const cs_variant *variant;
    cs_kernel *const *kernels; /* the kernels of the variant, or other kernels of the same program */
    bool bound; /* the kernels belong to this ready call alone, so the arguments for the elements are set once */
    cs_workspace_layout workspace;
    cs_findings findings;
    size_t withheld; /* number of tiles at the beginning that no work-group takes */
} cs_ready_call;

/* Checks the queue and the arguments, and chooses the variant. The ready call refers to the plan and the call. */
clscan_status cs_ready_call_create(const clscan_plan *plan, cl_command_queue queue, const cs_call *call,
                                   cs_ready_call *ready);

/* Returns true if kernels of cl/grid/prologue.h run before the kernels of the strategy. */
bool cs_ready_call_has_prologue(const cs_ready_call *ready);

/* Collects the arguments that describe the elements. */
void cs_ready_call_kernel_args(const cs_ready_call *ready, cs_kernel_args *kernel_args);

/* Checks the wait list and enqueues the scan, with workspaces from `pools`. The lock of the pools is taken, and is the
 * lock of the kernels too. A scan with a prologue changes `kernel_args`. */
clscan_status cs_ready_call_enqueue(const cs_ready_call *ready, cs_pools *pools, cs_kernel_args *kernel_args,
                                    cl_uint num_wait, const cl_event *wait, cl_event *event);

clscan_status cs_plan_enqueue(clscan_plan *plan, cl_command_queue queue, const cs_call *call, cl_uint num_wait,
                              const cl_event *wait, cl_event *event);

/* Scans by a variant, which need not be one of the plan's own, and waits for the queue. The scan has a workspace of its
 * own. The first `withheld` tiles are given to no work-group. No lock protects the kernels of the variant, so nobody
 * else may use them meanwhile: plans are tried before they are handed out. */
clscan_status cs_plan_scan_by(const clscan_plan *plan, const cs_variant *variant, cl_command_queue queue,
                              const cs_call *call, size_t withheld);

#endif
