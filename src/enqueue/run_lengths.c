#include "enqueue/run_lengths.h"

#include "base/try.h"
#include "enqueue/auxiliary_groups.h"

clscan_status cs_make_run_lengths(cs_submission *submission) {
    clscan_status status = CLSCAN_OK;
    const size_t groups = cs_auxiliary_groups(submission->count, submission->wg_size);
    if (submission->traits->lengths.output)
        TRY(cs_launch(submission, CS_MAKE_RUN_LENGTHS, true, groups, NULL, 0));
done:
    return status;
}
