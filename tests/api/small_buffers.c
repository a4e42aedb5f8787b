/* Arrays and workspaces that are larger than a buffer of the device can be. */
#include "api/profile.h"

#include <stdio.h>

/* ---------------------------------------------------------------------------- arrays larger than any buffer may be */

static void assert_host_sums(clscan_device *device, clscan_desc desc, bool in_place) {
    enum { COUNT_OF = 10007 };
    static cl_int x[COUNT_OF], y[COUNT_OF];
    cl_int sum = 0, *out = in_place ? x : y;
    clscan_plan *plan = new_plan(device, &desc);
    for (int i = 0; i < COUNT_OF; i++)
        x[i] = i % 11;
    assert_ok(execute_host(plan, x, out, COUNT_OF));
    for (int i = 0; i < COUNT_OF; i++) {
        const int at = desc.reverse ? COUNT_OF - 1 - i : i, before = sum;
        sum += at % 11;
        assert_int_equal(out[at], desc.kind == CLSCAN_KIND_EXCLUSIVE ? before : sum);
    }
    clscan_plan_destroy(plan);
}

static void test_small_buffers(void **state) {
    for (int i = 0; i < 8; i++) {
        clscan_device *device = open_as(*state, (profile) { .max_alloc = 4096, .apart = i & 1 });
        clscan_desc desc = CLSCAN_DESC_INIT;
        desc.reverse = i >> 1 & 1;
        desc.kind = i >> 2 & 1 ? CLSCAN_KIND_EXCLUSIVE : CLSCAN_KIND_INCLUSIVE;
        assert_host_sums(device, desc, i % 3 == 0);
        clscan_device_destroy(device);
    }
}

/* Pieces hand on the initial value, the total and the index of their first element. */
static void test_pieces_of_one_call(void **state) {
    enum { COUNT_OF = 5003, LEAST = 3777 };
    const test_device *d = *state;
    static cl_int x[COUNT_OF], least[COUNT_OF];
    static cl_ulong at[COUNT_OF];
    struct {
        cl_int x;
        cl_ulong index;
    } total = { 0 };
    for (int i = 0; i < COUNT_OF; i++)
        x[i] = i == LEAST ? -1 : i % 11;
    for (int i = 0; i < 4; i++) {
        const bool reduces = i & 1, reverse = i & 2;
        clscan_device *device = open_as(d, (profile) { .max_alloc = 4096 });
        clscan_desc desc = { .op = CLSCAN_OP_ARGMIN, .task = reduces ? CLSCAN_TASK_REDUCE : 0, .reverse = reverse };
        clscan_plan *plan = new_plan(device, &desc);
        clscan_args args = CLSCAN_ARGS_INIT;
        args.count = COUNT_OF;
        args.first_index = 100;
        args.in[0].host = x;
        args.out[0].host = least;
        args.out[1].host = at;
        args.total.host = &total;
        assert_ok(clscan_plan_execute(plan, &args));
        assert_int_equal(total.x, -1);
        assert_int_equal(total.index, 100 + LEAST);
        const int last = reduces || reverse ? 0 : COUNT_OF - 1;
        assert_int_equal(least[last], -1);
        assert_int_equal(at[last], 100 + LEAST);
        args.init_at.host = &total; /* the index that the initial value has is the first of the two */
        total.index = 7;
        assert_ok(clscan_plan_execute(plan, &args));
        assert_int_equal(total.index, 7);
        assert_int_equal(at[0], 7);
        args.out[0].capacity = reduces ? 0 : COUNT_OF - 1;
        if (!reduces)
            assert_fails(clscan_plan_execute(plan, &args), CLSCAN_ERROR_BUFFER_TOO_SMALL,
                         "args.out[0].capacity is 5002");
        clscan_plan_destroy(plan);
        clscan_device_destroy(device);
    }
}

/* Functions that ask for positions would be given those in a piece. */
static void test_small_buffers_and_positions(void **state) {
    clscan_device *device = open_as(*state, (profile) { .max_alloc = 4096 });
    const clscan_desc desc = { .user = { .source = "int last(int x, ulong position, ulong count) {"
                                                   "    return position + 1 == count ? x : 0;"
                                                   "}",
                                         .map = "last",
                                         .with_position = 1 } };
    static cl_int x[2048], y[2048];
    clscan_plan *plan = new_plan(device, &desc);
    x[1023] = 5;
    assert_ok(execute_host(plan, x, y, 1024));
    assert_int_equal(y[1023], 5);
    assert_fails(execute_host(plan, x, y, 1025), CLSCAN_ERROR_INVALID_VALUE, "has 4100 bytes|with_position");
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

static void test_small_buffers_and_functions(void **state) {
    clscan_device *device = open_as(*state, (profile) { .max_alloc = 4096 });
    clscan_desc desc = CLSCAN_DESC_INIT;
    static cl_int x[2048], y[2048];
    desc.user.load = "last";
    desc.user.source = "int last(const global int *in, ulong i) { return in[2047 - i]; }";
    clscan_plan *plan = new_plan(device, &desc);
    assert_fails(execute_host(plan, x, y, 2048), CLSCAN_ERROR_INVALID_VALUE,
                 "args.out[0] has 8192 bytes|4096 at most|in pieces");
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

/* ----------------------------------------------------------------------------- workspaces larger than a buffer may be
 */

enum { SMALL_BUFFER = 4096 };

static clscan_strategy strategy_named(const char *name, size_t length) {
    clscan_strategy strategy = 1;
    while (strlen(clscan_strategy_name(strategy)) != length ||
           strncmp(clscan_strategy_name(strategy), name, length) != 0)
        strategy++;
    return strategy;
}

/* Returns the strategy that the error message recommends. */
static clscan_strategy advised(void) {
    static const char before[] = "at most; strategy ";
    const char *name = strstr(clscan_last_message(), before);
    assert_non_null(name);
    name += strlen(before);
    return strategy_named(name, strcspn(name, " "));
}

/* Returns true if every call that needs the workspace refuses the strategy because of its size, whether the plan or the
 * caller allocates the workspace. */
static bool is_refused(const test_device *d, clscan_plan *plan, clscan_args args) {
    size_t bytes = 0;
    char words[160];
    cl_event event = NULL;
    if (clscan_plan_workspace_size(plan, args.count, &bytes) == CLSCAN_OK) {
        assert_true(bytes <= SMALL_BUFFER);
        return false;
    }
    snprintf(words, sizeof words, "count is %zu: strategy|bytes of workspace|has 4096 at most", args.count);
    for (int brings = 0; brings < 2; brings++) {
        args.workspace = brings ? args.out[0].buffer : NULL;
        assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, &event), CLSCAN_ERROR_UNSUPPORTED_SHAPE,
                     words);
        assert_int_equal(clscan_last_cl_error(), CL_SUCCESS);
        assert_null(event);
    }
    assert_fails(clscan_plan_describe(plan, &args, NULL, 0, &bytes), CLSCAN_ERROR_UNSUPPORTED_SHAPE, words);
    assert_fails(clscan_plan_workspace_size(plan, args.count, &bytes), CLSCAN_ERROR_UNSUPPORTED_SHAPE, words);
    return true;
}

static void test_workspaces_past_a_buffer(void **state) {
    const test_device *d = *state;
    clscan_device *device = open_as(d, (profile) { .max_alloc = SMALL_BUFFER });
    const clscan_args args = { .in[0].buffer = new_input(d, 3), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    bool refused[64] = { false };
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++) {
        clscan_desc desc = small_tiles(strategy);
        if (!test_device_runs(d, strategy))
            continue;
        clscan_plan *plan = new_plan(device, &desc);
        refused[strategy] = is_refused(d, plan, args);
        clscan_plan_destroy(plan);
        if (refused[strategy])
            desc.tuning.strategy = advised();
        plan = new_plan(device, &desc);
        assert_scans(d, plan);
        clscan_plan_destroy(plan);
    }
    assert_true(refused[CLSCAN_STRATEGY_HIERARCHICAL] && refused[CLSCAN_STRATEGY_GLOBAL_STEPS]);
    assert_false(refused[CLSCAN_STRATEGY_SINGLE_GROUP] || refused[CLSCAN_STRATEGY_REDUCE_SCAN]);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    clscan_device_destroy(device);
}

/* Each tile has a value of 2 KiB, so the workspace fits for a single work-group only. */
static void test_wide_values_past_a_buffer(void **state) {
    const test_device *d = *state;
    clscan_device *device = open_as(d, (profile) { .max_alloc = SMALL_BUFFER });
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_HIERARCHICAL);
    size_t bytes = 0;
    desc.tuning.wg_size = 1, desc.tuning.items = 2;
    desc.value = (clscan_type) { .name = "wide", .size = 2048 };
    desc.user.source = "typedef struct { int x[512]; } wide; wide later(wide a, wide b) { return b; }";
    desc.user.combine = "later";
    desc.user.identity = "{ { 0 } }";
    clscan_plan *plan = new_plan(device, &desc);
    assert_fails(clscan_plan_workspace_size(plan, 100, &bytes), CLSCAN_ERROR_UNSUPPORTED_SHAPE,
                 "count is 100: strategy hierarchical takes|4096 at most; strategy single_group takes 0");
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

/* Every strategy needs a head bit for each element if segments are given by offsets. */
static void test_head_bits_past_a_buffer(void **state) {
    const test_device *d = *state;
    clscan_device *device = open_as(d, (profile) { .max_alloc = SMALL_BUFFER });
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_HIERARCHICAL);
    size_t bytes = 0;
    desc.segments = CLSCAN_SEGMENTS_OFFSETS;
    clscan_plan *plan = new_plan(device, &desc);
    assert_fails(clscan_plan_workspace_size(plan, SCAN_COUNT, &bytes), CLSCAN_ERROR_UNSUPPORTED_SHAPE,
                 "at most; strategy ");
    assert_fails(clscan_plan_workspace_size(plan, 8 * SMALL_BUFFER, &bytes), CLSCAN_ERROR_UNSUPPORTED_SHAPE,
                 "count is 32768|including 4100 for head bits made of offsets|4096 at most, which is not enough for "
                 "any strategy");
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

/* Loaded elements take as much room as the input. */
static void test_loaded_elements_past_a_buffer(void **state) {
    const test_device *d = *state;
    clscan_device *device = open_as(d, (profile) { .max_alloc = SMALL_BUFFER });
    const clscan_desc desc = { .task = CLSCAN_TASK_TOP_K,
                               .sort.k = 1,
                               .user = { .source = "int same(const global int *in, ulong i) { return in[i]; }",
                                         .load = "same" } };
    size_t bytes = 0;
    clscan_plan *plan = new_plan(device, &desc);
    assert_fails(clscan_plan_workspace_size(plan, SMALL_BUFFER, &bytes), CLSCAN_ERROR_UNSUPPORTED_SHAPE,
                 "count is 4096|including 0 for head bits|16384 for loaded elements|not enough for any strategy");
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

/* Host arrays are scanned in pieces whose workspaces fit into a buffer of the device. */
static void test_host_arrays_past_a_workspace(void **state) {
    static const clscan_strategy strategies[] = { CLSCAN_STRATEGY_HIERARCHICAL, CLSCAN_STRATEGY_GLOBAL_STEPS };
    for (int i = 0; i < 8; i++) {
        clscan_device *device = open_as(*state, (profile) { .max_alloc = SMALL_BUFFER, .apart = i & 1 });
        clscan_desc desc = small_tiles(strategies[i >> 1 & 1]);
        desc.reverse = i >> 2 & 1;
        assert_host_sums(device, desc, i % 3 == 0);
        clscan_device_destroy(device);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_buffers),
        cmocka_unit_test(test_pieces_of_one_call),
        cmocka_unit_test(test_small_buffers_and_positions),
        cmocka_unit_test(test_small_buffers_and_functions),
        cmocka_unit_test(test_workspaces_past_a_buffer),
        cmocka_unit_test(test_wide_values_past_a_buffer),
        cmocka_unit_test(test_head_bits_past_a_buffer),
        cmocka_unit_test(test_loaded_elements_past_a_buffer),
        cmocka_unit_test(test_host_arrays_past_a_workspace),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
