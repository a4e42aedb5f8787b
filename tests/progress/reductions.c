/* Reductions in one launch end with the bits of reductions in two launches, if work-groups publish late, or publish
 * nothing, or do not wait. Compiler options inject these faults, see cl/grid/look_back/fault_injection.h. A withheld
 * part is counted by its owner, like a part whose record is not visible yet. */
#include "support/guarded.h"

#include <oracle.h>
#include <string.h>

enum { ROWS = 3, N = 3001 * ROWS, TWICE = 2 };

static const struct {
    const char *name, *build_options;
} faults[] = {
    { "as it is", "" },
    { "nobody waits", "-DCLSCAN_SPIN_LIMIT=0" },
    { "the first part is withheld", "-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_WITHHELD_TILE=0" },
    { "a part is withheld", "-DCLSCAN_SPIN_LIMIT=0 -DCLSCAN_WITHHELD_TILE=11" },
    { "most parts are withheld", "-DCLSCAN_SPIN_LIMIT=2 -DCLSCAN_WITHHELD_TILE=(part%5?part:UINT_MAX)" },
    { "a part is late", "-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_LATE_TILE=9" },
    { "words of 32 bits", "-DCLSCAN_STATE_BITS=32" },
    { "words of 32 bits, a part is withheld", "-DCLSCAN_STATE_BITS=32 -DCLSCAN_SPIN_LIMIT=2 -DCLSCAN_WITHHELD_TILE=3" },
};

/* Sums that round, and maps that do not commute: a + b x. */
static const char affine[] = "float2 both(float2 f, float2 g) { return (float2)(fma(g.y, f.x, g.x), f.y * g.y); }";
static const clscan_desc descs[] = {
    { .task = CLSCAN_TASK_REDUCE, .value.name = "float" },
    { .task = CLSCAN_TASK_REDUCE, .value.name = "float2", .user = { .source = affine, .combine = "both" } },
};

/* A case is a description, a layout and a work-group size. */
static clscan_desc desc_of(unsigned number, clscan_strategy strategy) {
    clscan_desc desc = descs[number % 2];
    desc.layout = number / 2 % 2 ? CLSCAN_LAYOUT_ROWS : CLSCAN_LAYOUT_CONTIGUOUS;
    desc.tuning =
        (clscan_tuning) { .strategy = strategy, .wg_size = number / 4 % 2 ? 1 : 4, .items = 2, .num_groups = 41 };
    return desc;
}

/* Reduces the same arrays twice, and fewer elements in between, so that records and counts of an earlier launch are
 * in the workspace. */
static void reduce(clscan_device *device, const clscan_desc *desc, const float *in, float results[TWICE][2 * ROWS]) {
    float other[2 * ROWS];
    const bool rows = desc->layout == CLSCAN_LAYOUT_ROWS;
    clscan_plan *plan = NULL;
    clscan_args args = { .in[0].host = in, .count = rows ? 0 : N };
    assert_ok(clscan_plan_create(device, desc, &plan));
    for (int i = 0; i < TWICE; i++) {
        args.num_dims = rows ? 2 : 0;
        args.dims[0].n = rows ? N / ROWS : 0;
        args.dims[1].n = rows ? ROWS : 0;
        args.out[0].host = results[i];
        assert_ok(clscan_plan_execute(plan, &args));
        args.out[0].host = other;
        args.dims[0].n = rows ? N / 9 : 0;
        args.count = rows ? 0 : N / 9;
        assert_ok(clscan_plan_execute(plan, &args));
        args.count = rows ? 0 : N;
    }
    clscan_plan_destroy(plan);
}

static void test_faults(void **state) {
    static float in[2 * N];
    const test_device *d = *state;
    for (size_t i = 0; i < COUNT(in); i++)
        in[i] = 1 + (float)(oracle_draw(1, i) % 1000) / 1e6F * (i % 2 ? 1 : -1);
    for (unsigned i = 0; i < (is_whole_run() ? 8 : 2) * COUNT(faults); i++) {
        const unsigned fault = i % (unsigned)COUNT(faults), number = i / (unsigned)COUNT(faults) * 3 + fault;
        const clscan_desc one = desc_of(number, CLSCAN_STRATEGY_LOOKBACK),
                          two = desc_of(number, CLSCAN_STRATEGY_REDUCE_SCAN);
        const clscan_device_options options = test_device_options(faults[fault].build_options);
        float results[TWICE][2 * ROWS] = { { 0 } }, expected[TWICE][2 * ROWS] = { { 0 } };
        clscan_device *device = NULL;
        print_message("%s, case %u\n", faults[fault].name, number % 8); /* if it never ends, this is its fault */
        assert_ok(clscan_device_create(d->context, d->id, &options, &device));
        reduce(d->device, &two, in, expected);
        reduce(device, &one, in, results);
        assert_true(expected[0][0] < 0 || expected[0][0] > 0);
        assert_memory_equal(results, expected, sizeof expected);
        clscan_device_destroy(device);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_faults) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
