/* Uploads the summaries of all parts to a device. */
#ifndef CS_SPLIT_UPLOAD_SUMMARIES_H
#define CS_SPLIT_UPLOAD_SUMMARIES_H

#include "split/launch.h"

/* Enqueues a command that reads the summaries of all parts in the buffer `all`, after the events in `waits`. */
typedef clscan_status cs_summaries_reader(clscan_split *split, cl_command_queue queue, const cs_call *call,
                                          const cs_part *part, cl_mem all, const cs_waits *waits, cl_event *event);

/* Uploads the summaries of all parts of a call to a buffer, after the events in `waits`, and enqueues `reader`, whose
 * event *event gets. The buffer lives until that command has run. Lasting summaries are copied by a command, to a
 * buffer that the split keeps. With NVIDIA's driver 580, a launch waits for all copies to the device that are in flight
 * if a buffer begins with a copy of host memory (CL_MEM_COPY_HOST_PTR), and so does the release of a buffer. The lock
 * of the split is held. */
clscan_status cs_split_upload_summaries(clscan_split *split, cl_command_queue queue, const cs_call *call,
                                        const cs_part *part, const cs_waits *waits, cs_summaries_reader *reader,
                                        cl_event *event);

#endif
