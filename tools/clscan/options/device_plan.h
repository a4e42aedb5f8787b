/* The device and the plan that the command line describes. */
#ifndef CLSCAN_TOOL_DEVICE_PLAN_H
#define CLSCAN_TOOL_DEVICE_PLAN_H

#include "common/message.h"
#include "options/options.h"

typedef struct device_plan {
    clscan_device *device;
    clscan_plan *plan;
    clscan_stream *stream; /* instead of the plan */
} device_plan;

/* Opens the device, without a self-test. NULL after complaining. */
clscan_device *open_device_of(const options *o);

/* How to complain of a plan that the library refuses: the arguments of complain_of_library_as. */
typedef struct refusal {
    const char *doing;
    const field_name *names;
    size_t count;
} refusal;

/* Opens the device and creates a plan for the description as it is. Complains on failure. */
bool device_plan_create(const options *o, const clscan_desc *desc, refusal words, device_plan *dp);

/* Opens the device and creates a plan for the description. If the options name a user operator or a user type of `size`
 * bytes, the plan gets these. Complains on failure. */
bool device_plan_open(const options *o, const clscan_desc *desc, size_t size, device_plan *dp);

/* A stream with pieces of up to `most` elements, of which the widest array has `widest` bytes each. */
typedef struct stream_pieces {
    size_t most, widest;
    const void *init;
} stream_pieces;

/* Both with a stream instead of a plan. */
bool device_stream_create(const options *o, const clscan_desc *desc, refusal words, const stream_pieces *pieces,
                          device_plan *dp);
bool device_stream_open(const options *o, const clscan_desc *desc, size_t size, const stream_pieces *pieces,
                        device_plan *dp);
void device_plan_close(device_plan *dp);

/* Returns true if the options name a user operator. */
bool has_user_operator(const options *o);

/* Returns the name of the user type in OpenCL C. */
const char *user_type_name(const options *o);

/* Asks clGetDeviceInfo. Complains on failure. */
bool device_says(cl_device_id id, cl_device_info what, size_t size, void *to);

/* Asks clGetDeviceInfo for a text, to be freed. NULL after complaining. */
char *device_text(cl_device_id id, cl_device_info what);

/* Returns the text of clscan_plan_describe, to be freed. NULL after complaining. */
char *describe_scan(const clscan_plan *plan, const clscan_args *args);

#endif
