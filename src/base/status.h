/* What the calling thread's last failure was: a status, a sentence, the OpenCL error, the build log. */
#ifndef CS_STATUS_H
#define CS_STATUS_H

#include "base/strbuf.h"
#include "clscan/clscan.h"

/* Record a failure of this thread and return its status. */
clscan_status cs_fail(clscan_status status, const char *format, ...) CS_PRINTF(2, 3);

/* For the result of an OpenCL call, written out as `call`: CLSCAN_OK for CL_SUCCESS. */
clscan_status cs_check_cl(cl_int error, const char *call);

/* A build that failed on `device`. Takes the log over; NULL is an empty one. */
clscan_status cs_fail_build(cl_int error, const char *device, char *log);

clscan_status cs_fail_memory(void);

const char *cs_message(void);
cl_int cs_cl_error(void);
const char *cs_build_log(void);

#endif
