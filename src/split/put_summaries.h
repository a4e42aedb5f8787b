/* The summaries of all parts on the device of a split. */
#ifndef CS_PUT_SUMMARIES_H
#define CS_PUT_SUMMARIES_H

#include "split/split.h"

/* Puts the summaries of a part's call into a buffer, which *all gets a reference to. Lasting ones are copied by a
 * command, for which *copied is set, to a buffer that the split keeps. With NVIDIA's driver 580, a launch waits for all
 * copies to the device that are in flight if a buffer begins with a copy of host memory (CL_MEM_COPY_HOST_PTR), and so
 * does the release of a buffer. The lock of the split is held. */
clscan_status cs_split_put_summaries(clscan_split *split, cl_command_queue queue, const cs_part *part, cl_uint num_wait,
                                     const cl_event *wait, cl_mem *all, cl_event *copied);

#endif
