/* When the library stores compiled programs on disk and loads them. Nothing in the folder can make a scan fail. */
#include "cache/folder.h"
#include "program/disk_cache.h"

#include <pthread.h>

static void test_the_next_process_has_it(void **state) {
    const test_device *d = *state;
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
    const test_device *d = *state;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_SINGLE_GROUP);
    for (size_t i = 0; i < COUNT(limits); i++) {
        const clscan_device_options options = { .self_test = CLSCAN_SELF_TEST_OFF,
                                                .disk_cache = folder,
                                                .disk_cache_bytes = limits[i] };
        clscan_device *device = NULL;
        assert_ok(clscan_device_create(d->context, d->id, &options, &device));
        clscan_plan *plan = new_plan(device, &desc);
        assert_disk(stats_of(device), 0, i);
        clscan_plan_destroy(plan);
        clscan_device_destroy(device);
    }
}

/* Programs are stored while the plan is created. Neither scans nor destroyers store anything. */
static void test_a_plan_is_stored(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_SINGLE_GROUP);
    clscan_device *device = new_device(d, folder);
    clscan_plan *plan = new_plan(device, &desc);
    assert_disk(stats_of(device), 0, 1);
    said.text[0] = '\0';
    run_scan(d, plan);
    run_scan(d, plan);
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
    assert_null(strstr(said.text, "disk cache"));
    assert_disk(scan_once(d, folder), 1, 0);
}

static void *make_often(void *device) {
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    for (int n = 0; n < 20; n++) {
        clscan_plan *plan = NULL;
        if (clscan_plan_create(device, &desc, &plan) != CLSCAN_OK)
            return device;
        clscan_plan_destroy(plan);
    }
    return NULL;
}

/* One of the threads stores the program. */
static void test_threads(void **state) {
    pthread_t threads[4];
    clscan_device *device = new_device(*state, folder);
    for (size_t i = 0; i < COUNT(threads); i++)
        assert_int_equal(pthread_create(&threads[i], NULL, make_often, device), 0);
    for (size_t i = 0; i < COUNT(threads); i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
    assert_disk(stats_of(device), 0, 1);
    clscan_device_destroy(device);
}

/* Before the library stores kernels, it launches them on no elements, so that no user function is called. */
static void test_launched_on_nothing(void **state) {
    static const char far[] = "void far_off(global int *out, const global int *in, ulong i, int x, int incl, int excl)"
                              "{ out[i + (1UL << 44)] = x; }\n"
                              "int left(int a, int b) { return a; }";
    const clscan_desc descs[] = {
        { .layout = CLSCAN_LAYOUT_ROWS },
        { .layout = CLSCAN_LAYOUT_ROWS, .reverse = 1, .tuning.strategy = CLSCAN_STRATEGY_COLUMNS },
        { .segments = CLSCAN_SEGMENTS_FLAGS },
        { .segments = CLSCAN_SEGMENTS_BITS },
        { .segments = CLSCAN_SEGMENTS_KEYS, .key.name = "ulong" },
        { .segments = CLSCAN_SEGMENTS_OFFSETS, .tuning.strategy = CLSCAN_STRATEGY_HIERARCHICAL },
        { .op = CLSCAN_OP_ARGMIN },
        { .op = CLSCAN_OP_ADD_CHECKED },
        { .op = CLSCAN_OP_RECURRENCE, .value.name = "float" },
        { .value.name = "long16", .in[0].name = "uchar16", .count_type.name = "ulong" },
        { .user = { .source = far, .combine = "left", .store = "far_off" }, .kind = CLSCAN_KIND_EXCLUSIVE },
    };
    for (size_t i = 0; i < COUNT(descs); i++)
        for (size_t warm = 0; warm < 2; warm++) {
            clscan_device *device = new_device(*state, folder);
            clscan_plan_destroy(new_plan(device, &descs[i]));
            const clscan_cache_stats stats = stats_of(device);
            assert_int_equal(stats.disk_hits + stats.disk_stores, stats.misses);
            assert_int_equal(stats.disk_stores == 0, warm == 1);
            assert_null(strstr(said.text, "not launched"));
            assert_int_equal(strstr(said.text, "launch: ") == NULL, warm == 1);
            clscan_device_destroy(device);
        }
}

static void test_all_strategies(void **state) {
    const test_device *d = *state;
    for (clscan_strategy s = CLSCAN_STRATEGY_SINGLE_GROUP; clscan_strategy_name(s); s++)
        for (size_t warm = 0; warm < 2 && test_device_runs(d, s); warm++) {
            const clscan_desc desc = { .tuning.strategy = s };
            clscan_device *device = new_device(d, folder);
            clscan_plan *plan = new_plan(device, &desc);
            run_scan(d, plan);
            clscan_plan_destroy(plan);
            assert_disk(stats_of(device), warm, !warm);
            clscan_device_destroy(device);
        }
}

static clscan_cache_stats plan_once(const test_device *d, const clscan_desc *desc, const char *build_options) {
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
    const test_device *d = *state;
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_SINGLE_GROUP);
    scan_once(d, folder);
    assert_disk(plan_once(d, &desc, NULL), 1, 0);
    assert_disk(plan_once(d, &desc, "-DANOTHER"), 0, 1);
    desc.tuning.items++;
    assert_disk(plan_once(d, &desc, NULL), 0, 1);
    desc.tuning.num_groups = 77; /* the number of work-groups does not change the kernels */
    assert_disk(plan_once(d, &desc, NULL), 1, 0);
}

/* The key of a program depends on the environment when the driver built it, not when it is saved. */
static void test_environment(void **state) {
    const test_device *d = *state;
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

/* An intact entry that this driver cannot load. */
static void test_does_not_build(void **state) {
    static const char other[] = "programs of another driver";
    const test_device *d = *state;
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

/* Asserts that one line of the narration reports that the cache is not used, and that the scan is right. */
static void check_uncached(const test_device *d, const char *path) {
    const char *line;
    assert_disk(scan_once(d, path), 0, 0);
    assert_non_null(line = strstr(said.text, "disk cache: ignored: "));
    assert_null(strstr(line + 1, "disk cache:"));
}

static void test_without_a_folder(void **state) {
    const test_device *d = *state;
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

static void test_no_room(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_SINGLE_GROUP);
    const clscan_device_options options = {
        .self_test = CLSCAN_SELF_TEST_OFF, .disk_cache = folder, .disk_cache_bytes = 1, .log = listen, .log_user = &said
    };
    clscan_device *device = NULL;
    said.text[0] = '\0';
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    clscan_plan *plan = new_plan(device, &desc);
    assert_has(said.text, "not stored: it is larger than all may be together");
    run_scan(d, plan);
    assert_disk(stats_of(device), 0, 0);
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup(name, empty_folder)
    const struct CMUnitTest tests[] = {
        TEST(test_the_next_process_has_it),
        TEST(test_the_folder_has_a_limit),
        TEST(test_a_plan_is_stored),
        TEST(test_threads),
        TEST(test_launched_on_nothing),
        TEST(test_all_strategies),
        TEST(test_what_makes_another_entry),
        TEST(test_environment),
        TEST(test_no_key),
        TEST(test_does_not_build),
        TEST(test_without_a_folder),
        TEST(test_no_room),
    };
    return run_in_folder(tests);
}
