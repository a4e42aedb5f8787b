#include "plan/run_lengths.h"

#include "base/try.h"

clscan_status cs_make_run_lengths(cs_run *run) {
    enum { EACH = 16, MOST = 1024 }; /* elements of a work-item, and work-groups */
    clscan_status status = CLSCAN_OK;
    const size_t groups = cs_divided_up(run->count, EACH * run->wg_size);
    if (run->traits->lengths)
        TRY(cs_launch(run, CS_MAKE_RUN_LENGTHS, true, groups < MOST ? groups : MOST, NULL, 0));
done:
    return status;
}
