/* The first or last element of each run by every strategy: kept elements, carried arrays, indices and their number, in
 * both directions. Runs are of equal elements, also by segments, or of equal keys. Plain C decides which neighbours are
 * equal. No array is written or read past its end. */
#include "support/guarded.h"
#include "support/runs.h"
#include "support/selected.h"
#include "support/shape.h"

#include <math.h>
#include <oracle.h>
#include <string.h>

enum {
    N = SELECTED_MOST,
    FROM = 3, /* the offset of the inputs */
    ALREADY = SELECTED_ALREADY
};

static const char source[] = "typedef struct { uint key; uint more[2]; } record;\n"
                             "static int alike(record a, record b) { return a.key == b.key ? -5 : 0; }\n"
                             "static bool congruent(ushort a, ushort b) { return a % 5 == b % 5; }\n"
                             "static uint key_of(record x) { return x.key; }\n"
                             "static uint rest(ushort x) { return x % 5; }\n"
                             "static ulong wide(uint x) { return x * 5ul; }\n";

typedef struct way {
    const char *type, *result; /* the types of elements and of results */
    size_t size, result_size;
    const char *key, *same_key, *map; /* key: the type of keys in an array of their own, or NULL */
    bool carries;
    const char *key_of;       /* the function that computes a key from an element, or NULL */
    clscan_segments segments; /* keys of runs, or how segments are given, each of which has its own runs */
} way;

static const way ways[] = { { "uint", "uint", 4, 4, NULL, NULL, NULL, false, NULL, CLSCAN_SEGMENTS_NONE },
                            { "float", "float", 4, 4, NULL, NULL, NULL, true, NULL, CLSCAN_SEGMENTS_FLAGS },
                            { "short4", "short4", 8, 8, NULL, NULL, NULL, false, NULL, CLSCAN_SEGMENTS_BITS },
                            { "record", "record", 12, 12, NULL, "alike", NULL, true, NULL, CLSCAN_SEGMENTS_OFFSETS },
                            { "record", "record", 12, 12, NULL, NULL, NULL, false, "key_of", CLSCAN_SEGMENTS_NONE },
                            { "uint", "ulong", 4, 8, NULL, NULL, "wide", false, NULL, CLSCAN_SEGMENTS_NONE },
                            { "uint", "uint", 4, 4, "ushort", NULL, NULL, true, NULL, CLSCAN_SEGMENTS_KEYS },
                            { "record", "record", 12, 12, "ushort", "congruent", NULL, false, NULL,
                              CLSCAN_SEGMENTS_KEYS },
                            { "uint", "uint", 4, 4, "ushort", NULL, NULL, true, "rest", CLSCAN_SEGMENTS_KEYS } };

/* The number by which the data are made: elements with the same number are equal, unless they are NaN. */
static cl_uint numbers[N];

static bool is_float(const way *w) {
    return strcmp(w->type, "float") == 0;
}

/* Number 0 is NaN, and number 1 a zero of either sign. */
static cl_float as_float(size_t i) {
    return numbers[i] == 0 ? NAN : numbers[i] == 1 ? (i % 2 ? -0.0f : 0.0f) : (cl_float)numbers[i];
}

static bool are_equal(const way *w, size_t i, size_t j) {
    return is_float(w) ? as_float(i) == as_float(j) : numbers[i] == numbers[j];
}

/* One element in EVERY begins a segment, if there are segments. */
enum { EVERY = 11, HEAD = 4 };
static bool is_head(const way *w, size_t i) {
    return w->segments && !w->key && i % EVERY == HEAD;
}

static bool is_first(const void *of, size_t i, size_t position, size_t count) {
    (void)position, (void)count;
    return i == 0 || !are_equal(of, i - 1, i) || is_head(of, i);
}

static bool is_last(const void *of, size_t i, size_t position, size_t count) {
    return i + 1 == count || is_first(of, i + 1, position, count);
}

/* With keys of their own, elements are all different. */
static void write_element(const way *w, size_t i, unsigned char *to) {
    const cl_uint words[] = { w->key ? (cl_uint)i : numbers[i], (cl_uint)i, ~(cl_uint)i };
    const cl_short vector[] = { 1, -2, 3, (cl_short)numbers[i] };
    const cl_float number = as_float(i);
    memcpy(to,
           is_float(w)                      ? (const void *)&number
           : strcmp(w->type, "short4") == 0 ? (const void *)vector
                                            : words,
           w->size);
}

static void write_result(const void *of, size_t i, size_t position, size_t count, unsigned char *to) {
    const way *w = of;
    const cl_ulong mapped = numbers[i] * 5ul;
    (void)position, (void)count;
    if (w->map)
        memcpy(to, &mapped, sizeof mapped);
    else
        write_element(w, i, to);
}

/* The elements, args.segments and the array that is carried along, all from FROM on. */
typedef struct inputs {
    guarded elements, segments, carried;
    size_t num_segments;
} inputs;

/* Creates args.segments from FROM on. Two offsets follow the heads, so that there is a segment whatever the count is.
 */
static guarded segments_create(const test_device *d, const way *w, size_t count, size_t *num_segments) {
    static union {
        cl_ushort keys[FROM + N];
        cl_uchar flags[FROM + N];
        cl_uint words[FROM + N + 2];
    } all;
    size_t offsets = FROM;
    memset(&all, 0, sizeof all);
    for (size_t i = 0; i < count; i++)
        if (w->key)
            all.keys[FROM + i] = (cl_ushort)(numbers[i] + (w->same_key || w->key_of ? i % 7 * 5 : 0));
        else if (w->segments == CLSCAN_SEGMENTS_FLAGS)
            all.flags[FROM + i] = is_head(w, i) ? 7 : 0;
        else if (w->segments == CLSCAN_SEGMENTS_BITS)
            all.words[FROM + i / 32] |= (cl_uint)is_head(w, i) << i % 32;
        else if (is_head(w, i))
            all.words[offsets++] = (cl_uint)i;
    if (w->segments == CLSCAN_SEGMENTS_OFFSETS)
        all.words[offsets] = all.words[offsets + 1] = (cl_uint)count;
    const size_t bytes[] = { [CLSCAN_SEGMENTS_NONE] = 1,
                             [CLSCAN_SEGMENTS_FLAGS] = FROM + count,
                             [CLSCAN_SEGMENTS_BITS] = (FROM + (count + 31) / 32) * sizeof *all.words,
                             [CLSCAN_SEGMENTS_KEYS] = (FROM + count) * sizeof *all.keys,
                             [CLSCAN_SEGMENTS_OFFSETS] = (offsets + 2) * sizeof *all.words };
    *num_segments = w->segments == CLSCAN_SEGMENTS_OFFSETS ? offsets - FROM + 1 : 0;
    return guarded_create(d, bytes[w->segments], &all);
}

static inputs inputs_create(const test_device *d, const way *w, size_t count) {
    static unsigned char elements[(FROM + N) * SELECTED_MOST_BYTES];
    static cl_ushort carried[FROM + N];
    size_t num_segments;
    for (size_t i = 0; i < count; i++) {
        write_element(w, i, elements + (FROM + i) * w->size);
        carried[FROM + i] = selected_carried(i);
    }
    const guarded segments = segments_create(d, w, count, &num_segments);
    return (inputs) { guarded_create(d, (FROM + count) * w->size, elements), segments,
                      guarded_create(d, (FROM + count) * sizeof *carried, carried), num_segments };
}

/* Appends to ALREADY elements. Each output has room for `room` more, and an offset of its own. With `at_most`, the
 * count lies on the device, and the call allows for more elements. If `elements` is false, out[0] is missing. */
static void check_unique(const test_device *d, clscan_plan *plan, const clscan_desc *desc, const way *w, size_t count,
                         size_t room, size_t at_most, bool elements) {
    static selected e, got;
    const selected_rule rule = { w, desc->task == CLSCAN_TASK_UNIQUE ? is_first : is_last, write_result,
                                 w->result_size };
    const cl_uint already = ALREADY, on_device = (cl_uint)count;
    cl_uint n = 0;
    selected_expect(&rule, count, desc->reverse, &e);
    const size_t fits = ALREADY + (room < e.n - ALREADY ? room : e.n - ALREADY);
    inputs in = inputs_create(d, w, at_most);
    guarded results = guarded_create(d, (1 + ALREADY + room) * w->result_size, NULL),
            indices = guarded_create(d, (2 + ALREADY + room) * sizeof *got.indices, NULL),
            carried = guarded_create(d, (4 + ALREADY + room) * sizeof *got.carried, NULL),
            total = guarded_create(d, sizeof n, NULL), counter = guarded_create(d, sizeof on_device, &on_device);
    const clscan_ref none = { .buffer = NULL };
    const clscan_args args = { .in[0] = { .buffer = in.elements.part, .offset = FROM },
                               .in[1] = w->carries ? (clscan_ref) { .buffer = in.carried.part, .offset = FROM } : none,
                               .segments =
                                   w->segments ? (clscan_ref) { .buffer = in.segments.part, .offset = FROM } : none,
                               .num_segments = in.num_segments,
                               .out[0] = { .buffer = elements ? results.part : NULL, .offset = elements },
                               .out[1] = w->carries ? (clscan_ref) { .buffer = carried.part, .offset = 4 } : none,
                               .indices = { .buffer = indices.part, .offset = 2 },
                               .total.buffer = total.part,
                               .count_at = at_most > count ? (clscan_ref) { .buffer = counter.part } : none,
                               .init = &already,
                               .first_index = SELECTED_FIRST_INDEX,
                               .count = at_most };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_true(guarded_read(d, &results, got.results));
    assert_true(guarded_read(d, &indices, got.indices));
    assert_true(guarded_read(d, &carried, got.carried));
    assert_true(guarded_read(d, &total, &n));
    assert_int_equal(n, e.n);
    if (elements)
        assert_memory_equal(got.results + w->result_size, e.results, fits * w->result_size);
    assert_memory_equal(got.indices + 2, e.indices, fits * sizeof *e.indices);
    if (w->carries)
        assert_memory_equal(got.carried + 4, e.carried, fits * sizeof *e.carried);
    guarded *const all[] = { &in.elements, &in.segments, &in.carried, &results, &indices, &carried, &total, &counter };
    for (size_t i = 0; i < COUNT(all); i++)
        guarded_release(all[i]);
}

static clscan_desc description(const test_device *d, clscan_strategy strategy, const way *w, unsigned variant) {
    const bool users = strcmp(w->type, "record") == 0;
    clscan_desc desc = { .task = variant & 1 ? CLSCAN_TASK_UNIQUE_LAST : CLSCAN_TASK_UNIQUE,
                         .reverse = variant & 2,
                         .value = { w->result, users ? w->result_size : 0 },
                         .in = { { w->type, users ? w->size : 0 }, { .name = w->carries ? "ushort" : NULL } },
                         .out[1].name = w->carries ? "ushort" : NULL,
                         .key.name = w->key_of ? "uint" : w->key,
                         .key_in.name = w->key_of ? w->key : NULL,
                         .segments = w->segments,
                         .index_type.name = "ulong",
                         .user = { .source = users || w->same_key || w->key_of || w->map ? source : NULL,
                                   .key = w->key_of,
                                   .same_key = w->same_key,
                                   .map = w->map },
                         .tuning = { .strategy = strategy, .group = CLSCAN_GROUP_KOGGE_STONE } };
    shape_draw(d, strategy, &desc);
    return desc;
}

static void check_way(const test_device *d, clscan_strategy strategy, const way *w, unsigned variant) {
    const clscan_desc desc = description(d, strategy, w, variant);
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    for (runs_of_data of = SOME_RUNS; of <= ALL_DIFFERENT; of++) {
        size_t counts[SHAPE_MAX_COUNTS];
        const size_t n = of == SOME_RUNS ? shape_counts(&desc, N, variant, counts) : 0;
        runs_draw(numbers, N, of, 3);
        for (size_t i = 0; i < n; i++)
            if (counts[i] > 0)
                check_unique(d, plan, &desc, w, counts[i], counts[i], counts[i], true);
        check_unique(d, plan, &desc, w, 1, 1, 1, true);
        check_unique(d, plan, &desc, w, N, N, N, true);
        check_unique(d, plan, &desc, w, N, 100, N, true);
        check_unique(d, plan, &desc, w, N, N, N, false);
        check_unique(d, plan, &desc, w, N, 100, N, false);
        check_unique(d, plan, &desc, w, N, 0, N, true);
        check_unique(d, plan, &desc, w, 1234, N, N, true);
    }
    clscan_plan_destroy(plan);
}

static void check_number(const test_device *d, clscan_strategy strategy, size_t i) {
    check_way(d, strategy, &ways[i], (unsigned)(strategy + i) % 4);
}

static void test_every_strategy(void **state) {
    test_device_for_strategies(*state, COUNT(ways), check_number);
}

/* Keeps one of each run in x, and returns how many there are. */
static cl_uint unique_of(const test_device *d, const clscan_desc *desc, cl_int *x, cl_uint count) {
    clscan_plan *plan = NULL;
    cl_uint n = 0;
    const cl_mem in = test_device_buffer(d, CL_MEM_READ_WRITE, count * sizeof *x, x),
                 out = test_device_buffer(d, CL_MEM_READ_WRITE, count * sizeof *x, NULL),
                 total = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof n, NULL);
    const clscan_args args = { .in[0].buffer = in, .out[0].buffer = out, .total.buffer = total, .count = count };
    assert_ok(clscan_plan_create(d->device, desc, &plan));
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, total, CL_TRUE, 0, sizeof n, &n, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, out, CL_TRUE, 0, n * sizeof *x, x, 0, NULL, NULL));
    clscan_plan_destroy(plan);
    cl_mem const all[] = { in, out, total };
    for (size_t i = 0; i < COUNT(all); i++)
        clReleaseMemObject(all[i]);
    return n;
}

/* Three laws: unique of a result of unique changes nothing; neighbours in a result are not equal; unique and
 * unique_last give equal results, because the elements of a run are equal. */
static void test_laws(void **state) {
    const clscan_desc first = { .task = CLSCAN_TASK_UNIQUE }, last = { .task = CLSCAN_TASK_UNIQUE_LAST };
    static cl_int x[3][N];
    runs_draw(numbers, N, SOME_RUNS, 3);
    for (size_t i = 0; i < N; i++)
        x[0][i] = x[1][i] = (cl_int)numbers[i];
    const cl_uint n = unique_of(*state, &first, x[0], N);
    assert_int_equal(unique_of(*state, &last, x[1], N), n);
    assert_memory_equal(x[0], x[1], n * sizeof *x[0]);
    for (size_t i = 1; i < n; i++)
        assert_int_not_equal(x[0][i - 1], x[0][i]);
    memcpy(x[2], x[0], n * sizeof *x[0]);
    assert_int_equal(unique_of(*state, &first, x[2], n), n);
    assert_memory_equal(x[2], x[0], n * sizeof *x[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_strategy), cmocka_unit_test(test_laws) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
