#include "enqueue/empty_segments.h"

#include "base/try.h"

clscan_status cs_put_empty_segments(cs_submission *submission) {
    /* Segments of a work-item, and the most work-groups. Neither number was measured on a device. */
    enum { EACH = 16, MOST = 1024 };
    clscan_status status = CLSCAN_OK;
    const size_t segments = (size_t)submission->kernel_args->params.num_results;
    const size_t groups = cs_divided_up(segments, EACH * submission->wg_size);
    if (submission->traits->offsets_input)
        TRY(cs_launch(submission, CS_PUT_EMPTY_SEGMENTS, true, groups < MOST ? groups : MOST, NULL, 0));
done:
    return status;
}
