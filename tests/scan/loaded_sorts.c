/* Sorts and top-k whose elements a function of the user's loads from several arrays: by keys and by comparison, of all
 * elements, of columns and of segments. A further array is carried along. Outputs may be the inputs, the count may be
 * on the device, and the workspace may be the caller's. No array is written past its end. */
#include "support/guarded.h"

#include <oracle.h>
#include <string.h>

enum { LENGTH = 60, COLUMNS = 7, N = 6 * LENGTH * COLUMNS, FEWER = N - 77, SEGMENTS = 4, SPREAD = 5 };

/* An element of 12 bytes, which do not divide the bytes before it in a workspace. */
typedef struct three {
    cl_uint key, place, sum;
} three;

static const char source[] =
    "typedef struct { uint key, place, sum; } three;\n"
    "three get(const global three *in, const global ushort *carried, const global uint *keys,\n"
    "          ulong i) {\n"
    "    three t = { keys[5 * i], in[i].place, in[i].key + carried[i] };\n"
    "    return t;\n"
    "}\n"
    "uint key_of(three t) { return t.key; }\n"
    "int before(three a, three b) { return a.key < b.key; }\n";

typedef struct way {
    const char *less;
    clscan_strategy strategy;
    unsigned k;
    bool columns, in_segments, in_place, counted, brings_workspace, bound;
} way;

static const way ways[] = {
    { .in_place = true },
    { .strategy = CLSCAN_STRATEGY_REDUCE_SCAN, .in_segments = true, .brings_workspace = true },
    { .strategy = CLSCAN_STRATEGY_LOOKBACK, .counted = true, .in_place = true, .brings_workspace = true },
    { .strategy = CLSCAN_STRATEGY_SINGLE_GROUP, .columns = true },
    { .less = "before", .in_segments = true, .in_place = true, .brings_workspace = true },
    { .k = 100, .counted = true, .bound = true },
    { .k = 9, .columns = true, .brings_workspace = true },
};

static const cl_uint offsets[SEGMENTS + 1] = { 3, 500, 500, 2000, N };

typedef struct arrays {
    three elements[N];
    cl_ushort carried[N];
    cl_uint keys[SPREAD * N];
} arrays;

static void fill(arrays *a) {
    for (size_t i = 0; i < N; i++) {
        a->elements[i] = (three) { (cl_uint)oracle_draw(1, i), (cl_uint)i, 1 };
        a->carried[i] = (cl_ushort)oracle_draw(2, i);
    }
    for (size_t i = 0; i < SPREAD * N; i++)
        a->keys[i] = (cl_uint)oracle_draw(3, i) % 999;
}

/* The elements that are sorted by themselves: `length` of them, `stride` apart from the first one on. */
typedef struct line {
    size_t first, stride, length;
} line;

static size_t lines_of(const way *w, line *lines) {
    size_t n = 0;
    for (size_t i = 0; w->columns && i < N / LENGTH; i++)
        lines[n++] = (line) { i / COLUMNS * COLUMNS * LENGTH + i % COLUMNS, COLUMNS, LENGTH };
    for (size_t s = 0; w->in_segments && s <= SEGMENTS; s++) {
        const size_t first = s > 0 ? offsets[s - 1] : 0;
        lines[n++] = (line) { first, 1, offsets[s] - first };
    }
    if (n == 0)
        lines[n++] = (line) { 0, 1, w->counted ? FEWER : N };
    return n;
}

static three loaded(const arrays *a, size_t i) {
    return (three) { a->keys[SPREAD * i], a->elements[i].place, a->elements[i].key + a->carried[i] };
}

/* Writes the expected results of a line from place `out` on, or of a sort to its places. Returns how many there are. */
static size_t expect_line(const way *w, const arrays *a, const line *l, size_t out, arrays *e) {
    static cl_uint keys[N];
    static size_t order[N];
    const size_t results = w->k && w->k < l->length ? w->k : l->length;
    for (size_t i = 0; i < l->length; i++)
        keys[i] = loaded(a, l->first + i * l->stride).key;
    assert_true(oracle_sort(ORACLE_UINT, false, keys, order, l->length));
    for (size_t i = 0; i < results; i++) {
        const size_t from = l->first + order[i] * l->stride, to = w->k ? out + i : l->first + i * l->stride;
        e->elements[to] = loaded(a, from);
        e->carried[to] = a->carried[from];
    }
    return results;
}

static clscan_desc description(const way *w) {
    clscan_desc desc = { .struct_size = sizeof desc,
                         .task = w->k ? CLSCAN_TASK_TOP_K : CLSCAN_TASK_SORT,
                         .in = { { "three", sizeof(three) }, { .name = "ushort" }, { .name = "uint" } },
                         .out[1].name = "ushort",
                         .user = { .source = source, .load = "get", .less = w->less },
                         .layout = w->columns ? CLSCAN_LAYOUT_ROWS : CLSCAN_LAYOUT_CONTIGUOUS,
                         .segments = w->in_segments ? CLSCAN_SEGMENTS_OFFSETS : CLSCAN_SEGMENTS_NONE,
                         .sort.k = w->k,
                         .tuning.strategy = w->strategy };
    if (!w->less) {
        desc.user.map = "key_of";
        desc.value.name = "uint";
    }
    return desc;
}

/* Sets where the elements are: in columns, in segments, or as many as a number on the device says. */
static void set_layout(const way *w, cl_mem segments, cl_mem count, clscan_args *args) {
    args->count = w->columns ? 0 : N;
    args->num_dims = w->columns ? 3 : 0;
    args->dims[0] = (clscan_dim) { .n = LENGTH, COLUMNS, COLUMNS };
    args->dims[1] = (clscan_dim) { .n = COLUMNS, 1, 1 };
    args->dims[2] = (clscan_dim) { .n = N / LENGTH / COLUMNS, LENGTH * COLUMNS, LENGTH * COLUMNS };
    if (!w->columns)
        memset(args->dims, 0, sizeof args->dims);
    if (w->in_segments)
        args->segments.buffer = segments, args->num_segments = SEGMENTS;
    if (w->counted)
        args->count_at.buffer = count;
}

/* Enqueues the call, or a bound scan of it twice. */
static void enqueue(const test_device *d, clscan_plan *plan, const clscan_args *args, bool bound) {
    clscan_bound *b = NULL;
    if (!bound) {
        assert_ok(clscan_plan_enqueue(plan, d->in_order, args, 0, NULL, NULL));
        return;
    }
    assert_ok(clscan_bound_create(plan, d->in_order, args, &b));
    for (int i = 0; i < 2; i++)
        assert_ok(clscan_bound_enqueue(b, 0, NULL, NULL));
    clscan_bound_destroy(b);
}

static void check_way(const test_device *d, const way *w) {
    static arrays a, e, got;
    const clscan_desc desc = description(w);
    const cl_uint fewer = FEWER;
    line lines[N / LENGTH];
    clscan_plan *plan = NULL;
    size_t bytes = 0, results = 0;
    fill(&a);
    const size_t n = lines_of(w, lines);
    for (size_t i = 0; i < n; i++)
        results += expect_line(w, &a, &lines[i], results, &e);
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(clscan_plan_workspace_size(plan, N, &bytes));
    guarded in = guarded_create(d, sizeof a.elements, a.elements), in1 = guarded_create(d, sizeof a.carried, a.carried),
            keys = guarded_create(d, sizeof a.keys, a.keys), out = guarded_create(d, results * sizeof(three), NULL),
            out1 = guarded_create(d, results * sizeof *a.carried, NULL),
            segments = guarded_create(d, sizeof offsets, offsets), count = guarded_create(d, sizeof fewer, &fewer),
            work = guarded_create(d, bytes, NULL);
    guarded *const elements = w->in_place ? &in : &out, *const carried = w->in_place ? &in1 : &out1;
    clscan_args args = { .struct_size = sizeof args,
                         .in = { { .buffer = in.part }, { .buffer = in1.part }, { .buffer = keys.part } },
                         .out = { { .buffer = elements->part }, { .buffer = carried->part } },
                         .workspace = w->brings_workspace ? work.part : NULL };
    set_layout(w, segments.part, count.part, &args);
    enqueue(d, plan, &args, w->bound);
    assert_true(guarded_read(d, elements, got.elements) && guarded_read(d, carried, got.carried));
    assert_memory_equal(got.elements, e.elements, results * sizeof *e.elements);
    assert_memory_equal(got.carried, e.carried, results * sizeof *e.carried);
    guarded *const all[] = { &in, &in1, &keys, &out, &out1, &segments, &count, &work };
    for (size_t i = 0; i < COUNT(all); i++) {
        assert_true(guarded_read(d, all[i], NULL));
        guarded_release(all[i]);
    }
    clscan_plan_destroy(plan);
}

static void try_way(const test_device *d, const way *w) {
    UNLESS_REFUSED(check_way(d, w));
}

static void test_loaded(void **state) {
    for (size_t i = 0; i < COUNT(ways); i++)
        try_way(*state, &ways[i]);
    skip_if_all_refused();
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_loaded) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
