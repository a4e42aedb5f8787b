/* Selections, partitions, unique and run-length encodings of each row by itself, by every strategy: rows, columns and
 * axes, with strides and gaps, in both directions, with less room than a row has elements, after elements that the
 * outputs hold already, and with a count on the device. No array is written past its end, nor between the rows. */
#include "support/guarded.h"
#include "support/shape.h"

#include <oracle.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 6000, FIRST_INDEX = 100, ALREADY = 2, MOST_ROWS = 300 };

static const char source[] = "static int third(uint x) { return x % 3 == 0; }\n"
                             "static int part(uint x) { return x % 4; }\n"
                             "static int third_or_first(uint x, ulong position, ulong count) {\n"
                             "    return x % 3 == 0 || position == 0 || position + 1 == count;\n"
                             "}\n"
                             "static ulong wide(uint x) { return x * 5ul; }\n"
                             "static ulong same(uint x) { return x; }\n"
                             "static ulong same_there(uint x, ulong position, ulong count) { return x; }\n";

/* A way to select from each row: the task, and what decides which elements it keeps. */
typedef struct way {
    clscan_task task;
    const char *keep;
    clscan_mask mask;
    unsigned parts;
    bool map, positions, keys;
    bool appends;   /* the outputs hold ALREADY elements of each row */
    unsigned least; /* the least length of a run */
} way;

static const way ways[] = {
    { CLSCAN_TASK_SELECT, "third", CLSCAN_MASK_NONE, 0, false, false, false, false, 0 },
    { CLSCAN_TASK_SELECT, "third_or_first", CLSCAN_MASK_NONE, 0, false, true, false, true, 0 },
    { CLSCAN_TASK_SELECT, NULL, CLSCAN_MASK_FLAGS, 0, true, false, false, false, 0 },
    { CLSCAN_TASK_SELECT, NULL, CLSCAN_MASK_BITS, 0, false, false, false, true, 0 },
    { CLSCAN_TASK_UNIQUE, NULL, CLSCAN_MASK_NONE, 0, false, false, false, false, 0 },
    { CLSCAN_TASK_UNIQUE_LAST, NULL, CLSCAN_MASK_NONE, 0, true, false, true, false, 0 },
    { CLSCAN_TASK_RUN_LENGTH, NULL, CLSCAN_MASK_NONE, 0, false, false, false, false, 0 },
    { CLSCAN_TASK_RUN_LENGTH, NULL, CLSCAN_MASK_NONE, 0, false, false, true, true, 0 },
    { CLSCAN_TASK_RUN_LENGTH, NULL, CLSCAN_MASK_NONE, 0, false, false, false, false, 2 },
    { CLSCAN_TASK_RUN_LENGTH, NULL, CLSCAN_MASK_NONE, 0, false, false, true, true, 4 },
    { CLSCAN_TASK_PARTITION, "third", CLSCAN_MASK_NONE, 0, true, false, false, false, 0 },
    { CLSCAN_TASK_PARTITION, NULL, CLSCAN_MASK_BITS, 2, false, false, false, false, 0 },
    { CLSCAN_TASK_PARTITION, "part", CLSCAN_MASK_NONE, 3, false, false, false, false, 0 },
    { CLSCAN_TASK_PARTITION, NULL, CLSCAN_MASK_FLAGS, 3, true, false, false, false, 0 },
};

/* Rows of an array: element k of row r, in the order of dims[1] and dims[2], and how much room a row has. */
typedef struct layout {
    const char *name;
    clscan_dim dims[3];
    size_t room;
} layout;

static const layout layouts[] = {
    { "short rows", { { .n = 7 }, { .n = 211 }, { .n = 1 } }, 7 },
    { "long rows", { { .n = 1801 }, { .n = 3 }, { .n = 1 } }, 1801 },
    { "one row", { { .n = 4001 }, { .n = 1 }, { .n = 1 } }, 4001 },
    { "little room", { { .n = 50 }, { .n = 40, 53, 6 }, { .n = 1 } }, 6 },
    { "gaps and strides", { { .n = 30, 2, 3 }, { .n = 20, 70, 100 }, { .n = 1 } }, 30 },
    { "columns", { { .n = 90, 21, 21 }, { .n = 21, 1, 1 }, { .n = 1 } }, 90 },
    { "an axis", { { .n = 40, 5, 6 }, { .n = 5, 1, 1 }, { .n = 9, 200, 245 } }, 40 },
    { "matrices first", { { .n = 40, 5, 5 }, { .n = 9, 200, 200 }, { .n = 5, 1, 1 } }, 40 },
    { "rows of one", { { .n = 1 }, { .n = 100 }, { .n = 1 } }, 1 },
};

static clscan_dim dim_of(const layout *l, unsigned d) {
    clscan_dim dim = l->dims[d];
    const clscan_dim before = d ? dim_of(l, d - 1) : (clscan_dim) { .n = 1, 1, 1 };
    dim.in_stride = dim.in_stride ? dim.in_stride : before.n * before.in_stride;
    dim.out_stride = dim.out_stride ? dim.out_stride : before.n * before.out_stride;
    return dim;
}

static size_t in_at(const layout *l, size_t row, size_t k) {
    const size_t n = l->dims[1].n;
    return k * dim_of(l, 0).in_stride + row % n * dim_of(l, 1).in_stride + row / n * dim_of(l, 2).in_stride;
}
static size_t out_at(const layout *l, size_t row, size_t k) {
    const size_t n = l->dims[1].n;
    return k * dim_of(l, 0).out_stride + row % n * dim_of(l, 1).out_stride + row / n * dim_of(l, 2).out_stride;
}

/* The inputs, by their places: numbers with runs, the keys, and the array that is carried along. */
static cl_uint number(size_t at) {
    return (cl_uint)(oracle_draw(3, at / 3) % 9);
}
static cl_ushort carried_number(size_t at) {
    return (cl_ushort)(at * 7);
}

/* Returns the length of the run that begins with element k of a row of n elements. */
static size_t run_length(const layout *l, size_t row, size_t k, size_t n) {
    size_t end = k + 1;
    while (end < n && number(in_at(l, row, end)) == number(in_at(l, row, k)))
        end++;
    return end - k;
}

/* Returns true if a run that is long enough begins with element k of a row. */
static bool begins_run(const way *w, const layout *l, size_t row, size_t k, size_t n) {
    const bool begins = k == 0 || number(in_at(l, row, k - 1)) != number(in_at(l, row, k));
    return begins && run_length(l, row, k, n) >= w->least;
}

/* Returns the part that receives an element of a row of n elements; elements of part 3 are dropped. */
static unsigned part_of(const way *w, const layout *l, size_t row, size_t k, size_t n, bool reverse) {
    const cl_uint x = number(in_at(l, row, k));
    const size_t position = reverse ? n - 1 - k : k;
    const unsigned dropped = w->task == CLSCAN_TASK_PARTITION ? 1 : 3;
    if (w->parts == 3)
        return x % 4 < 2 ? x % 4 : 2;
    if (w->task == CLSCAN_TASK_UNIQUE_LAST)
        return k + 1 == n || number(in_at(l, row, k + 1)) != x ? 0 : dropped;
    if (w->task == CLSCAN_TASK_UNIQUE || w->task == CLSCAN_TASK_RUN_LENGTH)
        return begins_run(w, l, row, k, n) ? 0 : dropped;
    return x % 3 == 0 || (w->positions && (position == 0 || position + 1 == n)) ? 0 : dropped;
}

/* The outputs, and what they have to be. */
typedef struct outputs {
    cl_ulong results[MOST], totals[3 * MOST_ROWS];
    cl_uint indices[MOST], lengths[MOST];
    cl_ushort carried[MOST];
} outputs;

static void put(const way *w, const layout *l, size_t row, size_t k, size_t n, size_t place, outputs *e) {
    const size_t from = in_at(l, row, k), to = out_at(l, row, place);
    if (place >= l->room)
        return;
    e->results[to] = w->map ? number(from) * 5ul : number(from);
    e->indices[to] = (cl_uint)(FIRST_INDEX + k);
    e->lengths[to] = (cl_uint)run_length(l, row, k, n);
    e->carried[to] = carried_number(from);
}

/* Rows have n elements each, which is less than dims[0] says if the count is on the device. */
static void expect_row(const way *w, const layout *l, size_t row, size_t n, bool reverse, outputs *e) {
    size_t place = w->appends ? ALREADY : 0;
    for (unsigned part = 0; part < 3; part++) {
        for (size_t position = 0; position < n; position++) {
            const size_t k = reverse ? n - 1 - position : position;
            if (part_of(w, l, row, k, n, reverse) == part)
                put(w, l, row, k, n, place++, e);
        }
        if (w->parts == 3)
            e->totals[3 * row + part] = place;
        else if (part == 0)
            e->totals[row] = place;
    }
    if (w->parts == 3) { /* from the ends of the parts to their sizes */
        e->totals[3 * row + 2] -= e->totals[3 * row + 1];
        e->totals[3 * row + 1] -= e->totals[3 * row];
    }
}

static void expect(const way *w, const layout *l, size_t n, bool reverse, outputs *e) {
    guarded_pattern(e, sizeof *e);
    for (size_t row = 0; row < l->dims[1].n * l->dims[2].n; row++)
        expect_row(w, l, row, n, reverse, e);
}

/* ------------------------------------------------------------------------------------------------------ a call */

typedef struct inputs {
    guarded elements, carried, keys, mask, init, count;
} inputs;

static inputs inputs_create(const test_device *d, const way *w, size_t extent, size_t n) {
    static cl_uint elements[MOST], keys[MOST], bits[MOST / 32 + 1];
    static cl_ushort carried[MOST];
    static unsigned char flags[MOST];
    const cl_ulong init = ALREADY, count = n;
    memset(bits, 0, sizeof bits);
    for (size_t at = 0; at < MOST; at++) {
        keys[at] = number(at);
        elements[at] = number(at);
        carried[at] = carried_number(at);
        flags[at] = w->parts == 3 ? (unsigned char)(number(at) % 4) : number(at) % 3 == 0 ? 9 : 0;
        bits[at / 32] |= (cl_uint)(number(at) % 3 == 0) << at % 32;
    }
    const bool by_bits = w->mask == CLSCAN_MASK_BITS;
    return (inputs) { guarded_create(d, extent * sizeof *elements, elements),
                      guarded_create(d, extent * sizeof *carried, carried),
                      guarded_create(d, extent * sizeof *keys, keys),
                      guarded_create(d, by_bits ? (extent + 31) / 32 * 4 : extent, by_bits ? (void *)bits : flags),
                      guarded_create(d, sizeof init, &init),
                      guarded_create(d, sizeof count, &count) };
}

static clscan_args args_of(const way *w, const layout *l, const inputs *in, bool counted) {
    clscan_args args = { .in = { { .buffer = in->elements.part }, { .buffer = in->carried.part } },
                         .first_index = FIRST_INDEX,
                         .num_dims = 3 };
    memcpy(args.dims, l->dims, sizeof l->dims);
    args.mask.buffer = w->mask ? in->mask.part : NULL;
    args.segments.buffer = w->keys ? in->keys.part : NULL;
    args.init_at.buffer = w->appends ? in->init.part : NULL;
    args.count_at.buffer = counted ? in->count.part : NULL;
    return args;
}

/* Compares `count` numbers of `size` bytes each. The first difference is named. */
static void compare(const way *w, const layout *l, const char *what, const void *got, const void *expected,
                    size_t count, size_t size) {
    for (size_t i = 0; i < count; i++)
        if (memcmp((const char *)got + i * size, (const char *)expected + i * size, size) != 0)
            fail_msg("%s, way %zu, %s: %s[%zu] differs", clscan_task_name(w->task), (size_t)(w - ways), l->name, what,
                     i);
}

/* Selects from rows of `n` elements, or with `counted` from one row, whose n is on the device. */
static void check_rows(const test_device *d, clscan_plan *plan, const way *w, const layout *l, size_t n, bool reverse,
                       bool counted) {
    static outputs e, got;
    const size_t rows = l->dims[1].n * l->dims[2].n, extent = in_at(l, rows - 1, l->dims[0].n - 1) + 1,
                 out = out_at(l, rows - 1, l->room - 1) + 1, totals = rows * (w->parts == 3 ? 3 : 1);
    const bool lengths = w->task == CLSCAN_TASK_RUN_LENGTH;
    assert_true(extent <= MOST && out <= MOST && rows <= MOST_ROWS);
    expect(w, l, n, reverse, &e);
    inputs in = inputs_create(d, w, extent, n);
    clscan_args args = args_of(w, l, &in, counted);
    guarded results = guarded_create(d, out * sizeof *got.results, NULL),
            carried = guarded_create(d, out * sizeof *got.carried, NULL),
            indices = guarded_create(d, out * sizeof *got.indices, NULL),
            length = guarded_create(d, out * sizeof *got.lengths, NULL),
            total = guarded_create(d, totals * sizeof *got.totals, NULL);
    args.out[0].buffer = results.part;
    args.out[1].buffer = carried.part;
    args.indices.buffer = indices.part;
    args.lengths.buffer = lengths ? length.part : NULL;
    args.total.buffer = total.part;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_true(guarded_read(d, &results, got.results) && guarded_read(d, &carried, got.carried) &&
                guarded_read(d, &indices, got.indices) && guarded_read(d, &length, got.lengths) &&
                guarded_read(d, &total, got.totals));
    compare(w, l, "total", got.totals, e.totals, totals, sizeof *e.totals);
    compare(w, l, "out[0]", got.results, e.results, out, sizeof *e.results);
    compare(w, l, "out[1]", got.carried, e.carried, out, sizeof *e.carried);
    compare(w, l, "indices", got.indices, e.indices, out, sizeof *e.indices);
    if (lengths)
        compare(w, l, "lengths", got.lengths, e.lengths, out, sizeof *e.lengths);
    guarded *const all[] = { &in.elements, &in.carried, &in.keys, &in.mask, &in.init, &in.count,
                             &results,     &carried,    &indices, &length,  &total };
    for (size_t i = 0; i < COUNT(all); i++)
        guarded_release(all[i]);
}

static clscan_desc description(const way *w, clscan_strategy strategy, bool reverse) {
    return (clscan_desc) { .task = w->task,
                           .reverse = reverse,
                           .value.name = "ulong",
                           .in = { { .name = "uint" }, { .name = "ushort" } },
                           .out[1].name = "ushort",
                           .count_type.name = "ulong",
                           .index_type.name = "uint",
                           .length_type.name = w->task == CLSCAN_TASK_RUN_LENGTH ? "uint" : NULL,
                           .key.name = w->keys ? "uint" : NULL,
                           .segments = w->keys ? CLSCAN_SEGMENTS_KEYS : CLSCAN_SEGMENTS_NONE,
                           .mask = w->mask,
                           .parts = w->parts,
                           .min_run_length = w->least,
                           .layout = CLSCAN_LAYOUT_ROWS,
                           .user = { .source = source,
                                     .keep = w->keep,
                                     .map = w->map         ? "wide"
                                            : w->positions ? "same_there"
                                                           : "same",
                                     .with_position = w->positions },
                           .tuning.strategy = strategy };
}

static void check_way(const test_device *d, const way *w, clscan_strategy strategy, bool reverse) {
    clscan_desc desc = description(w, strategy, reverse);
    clscan_plan *plan = NULL;
    if (strategy != CLSCAN_STRATEGY_AUTO) {
        desc.tuning.group = CLSCAN_GROUP_KOGGE_STONE;
        shape_draw(d, strategy, &desc);
    }
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    for (size_t i = 0; i < COUNT(layouts); i++)
        check_rows(d, plan, w, &layouts[i], layouts[i].dims[0].n, reverse, false);
    check_rows(d, plan, w, &layouts[2], 1234, reverse, true);
    check_rows(d, plan, w, &layouts[2], 0, reverse, true);
    clscan_plan_destroy(plan);
}

static void check_number(const test_device *d, clscan_strategy strategy, size_t i) {
    if (ways[i].task != CLSCAN_TASK_PARTITION || strategy == CLSCAN_STRATEGY_REDUCE_SCAN)
        check_way(d, &ways[i], strategy, (strategy + i) % 2);
}

static void test_every_strategy(void **state) {
    test_device_for_strategies(*state, COUNT(ways), check_number);
}

static void try_automatic(const test_device *d, size_t i) {
    UNLESS_REFUSED(check_way(d, &ways[i], CLSCAN_STRATEGY_AUTO, i % 2));
}

static void test_automatic(void **state) {
    for (size_t i = 0; i < COUNT(ways); i++)
        try_automatic(*state, i);
    skip_if_all_refused();
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_strategy), cmocka_unit_test(test_automatic) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
