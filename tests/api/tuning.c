/* The tuning file: the library finds it at the documented path, uses only rows for this device, and reports mistakes.
 */
#include "api/scans.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/clscan-tuning-XXXXXX";
static char file[64]; /* the tuning file at the default path in `folder` */

static char *query(const test_device *d, cl_device_info what) {
    static char text[2][256];
    char *to = text[what == CL_DRIVER_VERSION];
    assert_cl(clGetDeviceInfo(d->id, what, sizeof text[0], to, NULL));
    return to;
}

/* Stores a row with these columns for the device called `name`. NULL stands for the device under test. */
static void store(const test_device *d, const char *name, const char *columns) {
    FILE *f = fopen(file, "w");
    assert_non_null(f);
    fprintf(f, "\"%s\" \"%s\" %s\n", name ? name : query(d, CL_DEVICE_NAME), query(d, CL_DRIVER_VERSION), columns);
    assert_int_equal(fclose(f), 0);
}

/* Returns the description of a plan for 1000 ints on a new device. */
static const char *described(const test_device *d, const clscan_device_options *options) {
    static char text[1024];
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_device *device = NULL;
    assert_ok(clscan_device_create(d->context, d->id, options, &device));
    clscan_plan *plan = new_plan(device, &desc);
    assert_ok(clscan_plan_describe(plan, &(clscan_args) { .count = SCAN_COUNT }, text, sizeof text, NULL));
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
    return text;
}

static const char a_row[] = "1000 4 hierarchical brent_kung 4 3 0 0 2";

/* Sets the environment for each test: XDG_CONFIG_HOME is the folder. */
static int set_up(void **state) {
    (void)state;
    unsetenv("CLSCAN_TUNING");
    return setenv("XDG_CONFIG_HOME", folder, 1);
}

static int tear_down(void **state) {
    (void)state;
    unlink(file);
    return 0;
}

static void test_a_row_counts(void **state) {
    char words[1024];
    if (!test_device_runs_groups_of(*state, 4))
        skip();
    store(*state, NULL, a_row);
    snprintf(words, sizeof words,
             "strategy   hierarchical (up to 1000 elements)|brent_kung, 4 work-items of 2 x 3|"
             "tuning     \"%s\" \"%s\" 1000 4 hierarchical brent_kung 4 3 0 0 2 # %s:1\n",
             query(*state, CL_DEVICE_NAME), query(*state, CL_DRIVER_VERSION), file);
    assert_has(described(*state, NULL), words);
    setenv("CLSCAN_TUNING", "", 1); /* reads no file */
    assert_null(strstr(described(*state, NULL), "hierarchical"));
    setenv("CLSCAN_TUNING", file, 1);
    assert_has(described(*state, NULL), words);
    unsetenv("CLSCAN_TUNING");
    unsetenv("XDG_CONFIG_HOME");
    setenv("HOME", folder, 1);
    assert_null(strstr(described(*state, NULL), "hierarchical")); /* under HOME, the file would be in .config */
}

static void test_rows_for_others(void **state) {
    store(*state, "another device", a_row);
    assert_null(strstr(described(*state, NULL), "hierarchical"));
    store(*state, NULL, "1000 8 hierarchical brent_kung 4 3 0 0 2");
    assert_null(strstr(described(*state, NULL), "hierarchical"));
    store(*state, NULL, "999 4 hierarchical brent_kung 4 3 0 0 2");
    assert_null(strstr(described(*state, NULL), "hierarchical"));
}

static void test_options(void **state) {
    const test_device *d = *state;
    char text[1200];
    const clscan_device_options options = { .tuning = text }, none = { .tuning = "" };
    store(d, NULL, a_row);
    snprintf(text, sizeof text, "\"%s\" \"%s\" all any hierarchical blelloch 4 3 0 0 2", query(d, CL_DEVICE_NAME),
             query(d, CL_DRIVER_VERSION));
    assert_has(described(d, &options), "strategy   hierarchical\n|blelloch|# options.tuning:1\n");
    assert_null(strstr(described(d, &none), "hierarchical"));
    strcat(text, " 1");
    clscan_device *device = NULL;
    assert_fails(clscan_device_create(d->context, d->id, &options, &device), CLSCAN_ERROR_FILE,
                 "options.tuning:1: there are more than 11 columns");
}

static void refuse(const test_device *d, const char *path, const char *words) {
    clscan_device *device = NULL;
    setenv("CLSCAN_TUNING", path, 1);
    assert_fails(clscan_device_create(d->context, d->id, NULL, &device), CLSCAN_ERROR_FILE, words);
    assert_null(device);
}

/* A wrong tuning file that the caller named is an error. */
static void test_a_named_file(void **state) {
    store(*state, NULL, "1000 4 hierarchical brent_kung 3 3 0 0 2");
    refuse(*state, file, "tuning:1: wg_size is 3");
    refuse(*state, "/no/such/file", "can't open the tuning file /no/such/file: No such file");
    refuse(*state, "/", "/ is not a regular file");
    refuse(*state, "/dev/zero", "/dev/zero is not a regular file");
    if (access("/proc/kmsg", F_OK) == 0) { /* looks like a regular file, but never ends */
        alarm(20);
        refuse(*state, "/proc/kmsg", "the tuning file /proc/kmsg");
        alarm(0);
    }
    assert_int_equal(truncate(file, (1 << 20) + 1), 0);
    refuse(*state, file, "has more than 1048576 bytes");
}

static void listen(const char *line, void *user) {
    if (strstr(line, "tuning: "))
        snprintf(user, 512, "%s", line);
}

/* A wrong tuning file at the default place is ignored, and the narration says so. */
static void test_a_wrong_line_is_not_fatal(void **state) {
    char line[512] = "";
    const clscan_device_options options = { .log = listen, .log_user = line };
    store(*state, NULL, "1000 4 hierarchical brent_kung 4 3 0 0 2\nnonsense");
    assert_null(strstr(described(*state, &options), "hierarchical"));
    assert_has(line, "tuning: ignored: |tuning:2: the line ends before column 3 of 11 (up to)");
    unlink(file);
    assert_int_equal(mkdir(file, 0700), 0);
    assert_null(strstr(described(*state, &options), "hierarchical"));
    assert_has(line, "is not a regular file");
    rmdir(file);
}

static int open_all(void **state) {
    if (!mkdtemp(folder))
        return -1;
    snprintf(file, sizeof file, "%s/clscan", folder);
    if (mkdir(file, 0700) != 0)
        return -1;
    strcat(file, "/tuning");
    return test_device_open(state);
}

static int close_all(void **state) {
    *strrchr(file, '/') = '\0';
    rmdir(file);
    rmdir(folder);
    return test_device_close(state);
}

/* The strategies of one plan use its workspace in turn, and ignore what another strategy has left there. A workspace
 * for a count is large enough for every smaller count, also with another strategy. */
static void test_strategies_share_a_workspace(void **state) {
    enum { MOST = 100000, FEW = 8192 };
    const test_device *d = *state;
    static cl_int x[MOST];
    const size_t counts[] = { MOST, FEW, MOST, FEW, MOST };
    char rows[2560];
    clscan_device *device = NULL;
    size_t few = 0, most = 0;
    if (!test_device_runs(d, CLSCAN_STRATEGY_SLICES))
        skip();
    snprintf(rows, sizeof rows,
             "\"%s\" \"%s\" 8192 any reduce_scan sequential 1 1 0 0 64\n\"%s\" \"%s\" all any slices sequential 1 "
             "65536 0 0 1\n",
             query(d, CL_DEVICE_NAME), query(d, CL_DRIVER_VERSION), query(d, CL_DEVICE_NAME),
             query(d, CL_DRIVER_VERSION));
    const clscan_device_options options = { .tuning = rows };
    const clscan_desc desc = CLSCAN_DESC_INIT;
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    clscan_plan *plan = new_plan(device, &desc);
    for (cl_int i = 0; i < MOST; i++)
        x[i] = 1;
    cl_mem in = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x),
           out = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x);
    for (size_t k = 0; k < COUNT(counts); k++) {
        const clscan_args args = { .in[0].buffer = in, .out[0].buffer = out, .count = counts[k] };
        assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
        assert_cl(clEnqueueReadBuffer(d->in_order, out, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
        for (size_t i = 0; i < counts[k]; i++)
            assert_int_equal(x[i], i + 1);
        memset(x, 0, sizeof x);
        test_device_write(d, out, 0, sizeof x, x);
    }
    assert_ok(clscan_plan_workspace_size(plan, FEW, &few));
    assert_ok(clscan_plan_workspace_size(plan, FEW + 1, &most));
    assert_true(few <= most);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

static void assert_scans_shorts(const test_device *d, clscan_plan *plan) {
    cl_ushort x[SCAN_COUNT];
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = 3;
    const clscan_args args = { .in[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x),
                               .out[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, NULL),
                               .count = SCAN_COUNT };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, args.out[0].buffer, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
    for (int i = 0; i < SCAN_COUNT; i++)
        assert_int_equal(x[i], 3 * (i + 1));
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
}

static void scan_by(const test_device *d, const char *columns) {
    char row[1024];
    clscan_device *device = NULL;
    const clscan_device_options options = { .tuning = row };
    snprintf(row, sizeof row, "\"%s\" \"%s\" all any %s", query(d, CL_DEVICE_NAME), query(d, CL_DRIVER_VERSION),
             columns);
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    for (int shorts = 0; shorts <= 1; shorts++) {
        const clscan_desc desc = { .value.name = shorts ? "ushort" : "int" };
        clscan_plan *plan = new_plan(device, &desc);
        (shorts ? assert_scans_shorts : assert_scans)(d, plan);
        clscan_plan_destroy(plan);
    }
    clscan_device_destroy(device);
}

/* The library limits extreme rows, so that the compiler and the kernels can handle them. */
static void test_extreme_rows(void **state) {
    const test_device *d = *state;
    for (clscan_strategy s = 1; clscan_strategy_name(s); s++) {
        const bool in_rows = s == CLSCAN_STRATEGY_LOOKBACK || s == CLSCAN_STRATEGY_CHAINED;
        char columns[128];
        if (!test_device_runs(d, s))
            continue;
        snprintf(columns, sizeof columns, "%s hillis_steele 65536 %d %s 4096", clscan_strategy_name(s),
                 s == CLSCAN_STRATEGY_SLICES ? 1 << 20 : 512, in_rows ? "32 64" : "0 0");
        scan_by(d, columns);
        snprintf(columns, sizeof columns, "%s brent_kung 64 2 %s 3", clscan_strategy_name(s), in_rows ? "2 0" : "0 0");
        scan_by(d, columns);
        snprintf(columns, sizeof columns, "%s sub_group 1 1 %s 1", clscan_strategy_name(s), in_rows ? "32 0" : "0 0");
        scan_by(d, columns);
    }
}

static void write_rows(const test_device *d, const char *const *columns, size_t n, char *to, size_t size) {
    for (size_t i = 0, at = 0; i < n; i++)
        at += (size_t)snprintf(to + at, size - at, "\"%s\" \"%s\" %s\n", query(d, CL_DEVICE_NAME),
                               query(d, CL_DRIVER_VERSION), columns[i]);
}

enum { BINS = 10 };

/* Every element is there once, in an order of its own, and a third of the flags are set. */
typedef struct elements {
    cl_int in[SCAN_COUNT], out[SCAN_COUNT];
    cl_uchar flags[SCAN_COUNT];
} elements;

static void assert_computed(const elements *e, clscan_task task, int count) {
    cl_int sum = 0;
    for (int i = 0; i < count; i++) {
        sum += e->in[i];
        if (task == CLSCAN_TASK_SORT && count == SCAN_COUNT)
            assert_int_equal(e->out[i], i);
        else if (task == CLSCAN_TASK_SORT)
            assert_true(i == 0 || e->out[i - 1] < e->out[i]);
        else if (task == CLSCAN_TASK_SELECT && e->flags[i])
            assert_int_equal(e->out[i / 3], e->in[i]);
        else if (task == CLSCAN_TASK_HISTOGRAM && i < BINS)
            assert_int_equal(e->out[i], SCAN_COUNT / BINS);
        else if (task == CLSCAN_TASK_SCAN)
            assert_int_equal(e->out[i], sum);
    }
    assert_true(task != CLSCAN_TASK_REDUCE || e->out[0] == sum);
}

static void compute(clscan_device *device, const clscan_desc *desc, int count, const char *words) {
    static elements e;
    char text[1024];
    clscan_plan *plan = new_plan(device, desc);
    for (int i = 0; i < SCAN_COUNT; i++) {
        e.in[i] = i * 7 % SCAN_COUNT;
        e.flags[i] = i % 3 == 0;
    }
    clscan_args args = { .count = (size_t)count };
    assert_ok(clscan_plan_describe(plan, &args, text, sizeof text, NULL));
    assert_has(text, words);
    args.in[0].host = e.in;
    args.out[0].host = e.out;
    args.mask.host = desc->mask ? e.flags : NULL;
    assert_ok(clscan_plan_execute(plan, &args));
    assert_computed(&e, desc->task, count);
    clscan_plan_destroy(plan);
}

/* Each task follows the row of its name and computes with it. The numbers of a row that are too large are limited. */
static void test_tasks(void **state) {
    static const char *const columns[] = {
        "task=sort 100 4 single_group sequential 4 3 0 0 2",
        "task=sort all any reduce_scan sequential 65536 512 0 0 4096",
        "task=reduce all any reduce_scan sequential 4 3 0 0 2",
        "task=histogram all any reduce_scan sequential 4 3 0 0 2",
        "all any single_group sequential 1 1 0 0 1",
        "task=select all any hierarchical kogge_stone 4 3 0 0 2",
    };
    const clscan_desc sort = { .task = CLSCAN_TASK_SORT }, sum = { .task = CLSCAN_TASK_REDUCE },
                      select = { .task = CLSCAN_TASK_SELECT, .mask = CLSCAN_MASK_FLAGS },
                      scan = { .task = CLSCAN_TASK_SCAN },
                      histogram = { .task = CLSCAN_TASK_HISTOGRAM,
                                    .value.name = "uint",
                                    .in[0].name = "int",
                                    .bins = { .count = BINS, .upper = SCAN_COUNT } };
    const test_device *d = *state;
    char rows[4096];
    clscan_device *device = NULL;
    const clscan_device_options options = { .tuning = rows };
    if (!test_device_runs_groups_of(d, 4))
        skip();
    write_rows(d, columns, COUNT(columns), rows, sizeof rows);
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    compute(device, &sort, 99, "single_group (up to 100 elements)|4 work-items of 1 x 3|:1\n");
    compute(device, &sort, SCAN_COUNT, "reduce_scan|task=sort all any reduce_scan|:2\n");
    compute(device, &sum, SCAN_COUNT, "4 work-items of 1 x 3|task=reduce|:3\n");
    compute(device, &histogram, SCAN_COUNT, "4 work-items of 1 x 3|task=histogram|:4\n");
    compute(device, &scan, SCAN_COUNT, "single_group|\" all any|:5\n");
    compute(device, &select, SCAN_COUNT, "hierarchical|task=select|:6\n");
    clscan_device_destroy(device);
    memcpy(strstr(rows, "sort"), "bort", 4);
    assert_fails(clscan_device_create(d->context, d->id, &options, &device), CLSCAN_ERROR_FILE,
                 "options.tuning:1: task is \"bort\", which is not a task");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_row_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_rows_for_others, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_options, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_named_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_wrong_line_is_not_fatal, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_strategies_share_a_workspace, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_extreme_rows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_tasks, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
