/* [COUNT]: rounded sums are bitwise the same on every run, wherever the arrays begin, and whichever work-group reduces
 * a tile. Their error is not larger than rounding explains. */
#include "support/trial.h"

#include <stdlib.h>
#include <string.h>

enum { RUNS = 10 };
static size_t count = 150001;

static void fill(float *x) {
    for (size_t i = 0; i < count; i++)
        x[i] = (float)((double)oracle_draw(3, i) * 0x1p-64 - 0.3);
}

static void run(clscan_plan *plan, const clscan_desc *desc, const float *x, float *first, float *again) {
    size_t judged = 0;
    assert_ok(clscan_plan_scan_host(plan, x, first, count));
    for (int i = 1; i < RUNS; i++) {
        memset(again, 0xA7, count * sizeof *again);
        assert_ok(clscan_plan_scan_host(plan, x, again, count));
        if (memcmp(first, again, count * sizeof *first) != 0)
            fail_msg("%s: run %d has other bits", clscan_strategy_name(desc->tuning.strategy), i);
    }
    const size_t wrong = oracle_compare_rounded(ORACLE_FLOAT, CLSCAN_OP_ADD, desc->kind, x, first, count, &judged);
    if (wrong < count)
        fail_msg("%s: %.9g at %zu is farther off than rounding goes", clscan_strategy_name(desc->tuning.strategy),
                 (double)first[wrong], wrong);
    assert_int_equal(judged, count);
}

typedef struct place {
    size_t in_offset, out_offset;
    bool in_place;
} place;

/* Without fences across work-groups, a plan scans in place by another strategy. */
static bool scans_in_place_differently(const clscan_plan *plan) {
    char text[8192];
    assert_ok(clscan_plan_describe(plan, count, text, sizeof text, NULL));
    return strstr(text, "\nin place ") != NULL;
}

/* The offset of a buffer decides how kernels use vectors, rows in registers and streams. The offset must not affect the
 * order of the additions. */
static void run_elsewhere(const test_device *d, clscan_plan *plan, const place *p, const float *x, float *again) {
    const size_t bytes = count * sizeof *x;
    cl_mem in = test_device_buffer(d, CL_MEM_READ_WRITE, 2 * bytes, NULL),
           out = test_device_buffer(d, CL_MEM_READ_WRITE, 2 * bytes, NULL);
    const clscan_args args = { .in[0].buffer = in,
                               .out[0].buffer = p->in_place ? in : out,
                               .count = count,
                               .in[0].offset = p->in_offset,
                               .out[0].offset = p->out_offset };
    assert_cl(clEnqueueWriteBuffer(d->in_order, in, CL_TRUE, p->in_offset * sizeof *x, bytes, x, 0, NULL, NULL));
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, args.out[0].buffer, CL_TRUE, p->out_offset * sizeof *x, bytes, again, 0,
                                  NULL, NULL));
    clReleaseMemObject(in);
    clReleaseMemObject(out);
}

static void move(const test_device *d, clscan_plan *plan, const clscan_desc *desc, const float *x, const float *first,
                 float *again) {
    static const place places[] = { { 0, 0, false }, { 1, 3, false }, { 4, 7, false }, { 16, 0, false },
                                    { 0, 0, true },  { 3, 3, true },  { 8, 8, true } };
    const bool same = !scans_in_place_differently(plan);
    for (const place *p = places; p < places + COUNT(places); p++) {
        if (p->in_place && !same)
            continue;
        run_elsewhere(d, plan, p, x, again);
        if (memcmp(first, again, count * sizeof *again) != 0)
            fail_msg("%s: other bits from offset %zu to %zu%s", clscan_strategy_name(desc->tuning.strategy),
                     p->in_offset, p->out_offset, p->in_place ? ", in place" : "");
    }
}

/* A withheld tile and a spin limit of 0 make other work-groups reduce tiles that are not theirs: see
 * cl/grid/fault_injection.h. Strategies of several launches ignore these options. The scan is not in place, because
 * there a fallback needs the owner to publish. */
static void fall_back(const test_device *d, const clscan_desc *desc, const float *x, const float *first, float *again) {
    static const char *const withheld[] = { "-DCLSCAN_SPIN_LIMIT=0 -DCLSCAN_WITHHELD_TILE=0",
                                            "-DCLSCAN_SPIN_LIMIT=0 -DCLSCAN_WITHHELD_TILE=1" };
    for (size_t i = 0; i < COUNT(withheld); i++) {
        const clscan_device_options options = test_device_options(withheld[i]);
        clscan_device *device = NULL;
        clscan_plan *plan = NULL;
        assert_ok(clscan_device_create(d->context, d->id, &options, &device));
        assert_ok(clscan_plan_create(device, desc, &plan));
        run_elsewhere(d, plan, &(place) { 0, 0, false }, x, again);
        if (memcmp(first, again, count * sizeof *again) != 0)
            fail_msg("%s: other bits by the fallback: %s", clscan_strategy_name(desc->tuning.strategy), withheld[i]);
        clscan_plan_destroy(plan);
        clscan_device_destroy(device);
    }
}

static void test_sums(void **state) {
    const test_device *d = *state;
    float *x = malloc(3 * count * sizeof *x);
    assert_non_null(x);
    fill(x);
    for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++) {
        const clscan_desc desc = { .value.name = "float", .tuning.strategy = strategy, .kind = strategy % 2 };
        clscan_plan *plan = NULL;
        if (!test_device_runs(d, strategy))
            continue;
        assert_ok(clscan_plan_create(d->device, &desc, &plan));
        run(plan, &desc, x, x + count, x + 2 * count);
        move(d, plan, &desc, x, x + count, x + 2 * count);
        fall_back(d, &desc, x, x + count, x + 2 * count);
        clscan_plan_destroy(plan);
    }
    free(x);
}

/* A user function has no vector form, so kernels add the floats one at a time. */
static void test_sums_by_a_function(void **state) {
    const test_device *d = *state;
    float *x = malloc(3 * count * sizeof *x);
    assert_non_null(x);
    fill(x);
    for (clscan_strategy strategy = CLSCAN_STRATEGY_LOOKBACK; clscan_strategy_name(strategy); strategy++) {
        const clscan_desc desc = {
            .value.name = "float",
            .tuning.strategy = strategy,
            .user = { .source = "float plus(float a, float b) { return a + b; }", .combine = "plus", .identity = "0" }
        };
        clscan_plan *plan = NULL;
        if (!test_device_runs(d, strategy))
            continue;
        assert_ok(clscan_plan_create(d->device, &desc, &plan));
        run(plan, &desc, x, x + count, x + 2 * count);
        fall_back(d, &desc, x, x + count, x + 2 * count);
        clscan_plan_destroy(plan);
    }
    free(x);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_sums), cmocka_unit_test(test_sums_by_a_function) };
    if (argc > 1)
        count = strtoul(argv[1], NULL, 10);
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
