#include "self_test/task_test.h"

#include "self_test/user_operator.h"

static const char *scan_why_none(const clscan_desc *desc, const cs_problem *problem) {
    if (desc->user.load || desc->user.store)
        return "the user's functions may read and write anywhere";
    if (desc->user.map)
        return "the user's map function may expect other elements";
    if (desc->user.key)
        return "the user's key function may expect other keys";
    if (desc->user.same_key)
        return "the user's same_key function may expect other keys";
    return cs_user_operator_why_none(desc, problem);
}

static const char *reduction_why_none(const clscan_desc *desc, const cs_problem *problem) {
    if (problem->traits.reduces_segments && desc->user.combine)
        return "the total of a reduction by segments does not tell the identity of a user operator";
    return scan_why_none(desc, problem);
}

static const cs_task_test scan = { .why_none = scan_why_none };
static const cs_task_test reduction = { .why_none = reduction_why_none };

const cs_task_test *cs_task_test_of(cs_task_kind kind) {
    static const cs_task_test *const by_kind[CS_TASK_KINDS] = { [CS_SCAN] = &scan,
                                                                [CS_REDUCTION] = &reduction,
                                                                [CS_SELECTION] = &cs_selection_test,
                                                                [CS_SORT] = &cs_sort_test,
                                                                [CS_HISTOGRAM] = &cs_histogram_test };
    return by_kind[kind];
}
