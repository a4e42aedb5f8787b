/* Laws between scans with different descriptions, of affine maps, which do not commute. No oracle says what is right.
 * By default two strategies share the laws, and with CLSCAN_TEST_WHOLE=1 each strategy obeys all. */
#include "support/shape.h"
#include "support/trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 12, LENGTH = 85, N = ROWS * LENGTH, SIZE = 8, ALL = N * SIZE };

/* One strategy: its shape, its data, and the same data in reverse order. */
typedef struct law {
    const test_device *d;
    oracle_problem problem;
    clscan_desc desc;
    size_t size;
    cl_mem in, out;
    char x[ALL], up_to[ALL];
} law;

static clscan_plan *new_plan(const law *l, const clscan_desc *desc) {
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(l->d->device, desc, &plan));
    return plan;
}

/* Scans once with this description, and reads the output. */
static void scan(const law *l, const clscan_desc *desc, const clscan_args *args, char *result) {
    clscan_plan *plan = new_plan(l, desc);
    assert_ok(clscan_plan_enqueue(plan, l->d->in_order, args, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(l->d->in_order, args->out[0].buffer, CL_TRUE, 0, N * l->size, result, 0, NULL, NULL));
    clscan_plan_destroy(plan);
}

static clscan_args all_of(const law *l) {
    return (clscan_args) { .in[0].buffer = l->in, .out[0].buffer = l->out, .count = N };
}

static void assert_same(const law *l, const char *what, const char *a, const char *b) {
    for (size_t i = 0; i < N * l->size; i++)
        if (a[i] != b[i])
            fail_msg("%s: %s, at %zu", clscan_strategy_name(l->desc.tuning.strategy), what, i / l->size);
}

static void turn(const law *l, const char *x, char *turned) {
    for (size_t i = 0; i < N; i++)
        memcpy(turned + (N - 1 - i) * l->size, x + i * l->size, l->size);
}

/* A reverse scan of data in reverse order gives the same results as a forward scan. */
static void reversed(const law *l) {
    char turned[ALL], result[ALL], back[ALL];
    clscan_desc desc = l->desc;
    clscan_args args = all_of(l);
    turn(l, l->x, turned);
    args.in[0].buffer = test_device_buffer(l->d, CL_MEM_READ_WRITE, N * l->size, turned);
    desc.reverse = 1;
    scan(l, &desc, &args, result);
    turn(l, result, back);
    assert_same(l, "reverse of reverse is not the scan", l->up_to, back);
    clReleaseMemObject(args.in[0].buffer);
}

/* Rows give the same results as a separate scan of each row, and as segments with the same beginnings. Segments are
 * given in each possible way. */
static void in_rows(const law *l) {
    char rows[ALL], result[ALL];
    unsigned char flags[N] = { 0 };
    cl_uint bits[(N + 31) / 32] = { 0 };
    cl_int keys[N];
    clscan_desc desc = l->desc;
    clscan_args args = all_of(l);
    clscan_plan *plan;
    for (size_t i = 0; i < N; i++) {
        keys[i] = (cl_int)(i / LENGTH % 2);
        flags[i] = i % LENGTH == 0;
        bits[i / 32] |= (cl_uint)flags[i] << i % 32;
    }
    const cl_mem marks[] = { NULL, test_device_buffer(l->d, CL_MEM_READ_WRITE, sizeof flags, flags),
                             test_device_buffer(l->d, CL_MEM_READ_WRITE, sizeof bits, bits),
                             test_device_buffer(l->d, CL_MEM_READ_WRITE, sizeof keys, keys) };
    desc.layout = CLSCAN_LAYOUT_ROWS;
    args.count = 0;
    args.num_dims = 2;
    args.dims[0].n = LENGTH;
    args.dims[1].n = ROWS;
    scan(l, &desc, &args, rows);
    desc.layout = CLSCAN_LAYOUT_CONTIGUOUS;
    args = all_of(l);
    for (clscan_segments s = CLSCAN_SEGMENTS_FLAGS; s <= CLSCAN_SEGMENTS_KEYS; s++) {
        desc.segments = s;
        args.segments.buffer = marks[s];
        scan(l, &desc, &args, result);
        assert_same(l, "segments are not as rows", rows, result);
        clReleaseMemObject(marks[s]);
        args.segments.buffer = NULL;
    }
    plan = new_plan(l, &l->desc);
    args.count = LENGTH;
    for (size_t r = 0; r < ROWS; r++) {
        args.in[0].offset = args.out[0].offset = r * LENGTH;
        assert_ok(clscan_plan_enqueue(plan, l->d->in_order, &args, 0, NULL, NULL));
    }
    assert_cl(clEnqueueReadBuffer(l->d->in_order, l->out, CL_TRUE, 0, N * l->size, result, 0, NULL, NULL));
    assert_same(l, "rows are not as scans of their own", rows, result);
    clscan_plan_destroy(plan);
}

/* An array that is scanned in pieces gives the same results as a single scan. The total of each piece is the initial
 * value of the next one, and stays in a cell on the device. */
static void chained(const law *l) {
    static const size_t pieces[] = { 1, 2, 0, 300, 77, 1, N - 381 };
    const cl_mem cell = test_device_buffer(l->d, CL_MEM_READ_WRITE, l->size, l->problem.user->identity_value);
    char result[ALL];
    clscan_plan *plan = new_plan(l, &l->desc);
    clscan_args args = all_of(l);
    args.init_at.buffer = args.total.buffer = cell;
    for (size_t i = 0; i < COUNT(pieces); i++) {
        args.count = pieces[i];
        assert_ok(clscan_plan_enqueue(plan, l->d->in_order, &args, 0, NULL, NULL));
        args.in[0].offset = args.out[0].offset += pieces[i];
    }
    assert_int_equal(args.in[0].offset, N);
    assert_cl(clEnqueueReadBuffer(l->d->in_order, l->out, CL_TRUE, 0, N * l->size, result, 0, NULL, NULL));
    assert_same(l, "pieces are not the whole", l->up_to, result);
    assert_cl(clEnqueueReadBuffer(l->d->in_order, cell, CL_TRUE, 0, l->size, result, 0, NULL, NULL));
    assert_memory_equal(result, l->up_to + (N - 1) * l->size, l->size);
    clReleaseMemObject(cell);
    clscan_plan_destroy(plan);
}

/* A scan of columns gives the same as a scan of rows of the transposed matrix, and so does a scan with a stride. */
static void in_columns(const law *l) {
    static char first[ALL];
    char result[ALL];
    const size_t dimensions[] = { LENGTH, ROWS };
    clscan_desc desc = l->desc;
    clscan_args args = all_of(l);
    clscan_plan *plan = new_plan(l, (desc.layout = CLSCAN_LAYOUT_ROWS, &desc));
    args.count = 0;
    assert_ok(clscan_args_set_axis(&args, dimensions, 2, 0));
    scan(l, &desc, &args, result);
    args.num_dims = 1;
    args.dims[0] = (clscan_dim) { .n = LENGTH, ROWS, ROWS };
    for (size_t column = 0; column < ROWS; column++) {
        args.in[0].offset = args.out[0].offset = column;
        assert_ok(clscan_plan_enqueue(plan, l->d->in_order, &args, 0, NULL, NULL));
    }
    assert_cl(clEnqueueReadBuffer(l->d->in_order, l->out, CL_TRUE, 0, N * l->size, first, 0, NULL, NULL));
    assert_same(l, "columns are not as scans of their own", first, result);
    clscan_plan_destroy(plan);
}

/* Scans a strided row whose length is read from a buffer. The scan has to give the same results if the
 * host passes the length. After the row, only the total at the end of the array is written. */
static void counted(const law *l, int reverse, bool total, size_t stride) {
    static const cl_uint counts[] = { 0, 1, LENGTH - 3, LENGTH - 1, LENGTH, UINT32_MAX };
    char result[2][ALL], blank[ALL];
    clscan_desc desc = l->desc;
    clscan_args args = all_of(l);
    memset(blank, 0x5A, sizeof blank);
    desc.layout = CLSCAN_LAYOUT_ROWS;
    desc.reverse = reverse;
    args.count = 0;
    args.num_dims = 1;
    args.total.offset = N - 1;
    for (size_t i = 0; i < COUNT(counts); i++) {
        const cl_mem count = test_device_buffer(l->d, CL_MEM_READ_ONLY, sizeof counts[i], &counts[i]);
        for (int by_host = 0; by_host < 2; by_host++) {
            args.out[0].buffer = test_device_buffer(l->d, CL_MEM_READ_WRITE, N * l->size, blank);
            args.total.buffer = total ? args.out[0].buffer : NULL;
            args.dims[0] = (clscan_dim) { .n = by_host && counts[i] < LENGTH ? counts[i] : LENGTH, stride, stride };
            args.count_at.buffer = by_host ? NULL : count;
            scan(l, &desc, &args, result[by_host]);
            clReleaseMemObject(args.out[0].buffer);
        }
        assert_same(l, reverse ? "a counted row is wrong in reverse" : "a counted row is wrong", result[0], result[1]);
        clReleaseMemObject(count);
    }
}

/* For an operator without an identity, the store function gets zeros as the exclusive scan of the first element of a
 * segment, and the exclusive scan of every other element. */
static void without_identity(const law *l) {
    static const char zeros[SIZE];
    char up_to[ALL], before[ALL];
    unsigned char flags[N];
    clscan_desc desc = l->desc;
    clscan_args args = all_of(l);
    const char *type = desc.value.name;
    char source[4096];
    for (size_t i = 0; i < N; i++)
        flags[i] = i % LENGTH == 0;
    args.segments.buffer = test_device_buffer(l->d, CL_MEM_READ_WRITE, N, flags);
    desc.segments = CLSCAN_SEGMENTS_FLAGS;
    desc.user.identity = NULL;
    scan(l, &desc, &args, up_to);
    snprintf(source, sizeof source,
             "%s\nvoid keep_before(global %s *out, const global %s *in, ulong i, %s x, %s upto, %s before) "
             "{ out[i] = before; }",
             desc.user.source, type, type, type, type, type);
    desc.user.source = source;
    desc.user.store = "keep_before";
    scan(l, &desc, &args, before);
    for (size_t i = 0; i < N; i++)
        if (memcmp(before + i * SIZE, flags[i] ? zeros : up_to + (i - 1) * SIZE, SIZE) != 0)
            fail_msg("%s: without identity, what is before %zu is wrong", clscan_strategy_name(l->desc.tuning.strategy),
                     i);
    clReleaseMemObject(args.segments.buffer);
}

static void (*const laws[])(const law *l) = { in_rows, reversed, in_columns, chained, without_identity };

static void obey_laws(const test_device *d, clscan_strategy strategy) {
    const oracle_problem problem = { ORACLE_USER, CLSCAN_OP_ADD, oracle_user_at(0) };
    static law l;
    clscan_args args;
    l = (law) { .d = d, .problem = problem, .size = SIZE };
    l.desc = oracle_problem_desc(&problem, CLSCAN_KIND_INCLUSIVE);
    l.desc.tuning.strategy = strategy;
    l.desc.tuning.group = CLSCAN_GROUP_KOGGE_STONE;
    shape_draw(d, strategy, &l.desc);
    oracle_problem_fill(&problem, strategy, l.x, N);
    l.in = test_device_buffer(d, CL_MEM_READ_WRITE, N * l.size, l.x);
    l.out = test_device_buffer(d, CL_MEM_READ_WRITE, N * l.size, NULL);
    args = all_of(&l);
    scan(&l, &l.desc, &args, l.up_to);
    for (unsigned i = 0; i < COUNT(laws); i++)
        if (is_whole_run() || (i + strategy / 2) % 2 == 0)
            laws[i](&l);
    for (unsigned way = 0; way < 8; way++)
        if (is_whole_run() || (way + way / 2 + way / 4 + strategy) % 2 == 0)
            counted(&l, way & 1, way & 2, way & 4 ? ROWS : 1);
    clReleaseMemObject(l.in);
    clReleaseMemObject(l.out);
}

static void check_strategy(const test_device *d, clscan_strategy strategy) {
    UNLESS_REFUSED(obey_laws(d, strategy));
}

static void test_every_strategy(void **state) {
    const test_device *d = *state;
    for (clscan_strategy s = CLSCAN_STRATEGY_SINGLE_GROUP; clscan_strategy_name(s); s++)
        if (test_device_runs(d, s))
            check_strategy(d, s);
    skip_if_all_refused();
}

/* Scans with the strategy of l->desc. The first strategy that is not refused sets *first, and the others have to give
 * the same bits. */
static void compare_bits(const law *l, const clscan_args *args, bool *is_first, char *first) {
    static char result[ALL];
    scan(l, &l->desc, args, result);
    if (*is_first)
        memcpy(first, result, ALL);
    assert_same(l, "another strategy has other bits", first, result);
    *is_first = false;
}

static void agree(const law *l, const clscan_args *args, bool *is_first, char *first) {
    UNLESS_REFUSED(compare_bits(l, args, is_first, first));
}

/* Every strategy computes the same bits for reversed segments with an initial value. */
static void test_strategies_agree(void **state) {
    const test_device *d = *state;
    law l = { .d = d, .problem = { ORACLE_USER, CLSCAN_OP_ADD, oracle_user_at(0) }, .size = SIZE };
    static char first[ALL];
    bool is_first = true;
    unsigned char flags[N];
    const cl_uint init[2] = { 3, 5 };
    oracle_problem_fill(&l.problem, 1, l.x, N);
    for (size_t i = 0; i < N; i++)
        flags[i] = oracle_draw(2, i) % 40 == 0;
    l.in = test_device_buffer(d, CL_MEM_READ_WRITE, ALL, l.x);
    l.out = test_device_buffer(d, CL_MEM_READ_WRITE, ALL, NULL);
    clscan_args args = all_of(&l);
    args.segments.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, N, flags);
    args.init = init;
    for (clscan_strategy s = CLSCAN_STRATEGY_SINGLE_GROUP; clscan_strategy_name(s); s++) {
        if (!test_device_runs(d, s))
            continue;
        l.desc = oracle_problem_desc(&l.problem, CLSCAN_KIND_EXCLUSIVE);
        l.desc.segments = CLSCAN_SEGMENTS_FLAGS;
        l.desc.reverse = 1;
        l.desc.tuning.strategy = s;
        shape_draw(d, s, &l.desc);
        agree(&l, &args, &is_first, first);
    }
    clReleaseMemObject(args.segments.buffer);
    clReleaseMemObject(l.in);
    clReleaseMemObject(l.out);
    skip_if_all_refused();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_strategy),
        cmocka_unit_test(test_strategies_agree),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
