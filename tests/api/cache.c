/* The device's cache of programs: plans share a program, whichever plan built it. */
#include "api/scans.h"

#include <stdio.h>

static clscan_cache_stats before; /* what the cache of the device under test counted when the device was opened */

/* Asserts the counts since the device was opened. Opening a device may build programs of its own. */
static void assert_stats(clscan_device *device, size_t programs, size_t hits, size_t misses) {
    clscan_cache_stats stats = CLSCAN_CACHE_STATS_INIT;
    assert_ok(clscan_device_cache_stats(device, &stats));
    assert_int_equal(stats.programs - before.programs, programs);
    assert_int_equal(stats.hits - before.hits, hits);
    assert_int_equal(stats.misses - before.misses, misses);
}

static void plan_and_forget(clscan_device *device, const clscan_desc *desc) {
    clscan_plan_destroy(new_plan(device, desc));
}

static void test_hits_and_misses(void **state) {
    const test_device *d = *state;
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_device *device = open_counted(d, &options_without_self_test, &before);
    assert_stats(device, 0, 0, 0);
    plan_and_forget(device, &desc);
    assert_stats(device, 1, 0, 1);
    plan_and_forget(device, &desc);
    assert_stats(device, 1, 1, 1);
    desc.tuning.num_groups = 77; /* the number of work-groups does not change the kernels */
    plan_and_forget(device, &desc);
    assert_stats(device, 1, 2, 1);
    desc.kind = CLSCAN_KIND_EXCLUSIVE;
    plan_and_forget(device, &desc);
    assert_stats(device, 2, 2, 2);
    clscan_device_destroy(device);
}

/* Every field that changes the kernels makes another program. */
static void test_what_makes_another_program(void **state) {
    const test_device *d = *state;
    const clscan_desc base = small_tiles(CLSCAN_STRATEGY_SINGLE_GROUP);
    clscan_desc others[] = { base, base, base, base, base, base, base };
    clscan_device *device = NULL;
    others[0].value.name = "uint";
    others[1].op = CLSCAN_OP_XOR;
    others[2].kind = CLSCAN_KIND_EXCLUSIVE;
    others[3].tuning.strategy = CLSCAN_STRATEGY_HIERARCHICAL;
    others[4].tuning.group = CLSCAN_GROUP_BLELLOCH;
    others[5].tuning.wg_size = 8;
    others[6].tuning.items = 1;
    assert_ok(clscan_device_create(d->context, d->id, &options_without_self_test, &device));
    plan_and_forget(device, &base);
    for (size_t i = 0; i < COUNT(others); i++) {
        plan_and_forget(device, &others[i]);
        assert_stats(device, 2 + i, 0, 2 + i);
    }
    clscan_device_destroy(device);
}

/* At most 32 programs that no plan uses stay in memory, so that an application that generates operators does not run
 * out of memory. Programs in use all stay. */
static void test_what_stays(void **state) {
    enum { UNUSED = 32, MORE = 6 };
    const test_device *d = *state;
    const clscan_device_options options = { .build_options = test_unoptimized(), .self_test = CLSCAN_SELF_TEST_OFF };
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_SINGLE_GROUP);
    char source[100];
    clscan_device *device = open_counted(d, &options, &before);
    desc.user = (clscan_user) { .combine = "sum", .source = source };
    clscan_plan *used = NULL;
    for (int i = 0; i < UNUSED + MORE; i++) {
        snprintf(source, sizeof source, "int sum(int a, int b) { return a + b; } /* %d */", i);
        if (i == 0)
            used = new_plan(device, &desc);
        else
            plan_and_forget(device, &desc);
    }
    before.programs = 0; /* the programs from before the test are the oldest unused ones, and are gone */
    assert_stats(device, 1 + UNUSED, 0, UNUSED + MORE);
    assert_scans(d, used);
    plan_and_forget(device, &desc); /* the last program is still there, the first unused one is not */
    assert_stats(device, 1 + UNUSED, 1, UNUSED + MORE);
    snprintf(source, sizeof source, "int sum(int a, int b) { return a + b; } /* %d */", 1);
    plan_and_forget(device, &desc);
    assert_stats(device, 1 + UNUSED, 1, UNUSED + MORE + 1);
    clscan_plan_destroy(used);
    assert_stats(device, UNUSED, 1, UNUSED + MORE + 1);
    clscan_device_destroy(device);
}

/* A failed build stays out of the cache: a plan that is right can follow, and a second try is a new build. */
static void test_failed_build_is_not_kept(void **state) {
    const test_device *d = *state;
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_SINGLE_GROUP);
    clscan_device *device = open_counted(d, &options_without_self_test, &before);
    clscan_plan *plan;
    desc.user.combine = "missing";
    desc.user.identity = "0";
    assert_fails(clscan_plan_create(device, &desc, &plan), CLSCAN_ERROR_BUILD_FAILURE, "");
    assert_fails(clscan_plan_create(device, &desc, &plan), CLSCAN_ERROR_BUILD_FAILURE, "");
    assert_stats(device, 0, 0, 2);
    desc.user.source = "static int missing(int a, int b) { return a | b; }";
    plan_and_forget(device, &desc);
    assert_stats(device, 1, 0, 3);
    clscan_device_destroy(device);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hits_and_misses),
        cmocka_unit_test(test_what_makes_another_program),
        cmocka_unit_test(test_what_stays),
        cmocka_unit_test(test_failed_build_is_not_kept),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
