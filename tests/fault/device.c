/* Failing calls below the functions that create and query devices. */
#include "fault/sweep.h"
#include "program/disk_cache.h"
#include "support/scratch.h"

#include <unistd.h>

static clscan_device *const untouched = (clscan_device *)(uintptr_t)1;

/* --------------------------------------------------------------------------------------------- creation */

static clscan_status create(const test_device *d, const void *options) {
    clscan_device *device = untouched;
    const clscan_status status = FAULTED(clscan_device_create(d->context, d->id, options, &device));
    if (status != CLSCAN_OK) {
        assert_null(device);
        assert_ok(clscan_device_create(d->context, d->id, options, &device));
    }
    assert_ptr_equal(clscan_device_id(device), d->id);
    clscan_device_destroy(device);
    return status;
}

static clscan_status open_device(const test_device *d, const void *selector) {
    clscan_device *device = untouched;
    const clscan_status status = FAULTED(clscan_device_open(selector, NULL, &device));
    if (status != CLSCAN_OK) {
        assert_null(device);
        assert_ok(clscan_device_open(selector, NULL, &device));
    }
    assert_ptr_equal(clscan_device_id(device), d->id);
    clscan_device_destroy(device);
    return status;
}

/* Calls that may fail while clscan_device_open searches for a device. If a device can't be queried, the search may
 * fail, because the caller may have meant that device. If there is only one device, it is found all the same. */
static const char selection[] = "clGetPlatformIDs|clGetPlatformInfo|clGetDeviceIDs|clGetDeviceInfo";

static void test_create(void **state) {
    static const clscan_device_options options = { .kernel_dir = "cl",
                                                   .build_options = "-DX=1",
                                                   .tuning = "\"a\" \"b\" all 4 lookback sub_group 256 11 10 11 8" };
    fault_sweep(*state, &(fault_row) { .name = "clscan_device_create", .call = create });
    fault_sweep(*state,
                &(fault_row) { .name = "clscan_device_create with options", .call = create, .argument = &options });
}

static void test_create_with_tuning_file(void **state) {
    char path[] = "/tmp/clscan-fault-XXXXXX";
    const int file = mkstemp(path);
    assert_int_not_equal(file, -1);
    assert_int_not_equal(dprintf(file, "%1000s# nobody's rows\n", ""), -1);
    close(file);
    setenv("CLSCAN_TUNING", path, 1);
    fault_sweep(*state, &(fault_row) { .name = "clscan_device_create with a tuning file", .call = create });
    setenv("CLSCAN_TUNING", "", 1);
    unlink(path);
}

static void test_open(void **state) {
    fault_sweep(*state, &(fault_row) { .name = "clscan_device_open", .call = open_device, .survives = selection });
    fault_sweep(*state, &(fault_row) { .name = "clscan_device_open by number",
                                       .call = open_device,
                                       .argument = "0:0",
                                       .survives = selection });
}

/* ----------------------------------------------------------------------------------------------- queries */

static clscan_status cache_stats(const test_device *d, const void *argument) {
    clscan_cache_stats stats = { .hits = 1 };
    (void)argument;
    const clscan_status status = FAULTED(clscan_device_cache_stats(d->device, &stats));
    assert_int_equal(stats.hits, 0);
    return status;
}

static clscan_status tuning_path(const test_device *d, const void *argument) {
    char path[64] = "";
    size_t needed = 0;
    (void)d, (void)argument;
    const clscan_status status = FAULTED(clscan_tuning_path(path, sizeof path, &needed));
    if (status != CLSCAN_OK)
        assert_ok(clscan_tuning_path(path, sizeof path, &needed));
    assert_string_equal(path, "/somewhere/clscan/tuning");
    assert_int_equal(needed, sizeof "/somewhere/clscan/tuning");
    return status;
}

static clscan_status cache_path(const test_device *d, const void *argument) {
    char path[64] = "";
    (void)d, (void)argument;
    const clscan_status status = FAULTED(clscan_cache_path(path, sizeof path, NULL));
    assert_string_equal(path, status == CLSCAN_OK ? "/somewhere/clscan" : "");
    return status;
}

static void see(const clscan_cache_entry *entry, void *user) {
    ++*(size_t *)user;
    assert_non_null(entry->label);
}

static void add_entry(cs_disk_entry entry) {
    const cs_digest key = { { 1 } };
    cs_disk_cache cache;
    assert_null(cs_disk_cache_open(&cache, folder, 1 << 20));
    assert_null(cs_disk_cache_store(&cache, &key, &entry));
    cs_disk_cache_close(&cache);
}

/* If there is no memory for the list of entries, fewer entries are visited. */
static clscan_status cache_visit(const test_device *d, const void *argument) {
    size_t seen = 0;
    (void)d, (void)argument;
    add_entry((cs_disk_entry) { .label = "a label" });
    const clscan_status status = FAULTED(clscan_cache_visit(folder, see, &seen));
    assert_true(seen == 1 || fault.hit);
    return status;
}

static clscan_status cache_clear(const test_device *d, const void *argument) {
    size_t entries = 0, bytes = 0;
    (void)d, (void)argument;
    add_entry((cs_disk_entry) { .label = "a label" });
    const clscan_status status = FAULTED(clscan_cache_clear(folder, &entries, &bytes));
    assert_true((entries == 1 && bytes > 0) || fault.hit);
    return status;
}

static clscan_status args_axis(const test_device *d, const void *argument) {
    const size_t dimensions[] = { 3, 4, 5 };
    clscan_args args = { .count = 0 };
    (void)d, (void)argument;
    const clscan_status status = FAULTED(clscan_args_set_axis(&args, dimensions, 3, 1));
    assert_int_equal(args.dims[1].n, 5);
    return status;
}

/* These functions call no OpenCL function and allocate nothing, even if no enumerator has the name. */
static clscan_status from_names(const test_device *d, const void *argument) {
    clscan_op op;
    clscan_kind kind;
    clscan_strategy strategy;
    clscan_group group;
    clscan_layout layout;
    clscan_segments segments;
    clscan_mask mask;
    clscan_task task;
    clscan_bin_kind bins;
    clscan_self_test self_test;
    clscan_status code;
    (void)d, (void)argument;
    assert_ok(FAULTED(clscan_task_from_name("select", &task)));
    assert_ok(FAULTED(clscan_mask_from_name("bits", &mask)));
    assert_ok(FAULTED(clscan_bin_kind_from_name("edges", &bins)));
    assert_ok(FAULTED(clscan_op_from_name("add", &op)));
    assert_ok(FAULTED(clscan_kind_from_name("exclusive", &kind)));
    assert_ok(FAULTED(clscan_strategy_from_name("lookback", &strategy)));
    assert_ok(FAULTED(clscan_group_from_name("blelloch", &group)));
    assert_ok(FAULTED(clscan_layout_from_name("rows", &layout)));
    assert_ok(FAULTED(clscan_segments_from_name("bits", &segments)));
    assert_ok(FAULTED(clscan_self_test_from_name("off", &self_test)));
    return FAULTED(clscan_status_from_name("CLSCAN_OK", &code));
}

static void test_questions(void **state) {
    unsetenv("CLSCAN_TUNING");
    setenv("XDG_CONFIG_HOME", "/somewhere", 1);
    fault_sweep(*state, &(fault_row) { .name = "clscan_tuning_path", .call = tuning_path });
    setenv("XDG_CACHE_HOME", "/somewhere", 1);
    fault_sweep(*state, &(fault_row) { .name = "clscan_cache_path", .call = cache_path });
    fault_sweep(*state, &(fault_row) {
                            .name = "clscan_cache_visit", .call = cache_visit, .survives = "malloc|calloc|realloc" });
    fault_sweep(*state, &(fault_row) {
                            .name = "clscan_cache_clear", .call = cache_clear, .survives = "malloc|calloc|realloc" });
    fault_sweep(*state, &(fault_row) { .name = "clscan_device_cache_stats", .call = cache_stats });
    fault_sweep(*state, &(fault_row) { .name = "clscan_args_set_axis", .call = args_axis });
    fault_sweep(*state, &(fault_row) { .name = "clscan_op_from_name and others", .call = from_names });
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_create),
        cmocka_unit_test(test_create_with_tuning_file),
        cmocka_unit_test(test_open),
        cmocka_unit_test(test_questions),
    };
    return cmocka_run_group_tests(tests, scratch_open, scratch_close);
}
