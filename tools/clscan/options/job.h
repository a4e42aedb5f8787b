/* A device and a plan on it, as the command line asks for. */
#ifndef CLSCAN_TOOL_JOB_H
#define CLSCAN_TOOL_JOB_H

#include "options/options.h"

typedef struct job {
    clscan_device *device;
    clscan_plan *plan;
} job;

/* The device alone; complains on failure. */
clscan_device *job_device(const options *o);

/* A plan for the description, which gets the user's operator, and type of `size` bytes, where the options name such.
 * Complains on failure. */
bool job_open(const options *o, const clscan_desc *desc, size_t size, job *j);
void job_close(job *j);

/* Whether the operator is the user's own. */
bool job_is_user(const options *o);

/* What a device says of itself. Complains on failure. */
bool device_says(cl_device_id id, cl_device_info what, size_t size, void *to);

/* The same as text, its name for example; to be freed. NULL after complaining. */
char *device_text(cl_device_id id, cl_device_info what);

/* What clscan_plan_describe_args says; to be freed. NULL after complaining. */
char *job_describe(const clscan_plan *plan, const clscan_args *args);

#endif
