#include "problem/task.h"

#include "base/try.h"
#include "table/type_name.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------------- selections */

static bool is_one_of(const char *name, const char *const *names) {
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

static clscan_status check_select_inputs(const clscan_desc *desc) {
    static const char *const flags[] = { "uchar", "uint", NULL };
    clscan_status status = CLSCAN_OK;
    const clscan_user *user = &desc->user;
    const char *by = desc->in[1].name;
    FAIL_IF(!user->keep && !by, CLSCAN_ERROR_INVALID_DESC,
            "desc.task is select, but nothing says which elements are kept: give a predicate in desc.user.keep, or set "
            "desc.in[1].name to \"uchar\" for flags or to \"uint\" for bits");
    FAIL_IF(!user->keep && !is_one_of(by, flags), CLSCAN_ERROR_INVALID_DESC,
            "desc.in[1].name is \"%s\"; the elements to keep are given by flags of uchar or by bits in uints", by);
    FAIL_IF(!user->keep && desc->in[2].name, CLSCAN_ERROR_INVALID_DESC,
            "desc.in[2].name is %s, but there is no desc.user.load that uses this array", desc->in[2].name);
    FAIL_IF(!user->keep && user->load, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.load is given without desc.user.keep: flags and bits select the elements of in[0] itself");
    FAIL_IF(!user->keep && user->with_position, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.with_position is %d, but there is no desc.user.keep that gets a position", user->with_position);
    FAIL_IF(!user->map && !cs_is_value_name(desc, desc->in[0].name), CLSCAN_ERROR_INVALID_DESC,
            "desc.in[0].name is %s, and desc.value.name %s: a selection converts elements by desc.user.map only",
            desc->in[0].name, cs_value_name(desc));
done:
    return status;
}

static clscan_status check_select_outputs(const clscan_desc *desc) {
    static const char *const indices[] = { "uint", "ulong", "int", "long", NULL };
    clscan_status status = CLSCAN_OK;
    const char *index = desc->out[1].name;
    FAIL_IF(!cs_is_value_name(desc, desc->out[0].name), CLSCAN_ERROR_INVALID_DESC,
            "desc.out[0].name is %s, and desc.value.name %s: a selection writes elements of desc.value",
            desc->out[0].name, cs_value_name(desc));
    FAIL_IF(index && !is_one_of(index, indices), CLSCAN_ERROR_INVALID_DESC,
            "desc.out[1].name is \"%s\"; the indices of a selection are uint, ulong, int or long", index);
    FAIL_IF(desc->out[2].name, CLSCAN_ERROR_INVALID_DESC,
            "desc.out[2].name is %s, but a selection writes elements and indices only", desc->out[2].name);
done:
    return status;
}

static clscan_status check_select(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const clscan_user *user = &desc->user;
    FAIL_IF(desc->op != CLSCAN_OP_ADD || desc->kind != CLSCAN_KIND_INCLUSIVE, CLSCAN_ERROR_INVALID_DESC,
            "desc.%s is %d, but desc.task is select, which combines nothing", desc->op ? "op" : "kind",
            desc->op ? (int)desc->op : (int)desc->kind);
    FAIL_IF(user->combine || user->identity || user->store, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.%s is given, but desc.task is select, which has no use for it",
            user->combine    ? "combine"
            : user->identity ? "identity"
                             : "store");
    FAIL_IF(desc->layout != CLSCAN_LAYOUT_CONTIGUOUS, CLSCAN_ERROR_INVALID_DESC,
            "desc.layout is CLSCAN_LAYOUT_ROWS, but desc.task is select, which is of contiguous elements");
    FAIL_IF(desc->segments != CLSCAN_SEGMENTS_NONE, CLSCAN_ERROR_INVALID_DESC,
            "desc.segments is given, but desc.task is select, which is of all elements together");
    TRY(check_select_inputs(desc));
    TRY(check_select_outputs(desc));
done:
    return status;
}

clscan_segments cs_task_kept_by(const clscan_desc *desc) {
    if (desc->task != CLSCAN_TASK_SELECT || desc->user.keep)
        return CLSCAN_SEGMENTS_NONE;
    return strcmp(desc->in[1].name, "uint") == 0 ? CLSCAN_SEGMENTS_BITS : CLSCAN_SEGMENTS_FLAGS;
}

/* The counts are of the type desc.count. A predicate maps an element to its count. */
static clscan_desc count_of_kept(const clscan_desc *desc) {
    clscan_desc scan = *desc;
    const clscan_type element = { .name = cs_value_name(desc), .size = desc->value.size };
    scan.value = desc->count.name ? desc->count : (clscan_type) { .name = "uint" };
    if (!scan.in[0].name)
        scan.in[0] = element;
    if (!scan.out[0].name)
        scan.out[0] = element;
    scan.user.map = desc->user.keep;
    scan.user.load = desc->user.keep ? desc->user.load : "clscan_select_count";
    scan.user.store = "clscan_select_store";
    return scan;
}

/* ------------------------------------------------------------------------------------------------- every task */

clscan_status cs_task_check(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(desc->task != CLSCAN_TASK_SCAN && desc->task != CLSCAN_TASK_SELECT, CLSCAN_ERROR_INVALID_VALUE,
            "desc.task is %d, which is no clscan_task", (int)desc->task);
    FAIL_IF(desc->task == CLSCAN_TASK_SCAN && desc->user.keep, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.keep is \"%s\", but desc.task is scan: a predicate is for selections", desc->user.keep);
    if (desc->task == CLSCAN_TASK_SELECT)
        TRY(check_select(desc));
done:
    return status;
}

clscan_desc cs_task_scan(const clscan_desc *desc) {
    return desc->task == CLSCAN_TASK_SELECT ? count_of_kept(desc) : *desc;
}
