#include "random/tester.h"

#include "random/case_arrays.h"
#include "random/case_desc.h"
#include "random/case_split.h"
#include "random/case_stream.h"
#include "random/running.h"

#include <stdio.h>
#include <string.h>

/* Returns true if the library may refuse the case: because of its shape, or because the device lacks its type. */
static bool may_refuse(const tester *t, const test_case *tc, clscan_status status) {
    if (status == CLSCAN_ERROR_UNSUPPORTED_TYPE)
        return !test_case_supported(tc, t->d->id);
    return status == CLSCAN_ERROR_UNSUPPORTED_SHAPE;
}

/* Creates the plan. Returns false if that fails wrongly, or if the self-test replaces a kernel, with the reason in
 * `what`. If the device can't run the plan, counts it as refused and sets *plan to NULL. */
static bool make_plan(tester *t, const test_case *tc, clscan_plan **plan, char *what, size_t size) {
    case_desc r;
    *plan = NULL;
    t->plans++;
    running_set(tc);
    if (!test_device_runs(t->d, (clscan_strategy)tc->v[D_strategy]))
        return true;
    case_desc_write(t->d, tc, &r);
    const clscan_status status = clscan_plan_create(t->d->device, &r.desc, plan);
    const bool refused = status != CLSCAN_OK && may_refuse(t, tc, status),
               replaced = clscan_plan_num_replaced(*plan) > 0;
    t->refused += refused;
    if (replaced)
        snprintf(what, size, "the self-test takes a kernel for wrong");
    if (status != CLSCAN_OK && !refused)
        snprintf(what, size, "clscan_plan_create is %s: %s\n%s", clscan_status_name(status), clscan_last_message(),
                 clscan_last_build_log());
    return (status == CLSCAN_OK && !replaced) || refused;
}

/* Returns true if a scan reads nothing that it overwrites, so that it can be repeated. */
static bool is_repeatable(const test_case *tc) {
    return !tc->v[D_in_place] && tc->v[D_init] < 3 && !(tc->v[D_counted] && tc->v[D_counted_in]);
}

/* Scans `times` times by a bound scan, which is destroyed while its last scan may still run. */
static clscan_status enqueue_bound(clscan_plan *plan, cl_command_queue queue, const clscan_args *args, int times) {
    clscan_bound *bound = NULL;
    clscan_status status = clscan_bound_create(plan, queue, args, &bound);
    for (int i = 0; i < times && status == CLSCAN_OK; i++) {
        assert_cl(clFinish(queue));
        status = clscan_bound_enqueue(bound, 0, NULL, NULL);
    }
    clscan_bound_destroy(bound);
    return status;
}

/* Makes the call that computes the case, and returns its status, and in *name what made it. Cases that differ from the
 * default in either the workspace or the queue are bound scans, so that the line of a case says which it is. */
static clscan_status make_call(const test_device *d, clscan_plan *plan, const case_arrays *s, const clscan_args *args,
                               const char **name) {
    const unsigned *v = s->tc->v;
    const cl_command_queue queue = v[D_out_of_order] ? d->out_of_order : d->in_order;
    clscan_status status = CLSCAN_OK;
    if (v[D_stream])
        *name = "the stream or the team", status = case_stream_run(d, s, args);
    else if (v[D_split])
        *name = "the split", status = case_split_run(d, queue, s, args);
    else if (v[D_executed])
        *name = "clscan_plan_execute", status = clscan_plan_execute(plan, args);
    else if (v[D_workspace] != v[D_out_of_order])
        *name = "the bound scan", status = enqueue_bound(plan, queue, args, is_repeatable(s->tc) ? 2 : 1);
    else
        *name = "clscan_plan_enqueue", status = clscan_plan_enqueue(plan, queue, args, 0, NULL, NULL);
    assert_cl(clFinish(queue));
    return status;
}

/* Returns true if the scan succeeds. It has a workspace of the caller's if the case says so, and its surroundings are
 * watched. */
static bool enqueue(const test_device *d, clscan_plan *plan, const test_case *tc, const case_arrays *s, char *what,
                    size_t size) {
    guarded workspace = { 0 };
    clscan_args args = case_arrays_args(s);
    const char *name = NULL;
    size_t bytes = 0;
    assert_ok(clscan_plan_workspace_size(plan, s->most, &bytes));
    if (tc->v[D_workspace] && bytes > 0) {
        /* the workspace ends with head bits; without rounding, the emulator would align it to 4 bytes only */
        workspace = guarded_create(
            d, test_case_segments(tc) == CLSCAN_SEGMENTS_OFFSETS ? (bytes + 127) / 128 * 128 : bytes, NULL);
        args.workspace = workspace.part;
    }
    const clscan_status status = make_call(d, plan, s, &args, &name);
    const bool outside = workspace.whole && !guarded_read(d, &workspace, NULL);
    guarded_release(&workspace);
    if (status != CLSCAN_OK)
        snprintf(what, size, "%s is %s: %s", name, clscan_status_name(status), clscan_last_message());
    else if (outside)
        snprintf(what, size, "wrote outside of the workspace");
    return status == CLSCAN_OK && !outside;
}

static bool scan(tester *t, clscan_plan *plan, const test_case *tc, char *what, size_t size) {
    case_arrays s;
    running_set(tc);
    case_arrays_open(t->d, tc, &s);
    const bool right = enqueue(t->d, plan, tc, &s, what, size) && case_arrays_check(t->d, &s, what, size);
    t->scans++;
    case_arrays_close(&s);
    return right;
}

bool tester_run(tester *t, const test_case *tc, char *what, size_t size) {
    clscan_plan *plan = NULL;
    const bool right = make_plan(t, tc, &plan, what, size) && (!plan || scan(t, plan, tc, what, size));
    clscan_plan_destroy(plan);
    return right;
}

bool tester_run_scans(tester *t, test_case *tc, uint64_t seed, int scans, char *what, size_t size) {
    clscan_plan *plan = NULL;
    test_case_settle(tc);
    bool right = make_plan(t, tc, &plan, what, size);
    for (int i = 0; plan && right && i < scans; i++) {
        if (i > 0)
            test_case_draw(tc, oracle_draw(seed, (uint64_t)i), D_count, DIMS);
        test_case_settle(tc);
        right = scan(t, plan, tc, what, size);
    }
    clscan_plan_destroy(plan);
    return right;
}

void tester_print(const test_case *tc, const char *what) {
    char line[1024];
    test_case_print(tc, line, sizeof line);
    printf("test_random --case '%s': %s\n", line, what);
}
