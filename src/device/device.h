/* A device in a context: its limits and its compiled programs. References are counted, because plans may outlive the
 * user's clscan_device_destroy. */
#ifndef CS_DEVICE_H
#define CS_DEVICE_H

#include "base/log.h"
#include "opencl/caps.h"
#include "opencl/pointer_args.h"
#include "program/program.h"
#include "tuning/tuning_file.h"

struct clscan_device {
    cl_context context;
    bool owns_context; /* the device has a reference to the context; with CS_FAULT_RETAINS only for a context that
                        * clscan created */
    cl_device_id id;
    char *kernel_dir; /* NULL: the embedded kernel files */
    cs_strbuf build_options;
    cs_log log;
    bool self_test; /* the kernels of a new plan are tried first */
    bool strict;    /* kernels are neither tested nor replaced (CLSCAN_SELF_TEST_OFF) */
    cs_caps caps;
    cs_pointer_args memory;
    cs_tuning tuning;
    cs_program_cache programs;
    pthread_mutex_t mutex;
    size_t references;
    pthread_mutex_t launch_mutex; /* held while a scan is enqueued, if the driver has CS_FAULT_QUEUES */
    cl_event last_submission;     /* the last event of the scan before, with this fault; else NULL */
};

clscan_status cs_device_create(cl_context context, cl_device_id id, const clscan_device_options *options,
                               clscan_device **device);

/* Finds a device by `selector` and makes a context for it. */
clscan_status cs_device_open(const char *selector, const clscan_device_options *options, clscan_device **device);

void cs_device_retain(clscan_device *device);
void cs_device_release(clscan_device *device);

#endif
