/* The last failure of the calling thread, and the error idiom of this library: as in src/base/try.h, a function that
 * can fail declares `clscan_status status` and has one label `done`. The macros jump there on failure. */
#ifndef CS_MPI_FAILURE_H
#define CS_MPI_FAILURE_H

#include "clscan/clscan_mpi.h"

enum { CS_MPI_SENTENCE = 1024 };

/* Records a failure of this rank alone. Returns `status`. */
#if defined(__GNUC__) || defined(__clang__)
__attribute__((format(printf, 2, 3)))
#endif
clscan_status
cs_mpi_fail(clscan_status status, const char *format, ...);

/* If the status of a call of clscan.h is a failure, takes over its sentence. Returns the status. */
clscan_status cs_mpi_check_core(clscan_status status);

/* Records that a call of OpenCL or MPI failed, if it did. Messages name the call as the text `call` begins. */
clscan_status cs_mpi_check_cl(cl_int error, const char *call);
clscan_status cs_mpi_check_mpi(int error, const char *call);

/* Records the failure of `rank`, which has this sentence, for all ranks. */
clscan_status cs_mpi_fail_of_rank(clscan_status status, int rank, const char *sentence);

#define TRY(expression)                                                                                                \
    do {                                                                                                               \
        status = (expression);                                                                                         \
        if (status != CLSCAN_OK)                                                                                       \
            goto done;                                                                                                 \
    } while (0)

#define CORE(call) TRY(cs_mpi_check_core(call))
#define CL(call)   TRY(cs_mpi_check_cl((call), #call))
#define MPI(call)  TRY(cs_mpi_check_mpi((call), #call))

#define FAIL_IF(condition, ...)                                                                                        \
    do {                                                                                                               \
        if (condition) {                                                                                               \
            status = cs_mpi_fail(__VA_ARGS__);                                                                         \
            goto done;                                                                                                 \
        }                                                                                                              \
    } while (0)

#define TRY_ALLOC(pointer) FAIL_IF(!(pointer), CLSCAN_ERROR_OUT_OF_MEMORY, "out of host memory")

#endif
