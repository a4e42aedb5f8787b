#include "problem/segment_results.h"

#include "base/try.h"

clscan_status cs_segment_results_check(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const unsigned given = cs_num_arrays(desc->in), most = CLSCAN_MAX_ARRAYS - 1 - (desc->mask != CLSCAN_MASK_NONE);
    FAIL_IF(desc->segments == CLSCAN_SEGMENTS_OFFSETS && given > most, CLSCAN_ERROR_INVALID_DESC,
            "desc.segments is CLSCAN_SEGMENTS_OFFSETS beside %u input arrays; CLSCAN_TASK_%s can have %u with it%s",
            given, cs_task_at(desc->task)->id, most, desc->mask ? " and desc.mask" : "");
done:
    return status;
}

static void add_offsets(cs_problem *problem) {
    cs_traits *traits = &problem->traits;
    traits->offsets_input = traits->num_in++;
    traits->in[traits->offsets_input] = traits->offset;
    problem->in[traits->offsets_input] = problem->offset;
}

static void add_keys(cs_problem *problem) {
    cs_traits *traits = &problem->traits;
    traits->keys_output = traits->num_out++;
    traits->out[traits->keys_output] = traits->computed_key;
    problem->out[traits->keys_output] = problem->computed_key;
}

void cs_segment_results_set(cs_problem *problem) {
    const cs_traits *traits = &problem->traits;
    if ((traits->segment_results || traits->offsets_output) && traits->segments == CLSCAN_SEGMENTS_OFFSETS)
        add_offsets(problem);
    if (traits->segment_results && traits->segments == CLSCAN_SEGMENTS_KEYS)
        add_keys(problem);
}
