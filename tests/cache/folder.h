/* A folder for the disk cache of a test's devices, and devices on it. */
#ifndef TESTS_CACHE_FOLDER_H
#define TESTS_CACHE_FOLDER_H

#include "api/scans.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/clscan-cache-XXXXXX", folder[64]; /* `folder` is in `root`, and does not exist at first */

static inline int remove_all(const char *what) {
    char line[128];
    snprintf(line, sizeof line, "rm -rf %s", what);
    return system(line);
}

/* Runs before each test. */
static inline int empty_folder(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "%s/clscan", root);
    return remove_all(folder);
}

#define run_in_folder(tests)                                                                                           \
    (mkdtemp(root) ? cmocka_run_group_tests(tests, test_device_open, test_device_close) + (remove_all(root) != 0) : 1)

/* The lines that a device has narrated, each with a newline. */
typedef struct narration {
    char text[16384];
} narration;

static narration said;

static inline void listen(const char *line, void *user) {
    narration *n = user;
    strncat(n->text, line, sizeof n->text - strlen(n->text) - 2);
    strcat(n->text, "\n");
}

/* Opens a new device, as a new process would, and clears `said`. */
static inline clscan_device *new_device(const test_device *d, const char *disk_cache) {
    const clscan_device_options options = {
        .self_test = CLSCAN_SELF_TEST_OFF, .disk_cache = disk_cache, .log = listen, .log_user = &said
    };
    clscan_device *device = NULL;
    said.text[0] = '\0';
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    return device;
}

static inline clscan_cache_stats stats_of(const clscan_device *device) {
    clscan_cache_stats stats = CLSCAN_CACHE_STATS_INIT;
    assert_ok(clscan_device_cache_stats(device, &stats));
    return stats;
}

static inline void run_scan(const test_device *d, clscan_plan *plan) {
    const clscan_args args = { .in[0].buffer = new_input(d, 3), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_sums(d, args.out[0].buffer, 3);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
}

/* Runs a small program on a new device, and asserts that its results are right. */
static inline clscan_cache_stats scan_once(const test_device *d, const char *disk_cache) {
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_SINGLE_GROUP);
    clscan_device *device = new_device(d, disk_cache);
    clscan_plan *plan = new_plan(device, &desc);
    run_scan(d, plan);
    clscan_plan_destroy(plan);
    const clscan_cache_stats stats = stats_of(device);
    clscan_device_destroy(device);
    return stats;
}

#define assert_disk(stats, hits, stores)                                                                               \
    do {                                                                                                               \
        const clscan_cache_stats seen = (stats);                                                                       \
        assert_int_equal(seen.disk_hits, (hits));                                                                      \
        assert_int_equal(seen.disk_stores, (stores));                                                                  \
    } while (0)

/* Returns the path of the only file in the folder. */
static inline const char *the_entry(void) {
    static char path[256];
    char line[160];
    snprintf(line, sizeof line, "echo %s/*", folder);
    FILE *pipe = popen(line, "r");
    assert_non_null(pipe);
    assert_int_equal(fscanf(pipe, "%255s", path), 1);
    pclose(pipe);
    assert_int_equal(access(path, F_OK), 0);
    return path;
}

#endif
