/* Reductions of what functions of the user load and map, of vectors, and of as many elements as a number on the device
 * says, by each of their strategies. */
#include "support/guarded.h"

#include <oracle.h>

static const clscan_strategy strategies[] = { CLSCAN_STRATEGY_AUTO, CLSCAN_STRATEGY_SINGLE_GROUP,
                                              CLSCAN_STRATEGY_REDUCE_SCAN, CLSCAN_STRATEGY_COLUMNS };

static const char source[] =
    "static ushort sum(const global ushort *in, const global uint *more, ulong i, ulong position, ulong count) {\n"
    "    return in[i] + more[0];\n"
    "}\n"
    "static uint weigh(ushort x, ulong position, ulong count) { return x * (position + 1) + count; }\n";

enum { LENGTH = 211, LINES = 6 };

/* Elements are loaded from two arrays and mapped by functions that know positions, and results become another type. */
static void test_functions(void **state) {
    const test_device *d = *state;
    static cl_ushort x[LINES * LENGTH];
    const cl_uint more = 3;
    cl_ulong got[LINES];
    for (size_t i = 0; i < LINES * LENGTH; i++)
        x[i] = (cl_ushort)oracle_draw(9, i);
    for (size_t s = 0; s < COUNT(strategies); s++) {
        const bool reverse = s % 2;
        clscan_desc desc = { .task = CLSCAN_TASK_REDUCE,
                             .reverse = reverse,
                             .layout = CLSCAN_LAYOUT_ROWS,
                             .value.name = "uint",
                             .in = { { .name = "ushort" }, { .name = "uint" } },
                             .out[0].name = "ulong",
                             .user = { .source = source, .load = "sum", .map = "weigh", .with_position = 1 },
                             .tuning.strategy = strategies[s] };
        clscan_plan *plan = NULL;
        assert_ok(clscan_plan_create(d->device, &desc, &plan));
        guarded in = guarded_create(d, sizeof x, x), second = guarded_create(d, sizeof more, &more),
                out = guarded_create(d, sizeof got, NULL);
        const clscan_args args = { .in = { { .buffer = in.part }, { .buffer = second.part } },
                                   .out[0].buffer = out.part,
                                   .num_dims = 2,
                                   .dims = { { .n = LENGTH }, { .n = LINES } } };
        assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
        assert_true(guarded_read(d, &out, got));
        for (size_t r = 0; r < LINES; r++) {
            cl_uint expected = 0;
            for (size_t k = 0; k < LENGTH; k++) {
                const cl_ushort loaded = (cl_ushort)(x[r * LENGTH + (reverse ? LENGTH - 1 - k : k)] + more);
                expected += (cl_uint)(loaded * (k + 1) + LENGTH);
            }
            assert_int_equal(got[r], expected);
        }
        guarded_release(&in);
        guarded_release(&second);
        guarded_release(&out);
        clscan_plan_destroy(plan);
    }
}

/* Vectors, and a number on the device that ends the array before args.count elements. */
static void test_vectors(void **state) {
    const test_device *d = *state;
    static cl_int x[LENGTH][4];
    const cl_uint count = LENGTH - 10;
    for (size_t i = 0; i < LENGTH * 4; i++)
        x[i / 4][i % 4] = i / 4 < count ? (cl_int)oracle_draw(4, i) : CL_INT_MAX;
    for (size_t s = 0; s < COUNT(strategies); s++) {
        clscan_desc desc = { .task = CLSCAN_TASK_REDUCE, .value.name = "int4", .op = CLSCAN_OP_MAX };
        clscan_plan *plan = NULL;
        cl_int got[4];
        desc.tuning.strategy = strategies[s];
        assert_ok(clscan_plan_create(d->device, &desc, &plan));
        guarded in = guarded_create(d, sizeof x, x), counter = guarded_create(d, sizeof count, &count),
                out = guarded_create(d, sizeof got, NULL);
        const clscan_args args = {
            .in[0].buffer = in.part, .out[0].buffer = out.part, .count_at.buffer = counter.part, .count = LENGTH
        };
        assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
        assert_true(guarded_read(d, &out, got));
        for (size_t lane = 0; lane < 4; lane++) {
            cl_int most = x[0][lane];
            for (size_t i = 1; i < count; i++)
                most = x[i][lane] > most ? x[i][lane] : most;
            assert_int_equal(got[lane], most);
        }
        guarded_release(&in);
        guarded_release(&counter);
        guarded_release(&out);
        clscan_plan_destroy(plan);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_functions), cmocka_unit_test(test_vectors) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
