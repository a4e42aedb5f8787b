/* Histograms of rows, of which each has counts of its own: rows and columns of any length, in any layout, compared with
 * plain C. Few long rows are counted by several work-groups each, and many short ones by one work-group together. No
 * array is written past its end. */
#include "support/guarded.h"

#include <oracle.h>
#include <string.h>

enum { MOST = 110000, MOST_COUNTS = 1500000, OFFSET = 3 };

/* The rows: `n[0]` elements in a row, and n[1] x n[2] rows, with their strides in elements. */
typedef struct layout {
    size_t n[3], stride[3];
} layout;

static const layout layouts[] = {
    { { 10, 1000, 1 }, { 1, 10, 10000 } },       /* many short rows */
    { { 10000, 3, 1 }, { 1, 10000, 30000 } },    /* few long rows */
    { { 1, 3000, 1 }, { 1, 1, 3000 } },          /* rows of one element */
    { { 5000, 7, 1 }, { 7, 1, 35000 } },         /* few columns */
    { { 30, 400, 1 }, { 400, 1, 12000 } },       /* short columns */
    { { 500, 50, 4 }, { 50, 1, 25000 } },        /* columns of several matrices */
    { { 3, 5, 40 }, { 5, 1, 15 } },              /* the columns of small matrices */
    { { 600, 11, 1 }, { 1, 650, 650 * 11 } },    /* rows with gaps */
    { { 100, 20, 3 }, { 2, 210, 210 * 20 } },    /* rows of every second element */
    { { 0, 9, 2 }, { 1, 1, 1 } },                /* rows without elements */
    { { 513, 2, 1 }, { 1, 513, 1026 } },         /* next to the size of a chunk */
    { { 100000, 1, 1 }, { 1, 100000, 100000 } }, /* one row */
};

typedef struct way {
    const char *source, *map;
    clscan_bins bins;
} way;

static const double edges[] = { 0, 1, 5, 5, 30, 250 };
static const way ways[] = {
    { NULL, NULL, { .count = 256, .upper = 256 } },
    { NULL, NULL, { .count = 7, .lower = 10, .upper = 205 } },
    { "ulong weight(uint x, ulong position, ulong count) { return (position + 2 * count) * 0x80000001ul; }\n",
      "weight",
      { .count = 20, .upper = 200 } },
    { "uint bin(uint x) { return x * 77 % 6000; }\n",
      NULL,
      { .kind = CLSCAN_BIN_KIND_FUNCTION, .count = 5900, .function = "bin" } },
    { NULL, NULL, { .kind = CLSCAN_BIN_KIND_EDGES, .count = 5, .edges = edges } },
    { NULL, NULL, { .count = 200000, .upper = 200000 } }, /* in the workspace */
};

static size_t bin_of(const clscan_bins *b, cl_uint x) {
    size_t bin = 0;
    if (b->kind == CLSCAN_BIN_KIND_FUNCTION)
        return x * 77 % 6000;
    if (b->kind == CLSCAN_BIN_KIND_EVEN)
        return x < b->lower || x >= b->upper
                   ? b->count
                   : (size_t)((x - (cl_ulong)b->lower) * b->count / (cl_ulong)(b->upper - b->lower));
    while (bin < b->count && edges[bin + 1] <= x)
        bin++;
    return bin;
}

static void expect(const layout *l, const way *w, const cl_uint *x, cl_ulong *counts) {
    const size_t bins = w->bins.count;
    memset(counts, 0, l->n[1] * l->n[2] * bins * sizeof *counts);
    for (size_t row = 0; row < l->n[1] * l->n[2]; row++)
        for (size_t k = 0; k < l->n[0]; k++) {
            const size_t at = k * l->stride[0] + row % l->n[1] * l->stride[1] + row / l->n[1] * l->stride[2],
                         bin = bin_of(&w->bins, x[at]);
            if (bin < bins)
                counts[row * bins + bin] += w->map ? (k + 2 * l->n[0]) * 0x80000001u : 1;
        }
}

static size_t extent(const layout *l) {
    size_t last = 0;
    for (int i = 0; i < 3; i++)
        last += l->n[i] ? (l->n[i] - 1) * l->stride[i] : 0;
    return last + 1;
}

static void check_layout(const test_device *d, clscan_plan *plan, const layout *l, const way *w, const cl_uint *x) {
    static cl_ulong expected[MOST_COUNTS], got[MOST_COUNTS];
    const size_t counts = l->n[1] * l->n[2] * w->bins.count, size = w->map ? sizeof(cl_ulong) : sizeof(cl_uint);
    assert_true(extent(l) <= MOST);
    if (counts > COUNT(got))
        return;
    guarded in = guarded_create(d, (OFFSET + extent(l)) * sizeof *x, x), out = guarded_create(d, counts * size, NULL);
    clscan_args args = { .in[0] = { .buffer = in.part, .offset = OFFSET },
                         .out[0] = { .buffer = out.part, .capacity = counts },
                         .num_dims = 3 };
    for (int i = 0; i < 3; i++)
        args.dims[i] = (clscan_dim) { .n = l->n[i], .in_stride = l->stride[i] };
    expect(l, w, x + OFFSET, expected);
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_true(guarded_read(d, &in, NULL) && guarded_read(d, &out, got));
    for (size_t i = 0; i < counts; i++) {
        const cl_ulong count = w->map ? got[i] : ((const cl_uint *)got)[i];
        if (count != expected[i])
            fail_msg("%zu rows of %zu, %u bins: bin %zu of row %zu is %llu instead of %llu", l->n[1] * l->n[2], l->n[0],
                     w->bins.count, i % w->bins.count, i / w->bins.count, (unsigned long long)count,
                     (unsigned long long)expected[i]);
    }
    guarded_release(&in);
    guarded_release(&out);
}

/* Shape 0 is the library's, shape 1 has three work-groups of one work-item, and shapes 2 and 3 several of several. */
static void check_way(const test_device *d, const way *w, size_t shape) {
    static cl_uint x[OFFSET + MOST];
    clscan_desc desc = { .struct_size = sizeof desc,
                         .task = CLSCAN_TASK_HISTOGRAM,
                         .layout = CLSCAN_LAYOUT_ROWS,
                         .value.name = w->map ? "ulong" : "uint",
                         .in[0].name = "uint",
                         .user = { .source = w->source, .map = w->map, .with_position = w->map != NULL },
                         .bins = w->bins };
    clscan_plan *plan = NULL;
    desc.tuning.num_groups = shape == 0 ? 0 : shape == 3 ? 50 : 3;
    desc.tuning.wg_size = shape == 0 ? 0 : shape == 1 ? 1 : test_device_wg_size(d, CLSCAN_STRATEGY_REDUCE_SCAN, 32);
    desc.tuning.items = shape < 2 ? 0 : shape == 2 ? 8 : 1;
    for (size_t i = 0; i < COUNT(x); i++)
        x[i] = (cl_uint)(oracle_draw(30, i) % (oracle_draw(31, i) % 8 == 0 ? 300000 : 260));
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    for (size_t i = 0; i < COUNT(layouts); i++)
        check_layout(d, plan, &layouts[i], w, x);
    clscan_plan_destroy(plan);
}

static void try_way(const test_device *d, const way *w, size_t shape) {
    UNLESS_REFUSED(check_way(d, w, shape));
}

static void test_rows(void **state) {
    for (size_t w = 0; w < COUNT(ways); w++)
        for (size_t shape = 0; shape < 4; shape++)
            try_way(*state, &ways[w], shape);
    skip_if_all_refused();
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
