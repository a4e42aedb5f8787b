/* Sorts by rows and by segments: by flags, bits, keys and offsets, and rows with flags, by keys and by a comparison, in
 * several shapes and both directions. Every sort carries an array along and returns indices, as a stable merge sort of
 * each segment by itself does. A top-k by segments has the first elements of these. Outputs may be too small, missing,
 * or the inputs themselves, and the count may be on the device. No array is written past its end. */
#include "support/guarded.h"
#include "support/shape.h"

#include <oracle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 3003, ROW = 77, FIRST_INDEX = 5, MOST_BYTES = 8, LEAD = 3 };

/* How the elements are divided: rows of ROW elements, args.segments, or both. */
typedef struct way {
    clscan_layout layout;
    clscan_segments segments;
    oracle_type type;
    const char *key, *count; /* the types of the keys or offsets of segments, and of the count */
    bool alone;              /* each element is a segment of its own, so that their numbers have two digits */
    bool few;                /* there are few different elements */
    unsigned k;              /* how many elements of each segment are wanted; 0: all */
} way;

static const way ways[] = {
    { CLSCAN_LAYOUT_ROWS, CLSCAN_SEGMENTS_NONE, ORACLE_INT, NULL, NULL, false, false, 0 },
    { CLSCAN_LAYOUT_CONTIGUOUS, CLSCAN_SEGMENTS_FLAGS, ORACLE_FLOAT, NULL, "ulong", false, false, 0 },
    { CLSCAN_LAYOUT_CONTIGUOUS, CLSCAN_SEGMENTS_BITS, ORACLE_UCHAR, NULL, "int", false, true, 0 },
    { CLSCAN_LAYOUT_CONTIGUOUS, CLSCAN_SEGMENTS_KEYS, ORACLE_LONG, "short", NULL, false, true, 0 },
    { CLSCAN_LAYOUT_CONTIGUOUS, CLSCAN_SEGMENTS_OFFSETS, ORACLE_USHORT, NULL, NULL, false, false, 0 },
    { CLSCAN_LAYOUT_CONTIGUOUS, CLSCAN_SEGMENTS_OFFSETS, ORACLE_UINT, "long", "long", false, true, 0 },
    { CLSCAN_LAYOUT_CONTIGUOUS, CLSCAN_SEGMENTS_FLAGS, ORACLE_CHAR, NULL, NULL, true, false, 0 },
    { CLSCAN_LAYOUT_ROWS, CLSCAN_SEGMENTS_FLAGS, ORACLE_INT, NULL, NULL, false, true, 0 },
    { CLSCAN_LAYOUT_ROWS, CLSCAN_SEGMENTS_FLAGS, ORACLE_SHORT, NULL, NULL, true, false, 0 },
    { CLSCAN_LAYOUT_ROWS, CLSCAN_SEGMENTS_FLAGS, ORACLE_UINT, NULL, NULL, false, true, 3 },
    { CLSCAN_LAYOUT_ROWS, CLSCAN_SEGMENTS_KEYS, ORACLE_USHORT, "short", NULL, true, false, 2 },
    { CLSCAN_LAYOUT_CONTIGUOUS, CLSCAN_SEGMENTS_OFFSETS, ORACLE_FLOAT, NULL, NULL, false, false, 3 },
    { CLSCAN_LAYOUT_CONTIGUOUS, CLSCAN_SEGMENTS_KEYS, ORACLE_USHORT, "short", "ulong", false, true, 100 },
    { CLSCAN_LAYOUT_CONTIGUOUS, CLSCAN_SEGMENTS_BITS, ORACLE_UCHAR, NULL, NULL, false, true, 1 },
    { CLSCAN_LAYOUT_CONTIGUOUS, CLSCAN_SEGMENTS_FLAGS, ORACLE_LONG, NULL, NULL, true, false, 2 },
    { CLSCAN_LAYOUT_CONTIGUOUS, CLSCAN_SEGMENTS_FLAGS, ORACLE_INT, NULL, NULL, false, true, N },
};

/* The properties in which calls differ. */
typedef struct call {
    size_t count, room;
    bool no_elements, in_place, counted;
} call;

typedef struct arrays {
    unsigned char elements[N * MOST_BYTES];
    cl_ushort carried[N];
    cl_uint indices[N];
} arrays;

/* The first elements of segments, and the offsets, of which several may be equal. */
typedef struct division {
    bool head[N + 1];
    cl_long offset[2 * N + 2];
    size_t num_offsets;
} division;

/* Segments of 1, 2, 0 and more elements, of which some are longer than a tile. With offsets, the elements before the
 * first offset and after the last one are segments, too. */
static void divide(const way *w, division *v) {
    static const size_t lengths[] = { 1, 2, 0, 5, 1, 0, 0, 40, 2, 700, 3, 1, 300, 0, 64, 1 };
    *v = (division) { .num_offsets = 0 };
    for (size_t at = LEAD, s = 0; at < N - LEAD; s++) {
        v->head[at] = true;
        v->offset[v->num_offsets++] = (cl_long)at;
        at += w->alone ? 1 : lengths[s % COUNT(lengths)];
    }
    v->head[N - LEAD] = true;
    v->offset[v->num_offsets++] = N - LEAD;
    v->offset[v->num_offsets++] = N - LEAD;
    v->offset[v->num_offsets++] = N + 1000; /* an offset past the end stands for the end */
    for (size_t i = 0; w->alone && i < N; i++)
        v->head[i] = true;
}

static void write_segments(const way *w, const division *v, unsigned char *to, size_t *bytes) {
    cl_short key = 0;
    memset(to, 0, N * sizeof key);
    *bytes = w->segments == CLSCAN_SEGMENTS_KEYS ? N * sizeof key : N;
    for (size_t i = 0; i < N; i++) {
        key = (cl_short)(v->head[i] ? (key + 1) % 3 : key);
        if (w->segments == CLSCAN_SEGMENTS_FLAGS)
            to[i] = v->head[i] ? (unsigned char)(1 + i % 255) : 0;
        if (w->segments == CLSCAN_SEGMENTS_BITS)
            to[i / 8] |= (unsigned char)(v->head[i] << i % 8); /* the test's hosts are little-endian */
        if (w->segments == CLSCAN_SEGMENTS_KEYS)
            memcpy(to + i * sizeof key, &key, sizeof key);
    }
    if (w->segments != CLSCAN_SEGMENTS_OFFSETS)
        return;
    *bytes = v->num_offsets * (w->key ? sizeof(cl_long) : sizeof(cl_uint));
    for (size_t s = 0; s < v->num_offsets; s++) {
        const cl_uint narrow = (cl_uint)v->offset[s];
        if (w->key)
            memcpy(to + s * sizeof(cl_long), &v->offset[s], sizeof(cl_long));
        else
            memcpy(to + s * sizeof narrow, &narrow, sizeof narrow);
    }
}

static void fill(const way *w, arrays *a) {
    const size_t size = oracle_type_size(w->type);
    for (size_t i = 0; i < N; i++) {
        const uint64_t bits = oracle_draw(9, w->few ? oracle_draw(8, i) % 3 : i);
        memcpy(a->elements + i * size, &bits, size);
        a->carried[i] = (cl_ushort)(i * 7);
    }
}

static bool begins(const way *w, const division *v, size_t i) {
    const bool of_segment = w->segments != CLSCAN_SEGMENTS_NONE && v->head[i];
    return of_segment || (w->layout == CLSCAN_LAYOUT_ROWS && i % ROW == 0);
}

/* Sorts each segment by itself. Returns how many elements are wanted. */
static size_t expect(const way *w, const division *v, const arrays *a, size_t count, bool reverse, arrays *e) {
    static size_t order[N];
    const size_t size = oracle_type_size(w->type);
    size_t n = 0;
    for (size_t first = 0, past; first < count; first = past) {
        for (past = first + 1; past < count && !begins(w, v, past);)
            past++;
        assert_true(oracle_sort(w->type, reverse, a->elements + first * size, order, past - first));
        for (size_t i = first; i < past && (!w->k || i - first < w->k); i++, n++) {
            const size_t from = first + order[i - first];
            memcpy(e->elements + n * size, a->elements + from * size, size);
            e->carried[n] = a->carried[from];
            e->indices[n] = FIRST_INDEX + (cl_uint)(w->layout == CLSCAN_LAYOUT_ROWS ? from % ROW : from);
        }
    }
    return n;
}

/* Returns true if an output that has no elements of the input still has none from element `from` on. */
static bool is_unwritten(const void *bytes, size_t size, size_t from, size_t room) {
    static unsigned char pattern[N * MOST_BYTES];
    guarded_pattern(pattern, sizeof pattern);
    return memcmp((const char *)bytes + from * size, pattern + from * size, (room - from) * size) == 0;
}

static void check_arrays(const test_device *d, const way *w, const call *c, const arrays *e, size_t wanted,
                         guarded *elements, guarded *carried, guarded *indices) {
    static arrays got;
    const size_t written = wanted < c->room ? wanted : c->room;
    assert_true(guarded_read(d, carried, got.carried) && guarded_read(d, indices, got.indices));
    assert_memory_equal(got.indices, e->indices, written * sizeof *e->indices);
    assert_memory_equal(got.carried, e->carried, written * sizeof *e->carried);
    assert_true(is_unwritten(got.indices, sizeof *got.indices, written, c->room));
    if (c->no_elements)
        return;
    assert_true(guarded_read(d, elements, got.elements));
    assert_memory_equal(got.elements, e->elements, written * oracle_type_size(w->type));
}

static void check_call(const test_device *d, clscan_plan *plan, const way *w, bool reverse, const call *c) {
    static arrays a, e;
    static division v;
    static unsigned char segments[(2 * N + 2) * sizeof(cl_long)];
    const size_t size = oracle_type_size(w->type);
    const cl_ulong on_device = c->count;
    const clscan_ref none = { .buffer = NULL };
    const bool rows = w->layout == CLSCAN_LAYOUT_ROWS;
    size_t bytes = 0;
    fill(w, &a);
    divide(w, &v);
    write_segments(w, &v, segments, &bytes);
    const size_t wanted = expect(w, &v, &a, c->count, reverse, &e);
    guarded in = guarded_create(d, N * size, a.elements), in1 = guarded_create(d, sizeof a.carried, a.carried),
            heads = guarded_create(d, (bytes + 3) / 4 * 4, segments), out = guarded_create(d, c->room * size, NULL),
            out1 = guarded_create(d, c->room * sizeof *a.carried, NULL),
            indices = guarded_create(d, c->room * sizeof *a.indices, NULL),
            count = guarded_create(d, sizeof on_device, &on_device), total = guarded_create(d, sizeof(cl_ulong), NULL);
    clscan_args args = {
        .in = { { .buffer = in.part }, { .buffer = in1.part } },
        .out = { c->no_elements ? none : (clscan_ref) { .buffer = c->in_place ? in.part : out.part },
                 { .buffer = c->in_place ? in1.part : out1.part } },
        .segments = w->segments ? (clscan_ref) { .buffer = heads.part } : none,
        .num_segments = w->segments == CLSCAN_SEGMENTS_OFFSETS ? v.num_offsets - 1 : 0,
        .indices.buffer = indices.part,
        .first_index = FIRST_INDEX,
        .total = w->k ? (clscan_ref) { .buffer = total.part } : none,
        .count_at = c->counted ? (clscan_ref) { .buffer = count.part } : none,
        .count = rows         ? 0
                 : c->counted ? N
                              : c->count,
        .num_dims = rows ? 2 : 0,
    };
    if (rows) {
        args.dims[0].n = ROW;
        args.dims[1].n = c->count / ROW;
    }
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    check_arrays(d, w, c, &e, wanted, c->in_place ? &in : &out, c->in_place ? &in1 : &out1, &indices);
    cl_uint got_total[2] = { 0 }; /* the lower half of a ulong, or a uint */
    assert_true(guarded_read(d, &total, got_total));
    assert_true(!w->k || got_total[0] == wanted);
    guarded *const all[] = { &in, &in1, &heads, &out, &out1, &indices, &count, &total };
    for (size_t i = 0; i < COUNT(all); i++) {
        assert_true(guarded_read(d, all[i], NULL));
        guarded_release(all[i]);
    }
}

/* The ways of sorting: by keys with any strategy, and by a comparison in the shape of AUTO, in a small shape of several
 * work-items, and in the smallest tiles of a work-item alone. */
typedef enum kind { BY_KEYS, COMPARED, COMPARED_DRAWN, COMPARED_ALONE } kind;

/* The comparison gives the same order as the keys if these are integers. */
static void compare_elements(kind by, const way *w, char source[99], clscan_desc *desc) {
    const char *type = oracle_type_name(w->type);
    snprintf(source, 99, "static bool before(%s x, %s y) { return x < y; }\n", type, type);
    desc->user.source = source;
    desc->user.less = "before";
    if (by == COMPARED_ALONE)
        desc->tuning = (clscan_tuning) { .wg_size = 1, .items = 1, .num_groups = 3 };
}

static void check_way(const test_device *d, const way *w, kind by, clscan_strategy strategy, bool reverse) {
    char source[99];
    clscan_desc desc = { .task = w->k ? CLSCAN_TASK_TOP_K : CLSCAN_TASK_SORT,
                         .sort.k = w->k,
                         .reverse = reverse,
                         .layout = w->layout,
                         .segments = w->segments,
                         .value.name = oracle_type_name(w->type),
                         .in[1].name = "ushort",
                         .out[1].name = "ushort",
                         .key.name = w->key,
                         .count_type.name = w->count,
                         .index_type.name = "uint",
                         .tuning.strategy = strategy };
    const bool rows = w->layout == CLSCAN_LAYOUT_ROWS;
    clscan_plan *plan = NULL;
    if (by != BY_KEYS)
        compare_elements(by, w, source, &desc);
    if (strategy != CLSCAN_STRATEGY_AUTO) {
        desc.tuning.group = CLSCAN_GROUP_KOGGE_STONE;
        shape_draw(d, w->type, &desc);
        if (strategy == CLSCAN_STRATEGY_LOOKBACK && desc.tuning.wg_size == 1)
            desc.tuning.wg_size = 2; /* a sweep needs several work-items */
    }
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    const call calls[] = { { .count = N, .room = N },
                           { .count = ROW, .room = ROW },
                           { .count = N, .room = 100 },
                           { .count = N, .room = N - 1, .no_elements = true },
                           { .count = N, .room = N, .in_place = true },
                           { .count = ROW, .room = ROW, .in_place = true },
                           { .count = 1234, .room = N, .counted = true },
                           { .count = 0, .room = 1, .counted = true } };
    for (size_t i = 0; i < COUNT(calls); i++)
        /* Only one row can be as long as a count says, and a top-k by rows is not in place. */
        if (!rows || !(calls[i].counted || (w->k && calls[i].in_place)))
            check_call(d, plan, w, reverse, &calls[i]);
    clscan_plan_destroy(plan);
}

static void try_way(const test_device *d, size_t i, kind by, clscan_strategy strategy, bool reverse) {
    const oracle_problem problem = { .type = ways[i].type };
    if (oracle_problem_supported(&problem, d->id))
        UNLESS_REFUSED(check_way(d, &ways[i], by, strategy, reverse));
}

/* By default, the other strategies share the ways. With CLSCAN_TEST_WHOLE=1 each has all of them. */
static void test_ways(void **state) {
    static const clscan_strategy strategies[] = { CLSCAN_STRATEGY_AUTO, CLSCAN_STRATEGY_REDUCE_SCAN,
                                                  CLSCAN_STRATEGY_LOOKBACK, CLSCAN_STRATEGY_SINGLE_GROUP };
    for (size_t i = 0; i < COUNT(ways); i++)
        for (size_t k = 0; k < COUNT(strategies); k++)
            if (ways[i].k && k > 1)
                continue; /* a top-k has no sweeps, and no single_group */
            else if (is_whole_run() || strategies[k] == CLSCAN_STRATEGY_AUTO || k % 2 != i % 2)
                try_way(*state, i, BY_KEYS, strategies[k], (i / 2 + k) % 2);
    skip_if_all_refused();
}

/* Floating-point keys have another order than `<`, because of NaN and of zeros of both signs. */
static void test_comparisons(void **state) {
    unsigned n = 0;
    for (size_t i = 0; i < COUNT(ways); i++) {
        if (ways[i].k || ways[i].type == ORACLE_FLOAT)
            continue;
        for (kind by = COMPARED; by <= COMPARED_ALONE; by++)
            if (is_whole_run() || by != COMPARED || n % 3 == 0)
                try_way(*state, i, by, by == COMPARED_DRAWN ? CLSCAN_STRATEGY_REDUCE_SCAN : CLSCAN_STRATEGY_AUTO,
                        (n + by) % 2);
        n++;
    }
    skip_if_all_refused();
}

/* Keys of a type of the caller's, which a function of the caller's compares, and elements ordered by a mapped key. */
static void test_functions(void **state) {
    enum { COUNT_OF_ALL = 12 };
    static const char source[] = "typedef struct { int day, hour; } date;\n"
                                 "static int same_day(date a, date b) { return a.day == b.day; }\n"
                                 "static int last_digit(int x) { return x % 10; }\n";
    const test_device *d = *state;
    const clscan_desc desc = { .task = CLSCAN_TASK_SORT,
                               .segments = CLSCAN_SEGMENTS_KEYS,
                               .key = { .name = "date", .size = 2 * sizeof(cl_int) },
                               .user = { .source = source, .map = "last_digit", .same_key = "same_day" } };
    const cl_int x[COUNT_OF_ALL] = { 19, 8, 27, 6, 5, 4, 13, 2, 41, 31, 0, 9 };
    const cl_int days[COUNT_OF_ALL] = { 1, 1, 1, 2, 2, 1, 1, 1, 1, 1, 3, 3 };
    const cl_int sorted[COUNT_OF_ALL] = { 27, 8, 19, 5, 6, 41, 31, 2, 13, 4, 0, 9 };
    cl_int dates[2 * COUNT_OF_ALL], got[COUNT_OF_ALL];
    clscan_plan *plan = NULL;
    for (int i = 0; i < COUNT_OF_ALL; i++) {
        dates[2 * i] = days[i];
        dates[2 * i + 1] = i;
    }
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    const clscan_args args = { .in[0].host = x, .out[0].host = got, .segments.host = dates, .count = COUNT_OF_ALL };
    assert_ok(clscan_plan_execute(plan, &args));
    assert_memory_equal(got, sorted, sizeof sorted);
    clscan_plan_destroy(plan);
}

static int compare(const void *a, const void *b) {
    const cl_uint x = *(const cl_uint *)a, y = *(const cl_uint *)b;
    return (x > y) - (x < y);
}

/* Segments of 0 to 2 elements beside one of half a million, in one call: their numbers have three digits. */
static void test_skewed(void **state) {
    enum { MANY = 700001, LONG = 500000, SHORT = MANY - LONG };
    const test_device *d = *state;
    const clscan_desc desc = {
        .task = CLSCAN_TASK_SORT, .value.name = "uint", .segments = CLSCAN_SEGMENTS_OFFSETS, .max_count = MANY
    };
    cl_uint *x = malloc(MANY * sizeof *x), *e = malloc(MANY * sizeof *e);
    cl_uint *offsets = malloc((2 * MANY + 2) * sizeof *offsets);
    size_t n = 0;
    clscan_plan *plan = NULL;
    assert_true(x && e && offsets);
    for (size_t i = 0; i < MANY; i++)
        e[i] = x[i] = (cl_uint)oracle_draw(3, i);
    for (size_t at = 0; at < MANY;) {
        const size_t draw = oracle_draw(4, n) % 3, length = at == SHORT / 2 ? LONG : draw;
        const size_t middle = SHORT / 2 - at, some = at < SHORT / 2 && length > middle ? middle : length;
        const size_t rest = MANY - at, whole = some < rest ? some : rest;
        offsets[n++] = (cl_uint)at;
        qsort(e + at, whole, sizeof *e, compare);
        at += whole;
    }
    offsets[n] = MANY;
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    const clscan_args args = {
        .in[0].host = x, .out[0].host = x, .segments.host = offsets, .num_segments = n, .count = MANY
    };
    assert_ok(clscan_plan_execute(plan, &args));
    assert_memory_equal(x, e, MANY * sizeof *e);
    clscan_plan_destroy(plan);
    free(x);
    free(e);
    free(offsets);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_ways), cmocka_unit_test(test_comparisons),
                                        cmocka_unit_test(test_functions), cmocka_unit_test(test_skewed) };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
