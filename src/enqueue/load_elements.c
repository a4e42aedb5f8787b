#include "enqueue/load_elements.h"

#include "base/try.h"
#include "enqueue/auxiliary_groups.h"

clscan_status cs_load_elements(cs_submission *submission, cl_mem loaded, size_t at) {
    clscan_status status = CLSCAN_OK;
    const size_t groups = cs_auxiliary_groups(submission->count, submission->wg_size),
                 first = at / submission->traits->in[0].size;
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, CS_LOAD_ELEMENTS, groups, CS_BUFFER(loaded), CS_ULONG(first)));
    submission->kernel_args->in[0] = (cs_array) { .handle = loaded };
    submission->kernel_args->params.in_offset[0] = first;
done:
    return status;
}
