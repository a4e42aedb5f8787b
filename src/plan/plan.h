/* A problem compiled for a device: variants by count, and the workspaces of the scans in flight. */
#ifndef CS_PLAN_H
#define CS_PLAN_H

#include "plan/variant.h"
#include "plan/workspace.h"

enum {
    CS_COLUMNS_BESIDE,
    CS_DENSE_ROWS,
    CS_LAYOUTS, /* those before it are for rows that lie in a special way */
    CS_IN_PLACE = CS_LAYOUTS,
    CS_SPECIAL
};

struct clscan_plan {
    clscan_device *device;
    cs_traits traits;
    cs_strbuf title;
    clscan_desc how; /* what the description says of strategy and shape; its other fields are zero */
    cs_variant *variants;
    size_t num_variants;
    cs_variant special[CS_SPECIAL]; /* where there is one for such a scan; else without a strategy */
    unsigned columns_from;          /* so many of them */
    size_t dense_from;              /* so many elements */
    size_t withheld;                /* tiles at the begin that no work-group takes; only test_scan.c has any */
    pthread_mutex_t mutex;          /* over all below, and over the kernels' arguments */
    cs_workspace *workspaces;
    cs_workspace *scratch;       /* for what is written before a scan: copies of cells, see cs_overlap; head bits */
    cl_command_queue host_queue; /* for host arrays; made at the first need */
};

clscan_status cs_plan_create(clscan_device *device, const clscan_desc *desc, clscan_plan **plan);
void cs_plan_destroy(clscan_plan *plan);

/* Rows that lie in a special way are then scanned as other rows are. `why` is as in safer.h. */
void cs_plan_drop_special(clscan_plan *plan, size_t which, const char *why);

/* The strategy and shape that scan `count` contiguous elements. */
clscan_tuning cs_plan_tuning(const clscan_plan *plan, size_t count);

/* Its programs, see cs_program_save. */
void cs_plan_save(clscan_plan *plan, bool at_its_end);

clscan_status cs_plan_describe(const clscan_plan *plan, const cs_call *call, cs_strbuf *text);

/* The i-th variant that took the place of another; NULL past the last. */
const cs_variant *cs_plan_replacement(const clscan_plan *plan, size_t i);

/* The text of the i-th program; NULL past the last. Variants may share a program, which counts once. */
const char *cs_plan_source(const clscan_plan *plan, size_t i);

clscan_status cs_plan_enqueue(clscan_plan *plan, cl_command_queue queue, const cs_call *call, cl_uint num_wait,
                              const cl_event *wait, cl_event *event);

/* Scans by one variant of the plan, whatever others the plan has, and waits for the queue. The first `withheld` tiles
 * are given to no work-group. */
clscan_status cs_plan_scan_by(const clscan_plan *plan, const cs_variant *variant, cl_command_queue queue,
                              const cs_call *call, size_t withheld);

#endif
