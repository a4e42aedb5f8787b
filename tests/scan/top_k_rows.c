/* The first elements of sorts of rows: of short and long rows, few and many, in both directions and in several shapes,
 * of contiguous rows, of columns and of rows with gaps. The results must be the beginning of a stable merge sort of
 * each row by itself, with an array that is carried along and indices in the rows. Outputs may be too small or missing,
 * and a single row may have its length on the device. No array is written past its end. */
#include "support/guarded.h"
#include "support/shape.h"

#include <oracle.h>
#include <string.h>

enum { N = 24000, FIRST_INDEX = 7, MOST_BYTES = 8, GAPS = 3, IN = GAPS * N };

/* Rows next to the numbers of elements that are ranked without a select, by work-items and by work-groups, and few long
 * rows, which the work-groups of shapes 1 and 2 share. */
static const struct {
    size_t rows, length;
} layouts[] = { { 2000, 10 }, { 180, 129 }, { 50, 128 }, { 90, 257 }, { 60, 256 },  { 7, 3001 },
                { 1, 5003 },  { 5, 1 },     { 300, 64 }, { 1, 20 },   { 2, 12000 }, { 3, 1000 } };

/* How rows lie in the inputs: one after the other, as the columns of two matrices, or with gaps between all elements
 * and between rows. */
typedef enum row_layout { ROWS, COLUMNS, APART, NUM_LAYOUTS } row_layout;

typedef struct arrays {
    unsigned char keys[IN * MOST_BYTES];
    cl_ushort carried[IN];
    cl_uint indices[N];
} arrays;

typedef struct top {
    clscan_plan *plan;
    oracle_type type;
    bool reverse, few;
    size_t k;
} top;

typedef struct call {
    size_t rows, length, count; /* `count` is on the device if it is less than `length` */
    size_t room;
    bool no_keys;
    row_layout layout;
} call;

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Returns how many rows a matrix has if rows are divided into two matrices. */
static size_t rows_of_matrix(const call *c) {
    return c->rows % 2 ? c->rows : c->rows / 2;
}

/* Returns where element k of a row is in the inputs. */
static size_t place(const call *c, size_t row, size_t k) {
    const size_t columns = rows_of_matrix(c);
    return c->layout == ROWS      ? row * c->length + k
           : c->layout == COLUMNS ? (row / columns * c->length + k) * columns + row % columns
                                  : row * (2 * c->length + 1) + 2 * k;
}

/* Returns how many elements the inputs have. */
static size_t extent(const call *c) {
    return place(c, c->rows - 1, c->length - 1) + 1;
}

/* Sets args->dims for the rows of the inputs. */
static void set_dims(const call *c, clscan_args *args) {
    const size_t columns = rows_of_matrix(c), matrices = c->rows / columns, shape[] = { matrices, c->length, columns };
    const clscan_dim rows = { .n = columns, .in_stride = 2 * c->length + 1 };
    if (c->layout == COLUMNS) {
        assert_ok(clscan_args_set_axis(args, shape, 3, 1));
        return;
    }
    args->num_dims = 3;
    args->dims[0] = (clscan_dim) { .n = c->length, .in_stride = c->layout == ROWS ? 1 : 2, .out_stride = 5 };
    args->dims[1] = c->layout == ROWS ? (clscan_dim) { .n = columns } : rows;
    args->dims[2] = (clscan_dim) { .n = matrices };
}

/* Sets the first elements of each row. */
static void expect(const top *t, const call *c, const arrays *in, arrays *e) {
    static size_t order[N];
    static unsigned char keys[N * MOST_BYTES];
    const size_t size = oracle_type_size(t->type), wanted = least(t->k, c->count);
    guarded_pattern(e->keys, sizeof e->keys);
    guarded_pattern(e->carried, sizeof e->carried);
    guarded_pattern(e->indices, sizeof e->indices);
    for (size_t row = 0; row < c->rows; row++) {
        for (size_t k = 0; k < c->count; k++)
            memcpy(keys + k * size, in->keys + place(c, row, k) * size, size);
        assert_true(oracle_sort(t->type, t->reverse, keys, order, c->count));
        for (size_t i = 0; i < wanted && row * wanted + i < c->room; i++) {
            const size_t at = row * wanted + i, from = place(c, row, order[i]);
            memcpy(e->keys + at * size, in->keys + from * size, size);
            e->carried[at] = in->carried[from];
            e->indices[at] = FIRST_INDEX + (cl_uint)order[i];
        }
    }
}

static void fill(const top *t, arrays *in) {
    const size_t size = oracle_type_size(t->type);
    for (size_t i = 0; i < IN; i++) {
        const uint64_t bits = oracle_draw(9, t->few ? oracle_draw(8, i) % 5 : i);
        memcpy(in->keys + i * size, &bits, size); /* the test's hosts are little-endian */
        in->carried[i] = (cl_ushort)(i * 7);
    }
}

static void check_outputs(const top *t, const call *c, const arrays *e, const arrays *got) {
    const size_t size = oracle_type_size(t->type);
    for (size_t i = 0; i < c->room; i++)
        if ((!c->no_keys && memcmp(got->keys + i * size, e->keys + i * size, size) != 0) ||
            got->carried[i] != e->carried[i] || got->indices[i] != e->indices[i])
            fail_msg("the first %zu of %zu rows of %zu, layout %d: result %zu has index %u instead of %u", t->k,
                     c->rows, c->length, (int)c->layout, i, got->indices[i], e->indices[i]);
}

static void check_call(const test_device *d, const top *t, const call *c) {
    static arrays x, e, got;
    const size_t n = extent(c), size = oracle_type_size(t->type);
    const cl_uint on_device = (cl_uint)c->count;
    fill(t, &x);
    expect(t, c, &x, &e);
    guarded in = guarded_create(d, n * size, x.keys), in1 = guarded_create(d, n * sizeof *x.carried, x.carried),
            out = guarded_create(d, c->room * size, NULL), out1 = guarded_create(d, c->room * sizeof *x.carried, NULL),
            indices = guarded_create(d, c->room * sizeof *x.indices, NULL),
            count = guarded_create(d, sizeof on_device, &on_device);
    const clscan_ref none = { .buffer = NULL };
    clscan_args args = { .in = { { .buffer = in.part }, { .buffer = in1.part } },
                         .out = { c->no_keys ? none : (clscan_ref) { .buffer = out.part }, { .buffer = out1.part } },
                         .indices = { .buffer = indices.part, .capacity = c->room },
                         .first_index = FIRST_INDEX,
                         .count_at = c->count < c->length ? (clscan_ref) { .buffer = count.part } : none };
    set_dims(c, &args);
    assert_ok(clscan_plan_enqueue(t->plan, d->in_order, &args, 0, NULL, NULL));
    assert_true(guarded_read(d, &out, got.keys) && guarded_read(d, &out1, got.carried) &&
                guarded_read(d, &indices, got.indices));
    check_outputs(t, c, &e, &got);
    guarded *const all[] = { &in, &in1, &out, &out1, &indices, &count };
    for (size_t i = 0; i < COUNT(all); i++) {
        assert_true(guarded_read(d, all[i], NULL));
        guarded_release(all[i]);
    }
}

static void check_k(const test_device *d, top t, clscan_desc desc) {
    desc.sort.k = (unsigned)t.k;
    assert_ok(clscan_plan_create(d->device, &desc, &t.plan));
    for (size_t i = 0; i < COUNT(layouts); i++) {
        const size_t rows = layouts[i].rows, length = layouts[i].length, all = rows * least(length, t.k);
        const row_layout layout = (row_layout)((i + t.k) % NUM_LAYOUTS);
        t.few = i % 2;
        check_call(d, &t, &(call) { rows, length, length, i % 3 ? all : (all + 1) / 2, i % 4 == 1, layout });
        if (rows == 1)
            check_call(d, &t, &(call) { rows, length, length / 3, least(length / 3, t.k), false, layout });
    }
    clscan_plan_destroy(t.plan);
}

/* Shape 0 is the library's, shape 1 has seven work-groups of one work-item, and shape 2 seven of several. */
static void try_k(const test_device *d, oracle_type type, size_t k, size_t shape, bool reverse) {
    clscan_desc desc = { .struct_size = sizeof desc,
                         .task = CLSCAN_TASK_TOP_K,
                         .layout = CLSCAN_LAYOUT_ROWS,
                         .reverse = reverse,
                         .value.name = oracle_type_name(type),
                         .in[1].name = "ushort",
                         .out[1].name = "ushort",
                         .index_type.name = "uint" };
    desc.tuning.num_groups = shape ? 7 : 0;
    desc.tuning.wg_size = shape == 0 ? 0 : shape == 1 ? 1 : test_device_wg_size(d, CLSCAN_STRATEGY_REDUCE_SCAN, 32);
    desc.tuning.items = shape == 2 ? 7 : 0;
    UNLESS_REFUSED(check_k(d, (top) { .type = type, .reverse = reverse, .k = k }, desc));
}

static void test_rows(void **state) {
    static const oracle_type types[] = { ORACLE_INT, ORACLE_FLOAT, ORACLE_UCHAR, ORACLE_LONG };
    static const size_t ks[] = { 1, 10, 129, 300, 20000 };
    for (size_t i = 0; i < COUNT(ks); i++)
        for (size_t shape = 0; shape < 3; shape++)
            try_k(*state, types[(i + shape) % COUNT(types)], ks[i], shape, (i + shape) % 2);
    skip_if_all_refused();
}

/* Rows without elements, and no rows, have nothing to write. Outputs that are inputs are refused. */
static void test_refused(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .struct_size = sizeof desc,
                               .task = CLSCAN_TASK_TOP_K,
                               .layout = CLSCAN_LAYOUT_ROWS,
                               .value.name = "int",
                               .count_type.name = "ulong",
                               .sort.k = 3 };
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    guarded in = guarded_create(d, 100 * sizeof(cl_int), NULL), out = guarded_create(d, 100 * sizeof(cl_int), NULL);
    clscan_args args = { .in[0].buffer = in.part, .out[0].buffer = out.part, .num_dims = 2 };
    args.dims[1].n = 5;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    args.dims[0] = (clscan_dim) { .n = 20, .in_stride = 5 };
    args.dims[1] = (clscan_dim) { .n = 6, .in_stride = 1 };
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_TOO_SMALL,
                 "args.in[0] holds 400 bytes; the call needs 101 elements");
    args.dims[0] = (clscan_dim) { .n = 4 };
    args.dims[1] = (clscan_dim) { .n = 5 };
    args.out[0].buffer = in.part;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_OVERLAP,
                 "args.in[0] and args.out[0] overlap|a top-k by rows is not possible in place");
    char text[2048];
    args.dims[1] = (clscan_dim) { .n = 2 };
    args.dims[0] = (clscan_dim) { .n = (size_t)1 << 32 };
    assert_fails(clscan_plan_describe(plan, &args, text, sizeof text, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.dims has 2 rows of 4294967296 elements|several rows have 4294967295 elements at most");
    clscan_plan_destroy(plan);
    guarded_release(&in);
    guarded_release(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows), cmocka_unit_test(test_refused) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
