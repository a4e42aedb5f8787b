/* Failing calls below clscan_plan_enqueue, also between its launches, for each strategy and both kinds of queue. The
 * plan stays usable: what a failed scan leaves in a workspace must not affect the next scan. */
#include "api/scans.h"
#include "fault/sweep.h"
#include "plan/plan.h"
#include "support/memory.h"

#include <stdio.h>

/* One way to scan SCAN_COUNT elements that all equal `value`. Element i of the result is `before` + factor(i) *
 * value. */
typedef struct way {
    const char *name;
    clscan_desc desc;
    clscan_args args; /* all but the buffers below */
    enum { INIT_IN_OUT = 1, TOTAL = 2, COUNTED = 4, BY_OFFSETS = 8, OWN_WORKSPACE = 16 } uses;
    cl_int (*factor)(cl_int i);
    cl_int before;
} way;

static cl_int from_the_first(cl_int i) {
    return i + 1;
}
static cl_int in_halves(cl_int i) {
    return i % (SCAN_COUNT / 2) + 1;
}
enum { COLUMNS = 10 };
static cl_int down_columns(cl_int i) {
    return i / COLUMNS + 1;
}

static cl_int once(cl_int i) {
    (void)i;
    return 1;
}
static cl_int all_at_the_first(cl_int i) {
    return i == 0 ? SCAN_COUNT : 0;
}

/* A way on one kind of queue, with or without an event, and the objects that its scans share. */
typedef struct fixture {
    way w;
    bool out_of_order, event, held;
    clscan_plan *plan;
    cl_mem cells;    /* count, total */
    cl_mem segments; /* offsets */
    cl_mem workspace;
} fixture;

enum { INITIAL = 1000, INIT_AT = 7 };

static cl_mem new_workspace(const test_device *d, clscan_plan *plan) {
    size_t bytes = 0;
    assert_ok(clscan_plan_workspace_size(plan, SCAN_COUNT, &bytes));
    return bytes ? test_device_buffer(d, CL_MEM_READ_WRITE, bytes, NULL) : NULL;
}

static fixture open_fixture(const test_device *d, const way *w, bool out_of_order, bool event, bool held) {
    const cl_int cells[] = { SCAN_COUNT, 0 };
    const cl_uint offsets[] = { 0, SCAN_COUNT / 2, SCAN_COUNT };
    fixture f = { .w = *w, .out_of_order = out_of_order, .event = event, .held = held };
    f.plan = new_plan(d->device, &w->desc);
    f.cells = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof cells, cells);
    f.segments = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof offsets, offsets);
    f.workspace = w->uses & OWN_WORKSPACE ? new_workspace(d, f.plan) : NULL;
    return f;
}

static void close_fixture(fixture *f) {
    clReleaseMemObject(f->cells);
    clReleaseMemObject(f->segments);
    if (f->workspace)
        clReleaseMemObject(f->workspace);
    clscan_plan_destroy(f->plan);
}

/* Returns arguments for a scan of SCAN_COUNT `value`s. Each scan has another value, so that results of an earlier scan
 * are noticed. */
static clscan_args new_args(const test_device *d, const fixture *f, cl_int value) {
    clscan_args args = f->w.args;
    const cl_int initial = INITIAL;
    args.in[0].buffer = new_input(d, value);
    args.out[0].buffer = new_output(d);
    args.count = args.num_dims ? 0 : SCAN_COUNT;
    args.total.buffer = f->w.uses & TOTAL ? f->cells : NULL;
    args.total.offset = 1;
    args.count_at.buffer = f->w.uses & COUNTED ? f->cells : NULL;
    args.segments.buffer = f->w.uses & BY_OFFSETS ? f->segments : NULL;
    args.num_segments = f->w.uses & BY_OFFSETS ? 2 : 0;
    args.workspace = f->workspace;
    args.init_at.buffer = f->w.uses & INIT_IN_OUT ? args.out[0].buffer : NULL;
    args.init_at.offset = INIT_AT;
    test_device_write(d, args.out[0].buffer, INIT_AT * sizeof initial, sizeof initial, &initial);
    return args;
}

static void free_args(clscan_args *args) {
    clReleaseMemObject(args->in[0].buffer);
    clReleaseMemObject(args->out[0].buffer);
}

static void assert_right(const test_device *d, const fixture *f, const clscan_args *args, cl_int value) {
    cl_int x[SCAN_COUNT];
    assert_cl(clEnqueueReadBuffer(d->in_order, args->out[0].buffer, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
    for (cl_int i = 0; i < SCAN_COUNT; i++) {
        const cl_int expected = f->w.before + f->w.factor(i) * value;
        if (x[i] != expected)
            fail_msg("%s, call %u, which was %s: at %d is %d, not %d", f->w.name, fault.at, fault.hit, i, x[i],
                     expected);
    }
}

static void end_scan(const test_device *d, const fixture *f, clscan_args *args, cl_int value, cl_event done) {
    assert_right(d, f, args, value);
    free_args(args);
    if (done)
        clReleaseEvent(done);
}

static void scan_again(const test_device *d, const fixture *f, cl_command_queue queue, cl_int value) {
    clscan_args args = new_args(d, f, value);
    assert_ok(clscan_plan_enqueue(f->plan, queue, &args, 0, NULL, NULL));
    assert_cl(clFinish(queue));
    end_scan(d, f, &args, value, NULL);
}

/* Returns true if the pool has a free workspace. A command of a failed scan may still write to its workspace, so that
 * workspace must not be free: it has no memory, has an event, or is reserved for its queue. */
static bool any_is_free(const cs_workspace *pool) {
    while (pool && (!pool->mem || pool->last || pool->reserved))
        pool = pool->next;
    return pool != NULL;
}

/* A scan that is held back waits for an event that completes only after the failed call has released its buffers. The
 * commands that are in the queue run then. */
static clscan_status enqueue(const test_device *d, const void *of) {
    const fixture *f = of;
    static cl_int value;
    value = value % 1000 + 1;
    cl_command_queue queue = f->out_of_order ? d->out_of_order : d->in_order;
    cl_event hold = f->held ? user_event(d->context) : NULL, done = NULL;
    clscan_args args = new_args(d, f, value);
    const clscan_status status =
        FAULTED(clscan_plan_enqueue(f->plan, queue, &args, f->held, f->held ? &hold : NULL, f->event ? &done : NULL));
    assert_int_equal(done != NULL, status == CLSCAN_OK && f->event);
    if (status != CLSCAN_OK)
        free_args(&args);
    const bool free_too_soon =
        f->held && (any_is_free(f->plan->pools.workspaces) || any_is_free(f->plan->pools.scratch));
    if (f->held)
        drop_user_event(hold);
    assert_cl(clFinish(queue));
    assert_false(free_too_soon);
    if (status == CLSCAN_OK)
        end_scan(d, f, &args, value, done);
    scan_again(d, f, queue, value + 1);
    return status;
}

/* Calls that a scan survives. If the event of a workspace can't be queried, the workspace counts as busy. If the event
 * can't be retained, the workspace is given up. */
static const char keeping[] = "clGetEventInfo|clRetainEvent";

static void sweep(const test_device *d, const way *w, bool out_of_order, bool event, bool held) {
    char name[128];
    clscan_plan_destroy(new_plan(d->device, &w->desc)); /* the program stays in the device's cache */
    const long objects = fault.objects, blocks = fault.blocks;
    fixture f = open_fixture(d, w, out_of_order, event, held);
    fault.at = 0; /* no call fails: this scan creates what later ones reuse */
    assert_ok(enqueue(d, &f));
    snprintf(name, sizeof name, "%s%s%s%s", w->name, out_of_order ? ", out of order" : "", event ? ", event" : "",
             held ? ", held" : "");
    fault_sweep(d, &(fault_row) { .name = name, .call = enqueue, .argument = &f, .survives = keeping });
    close_fixture(&f);
    assert_int_equal(fault.objects, objects);
    assert_int_equal(fault.blocks, blocks);
}

static void sweep_queues(const test_device *d, const way *w) {
    for (int how = 0; how < (user_events_hang(d) ? 4 : 8); how++)
        sweep(d, w, how & 1, how & 2, how & 4);
}

static void test_strategies(void **state) {
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++)
        if (test_device_runs(*state, strategy))
            sweep_queues(*state, &(way) { .name = clscan_strategy_name(strategy),
                                          .desc = small_tiles(strategy),
                                          .factor = from_the_first });
}

static const way described[] = {
    { "cells, kept before one is overwritten",
      { .tuning = { .strategy = CLSCAN_STRATEGY_REDUCE_SCAN, .wg_size = 4, .items = 3, .num_groups = 5 } },
      .uses = INIT_IN_OUT | TOTAL | COUNTED,
      .factor = from_the_first,
      .before = INITIAL },
    { "segments by offsets",
      { .tuning = { .strategy = CLSCAN_STRATEGY_HIERARCHICAL, .wg_size = 8, .items = 4 },
        .segments = CLSCAN_SEGMENTS_OFFSETS },
      .uses = BY_OFFSETS,
      .factor = in_halves },
    { "segments by offsets, workspace of the caller's",
      { .tuning = { .strategy = CLSCAN_STRATEGY_REDUCE_SCAN, .wg_size = 4, .items = 3, .num_groups = 5 },
        .segments = CLSCAN_SEGMENTS_OFFSETS },
      .uses = BY_OFFSETS | OWN_WORKSPACE,
      .factor = in_halves },
    { "columns",
      { .layout = CLSCAN_LAYOUT_ROWS },
      { .num_dims = 2, .dims = { { .n = SCAN_COUNT / COLUMNS, COLUMNS, COLUMNS }, { .n = COLUMNS, 1, 1 } } },
      .factor = down_columns },
};

static void test_described(void **state) {
    for (size_t i = 0; i < COUNT(described); i++)
        sweep_queues(*state, &described[i]);
}

/* A sort of equal elements changes nothing. All elements are in the first bin, where their sum is counted. */
static void test_tasks(void **state) {
    static double edges[SCAN_COUNT + 1];
    static const clscan_tuning small = { .strategy = CLSCAN_STRATEGY_REDUCE_SCAN, .wg_size = 1, .num_groups = 5 };
    for (int i = 1; i <= SCAN_COUNT; i++)
        edges[i] = 2000 + i;
    const way ways[] = {
        { "sort", { .task = CLSCAN_TASK_SORT, .tuning = small }, .factor = once },
        { "sort, workspace of the caller's",
          { .task = CLSCAN_TASK_SORT, .tuning = small },
          .uses = OWN_WORKSPACE | COUNTED,
          .factor = once },
        { "sort by a comparison",
          { .task = CLSCAN_TASK_SORT,
            .user = { .less = "less", .source = "int less(int x, int y) { return x < y; }" },
            .tuning = small },
          .factor = once },
        { "top-k", { .task = CLSCAN_TASK_TOP_K, .sort.k = SCAN_COUNT, .tuning = small }, .factor = once },
        { "top-k of rows",
          { .task = CLSCAN_TASK_TOP_K, .layout = CLSCAN_LAYOUT_ROWS, .sort.k = SCAN_COUNT, .tuning = small },
          { .num_dims = 2, .dims = { { .n = SCAN_COUNT / 2 }, { .n = 2 } } },
          .factor = once },
        { "top-k of segments",
          { .task = CLSCAN_TASK_TOP_K, .segments = CLSCAN_SEGMENTS_OFFSETS, .sort.k = SCAN_COUNT, .tuning = small },
          .uses = BY_OFFSETS,
          .factor = once },
        { "sort of columns",
          { .task = CLSCAN_TASK_SORT, .layout = CLSCAN_LAYOUT_ROWS, .tuning = small },
          { .num_dims = 2, .dims = { { .n = SCAN_COUNT / COLUMNS, COLUMNS, COLUMNS }, { .n = COLUMNS, 1, 1 } } },
          .factor = once },
        { "sort of rows in tiles",
          { .task = CLSCAN_TASK_SORT,
            .layout = CLSCAN_LAYOUT_ROWS,
            .tuning = { .strategy = CLSCAN_STRATEGY_SINGLE_GROUP, .wg_size = 4, .items = (SCAN_COUNT + 7) / 8 } },
          { .num_dims = 2, .dims = { { .n = SCAN_COUNT / 2 }, { .n = 2 } } },
          .factor = once },
        { "sort of columns by single work-groups",
          { .task = CLSCAN_TASK_SORT,
            .layout = CLSCAN_LAYOUT_ROWS,
            .tuning = { .strategy = CLSCAN_STRATEGY_SINGLE_GROUP, .wg_size = 1, .num_groups = 2 } },
          { .num_dims = 2, .dims = { { .n = SCAN_COUNT / COLUMNS, COLUMNS, COLUMNS }, { .n = COLUMNS, 1, 1 } } },
          .factor = once },
        { "histogram by edges",
          { .task = CLSCAN_TASK_HISTOGRAM,
            .value.name = "int",
            .in[0].name = "int",
            .user = { .map = "itself", .source = "int itself(int x) { return x; }" },
            .bins = { .kind = CLSCAN_BIN_KIND_EDGES, .count = SCAN_COUNT, .edges = edges },
            .tuning = small },
          .factor = all_at_the_first },
    };
    for (size_t i = 0; i < COUNT(ways); i++)
        for (int event = 0; event < 2; event++)
            sweep(*state, &ways[i], event, event, event && !user_events_hang(*state));
}

static void test_own_workspaces(void **state) {
    for (clscan_strategy strategy = CLSCAN_STRATEGY_HIERARCHICAL; clscan_strategy_name(strategy); strategy++)
        if (test_device_runs(*state, strategy)) {
            const way w = { .name = clscan_strategy_name(strategy),
                            .desc = small_tiles(strategy),
                            .uses = OWN_WORKSPACE,
                            .factor = from_the_first };
            sweep(*state, &w, true, true, !user_events_hang(*state));
        }
}

/* The first scan of a plan creates objects that later scans reuse. */
static clscan_status enqueue_first(const test_device *d, const void *of) {
    fixture f = open_fixture(d, of, true, true, false);
    const clscan_status status = enqueue(d, &f);
    close_fixture(&f);
    return status;
}

static void test_first_scans(void **state) {
    const way lookback = { "first lookback", small_tiles(CLSCAN_STRATEGY_LOOKBACK), .factor = from_the_first };
    const fault_row rows[] = {
        { .name = "first of segments by offsets",
          .call = enqueue_first,
          .argument = &described[1],
          .survives = keeping },
        { .name = "first of cells", .call = enqueue_first, .argument = &described[0], .survives = keeping },
        { .name = lookback.name, .call = enqueue_first, .argument = &lookback, .survives = keeping }
    };
    for (size_t i = 0; i < COUNT(rows) - !test_device_runs(*state, CLSCAN_STRATEGY_LOOKBACK); i++) {
        clscan_plan_destroy(new_plan(((const test_device *)*state)->device, &((const way *)rows[i].argument)->desc));
        fault_sweep(*state, &rows[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strategies),  cmocka_unit_test(test_described), cmocka_unit_test(test_own_workspaces),
        cmocka_unit_test(test_first_scans), cmocka_unit_test(test_tasks),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
