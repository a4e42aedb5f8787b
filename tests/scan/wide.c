/* Elements of kilobytes, by every strategy in the library's shape. Then elements of 2 KiB and of 4 bytes in the largest
 * work-groups that the device runs, because local memory must hold the values of a work-group. */
#include "support/test_device.h"

#include <stdio.h>
#include <stdlib.h>

enum { COUNT_OF_WIDE = 100 };

/* Returns an operator on elements of many words, which adds them word by word. */
static clscan_user words_of(size_t size, char *source, size_t room) {
    const size_t n = size / sizeof(cl_uint);
    snprintf(source, room,
             "typedef struct { uint w[%zu]; } wide;\n"
             "static wide sum(wide a, wide b) { for (int i = 0; i < %zu; i++) b.w[i] += a.w[i]; return b; }",
             n, n);
    return (clscan_user) { .source = source, .combine = "sum", .identity = "{ { 0 } }" };
}

/* Asserts the sums of the input, whose word i is i * i. */
static void assert_wide_sums(const cl_uint *out, size_t words, const char *what) {
    for (size_t w = 0; w < words; w++) {
        cl_uint sum = 0;
        for (size_t i = 0; i < COUNT_OF_WIDE; i++) {
            const cl_uint at = (cl_uint)(i * words + w);
            sum += at * at;
            if (out[at] != sum)
                fail_msg("%s: word %zu of element %zu", what, w, i);
        }
    }
}

static void scan_words(clscan_plan *plan, size_t size, const char *what) {
    const size_t words = size / sizeof(cl_uint);
    cl_uint *in = malloc(COUNT_OF_WIDE * size), *out = calloc(COUNT_OF_WIDE, size);
    assert_true(in && out);
    for (size_t i = 0; i < COUNT_OF_WIDE * words; i++)
        in[i] = (cl_uint)(i * i);
    assert_ok(execute_host(plan, in, out, COUNT_OF_WIDE));
    assert_wide_sums(out, words, what);
    free(in);
    free(out);
}

/* Asserts that a shape is refused, or that its results are right. Returns true if it is not refused. */
static bool try_shape(const test_device *d, size_t size, clscan_strategy strategy, unsigned wg_size) {
    char source[256], what[64];
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = NULL;
    desc.value = (clscan_type) { .name = "wide", .size = size };
    desc.user = words_of(size, source, sizeof source);
    desc.tuning.strategy = strategy;
    desc.tuning.wg_size = wg_size;
    desc.tuning.items = wg_size ? 1 : 0;
    const clscan_status status = clscan_plan_create(d->device, &desc, &plan);
    snprintf(what, sizeof what, "%zu bytes by %s, %u work-items", size, clscan_strategy_name(strategy), wg_size);
    if (status != CLSCAN_OK && status != CLSCAN_ERROR_UNSUPPORTED_SHAPE)
        fail_msg("%s: %s", what, clscan_last_message());
    if (status == CLSCAN_OK)
        scan_words(plan, size, what);
    clscan_plan_destroy(plan);
    return status == CLSCAN_OK;
}

static void test_shapes_of_the_table(void **state) {
    const test_device *d = *state;
    for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++)
        if (!strategy || test_device_runs(d, strategy))
            assert_true(try_shape(d, 1024, strategy, 0));
    assert_true(try_shape(d, 16384, CLSCAN_STRATEGY_AUTO, 0));
}

static void try_widest(const test_device *d, size_t size, unsigned wg_size, clscan_strategy strategy) {
    while (test_device_runs(d, strategy) && wg_size > 0 && !try_shape(d, size, strategy, wg_size))
        wg_size /= 2;
    assert_true(wg_size > 0 || !test_device_runs_groups_of(d, 4));
}

static void test_widest_shapes(void **state) {
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++) {
        try_widest(*state, 2048, 64, strategy);
        try_widest(*state, 4, 4096, strategy);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes_of_the_table),
        cmocka_unit_test(test_widest_shapes),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
