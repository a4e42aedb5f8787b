/* When compiled programs go to disk and come from there, and that nothing there can do harm. */
#include "cache/folder.h"
#include "program/disk_cache.h"

#include <pthread.h>
#include <sys/resource.h>

static void test_the_next_process_has_it(void **state) {
    const dut *d = *state;
    assert_disk(scan_once(d, folder), 0, 1);
    assert_has(said.text,
               "disk cache: |, up to 268435456 bytes\n|single_group not taken: it is not there yet|miss, building|"
               "disk cache: single_group, | bytes, stored\n");
    assert_disk(scan_once(d, folder), 1, 0);
    assert_null(strstr(said.text, "stored"));
    assert_disk(scan_once(d, NULL), 0, 0);
    assert_null(strstr(said.text, "disk cache"));
}

/* options.disk_cache_bytes bounds the folder. A program that is larger is not stored. */
static void test_the_folder_has_a_limit(void **state) {
    static const size_t limits[] = { 1, (size_t)1 << 30 };
    const dut *d = *state;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_SINGLE_GROUP);
    for (size_t i = 0; i < COUNT(limits); i++) {
        const clscan_device_options options = { .self_test = CLSCAN_SELF_TEST_OFF,
                                                .disk_cache = folder,
                                                .disk_cache_bytes = limits[i] };
        clscan_device *device = NULL;
        assert_ok(clscan_device_create(d->context, d->id, &options, &device));
        clscan_plan *plan = new_plan(device, &desc);
        run_scan(d, plan);
        run_scan(d, plan);
        assert_disk(stats_of(device), 0, i);
        clscan_plan_destroy(plan);
        clscan_device_destroy(device);
    }
}

/* Nothing waits: a program is saved by whoever finds that its first run is over. */
static void test_a_later_enqueue_saves(void **state) {
    const dut *d = *state;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_SINGLE_GROUP);
    clscan_device *device = new_device(d, folder);
    clscan_plan *plan = new_plan(device, &desc);
    run_scan(d, plan);
    assert_disk(stats_of(device), 0, 0);
    run_scan(d, plan);
    assert_disk(stats_of(device), 0, 1);
    run_scan(d, plan);
    clscan_plan_destroy(plan);
    assert_disk(stats_of(device), 0, 1);
    clscan_device_destroy(device);
}

/* A plan has several programs, of which a run takes one: the compiler took its time for all. */
static void test_what_has_not_run(void **state) {
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_SINGLE_GROUP);
    for (size_t warm = 0; warm < 2; warm++) {
        clscan_device *device = new_device(*state, folder);
        clscan_plan_destroy(new_plan(device, &desc));
        assert_disk(stats_of(device), warm, !warm);
        clscan_device_destroy(device);
    }
    assert_disk(scan_once(*state, folder), 1, 0);
}

static void test_not_while_it_runs(void **state) {
    const dut *d = *state;
    skip_where_user_events_hang(d);
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_SINGLE_GROUP);
    const clscan_args args = { .in[0].buffer = new_input(d, 3), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    clscan_device *device = new_device(d, folder);
    clscan_plan *plan = new_plan(device, &desc);
    cl_event gate = user_event(d->context);
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 1, &gate, NULL));
    clscan_plan_destroy(plan);
    const clscan_cache_stats meanwhile = stats_of(device);
    drop_user_event(gate);
    assert_disk(meanwhile, 0, 0);
    assert_sums(d, args.out[0].buffer, 3);
    clscan_device_destroy(device);
    assert_has(said.text, "stored\n");
    assert_disk(scan_once(d, folder), 1, 0);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
}

static void test_host_arrays(void **state) {
    const clscan_desc desc = CLSCAN_DESC_INIT;
    const cl_int in[3] = { 1, 2, 3 };
    cl_int out[3];
    clscan_device *device = new_device(*state, folder);
    clscan_plan *plan = new_plan(device, &desc);
    assert_ok(clscan_plan_scan_host(plan, in, out, 3));
    assert_int_equal(out[2], 6);
    assert_disk(stats_of(device), 0, 1);
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

static void *scan_often(void *plan) {
    cl_int in[SCAN_COUNT], out[SCAN_COUNT];
    for (int i = 0; i < SCAN_COUNT; i++)
        in[i] = 1;
    for (int n = 0; n < 20; n++)
        if (clscan_plan_scan_host(plan, in, out, SCAN_COUNT) != CLSCAN_OK || out[SCAN_COUNT - 1] != SCAN_COUNT)
            return plan;
    return NULL;
}

/* One of them saves, while the others scan. */
static void test_threads(void **state) {
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    pthread_t threads[4];
    clscan_device *device = new_device(*state, folder);
    clscan_plan *plan = new_plan(device, &desc);
    run_scan(*state, plan); /* PoCL 3.1 can't load what several threads launch first */
    assert_disk(stats_of(device), 0, 0);
    for (size_t i = 0; i < COUNT(threads); i++)
        assert_int_equal(pthread_create(&threads[i], NULL, scan_often, plan), 0);
    for (size_t i = 0; i < COUNT(threads); i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
    assert_disk(stats_of(device), 0, 1);
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

static void test_all_strategies(void **state) {
    const dut *d = *state;
    for (clscan_strategy s = CLSCAN_STRATEGY_SINGLE_GROUP; clscan_strategy_name(s); s++)
        for (size_t warm = 0; warm < 2 && dut_runs(d, s); warm++) {
            const clscan_desc desc = { .tuning.strategy = s };
            clscan_device *device = new_device(d, folder);
            clscan_plan *plan = new_plan(device, &desc);
            run_scan(d, plan);
            clscan_plan_destroy(plan);
            assert_disk(stats_of(device), warm, !warm);
            clscan_device_destroy(device);
        }
}

static clscan_cache_stats plan_once(const dut *d, const clscan_desc *desc, const char *build_options) {
    const clscan_device_options options = { .disk_cache = folder,
                                            .build_options = build_options,
                                            .self_test = CLSCAN_SELF_TEST_OFF };
    clscan_device *device = NULL;
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    clscan_plan_destroy(new_plan(device, desc));
    const clscan_cache_stats stats = stats_of(device);
    clscan_device_destroy(device);
    return stats;
}

static void test_what_makes_another_entry(void **state) {
    const dut *d = *state;
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_SINGLE_GROUP);
    scan_once(d, folder);
    assert_disk(plan_once(d, &desc, NULL), 1, 0);
    assert_disk(plan_once(d, &desc, "-DANOTHER"), 0, 1);
    desc.tuning.items++;
    assert_disk(plan_once(d, &desc, NULL), 0, 1);
    desc.tuning.groups = 77; /* not in the kernels */
    assert_disk(plan_once(d, &desc, NULL), 1, 0);
}

/* What the driver was given when it built a program counts, not what stands in the environment when it is saved. */
static void test_environment(void **state) {
    const dut *d = *state;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_SINGLE_GROUP);
    setenv("POCL_EXTRA_BUILD_FLAGS", "-DCLSCAN_ANOTHER", 1);
    clscan_device *device = new_device(d, folder);
    clscan_plan *plan = new_plan(device, &desc);
    unsetenv("POCL_EXTRA_BUILD_FLAGS");
    clscan_plan_destroy(plan);
    assert_disk(stats_of(device), 0, 1);
    clscan_device_destroy(device);
    assert_disk(plan_once(d, &desc, NULL), 0, 1);
    setenv("POCL_EXTRA_BUILD_FLAGS", "-DCLSCAN_ANOTHER", 1);
    assert_disk(plan_once(d, &desc, NULL), 1, 0);
    unsetenv("POCL_EXTRA_BUILD_FLAGS");
    assert_disk(plan_once(d, &desc, NULL), 1, 0);
}

static void test_no_key(void **state) {
    setenv("NEOReadDebugKeys", "1", 1);
    const clscan_cache_stats stats = scan_once(*state, folder);
    unsetenv("NEOReadDebugKeys");
    assert_disk(stats, 0, 0);
    assert_has(said.text, "not taken: the driver obeys variables|miss, building|not stored: it has no key");
}

/* A whole entry whose bytes are no program: sealed, but not for this driver. */
static void test_does_not_build(void **state) {
    static const char other[] = "programs of another driver";
    const dut *d = *state;
    cs_digest key = { { 0 } };
    cs_disk_cache cache;
    unsigned byte;
    scan_once(d, folder);
    const char *name = strrchr(the_entry(), '/') + 1;
    for (size_t i = 0; i < sizeof key.bytes && sscanf(name + 2 * i, "%2x", &byte) == 1; i++)
        key.bytes[i] = (unsigned char)byte;
    assert_null(cs_disk_cache_open(&cache, folder, 1 << 20));
    assert_null(cs_disk_cache_store(&cache, &key, &(cs_disk_entry) { .bytes = (void *)other, .size = sizeof other }));
    cs_disk_cache_close(&cache);
    assert_disk(scan_once(d, folder), 0, 1);
    assert_has(said.text, "which do not build");
    assert_disk(scan_once(d, folder), 1, 0);
}

/* One line tells, and the scan is right. */
static void check_uncached(const dut *d, const char *path) {
    const char *line;
    assert_disk(scan_once(d, path), 0, 0);
    assert_non_null(line = strstr(said.text, "disk cache: left aside: "));
    assert_null(strstr(line + 1, "disk cache:"));
}

static void test_without_a_folder(void **state) {
    const dut *d = *state;
    char link[80];
    scan_once(d, folder);
    chmod(folder, 0777);
    check_uncached(d, folder);
    chmod(folder, 0700);
    snprintf(link, sizeof link, "%s/link", root);
    assert_int_equal(symlink(folder, link), 0);
    check_uncached(d, link);
    check_uncached(d, "/proc/clscan");
    check_uncached(d, the_entry());
    if (geteuid() != 0)
        check_uncached(d, "/");
    else if (chown(folder, 12345, (gid_t)-1) == 0)
        check_uncached(d, folder);
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    check_uncached(d, "");
    setenv("HOME", "/proc", 1);
    check_uncached(d, "");
    setenv("XDG_CACHE_HOME", root, 1);
    if (chown(folder, geteuid(), (gid_t)-1) == 0)
        assert_disk(scan_once(d, ""), 1, 0);
}

/* Larger than any file of a driver that compiles here, lower than the entry. */
static void test_file_size_limit(void **state) {
    const dut *d = *state;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_SINGLE_GROUP);
    struct rlimit before, low;
    clscan_device *device = new_device(d, folder);
    clscan_plan *plan = new_plan(device, &desc);
    run_scan(d, plan);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    low = before;
    low.rlim_cur = 64 << 10;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &low), 0);
    clscan_plan_destroy(plan);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_has(said.text, "stored");
    if (!strstr(said.text, "bytes, stored"))
        assert_has(said.text, "not stored: RLIMIT_FSIZE is lower");
    clscan_device_destroy(device);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup(name, empty_folder)
    const struct CMUnitTest tests[] = {
        TEST(test_the_next_process_has_it),
        TEST(test_the_folder_has_a_limit),
        TEST(test_a_later_enqueue_saves),
        TEST(test_what_has_not_run),
        TEST(test_not_while_it_runs),
        TEST(test_host_arrays),
        TEST(test_threads),
        TEST(test_all_strategies),
        TEST(test_what_makes_another_entry),
        TEST(test_environment),
        TEST(test_no_key),
        TEST(test_does_not_build),
        TEST(test_without_a_folder),
        TEST(test_file_size_limit),
    };
    return run_in_folder(tests);
}
