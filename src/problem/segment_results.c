#include "problem/segment_results.h"

#include "base/try.h"

clscan_status cs_segment_results_check(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const unsigned given = cs_num_arrays(desc->in), most = CLSCAN_MAX_ARRAYS - 1 - (desc->mask != CLSCAN_MASK_NONE);
    FAIL_IF(desc->segments == CLSCAN_SEGMENTS_OFFSETS && given > most, CLSCAN_ERROR_INVALID_DESC,
            "desc.in has %u arrays; CLSCAN_TASK_%s with CLSCAN_SEGMENTS_OFFSETS%s takes at most %u", given,
            cs_task_at(desc->task)->id, desc->mask ? " and desc.mask" : "", most);
done:
    return status;
}

static void add_offsets(cs_problem *problem) {
    cs_traits *traits = &problem->traits;
    traits->segments.offsets_input = traits->num_in++;
    traits->in[traits->segments.offsets_input] = traits->segments.offset;
    problem->in[traits->segments.offsets_input] = problem->offset;
}

static void add_keys(cs_problem *problem) {
    cs_traits *traits = &problem->traits;
    traits->segments.keys_output = traits->num_out++;
    traits->out[traits->segments.keys_output] = traits->segments.computed_key;
    problem->out[traits->segments.keys_output] = problem->computed_key;
}

void cs_segment_results_set(cs_problem *problem) {
    const cs_traits *traits = &problem->traits;
    if ((traits->segments.results || traits->selection.offsets_output) &&
        traits->segments.kind == CLSCAN_SEGMENTS_OFFSETS)
        add_offsets(problem);
    if (traits->segments.results && traits->segments.kind == CLSCAN_SEGMENTS_KEYS)
        add_keys(problem);
}
