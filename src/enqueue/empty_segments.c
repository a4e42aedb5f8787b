#include "enqueue/empty_segments.h"

#include "base/try.h"
#include "enqueue/auxiliary_groups.h"

clscan_status cs_store_empty_segments(cs_submission *submission) {
    clscan_status status = CLSCAN_OK;
    const size_t segments = (size_t)submission->kernel_args->params.num_results;
    const size_t groups = cs_auxiliary_groups(segments, submission->wg_size);
    if (submission->traits->segments.offsets_input)
        TRY(cs_launch(submission, CS_STORE_EMPTY_SEGMENTS, true, groups, NULL, 0));
done:
    return status;
}
