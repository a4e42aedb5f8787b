/* options.kernel_dir: kernel files from a folder in place of those in the library. Tests run in the root of the
 * sources, where that folder is cl. */
#include "api/scans.h"
#include "strategy/kernel_args.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static clscan_device *device_with(const test_device *d, const char *kernel_dir) {
    const clscan_device_options options = { .kernel_dir = kernel_dir, .self_test = CLSCAN_SELF_TEST_OFF };
    clscan_device *device = NULL;
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    return device;
}

static void test_the_folder_of_the_sources(void **state) {
    const test_device *d = *state;
    clscan_device *device = device_with(d, "cl");
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++) {
        if (!test_device_runs(d, strategy))
            continue;
        const clscan_desc desc = tiles_that_run(strategy);
        clscan_plan *plan = new_plan(device, &desc);
        assert_scans(d, plan);
        clscan_plan_destroy(plan);
    }
    clscan_device_destroy(device);
}

static void write_file(const char *folder, const char *name, const char *text) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* A folder with one file: a kernel that stores 42s. */
static void make_folder(char *folder) {
    char grid[256], kernels[700];
    assert_non_null(mkdtemp(folder));
    snprintf(grid, sizeof grid, "%s/grid", folder);
    assert_int_equal(mkdir(grid, 0700), 0);
    snprintf(kernels, sizeof kernels,
             "#include \"problem.h\"\n"
             "typedef struct { uint word[1]; } words;\n"
             "typedef struct { ulong count, others[%zu]; } numbers;\n"
             "kernel void clscan_single_group(const global int *in, global int *out, const global int *init,\n"
             "                                const words init_words, global int *total, const global uint *count,\n"
             "                                const global uint *segments, const numbers n) {\n"
             "    for (ulong i = get_local_id(0); i < n.count; i += get_local_size(0)) out[i] = 42;\n"
             "}\n"
             "kernel void clscan_copy_cells(global int *cells) {}\n", /* every program has one */
             sizeof(cs_params) / sizeof(cl_ulong) - 1);
    write_file(grid, "single_group.cl", kernels);
}

static void remove_folder(const char *folder) {
    char path[512];
    snprintf(path, sizeof path, "%s/grid/single_group.cl", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/grid", folder);
    rmdir(path);
    rmdir(folder);
}

static void test_files_are_read_from_the_folder(void **state) {
    char folder[] = "/tmp/clscan-cl-dir-XXXXXX";
    clscan_desc desc = tiles_that_run(CLSCAN_STRATEGY_SINGLE_GROUP);
    clscan_plan *plan = NULL;
    cl_int x[3] = { 0 };
    make_folder(folder);
    clscan_device *device = device_with(*state, folder);
    const clscan_status created = clscan_plan_create(device, &desc, &plan);
    desc.tuning.strategy = CLSCAN_STRATEGY_REDUCE_SCAN;
    clscan_plan *missing = NULL;
    const clscan_status refused = clscan_plan_create(device, &desc, &missing);
    remove_folder(folder);
    assert_int_equal(created, CLSCAN_OK);
    assert_int_equal(refused, CLSCAN_ERROR_FILE);
    assert_has(clscan_last_message(), folder);
    assert_has(clscan_last_message(), "grid/reduce_scan.cl");
    assert_ok(execute_host(plan, x, x, 3));
    assert_true(x[0] == 42 && x[1] == 42 && x[2] == 42);
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

static void test_no_such_folder(void **state) {
    clscan_device *device = device_with(*state, "no/such/folder");
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = (clscan_plan *)(uintptr_t)1;
    assert_fails(clscan_plan_create(device, &desc, &plan), CLSCAN_ERROR_FILE, "no/such/folder/grid/|No such file");
    assert_null(plan);
    clscan_device_destroy(device);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_folder_of_the_sources),
        cmocka_unit_test(test_files_are_read_from_the_folder),
        cmocka_unit_test(test_no_such_folder),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
