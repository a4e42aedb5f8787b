/* Scans columns of matrices, whole and in blocks of rows whose prefixes are found by look-back. A loop down each column
 * gives the expected results. */
#include "support/affine.h"
#include "support/guarded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The scanned matrices: `matrices` of `length` rows and `columns` columns. There are gaps after each row and after each
 * matrix. */
typedef struct field {
    size_t length, columns, matrices;
    size_t row_gap, matrix_gap;
} field;

static size_t stride_of(const field *f) {
    return f->columns + f->row_gap;
}
static size_t pitch_of(const field *f) {
    return f->length * stride_of(f) + f->matrix_gap;
}
static size_t extent_of(const field *f) {
    return f->matrices * pitch_of(f);
}
static size_t count_of(const field *f) {
    return f->matrices * f->columns * f->length;
}

static const affine initial = { 3, 5 };

static clscan_desc description(clscan_strategy strategy, bool exclusive, bool reverse) {
    clscan_desc desc = affine_desc(strategy, exclusive, reverse);
    desc.layout = CLSCAN_LAYOUT_ROWS;
    return desc;
}

/* Computes the expected output, and returns the expected total, which is the total of the last column. */
static affine expect(const field *f, const clscan_desc *desc, const affine *in, affine *out) {
    affine sum = initial;
    for (size_t line = 0; line < f->matrices * f->columns; line++) {
        const size_t top = line / f->columns * pitch_of(f) + line % f->columns;
        sum = initial;
        for (size_t k = 0; k < f->length; k++) {
            const size_t at = top + (desc->reverse ? f->length - 1 - k : k) * stride_of(f);
            const affine before = sum;
            sum = affine_then(sum, in[at]);
            out[at] = desc->kind == CLSCAN_KIND_EXCLUSIVE ? before : sum;
        }
    }
    return sum;
}

static void judge(const test_device *d, const field *f, const clscan_desc *desc, const char *how,
                  const affine *expected, const guarded *out) {
    affine *got = malloc(extent_of(f) * sizeof *got);
    assert_non_null(got);
    assert_true(guarded_read(d, out, got));
    for (size_t i = 0; i < extent_of(f); i++)
        if (memcmp(&got[i], &expected[i], sizeof *got) != 0)
            fail_msg(
                "%s, wg_size %u, items %u, groups %u, kind %d, reverse %d, %zu matrices of %zu x %zu: wrong at %zu",
                how, desc->tuning.wg_size, desc->tuning.items, desc->tuning.num_groups, desc->kind, desc->reverse,
                f->matrices, f->length, f->columns, i);
    free(got);
}

/* Scans in place or not, with a workspace of the caller's or of the plan's. Elements between rows must stay untouched.
 */
static void run(const test_device *d, clscan_plan *plan, const clscan_desc *desc, const field *f, const char *how,
                bool in_place) {
    const size_t bytes = extent_of(f) * sizeof(affine);
    affine *in = malloc(bytes), *expected = malloc(bytes), total, wanted;
    size_t needed = 0;
    assert_true(in && expected);
    for (size_t i = 0; i < extent_of(f); i++)
        in[i] = (affine) { (cl_uint)oracle_draw(f->length, i) | 1, (cl_uint)(oracle_draw(f->length, i) >> 32) };
    memcpy(expected, in, bytes);
    wanted = expect(f, desc, in, expected);
    assert_ok(clscan_plan_workspace_size(plan, count_of(f), &needed));
    guarded source = guarded_create(d, bytes, in), target = in_place ? source : guarded_create(d, bytes, in);
    guarded workspace = guarded_create(d, needed ? needed : 4, NULL);
    clscan_args args = { .in[0].buffer = source.part,
                         .out[0].buffer = target.part,
                         .workspace = in_place ? workspace.part : NULL,
                         .init = &initial,
                         .total.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof total, NULL),
                         .num_dims = 3,
                         .dims = { { .n = f->length, stride_of(f), stride_of(f) },
                                   { .n = f->columns, 1, 1 },
                                   { .n = f->matrices, pitch_of(f), pitch_of(f) } } };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    judge(d, f, desc, how, expected, &target);
    assert_cl(clEnqueueReadBuffer(d->in_order, args.total.buffer, CL_TRUE, 0, sizeof total, &total, 0, NULL, NULL));
    assert_memory_equal(&total, &wanted, sizeof total);
    assert_true(guarded_read(d, &workspace, NULL));
    clReleaseMemObject(args.total.buffer);
    guarded_release(&workspace);
    if (!in_place)
        guarded_release(&target);
    guarded_release(&source);
    free(in);
    free(expected);
}

static void run_both(const test_device *d, clscan_plan *plan, const clscan_desc *desc, const field *f,
                     const char *how) {
    run(d, plan, desc, f, how, false);
    run(d, plan, desc, f, how, true);
}

/* ---------------------------------------------------------------------------------------------------- the tests */

/* Sizes near a strip and near a block, with one and with many of each. In narrow matrices, columns of several matrices
 * share a work-group. In wide ones, a matrix has several work-groups. */
static const field fields[] = {
    { 1, 1, 1, 0, 0 },     { 1, 40, 3, 0, 0 },  { 5, 9, 1, 0, 0 },     { 23, 8, 5, 2, 3 },    { 24, 16, 1, 0, 7 },
    { 25, 17, 1, 0, 0 },   { 48, 33, 2, 1, 0 }, { 100, 200, 1, 0, 0 }, { 700, 3, 1, 0, 0 },   { 1000, 1, 2, 4, 0 },
    { 1999, 10, 1, 3, 0 }, { 9, 1, 300, 0, 1 }, { 6001, 7, 1, 0, 0 },  { 29, 1030, 1, 0, 0 }, { 13, 2050, 1, 1, 0 },
};

static void test_shapes(void **state) {
    static const struct {
        unsigned wg_size, items, groups;
    } shapes[] = { { 1, 1, 64 },   { 1, 16, 1 },  { 1, 16, 64 }, { 4, 3, 1 },
                   { 4, 3, 4096 }, { 16, 3, 64 }, { 64, 6, 64 }, { 256, 2, 64 } };
    const test_device *d = *state;
    for (size_t s = 0; s < COUNT(shapes); s++) {
        clscan_desc desc = description(CLSCAN_STRATEGY_COLUMNS, s % 2, s % 3 == 1);
        clscan_plan *plan = NULL;
        if (!test_device_runs_groups_of(d, shapes[s].wg_size))
            continue;
        desc.tuning.wg_size = shapes[s].wg_size;
        desc.tuning.items = shapes[s].items;
        desc.tuning.num_groups = shapes[s].groups;
        assert_ok(clscan_plan_create(d->device, &desc, &plan));
        for (size_t i = 0; i < COUNT(fields); i++)
            run_both(d, plan, &desc, &fields[i], "as it is");
        clscan_plan_destroy(plan);
    }
}

/* A few columns, which are so long that even work-groups of one work-item cut them into blocks. */
static void test_long_columns(void **state) {
    static const field longs[] = { { 50000, 4, 1, 0, 0 }, { 20000, 9, 1, 1, 0 }, { 9000, 20, 2, 0, 5 } };
    const test_device *d = *state;
    for (int way = 0; way < 4; way++) {
        clscan_desc desc = description(CLSCAN_STRATEGY_COLUMNS, way & 1, way & 2);
        clscan_plan *plan = NULL;
        desc.tuning.wg_size = way == 3 ? 32 : 1;
        desc.tuning.num_groups = 64;
        assert_ok(clscan_plan_create(d->device, &desc, &plan));
        for (size_t i = 0; i < COUNT(longs); i++)
            run_both(d, plan, &desc, &longs[i], "long");
        clscan_plan_destroy(plan);
    }
}

/* Other work-groups are late, publish nothing, or run in another order: see cl/grid/look_back/fault_injection.h. In
 * place, a withheld tile may already be overwritten, so these faults are tested out of place. 37 and the numbers of
 * tiles have no common divisor, so that every tile is taken once. */
static void test_late_groups(void **state) {
    static const struct {
        const char *name, *build_options;
        bool out_of_place;
    } all[] = {
        { "dealt by ids, backwards",
          "-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_TICKETS=0 -DCLSCAN_TILE_ORDER(id,tiles)=((tiles)-1-(id))", false },
        { "nobody waits", "-DCLSCAN_SPIN_LIMIT=0", false },
        { "a strip of the first block is withheld", "-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_WITHHELD_TILE=1", true },
        { "a block before a prefix is withheld", "-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_WITHHELD_TILE=22", true },
        { "words of 32 bits", "-DCLSCAN_STATE_BITS=32 -DCLSCAN_SPIN_LIMIT=16", false },
        { "tiles shuffled", "-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_TILE_ORDER(ticket,tiles)=((ticket)*37%(tiles))", false },
    };
    static const field few = { 1003, 22, 1, 0, 0 }, six = { 116000, 6, 1, 0, 0 };
    const test_device *d = *state;
    for (size_t i = 0; i < COUNT(all); i++)
        for (unsigned wg_size = 1; wg_size <= 16; wg_size *= 16) {
            const clscan_device_options options = test_device_options(all[i].build_options);
            const field *f = wg_size == 1 ? &six : &few; /* 11 tiles of 10922 rows; 3 strips, 84 blocks of 12 */
            clscan_desc desc = description(CLSCAN_STRATEGY_COLUMNS, i % 2, false);
            clscan_device *device = NULL;
            clscan_plan *plan = NULL;
            desc.tuning.wg_size = wg_size;
            desc.tuning.items = 6;
            desc.tuning.num_groups = 64;
            assert_ok(clscan_device_create(d->context, d->id, &options, &device));
            assert_ok(clscan_plan_create(device, &desc, &plan));
            run(d, plan, &desc, f, all[i].name, false);
            if (!all[i].out_of_place)
                run(d, plan, &desc, f, all[i].name, true);
            clscan_plan_destroy(plan);
            clscan_device_destroy(device);
        }
}

/* Sums of built-in types, for which a work-item may scan several columns together: with any width, at any place in
 * memory, more columns than fit into a cache, and converted from another type. */
static void sum_columns(const test_device *d, clscan_plan *plan, const clscan_desc *desc, const field *f,
                        size_t offset) {
    const size_t n = extent_of(f), size = desc->in[0].name ? 1 : sizeof(cl_int);
    unsigned char *bytes = malloc(n * size);
    cl_int *got = malloc((offset + n) * sizeof *got);
    assert_true(bytes && got);
    for (size_t i = 0; i < n * size; i++)
        bytes[i] = (unsigned char)oracle_draw(n, i);
    clscan_args args = { .in[0].buffer = test_device_buffer(d, CL_MEM_READ_ONLY, n * size, bytes),
                         .out[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, (offset + n) * sizeof *got, NULL),
                         .out[0].offset = offset,
                         .num_dims = 3,
                         .dims = { { .n = f->length, stride_of(f), stride_of(f) },
                                   { .n = f->columns, 1, 1 },
                                   { .n = f->matrices, pitch_of(f), pitch_of(f) } } };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, args.out[0].buffer, CL_TRUE, 0, (offset + n) * sizeof *got, got, 0, NULL,
                                  NULL));
    for (size_t line = 0; line < f->matrices * f->columns; line++) {
        cl_uint sum = 0;
        for (size_t k = 0; k < f->length; k++) {
            const size_t row = desc->reverse ? f->length - 1 - k : k;
            const size_t at = line / f->columns * pitch_of(f) + line % f->columns + row * stride_of(f);
            cl_uint x = bytes[at * size], wanted = sum;
            if (size > 1)
                memcpy(&x, bytes + at * size, size);
            sum += x;
            wanted = desc->kind == CLSCAN_KIND_EXCLUSIVE ? wanted : sum;
            if ((cl_uint)got[offset + at] != wanted)
                fail_msg("sums, wg_size %u, reverse %d, from %s, offset %zu, %zu x %zu: wrong at %zu",
                         desc->tuning.wg_size, desc->reverse, size > 1 ? "ints" : "bytes", offset, f->length,
                         f->columns, at);
        }
    }
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    free(bytes);
    free(got);
}

static void test_sums(void **state) {
    static const field sizes[] = { { 50, 15, 1, 0, 0 },  { 50, 16, 3, 0, 0 },   { 50, 37, 2, 0, 0 },
                                   { 7, 1000, 1, 0, 0 }, { 600, 517, 1, 0, 0 }, { 30000, 18, 1, 0, 0 } };
    const test_device *d = *state;
    for (int way = 0; way < 8; way++) {
        clscan_desc desc = { .tuning.strategy = CLSCAN_STRATEGY_COLUMNS,
                             .layout = CLSCAN_LAYOUT_ROWS,
                             .reverse = way & 1 };
        clscan_plan *plan = NULL;
        desc.kind = way & 2 ? CLSCAN_KIND_EXCLUSIVE : CLSCAN_KIND_INCLUSIVE;
        desc.tuning.wg_size = way == 7 ? 64 : 1;
        desc.in[0].name = way & 4 ? "uchar" : NULL;
        assert_ok(clscan_plan_create(d->device, &desc, &plan));
        for (size_t i = 0; i < COUNT(sizes); i++)
            for (size_t offset = 0; offset < 3; offset++)
                sum_columns(d, plan, &desc, &sizes[i], offset);
        clscan_plan_destroy(plan);
    }
}

/* From a few adjacent columns on, the automatic choice is strategy columns, and the description says so. If the caller
 * chose the shape of work-groups, all matrices have that shape. */
static void test_automatic(void **state) {
    static const field sizes[] = {
        { 100, 1, 9, 0, 0 }, { 100, 2, 3, 0, 0 }, { 100, 7, 3, 0, 0 }, { 100, 8, 3, 0, 0 }, { 3000, 1000, 1, 0, 0 }
    };
    const test_device *d = *state;
    clscan_desc desc = description(CLSCAN_STRATEGY_AUTO, false, true);
    clscan_plan *plan = NULL;
    char text[1024];
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(clscan_plan_describe(plan, &(clscan_args) { .num_dims = 1, .dims = { { .n = 1000, 1, 1 } } }, text,
                                   sizeof text, NULL));
    assert_has(text, "columns    from | on: columns, ");
    for (size_t i = 0; i < COUNT(sizes); i++)
        run_both(d, plan, &desc, &sizes[i], "automatic");
    clscan_plan_destroy(plan);
    desc.tuning.wg_size = 4;
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(clscan_plan_describe(plan, &(clscan_args) { .num_dims = 1, .dims = { { .n = 1000, 1, 1 } } }, text,
                                   sizeof text, NULL));
    assert_null(strstr(text, "columns  "));
    clscan_plan_destroy(plan);
}

/* A matrix of no columns has no blocks, however long the columns are: the total is the initial value, and the workspace
 * is that for no elements. */
static void test_no_columns(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .tuning.strategy = CLSCAN_STRATEGY_COLUMNS, .layout = CLSCAN_LAYOUT_ROWS };
    const cl_int before = 7;
    cl_int total = 0;
    clscan_plan *plan = NULL;
    char words[2000];
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    const cl_mem mem = clCreateBuffer(d->context, CL_MEM_COPY_HOST_PTR, sizeof total, &total, NULL);
    const clscan_args args = { .in[0].buffer = mem,
                               .out[0].buffer = mem,
                               .num_dims = 3,
                               .dims = { { .n = 1 << 24, 8, 8 }, { .n = 8, 1, 1 }, { .n = 0, 1 << 27, 1 << 27 } },
                               .init = &before,
                               .total.buffer = mem };
    assert_non_null(mem);
    assert_ok(clscan_plan_describe(plan, &args, words, sizeof words, NULL));
    assert_non_null(strstr(words, "launches   1: 1 work-group\n"));
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_int_equal(clEnqueueReadBuffer(d->in_order, mem, CL_TRUE, 0, sizeof total, &total, 0, NULL, NULL),
                     CL_SUCCESS);
    assert_int_equal(total, before);
    clReleaseMemObject(mem);
    clscan_plan_destroy(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes), cmocka_unit_test(test_long_columns), cmocka_unit_test(test_late_groups),
        cmocka_unit_test(test_sums),   cmocka_unit_test(test_automatic),    cmocka_unit_test(test_no_columns),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
