/* The exported functions of splits. */
#include "api_check.h"
#include "base/fork.h"
#include "split/split.h"

clscan_status clscan_split_create(clscan_device *device, const clscan_desc *desc, clscan_split **split) {
    clscan_status status = CLSCAN_OK;
    clscan_desc own;
    NOT_NULL(split);
    *split = NULL;
    NOT_NULL(device);
    NOT_NULL(desc);
    TRY(cs_fork_check());
    TAKE(own, desc, CS_FIRST_DESC);
    TRY(cs_split_create(device, &own, false, split));
done:
    return status;
}

void clscan_split_destroy(clscan_split *split) {
    if (split && !cs_forked())
        cs_split_destroy(split);
}

const clscan_plan *clscan_split_plan(const clscan_split *split) {
    return split ? split->plan : NULL;
}

clscan_status clscan_split_summary_size(const clscan_split *split, size_t *bytes) {
    clscan_status status = CLSCAN_OK;
    NOT_NULL(split);
    NOT_NULL(bytes);
    *bytes = (size_t)split->layout.bytes;
done:
    return status;
}

clscan_status clscan_split_summarize(clscan_split *split, cl_command_queue queue, const clscan_args *args,
                                     void *summary, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                     cl_event *event) {
    clscan_status status = CLSCAN_OK;
    cs_call call;
    NOT_NULL(split);
    NOT_NULL(summary);
    TRY(cs_fork_check());
    TRY(cs_take_part_args(&split->plan->traits, args, &call));
    TRY(cs_split_summarize(split, queue, &call, summary, false, num_events_in_wait_list, event_wait_list, event));
done:
    return status;
}

/* Checks the number of a part, and the summaries. */
static clscan_status check_parts(const clscan_split *split, size_t part, const cs_summaries *summaries) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(part >= summaries->num, CLSCAN_ERROR_INVALID_VALUE,
            "part is %zu, but num_parts is %zu: parts are numbered from 0", part, summaries->num);
    TRY(cs_summaries_check(summaries, split->number));
done:
    return status;
}

clscan_status clscan_split_enqueue(clscan_split *split, cl_command_queue queue, const clscan_args *args, size_t part,
                                   size_t num_parts, const void *summaries, cl_uint num_events_in_wait_list,
                                   const cl_event *event_wait_list, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    cs_call call;
    NOT_NULL(split);
    NOT_NULL(summaries);
    TRY(cs_fork_check());
    const cs_summaries all = { &split->layout, num_parts, summaries };
    TRY(check_parts(split, part, &all));
    TRY(cs_take_part_args(&split->plan->traits, args, &call));
    cs_part own = { .number = part };
    TRY(cs_split_take_part(split, &all, &own, &call));
    TRY(cs_split_enqueue(split, queue, &call, &own, num_events_in_wait_list, event_wait_list, event));
done:
    return status;
}

clscan_status clscan_split_part_info(const clscan_split *split, size_t part, size_t num_parts, const void *summaries,
                                     clscan_part_info *info) {
    clscan_status status = CLSCAN_OK;
    NOT_NULL(split);
    NOT_NULL(summaries);
    NOT_NULL(info);
    const cs_summaries all = { &split->layout, num_parts, summaries };
    TRY(check_parts(split, part, &all));
    clscan_part_info found;
    TRY(cs_split_info((clscan_split *)split, &all, part, &found)); /* takes the lock of the split */
    TRY(cs_struct_version_give(info, &found, sizeof found, CS_FIRST_PART_INFO, "info"));
done:
    return status;
}
