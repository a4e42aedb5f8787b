/* Sorts of columns, and of rows along any axis of an array: in several shapes and both directions, with an array that
 * is carried along and indices in the column, as a stable merge sort of each column by itself does. Outputs may be
 * transposed, too small, missing, or the inputs themselves. No array is written past its end. */
#include "support/guarded.h"
#include "support/shape.h"

#include <oracle.h>
#include <string.h>

enum { N = 3000, FIRST_INDEX = 5, MOST_BYTES = 8 };

/* The array that is sorted along dimension 1, with outer * length * inner elements. */
static const struct {
    size_t outer, length, inner;
} shapes[] = {
    { 1, 100, 30 }, { 5, 20, 30 }, { 2, 3, 500 }, { 1, 1, 17 }, { 1, 2999, 1 }, { 3, 1000, 1 }, { 1, 3, 3 }
};

typedef struct arrays {
    unsigned char elements[N * MOST_BYTES];
    cl_ushort carried[N];
    cl_uint indices[N];
} arrays;

/* A sort, and the properties in which calls differ. If `transposed`, the output has the columns as rows. */
typedef struct sort {
    clscan_plan *plan;
    oracle_type type;
    bool reverse, in_place, transposed, no_elements;
    size_t outer, length, inner, room;
} sort;

static void fill(const sort *s, arrays *a) {
    const size_t size = oracle_type_size(s->type);
    for (size_t i = 0; i < N; i++) {
        const uint64_t bits = oracle_draw(9, oracle_draw(8, i) % (s->reverse ? 7 : N));
        memcpy(a->elements + i * size, &bits, size);
        a->carried[i] = (cl_ushort)(i * 7);
    }
}

/* Sorts each column by itself. */
static void expect(const sort *s, const arrays *a, arrays *e) {
    static size_t order[N];
    static unsigned char column[N * MOST_BYTES];
    const size_t size = oracle_type_size(s->type);
    for (size_t row = 0; row < s->outer * s->inner; row++) {
        const size_t first = row / s->inner * s->inner * s->length + row % s->inner;
        for (size_t k = 0; k < s->length; k++)
            memcpy(column + k * size, a->elements + (first + k * s->inner) * size, size);
        assert_true(oracle_sort(s->type, s->reverse, column, order, s->length));
        for (size_t k = 0; k < s->length; k++) {
            const size_t to = s->transposed ? row * s->length + k : first + k * s->inner;
            memcpy(e->elements + to * size, column + order[k] * size, size);
            e->carried[to] = a->carried[first + order[k] * s->inner];
            e->indices[to] = FIRST_INDEX + (cl_uint)order[k];
        }
    }
}

static void check_call(const test_device *d, const sort *s) {
    static arrays a, e, got;
    const size_t size = oracle_type_size(s->type), count = s->outer * s->length * s->inner,
                 written = s->room < count ? s->room : count, dims[] = { s->outer, s->length, s->inner };
    const clscan_ref none = { .buffer = NULL };
    fill(s, &a);
    expect(s, &a, &e);
    guarded in = guarded_create(d, count * size, a.elements),
            in1 = guarded_create(d, count * sizeof *a.carried, a.carried),
            out = guarded_create(d, s->room * size, NULL), out1 = guarded_create(d, s->room * sizeof *a.carried, NULL),
            indices = guarded_create(d, s->room * sizeof *a.indices, NULL);
    clscan_args args = { .in = { { .buffer = in.part }, { .buffer = in1.part } },
                         .out = { s->no_elements ? none : (clscan_ref) { .buffer = s->in_place ? in.part : out.part },
                                  { .buffer = s->in_place ? in1.part : out1.part } },
                         .indices.buffer = indices.part,
                         .first_index = FIRST_INDEX };
    assert_ok(clscan_args_set_axis(&args, dims, 3, 1));
    if (s->transposed) {
        args.dims[0].out_stride = 1;
        args.dims[1].out_stride = s->length;
    }
    assert_ok(clscan_plan_enqueue(s->plan, d->in_order, &args, 0, NULL, NULL));
    assert_true(guarded_read(d, s->in_place ? &in1 : &out1, got.carried) && guarded_read(d, &indices, got.indices));
    assert_memory_equal(got.indices, e.indices, written * sizeof *e.indices);
    assert_memory_equal(got.carried, e.carried, written * sizeof *e.carried);
    assert_true(s->no_elements || guarded_read(d, s->in_place ? &in : &out, got.elements));
    assert_true(s->no_elements || memcmp(got.elements, e.elements, written * size) == 0);
    guarded *const all[] = { &in, &in1, &out, &out1, &indices };
    for (size_t i = 0; i < COUNT(all); i++) {
        assert_true(guarded_read(d, all[i], NULL));
        guarded_release(all[i]);
    }
}

static void check_shapes(const test_device *d, sort s) {
    for (size_t i = 0; i < COUNT(shapes); i++) {
        s.outer = shapes[i].outer;
        s.length = shapes[i].length;
        s.inner = shapes[i].inner;
        for (unsigned way = 0; way < 4; way++) {
            s.in_place = way == 1;
            s.transposed = way == 2 && s.outer == 1;
            s.no_elements = way == 3;
            s.room = s.outer * s.length * s.inner;
            if (way == 3 && s.room > 1)
                s.room--;
            check_call(d, &s);
        }
    }
}

static void check_plan(const test_device *d, oracle_type type, clscan_strategy strategy, bool reverse) {
    clscan_desc desc = { .task = CLSCAN_TASK_SORT,
                         .layout = CLSCAN_LAYOUT_ROWS,
                         .reverse = reverse,
                         .value.name = oracle_type_name(type),
                         .in[1].name = "ushort",
                         .out[1].name = "ushort",
                         .index_type.name = "uint",
                         .tuning.strategy = strategy };
    sort s = { .type = type, .reverse = reverse };
    if (strategy != CLSCAN_STRATEGY_AUTO) {
        desc.tuning.group = CLSCAN_GROUP_KOGGE_STONE;
        shape_draw(d, type, &desc);
        if (strategy == CLSCAN_STRATEGY_LOOKBACK && desc.tuning.wg_size == 1)
            desc.tuning.wg_size = 2; /* a sweep needs several work-items */
    }
    assert_ok(clscan_plan_create(d->device, &desc, &s.plan));
    check_shapes(d, s);
    clscan_plan_destroy(s.plan);
}

static void test_columns(void **state) {
    check_plan(*state, ORACLE_INT, CLSCAN_STRATEGY_AUTO, false);
    UNLESS_REFUSED(check_plan(*state, ORACLE_FLOAT, CLSCAN_STRATEGY_REDUCE_SCAN, true));
    UNLESS_REFUSED(check_plan(*state, ORACLE_USHORT, CLSCAN_STRATEGY_LOOKBACK, true));
    UNLESS_REFUSED(check_plan(*state, ORACLE_ULONG, CLSCAN_STRATEGY_LOOKBACK, false));
    UNLESS_REFUSED(check_plan(*state, ORACLE_INT, CLSCAN_STRATEGY_SINGLE_GROUP, true));
    UNLESS_REFUSED(check_plan(*state, ORACLE_ULONG, CLSCAN_STRATEGY_SINGLE_GROUP, false));
    skip_if_all_refused();
}

/* Host arrays are executed by the same launches, and columns of no elements need none. */
static void test_host_arrays(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .task = CLSCAN_TASK_SORT, .layout = CLSCAN_LAYOUT_ROWS, .index_type.name = "uint" };
    cl_int x[] = { 3, 9, 1, 7, 2, 8 };
    const cl_int sorted[] = { 1, 7, 2, 8, 3, 9 };
    const cl_uint places[] = { 1, 1, 2, 2, 0, 0 };
    cl_uint indices[COUNT(x)] = { 0 };
    clscan_plan *plan = NULL;
    clscan_args args = { .in[0].host = x, .out[0].host = x, .indices.host = indices };
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(clscan_args_set_axis(&args, (const size_t[]) { 3, 2 }, 2, 0));
    assert_ok(clscan_plan_execute(plan, &args));
    assert_memory_equal(x, sorted, sizeof sorted);
    assert_memory_equal(indices, places, sizeof places);
    assert_ok(clscan_args_set_axis(&args, (const size_t[]) { 0, 2 }, 2, 0));
    assert_ok(clscan_plan_execute(plan, &args));
    clscan_plan_destroy(plan);
}

/* Rows of host arrays that lie apart, by keys and by a comparison. The elements between them do not change, also if
 * the capacity ends in a row. */
static void test_gaps(void **state) {
    const test_device *d = *state;
    const clscan_user users[] = { { .map = NULL }, { .source = "#define BEFORE(x, y) ((x) < (y))", .less = "BEFORE" } };
    const cl_int x[] = { 3, 1, 0, 9, 7, 0, 6, 5 }, sorted[] = { 1, 3, -4, -4, 7, 9, -4, -4, 5, -4 };
    for (size_t i = 0; i < COUNT(users); i++) {
        const clscan_desc desc = { .task = CLSCAN_TASK_SORT, .layout = CLSCAN_LAYOUT_ROWS, .user = users[i] };
        cl_int got[] = { -4, -4, -4, -4, -4, -4, -4, -4, -4, -4 };
        clscan_plan *plan = NULL;
        assert_ok(clscan_plan_create(d->device, &desc, &plan));
        const clscan_args args = { .in[0].host = x,
                                   .out[0] = { .host = got, .capacity = 9 },
                                   .num_dims = 2,
                                   .dims = { { .n = 2 }, { .n = 3, .in_stride = 3, .out_stride = 4 } } };
        assert_ok(clscan_plan_execute(plan, &args));
        assert_memory_equal(got, sorted, sizeof sorted);
        clscan_plan_destroy(plan);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_columns), cmocka_unit_test(test_host_arrays),
                                        cmocka_unit_test(test_gaps) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
