#include "random/tester.h"

#include "random/recipe.h"
#include "random/scene.h"

#include <stdio.h>

/* False, and `what`: something was wrong. A plan that the device can't run is counted, and NULL. */
static bool make_plan(tester *t, const kase *k, clscan_plan **plan, char *what, size_t size) {
    recipe r;
    *plan = NULL;
    t->plans++;
    if (!dut_runs(t->d, (clscan_strategy)k->v[D_strategy]))
        return true;
    recipe_write(t->d, k, &r);
    const clscan_status status = clscan_plan_create(t->d->device, &r.desc, plan);
    const bool refused = status == CLSCAN_ERROR_UNSUPPORTED_SHAPE ||
                         (status == CLSCAN_ERROR_UNSUPPORTED_TYPE && !kase_supported(k, t->d->id));
    t->refused += refused;
    if (status != CLSCAN_OK && !refused)
        snprintf(what, size, "clscan_plan_create is %s: %s\n%s", clscan_status_name(status), clscan_last_message(),
                 clscan_last_build_log());
    return status == CLSCAN_OK || refused;
}

/* Returns true if a scan reads nothing that it overwrites, so that it can be repeated. */
static bool is_repeatable(const kase *k) {
    return !k->v[D_in_place] && k->v[D_init] < 3 && !(k->v[D_counted] && k->v[D_counted_in]);
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

/* Returns true if the scan succeeds. It has a workspace of the caller's if the case says so, and its surroundings are
 * watched. Cases that differ from the default in either the workspace or the queue are bound scans, so that the line of
 * a case says which it is. */
static bool enqueue(const dut *d, clscan_plan *plan, const kase *k, const scene *s, char *what, size_t size) {
    const cl_command_queue queue = k->v[D_out_of_order] ? d->out_of_order : d->in_order;
    guarded workspace = { 0 };
    clscan_args args = scene_args(s);
    size_t bytes = 0;
    assert_ok(clscan_plan_workspace_size(plan, s->most, &bytes));
    if (k->v[D_workspace] && bytes > 0) {
        /* words of marks are its end: the emulator would align the whole as they are */
        workspace =
            guarded_create(d, recipe_segments(k) == CLSCAN_SEGMENTS_OFFSETS ? (bytes + 127) / 128 * 128 : bytes, NULL);
        args.workspace = workspace.part;
    }
    const bool bound = k->v[D_workspace] != k->v[D_out_of_order];
    const clscan_status status = bound ? enqueue_bound(plan, queue, &args, is_repeatable(k) ? 2 : 1)
                                       : clscan_plan_enqueue(plan, queue, &args, 0, NULL, NULL);
    assert_cl(clFinish(queue));
    const bool outside = workspace.whole && !guarded_read(d, &workspace, NULL);
    guarded_release(&workspace);
    if (status != CLSCAN_OK)
        snprintf(what, size, "%s is %s: %s", bound ? "the bound scan" : "clscan_plan_enqueue",
                 clscan_status_name(status), clscan_last_message());
    else if (outside)
        snprintf(what, size, "wrote outside of the workspace");
    return status == CLSCAN_OK && !outside;
}

static bool scan(tester *t, clscan_plan *plan, const kase *k, char *what, size_t size) {
    scene s;
    t->scans++;
    scene_open(t->d, k, &s);
    const bool right = enqueue(t->d, plan, k, &s, what, size) && scene_judge(t->d, &s, what, size);
    scene_close(&s);
    return right;
}

bool tester_run(tester *t, const kase *k, char *what, size_t size) {
    clscan_plan *plan = NULL;
    const bool right = make_plan(t, k, &plan, what, size) && (!plan || scan(t, plan, k, what, size));
    clscan_plan_destroy(plan);
    return right;
}

bool tester_run_scans(tester *t, kase *k, uint64_t seed, int scans, char *what, size_t size) {
    clscan_plan *plan = NULL;
    kase_settle(k);
    bool right = make_plan(t, k, &plan, what, size);
    for (int i = 0; plan && right && i < scans; i++) {
        if (i > 0)
            kase_draw(k, oracle_draw(seed, (uint64_t)i), D_count, DIMS);
        kase_settle(k);
        right = scan(t, plan, k, what, size);
    }
    clscan_plan_destroy(plan);
    return right;
}

void tester_print(const kase *k, const char *what) {
    char line[1024];
    kase_print(k, line, sizeof line);
    printf("test_random --case '%s': %s\n", line, what);
}
