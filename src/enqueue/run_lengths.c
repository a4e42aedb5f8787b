#include "enqueue/run_lengths.h"

#include "base/try.h"

clscan_status cs_make_run_lengths(cs_submission *submission) {
    /* Elements of a work-item, and the most work-groups. Neither number was measured on a device. */
    enum { EACH = 16, MOST = 1024 };
    clscan_status status = CLSCAN_OK;
    const size_t groups = cs_divided_up(submission->count, EACH * submission->wg_size);
    if (submission->traits->lengths_output)
        TRY(cs_launch(submission, CS_MAKE_RUN_LENGTHS, true, groups < MOST ? groups : MOST, NULL, 0));
done:
    return status;
}
