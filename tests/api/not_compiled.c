/* If a driver does not compile a kernel, the next safer kernel replaces it, as for kernels with wrong results. An error
 * in the user's text is reported instead. The linker replaces the library's builds by functions of this file. */
#include "api/scans.h"

#include <stdio.h>
#include <stdlib.h>

static const char *rejected = ""; /* kernels that the driver does not compile, each followed by a blank */
static const char *rejected_page; /* the driver does not compile pages with this text; NULL: it compiles all */
static char log_lines[1 << 14];

static void listen(const char *line, void *user) {
    (void)user;
    if (strncmp(line, "plan: ", 6) == 0 && strlen(log_lines) + strlen(line) + 2 < sizeof log_lines)
        strcat(strcat(log_lines, line), "\n");
}

static char *source_of(cl_program program) {
    size_t size = 0;
    assert_cl(clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &size));
    char *text = calloc(size + 1, 1);
    assert_non_null(text);
    assert_cl(clGetProgramInfo(program, CL_PROGRAM_SOURCE, size, text, NULL));
    return text;
}

static bool is_rejected(cl_program program) {
    char *text = source_of(program), name[64];
    bool found = rejected_page && strstr(text, rejected_page);
    int length = 0;
    for (const char *at = rejected; sscanf(at, "%50s%n", name, &length) == 1; at += length)
        found = found || strstr(text, strcat(name, "("));
    free(text);
    return found;
}

cl_int __real_clBuildProgram(cl_program program, cl_uint n, const cl_device_id *ids, const char *options,
                             void(CL_CALLBACK *notify)(cl_program, void *), void *user);
cl_int __wrap_clBuildProgram(cl_program program, cl_uint n, const cl_device_id *ids, const char *options,
                             void(CL_CALLBACK *notify)(cl_program, void *), void *user);
cl_int __wrap_clBuildProgram(cl_program program, cl_uint n, const cl_device_id *ids, const char *options,
                             void(CL_CALLBACK *notify)(cl_program, void *), void *user) {
    return is_rejected(program) ? CL_BUILD_PROGRAM_FAILURE
                                : __real_clBuildProgram(program, n, ids, options, notify, user);
}

/* ---------------------------------------------------------------------------------------------------------- plans */

static clscan_status make(const test_device *d, const clscan_desc *desc, clscan_self_test wish, clscan_plan **plan) {
    clscan_device_options options = CLSCAN_DEVICE_OPTIONS_INIT;
    clscan_device *device = NULL;
    options.log = listen;
    options.self_test = wish;
    options.build_options = test_unoptimized();
    log_lines[0] = '\0';
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    const clscan_status status = clscan_plan_create(device, desc, plan);
    clscan_device_destroy(device);
    return status;
}

/* The plan is created, its description names the replacement, and its results are right. */
static void expect(const test_device *d, clscan_strategy strategy, const char *by) {
    const clscan_desc desc = small_tiles(strategy);
    const char *name = clscan_strategy_name(strategy);
    clscan_plan *plan = NULL;
    char text[1024], words[256];
    assert_ok(make(d, &desc, CLSCAN_SELF_TEST_AUTO, &plan));
    assert_int_equal(clscan_plan_num_replaced(plan), 1);
    snprintf(words, sizeof words, "plan: %s does not compile|takes the place of |which this driver does not compile",
             name);
    assert_has(log_lines, words);
    assert_ok(clscan_plan_describe(plan, &(clscan_args) { .count = SCAN_COUNT }, text, sizeof text, NULL));
    snprintf(words, sizeof words, "strategy   %s|replaces   %s, which this driver does not compile", by, name);
    assert_has(text, words);
    assert_scans(d, plan);
    clscan_plan_destroy(plan);
}

/* ---------------------------------------------------------------------------------------------------------- tests */

static void test_the_next_safer_one(void **state) {
    static const struct {
        clscan_strategy strategy;
        const char *rejected, *by;
    } rows[] = {
        { CLSCAN_STRATEGY_LOOKBACK, "clscan_lookback", "reduce_scan" },
        { CLSCAN_STRATEGY_SLICES, "clscan_slices clscan_reduce_spans", "single_group" },
        { CLSCAN_STRATEGY_HIERARCHICAL, "clscan_add_back clscan_reduce_spans clscan_single_group", "reference" },
        { CLSCAN_STRATEGY_REDUCE_SCAN, "clscan_reduce_spans", "single_group" },
        { CLSCAN_STRATEGY_SINGLE_GROUP, "clscan_single_group", "reference" },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (!test_device_runs(*state, rows[i].strategy))
            continue;
        rejected = rows[i].rejected;
        expect(*state, rows[i].strategy, rows[i].by);
        rejected = "";
    }
}

/* Without the kernel for columns, the plan scans columns like other rows. */
static void test_columns(void **state) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = NULL;
    if (!test_device_runs(*state, CLSCAN_STRATEGY_COLUMNS))
        skip();
    desc.layout = CLSCAN_LAYOUT_ROWS;
    rejected = "clscan_columns";
    assert_ok(make(*state, &desc, CLSCAN_SELF_TEST_AUTO, &plan));
    rejected = "";
    assert_int_equal(clscan_plan_num_replaced(plan), 1);
    assert_has(log_lines, "a scan of rows takes the place of columns, which this driver does not compile");
    clscan_plan_destroy(plan);
}

/* The reference kernel counts the elements of a histogram, also by edges and with weights. */
static void test_histogram(void **state) {
    static const double edges[] = { 0, 10, 10, 500 };
    static const cl_uint expected[] = { 45, 0, 499 * 250 - 45 }; /* sums of the elements in the bins */
    const clscan_desc desc = { .struct_size = sizeof(clscan_desc),
                               .task = CLSCAN_TASK_HISTOGRAM,
                               .in[0].name = "short",
                               .user = { .source = "uint weight(short x) { return x; }", .map = "weight" },
                               .bins = { .kind = CLSCAN_BIN_KIND_EDGES, .count = 3, .edges = edges } };
    clscan_plan *plan = NULL;
    cl_short x[SCAN_COUNT];
    cl_uint counts[COUNT(expected)];
    for (cl_short i = 0; i < SCAN_COUNT; i++)
        x[i] = i;
    rejected = "clscan_histogram_count_units";
    assert_ok(make(*state, &desc, CLSCAN_SELF_TEST_AUTO, &plan));
    rejected = "";
    assert_int_equal(clscan_plan_num_replaced(plan), 1);
    assert_has(log_lines, "reference takes the place of reduce_scan, which this driver does not compile");
    assert_ok(execute_host(plan, x, counts, SCAN_COUNT));
    assert_memory_equal(counts, expected, sizeof counts);
    clscan_plan_destroy(plan);
}

/* Three launches a pass replace the sweeps of a sort. All kernels of a sort are in one file, so the page decides. */
static void test_sweeps(void **state) {
    const clscan_desc desc = { .struct_size = sizeof(clscan_desc),
                               .task = CLSCAN_TASK_SORT,
                               .value.name = "short",
                               .tuning.strategy = CLSCAN_STRATEGY_LOOKBACK };
    clscan_plan *plan = NULL;
    cl_short x[SCAN_COUNT], sorted[SCAN_COUNT];
    if (!test_device_runs(*state, CLSCAN_STRATEGY_LOOKBACK))
        skip();
    for (cl_short i = 0; i < SCAN_COUNT; i++)
        x[i] = (cl_short)(SCAN_COUNT - 1 - i);
    rejected_page = "#define CLSCAN_SORT_SWEEPS 1";
    assert_ok(make(*state, &desc, CLSCAN_SELF_TEST_AUTO, &plan));
    rejected_page = NULL;
    assert_int_equal(clscan_plan_num_replaced(plan), 1);
    assert_has(log_lines, "reduce_scan takes the place of lookback, which this driver does not compile");
    assert_ok(execute_host(plan, x, sorted, SCAN_COUNT));
    for (cl_short i = 0; i < SCAN_COUNT; i++)
        assert_int_equal(sorted[i], i);
    clscan_plan_destroy(plan);
}

/* The reference kernel counts the elements of each row. */
static void test_histogram_of_rows(void **state) {
    enum { LENGTH = 10, ROWS = SCAN_COUNT / LENGTH, BINS = 3 };
    const clscan_desc desc = { .struct_size = sizeof(clscan_desc),
                               .task = CLSCAN_TASK_HISTOGRAM,
                               .in[0].name = "int",
                               .layout = CLSCAN_LAYOUT_ROWS,
                               .bins = { .count = BINS, .upper = 3 * LENGTH } };
    const size_t shape[] = { LENGTH, ROWS };
    clscan_plan *plan = NULL;
    cl_int x[SCAN_COUNT];
    cl_uint counts[ROWS * BINS];
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = i / ROWS + LENGTH * (i % ROWS % 4); /* columns, every fourth of which is in no bin */
    rejected = "clscan_histogram_count_units";
    assert_ok(make(*state, &desc, CLSCAN_SELF_TEST_AUTO, &plan));
    rejected = "";
    assert_int_equal(clscan_plan_num_replaced(plan), 1);
    clscan_args args = { .in[0].host = x, .out[0].host = counts };
    assert_ok(clscan_args_set_axis(&args, shape, 2, 0));
    assert_ok(clscan_plan_execute(plan, &args));
    for (int i = 0; i < ROWS * BINS; i++)
        assert_int_equal(counts[i], i / BINS % 4 == i % BINS ? LENGTH : 0);
    clscan_plan_destroy(plan);
}

static void refuse(const test_device *d, const clscan_desc *desc, clscan_self_test wish, const char *words) {
    clscan_plan *plan = (clscan_plan *)(uintptr_t)1;
    assert_fails(make(d, desc, wish, &plan), CLSCAN_ERROR_BUILD_FAILURE, words);
    assert_null(plan);
    assert_null(strstr(log_lines, "takes the place"));
}

static void test_the_users_error(void **state) {
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    desc.user = (clscan_user) { .source = "\nint both(int a, int b) { return a + nowhere; }",
                                .combine = "both",
                                .identity = "0" };
    refuse(*state, &desc, CLSCAN_SELF_TEST_AUTO, "user:2|nowhere");
    assert_has(clscan_last_build_log(), "user:2|nowhere");
}

/* The driver compiles no kernel at all. */
static void test_nothing_is_left(void **state) {
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    rejected = "clscan_reduce_spans clscan_single_group clscan_reference";
    refuse(*state, &desc, CLSCAN_SELF_TEST_AUTO, "did not compile");
    rejected = "";
}

/* Without a self-test, a kernel that does not compile is not replaced. */
static void test_without_replacement(void **state) {
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    rejected = "clscan_reduce_spans";
    refuse(*state, &desc, CLSCAN_SELF_TEST_OFF, "did not compile");
    rejected = "";
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_next_safer_one),  cmocka_unit_test(test_columns),
        cmocka_unit_test(test_the_users_error),     cmocka_unit_test(test_nothing_is_left),
        cmocka_unit_test(test_without_replacement), cmocka_unit_test(test_histogram),
        cmocka_unit_test(test_histogram_of_rows),   cmocka_unit_test(test_sweeps),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
