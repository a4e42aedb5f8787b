/* The last failure of the calling thread: a message, an OpenCL error and a build log. Each thread has its own. */
#ifndef CS_STATUS_H
#define CS_STATUS_H

#include "base/strbuf.h"
#include "clscan/clscan.h"

/* Records a failure of this thread, without OpenCL error and build log. Returns `status`. */
clscan_status cs_fail(clscan_status status, const char *format, ...) CS_PRINTF(2, 3);

/* Records that an OpenCL call, which messages name `call`, failed with this error. Returns CLSCAN_ERROR_OPENCL. */
clscan_status cs_fail_cl(cl_int error, const char *call);

/* Checks the result of an OpenCL call. Returns CLSCAN_OK for CL_SUCCESS. Otherwise calls cs_fail_cl and returns its
 * result. An enqueue makes 15 of these checks, so they are inline. */
static inline clscan_status cs_check_cl(cl_int error, const char *call) {
    return error == CL_SUCCESS ? CLSCAN_OK : cs_fail_cl(error, call);
}

/* Records that a build failed on `device`. Takes ownership of `log`, which comes from malloc(); NULL is an
 * empty log. */
clscan_status cs_fail_build(cl_int error, const char *device, char *log);

/* Appends to the message of the last failure, as far as there is room. */
void cs_message_add(const char *format, ...) CS_PRINTF(1, 2);

clscan_status cs_fail_memory(void);

/* The strings belong to the thread and hold until its next failure. They are never NULL. */
const char *cs_message(void);
cl_int cs_cl_error(void);
const char *cs_build_log(void);

#endif
