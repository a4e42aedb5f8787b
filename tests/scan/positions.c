/* User functions that get the position of their element and the count, in every strategy, layout and direction, with a
 * count on the host and on the device. By default each strategy has half of the cases, and with CLSCAN_TEST_WHOLE=1
 * all. */
#include "support/test_device.h"

#include <stdio.h>

enum { MAP = 1, LOAD = 2, STORE = 4, ALL = 7, MOST = 2000 };

/* The user's functions, as C and OpenCL C: each result depends on the position, on the count and on the element. */
#define MAPPED(x, position, count) ((x)*3 + (int)((position) % 5) + ((position) + 1 == (count) ? 1000 : 0))
#define LOADED(x, position, count)                                                                                     \
    ((short)((x) + (int)((count) % 7) + ((position) + 1 == (count) ? 50 : (position) == 0)))
#define WHERE(position, count) ((position)*1000003 + (count))
#define TEXT(macro)            TEXT_OF(macro)
#define TEXT_OF(text)          #text

static const char map[] =
    "int to_int(short x, ulong position, ulong count) { return " TEXT(MAPPED(x, position, count)) "; }\n";
static const char load[] = "short get(const global short *in, ulong i, ulong position, ulong count) "
                           "{ return " TEXT(LOADED(in[i], position, count)) "; }\n";
static const char map_of_load[] = "int to_int(short x, ulong position, ulong count) { return x; }\n";
static const char store[] =
    "void put(global int *out, global ulong *where, global int *totals, const global short *in, "
    "ulong i, short x, int inclusive, int exclusive, ulong position, ulong count) {\n"
    "    out[i] = inclusive * 2 - exclusive + x;\n"
    "    where[i] = " TEXT(WHERE(position, count)) ";\n"
                                                   "    if (position + 1 == count)\n"
                                                   "        *totals = inclusive;\n}\n";

/* One scan: `rows` rows of `length` elements, which are `stride` apart. Rows begin `pitch` apart. If `counted` is true,
 * a count on the device limits the number of elements. */
typedef struct layout {
    size_t rows, length, stride, pitch;
    bool counted;
} layout;

typedef struct fixture {
    const test_device *d;
    cl_mem in, out, where, totals, count;
    cl_short x[MOST];
} fixture;

static size_t place(const layout *l, bool reverse, size_t row, size_t position, size_t length) {
    return row * l->pitch + (reverse ? length - 1 - position : position) * l->stride;
}

static clscan_args args_of(const fixture *f, const layout *l, const clscan_desc *desc) {
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = f->in;
    args.out[0].buffer = f->out;
    if (desc->user.store) {
        args.out[1].buffer = f->where;
        args.out[2].buffer = f->totals;
    }
    args.count_at.buffer = l->counted ? f->count : NULL;
    args.count = desc->layout == CLSCAN_LAYOUT_ROWS ? 0 : l->length;
    if (desc->layout == CLSCAN_LAYOUT_ROWS) {
        args.num_dims = 2;
        args.dims[0] = (clscan_dim) { .n = l->length, l->stride, l->stride };
        args.dims[1] = (clscan_dim) { .n = l->rows, l->pitch, l->pitch };
    }
    return args;
}

static void read(const fixture *f, cl_mem mem, size_t size, void *to) {
    assert_cl(clEnqueueReadBuffer(f->d->in_order, mem, CL_TRUE, 0, size, to, 0, NULL, NULL));
}

static void check_row(const fixture *f, const layout *l, const clscan_desc *desc, size_t row, size_t count,
                      const cl_int *out, const cl_ulong *where) {
    cl_int sum = 0;
    for (size_t position = 0; position < count; position++) {
        const size_t at = place(l, desc->reverse, row, position, count);
        const cl_short x = desc->user.load ? LOADED(f->x[at], position, count) : f->x[at];
        const cl_int before = sum;
        sum += desc->user.map && !(desc->user.load && !desc->user.store) ? MAPPED(x, position, count) : x;
        assert_int_equal(out[at], desc->user.store ? sum * 2 - before + x : sum);
        if (desc->user.store)
            assert_int_equal(where[at], WHERE(position, count));
    }
    if (desc->user.store && row + 1 == l->rows && l->rows == 1 && count > 0) {
        cl_int total;
        read(f, f->totals, sizeof total, &total);
        assert_int_equal(total, sum);
    }
}

static void check_scan(const fixture *f, clscan_plan *plan, const clscan_desc *desc, const layout *l) {
    static cl_int out[MOST];
    static cl_ulong where[MOST];
    const cl_uint there = l->counted ? (cl_uint)(l->length - l->length / 3) : (cl_uint)l->length;
    const clscan_args args = args_of(f, l, desc);
    test_device_write(f->d, f->count, 0, sizeof there, &there);
    assert_ok(clscan_plan_enqueue(plan, f->d->in_order, &args, 0, NULL, NULL));
    read(f, f->out, sizeof out, out);
    read(f, f->where, sizeof where, where);
    for (size_t row = 0; row < l->rows; row++)
        check_row(f, l, desc, row, there, out, where);
}

static const layout ranges[] = { { 1, 0, 1, 0, false },
                                 { 1, 1, 1, 1, false },
                                 { 1, 37, 1, 37, false },
                                 { 1, MOST, 1, MOST, false },
                                 { 1, 1500, 1, 1500, true } };
static const layout matrices[] = { { 7, 37, 1, 37, false },  { 40, 50, 1, 50, false }, { 33, 60, 33, 1, false },
                                   { 2, 900, 2, 1, false },  { 5, 7, 3, 40, false },   { 1, 1500, 1, 1500, true },
                                   { 1, 700, 2, 1400, true } };

static void check_plan(const fixture *f, const clscan_desc *desc) {
    const bool rows = desc->layout == CLSCAN_LAYOUT_ROWS;
    const layout *layouts = rows ? matrices : ranges;
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(f->d->device, desc, &plan));
    for (size_t i = 0; i < (rows ? COUNT(matrices) : COUNT(ranges)); i++)
        check_scan(f, plan, desc, &layouts[i]);
    clscan_plan_destroy(plan);
}

/* If there is only a load function, the map from short to int has the position as a parameter too, and ignores it. */
static clscan_desc desc_of(unsigned functions, bool user_op, char *source, size_t size) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    snprintf(source, size, "%s%s%s%s", functions == LOAD ? map_of_load : map, functions & LOAD ? load : "",
             functions & STORE ? store : "", user_op ? "int join(int a, int b) { return a + b; }" : "");
    desc.in[0].name = "short";
    desc.user = (clscan_user) { .source = source, .map = "to_int", .with_position = 1 };
    desc.user.combine = user_op ? "join" : NULL;
    desc.user.load = functions & LOAD ? "get" : NULL;
    if (functions & STORE) {
        desc.user.store = "put";
        desc.out[1].name = "ulong";
        desc.out[2].name = "int";
    }
    return desc;
}

static void set_strategy(clscan_desc *desc, clscan_strategy strategy) {
    desc->tuning.strategy = strategy;
    if (strategy == CLSCAN_STRATEGY_AUTO)
        return;
    desc->tuning.wg_size = strategy == CLSCAN_STRATEGY_SLICES ? 1 : 4;
    desc->tuning.items = 12 / desc->tuning.wg_size;
    desc->tuning.num_groups = 5;
}

static void open_fixture(const test_device *d, fixture *f) {
    *f = (fixture) { .d = d };
    for (int i = 0; i < MOST; i++)
        f->x[i] = (cl_short)(i * 37 % 101 - 50);
    f->in = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof f->x, f->x);
    f->out = test_device_buffer(d, CL_MEM_READ_WRITE, MOST * sizeof(cl_int), NULL);
    f->where = test_device_buffer(d, CL_MEM_READ_WRITE, MOST * sizeof(cl_ulong), NULL);
    f->totals = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof(cl_int), NULL);
    f->count = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);
}

static void close_fixture(const fixture *f) {
    cl_mem const mems[] = { f->in, f->out, f->where, f->totals, f->count };
    for (size_t i = 0; i < COUNT(mems); i++)
        clReleaseMemObject(mems[i]);
}

/* Tries the functions of each set, in both layouts and both directions. */
static void check_strategy(const test_device *d, clscan_strategy strategy) {
    static const unsigned sets[] = { MAP, LOAD, MAP | STORE, ALL };
    static fixture f;
    char source[2048];
    open_fixture(d, &f);
    for (unsigned i = 0; i < 8; i++) {
        const bool reverse = i & 1, rows = i & 2, user_op = ((unsigned)strategy / 2 + i) & 1;
        if (!is_whole_run() && ((unsigned)strategy + i + i / 2 + i / 4) % 2)
            continue;
        clscan_desc desc = desc_of(i < 4 ? ALL : sets[((unsigned)strategy + i) % 4], user_op, source, sizeof source);
        desc.reverse = reverse;
        desc.layout = rows ? CLSCAN_LAYOUT_ROWS : CLSCAN_LAYOUT_CONTIGUOUS;
        set_strategy(&desc, strategy);
        check_plan(&f, &desc);
    }
    close_fixture(&f);
}

static void test_every_strategy(void **state) {
    for (int i = 0; clscan_strategy_name((clscan_strategy)i); i++) {
        print_message("%s\n", clscan_strategy_name((clscan_strategy)i));
        check_strategy(*state, (clscan_strategy)i);
    }
}

/* Each element is divided by the count before the sum, so that one scan computes a mean. */
static void test_a_map_by_the_count(void **state) {
    const test_device *d = *state;
    clscan_desc desc = CLSCAN_DESC_INIT;
    cl_float x[] = { 8, 16, 24, 32 }, y[4];
    clscan_plan *plan = NULL;
    desc.value.name = "float";
    desc.user.source = "float share(float x, ulong position, ulong count) { return x / count; }";
    desc.user.map = "share";
    desc.user.with_position = 1;
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(execute_host(plan, x, y, COUNT(y)));
    assert_true(y[0] == 2 && y[1] == 6 && y[2] == 12 && y[3] == 20);
    clscan_plan_destroy(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_map_by_the_count),
        cmocka_unit_test(test_every_strategy),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
