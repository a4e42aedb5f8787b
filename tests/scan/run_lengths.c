/* Run-length encodings by every strategy: values, starts and lengths of runs of elements or of keys, in both
 * directions, with outputs that are too small, after runs that the outputs hold already, with counts on the device, and
 * without short runs. Decoding gives the input. No array is written past its end. */
#include "support/guarded.h"
#include "support/runs.h"
#include "support/shape.h"

#include <math.h>
#include <oracle.h>
#include <string.h>

enum { N = 3001, ALREADY = 3, FIRST_INDEX = 500 };

static cl_uint numbers[N];

typedef struct way {
    const char *type, *start, *length; /* the types of elements, starts and lengths: all have 4 bytes but "ulong" */
    bool keys;                         /* the numbers are keys beside elements that are all different */
    bool carried;                      /* the elements are also an array that is carried along */
    unsigned least;                    /* the least length of a run */
} way;

static const way ways[] = { { "uint", "uint", "uint", false, true, 0 },
                            { "float", "ulong", "int", false, false, 1 },
                            { "uint", "uint", "ulong", true, true, 0 },
                            { "uint", "ulong", "uint", true, true, 2 },
                            { "float", "uint", "ulong", false, false, 5 } };

/* In runs of floats, number 0 is NaN, so that each of them is a run. */
static cl_uint element(const way *w, size_t i) {
    const cl_float real = numbers[i] ? (cl_float)numbers[i] : NAN;
    cl_uint bits = w->keys ? (cl_uint)i : numbers[i];
    if (strcmp(w->type, "float") == 0)
        memcpy(&bits, &real, sizeof bits);
    return bits;
}

static bool ends_after(const way *w, size_t i, size_t count) {
    return i + 1 == count || numbers[i] != numbers[i + 1] || (strcmp(w->type, "float") == 0 && numbers[i] == 0);
}

typedef struct runs {
    cl_uint value[ALREADY + N];
    cl_ulong start[ALREADY + N], length[ALREADY + N];
    cl_uint n; /* includes those that the outputs hold already */
} runs;

static void expect(const way *w, size_t count, bool reverse, runs *e) {
    static cl_uint value[N];
    static cl_ulong start[N], length[N];
    size_t n = 0, begin = 0;
    for (size_t i = 0; i < count; i++)
        if (ends_after(w, i, count)) {
            value[n] = element(w, begin);
            start[n] = FIRST_INDEX + begin;
            length[n] = i + 1 - begin;
            n += length[n] >= w->least;
            begin = i + 1;
        }
    for (size_t k = 0; k < n; k++) {
        const size_t from = reverse ? n - 1 - k : k;
        e->value[ALREADY + k] = value[from];
        e->start[ALREADY + k] = start[from];
        e->length[ALREADY + k] = length[from];
    }
    e->n = (cl_uint)(ALREADY + n);
}

/* Reads numbers of a type that has 4 or 8 bytes. */
static void read_numbers(const test_device *d, const guarded *from, const char *type, cl_ulong *to, size_t n) {
    static cl_uint narrow[ALREADY + N];
    const bool wide = strcmp(type, "ulong") == 0;
    assert_true(guarded_read(d, from, wide ? (void *)to : narrow));
    for (size_t i = 0; i < n && !wide; i++)
        to[i] = narrow[i];
}

static size_t size_of(const char *type) {
    return strcmp(type, "ulong") == 0 ? sizeof(cl_ulong) : sizeof(cl_uint);
}

static void assert_runs(const runs *got, const runs *e, size_t room) {
    const size_t fits = room < e->n ? room : e->n;
    assert_int_equal(got->n, e->n);
    for (size_t k = ALREADY; k < fits; k++)
        if (got->value[k] != e->value[k] || got->start[k] != e->start[k] || got->length[k] != e->length[k])
            fail_msg("run %zu of %u: start %llu, length %llu, not %llu, %llu", k, e->n,
                     (unsigned long long)got->start[k], (unsigned long long)got->length[k],
                     (unsigned long long)e->start[k], (unsigned long long)e->length[k]);
}

/* Runs that the outputs hold already stay unchanged. */
static void assert_kept(const runs *got, const way *w) {
    runs before;
    guarded_pattern(before.start, sizeof before.start);
    if (strcmp(w->length, "ulong") == 0)
        assert_memory_equal(got->length, before.start, ALREADY * sizeof *got->length);
    for (size_t k = 0; k < ALREADY; k++)
        assert_int_equal((cl_uint)got->length[k], (cl_uint)before.start[0]);
}

/* The outputs have room for `room` runs, of which the first ALREADY are there. */
static void check_runs(const test_device *d, clscan_plan *plan, const way *w, size_t count, bool reverse, size_t room,
                       bool counted) {
    static runs e, got;
    static cl_uint copied[ALREADY + N];
    static cl_uint x[N];
    const cl_uint already = ALREADY, on_device = (cl_uint)count;
    const clscan_ref none = { .buffer = NULL };
    for (size_t i = 0; i < N; i++)
        x[i] = element(w, i);
    expect(w, count, reverse, &e);
    guarded in = guarded_create(d, sizeof x, x), keys = guarded_create(d, sizeof numbers, numbers),
            values = guarded_create(d, room * sizeof *x, NULL),
            starts = guarded_create(d, room * size_of(w->start), NULL),
            lengths = guarded_create(d, room * size_of(w->length), NULL),
            copies = guarded_create(d, room * sizeof *x, NULL), cell = guarded_create(d, sizeof already, &already),
            counter = guarded_create(d, sizeof on_device, &on_device);
    const clscan_args args = { .in[0].buffer = in.part,
                               .segments = w->keys ? (clscan_ref) { .buffer = keys.part } : none,
                               .in[1].buffer = w->carried ? in.part : NULL,
                               .out = { { .buffer = values.part }, { .buffer = w->carried ? copies.part : NULL } },
                               .indices.buffer = starts.part,
                               .lengths.buffer = lengths.part,
                               .init_at.buffer = cell.part,
                               .total.buffer = cell.part,
                               .count_at = counted ? (clscan_ref) { .buffer = counter.part } : none,
                               .first_index = FIRST_INDEX,
                               .count = counted ? N : count };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_true(guarded_read(d, &values, got.value));
    assert_true(guarded_read(d, &cell, &got.n));
    read_numbers(d, &starts, w->start, got.start, room);
    read_numbers(d, &lengths, w->length, got.length, room);
    assert_runs(&got, &e, room);
    assert_kept(&got, w);
    assert_true(guarded_read(d, &copies, copied));
    if (w->carried && e.n > ALREADY && room > ALREADY)
        assert_memory_equal(copied + ALREADY, got.value + ALREADY,
                            ((room < e.n ? room : e.n) - ALREADY) * sizeof *copied);
    guarded *const all[] = { &in, &keys, &values, &starts, &lengths, &copies, &cell, &counter };
    for (size_t i = 0; i < COUNT(all); i++)
        guarded_release(all[i]);
}

static void check_way(const test_device *d, clscan_strategy strategy, const way *w, bool reverse) {
    clscan_desc desc = { .task = CLSCAN_TASK_RUN_LENGTH,
                         .reverse = reverse,
                         .min_run_length = w->least,
                         .value.name = w->type,
                         .in[1].name = w->carried ? "uint" : NULL,
                         .out[1].name = w->carried ? "uint" : NULL,
                         .length_type.name = w->length,
                         .index_type.name = w->start,
                         .segments = w->keys ? CLSCAN_SEGMENTS_KEYS : CLSCAN_SEGMENTS_NONE,
                         .key.name = w->keys ? "uint" : NULL,
                         .tuning = { .strategy = strategy, .group = CLSCAN_GROUP_KOGGE_STONE } };
    clscan_plan *plan = NULL;
    shape_draw(d, strategy, &desc);
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    for (runs_of_data of = SOME_RUNS; of <= ALL_DIFFERENT; of++) {
        size_t counts[SHAPE_MAX_COUNTS];
        const size_t n = of == SOME_RUNS ? shape_counts(&desc, N, strategy, counts) : 0;
        runs_draw(numbers, N, of, 5);
        for (size_t i = 0; i < n; i++)
            if (counts[i] > 0)
                check_runs(d, plan, w, counts[i], reverse, ALREADY + counts[i], false);
        check_runs(d, plan, w, 1, reverse, ALREADY + 1, false);
        check_runs(d, plan, w, N, reverse, ALREADY + N, false);
        check_runs(d, plan, w, N, reverse, ALREADY + 100, false);
        check_runs(d, plan, w, N, reverse, ALREADY, false);
        check_runs(d, plan, w, 1234, reverse, ALREADY + N, true);
        check_runs(d, plan, w, 0, reverse, ALREADY + 1, true);
    }
    clscan_plan_destroy(plan);
}

static void check_number(const test_device *d, clscan_strategy strategy, size_t i) {
    check_way(d, strategy, &ways[i], (strategy + i) % 2);
}

static void test_every_strategy(void **state) {
    test_device_for_strategies(*state, COUNT(ways), check_number);
}

/* A law: decoding gives the input. */
static void test_decoding(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .task = CLSCAN_TASK_RUN_LENGTH };
    static cl_uint value[N], length[N];
    clscan_plan *plan = NULL;
    cl_uint n = 0, i = 0;
    runs_draw(numbers, N, SOME_RUNS, 5);
    const clscan_args args = { .in[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof numbers, numbers),
                               .out[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof value, NULL),
                               .lengths.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof length, NULL),
                               .indices.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof length, NULL),
                               .total.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof n, NULL),
                               .count = N };
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, args.total.buffer, CL_TRUE, 0, sizeof n, &n, 0, NULL, NULL));
    assert_cl(
        clEnqueueReadBuffer(d->in_order, args.out[0].buffer, CL_TRUE, 0, n * sizeof *value, value, 0, NULL, NULL));
    assert_cl(
        clEnqueueReadBuffer(d->in_order, args.lengths.buffer, CL_TRUE, 0, n * sizeof *length, length, 0, NULL, NULL));
    for (cl_uint run = 0; run < n; run++)
        for (cl_uint k = 0; k < length[run]; k++, i++)
            assert_int_equal(numbers[i], value[run]);
    assert_int_equal(i, N);
    clscan_args corrupt = args;
    corrupt.total.buffer = NULL;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &corrupt, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.total is NULL|RUN_LENGTH");
    clscan_plan_destroy(plan);
    cl_mem const all[] = { args.in[0].buffer, args.out[0].buffer, args.lengths.buffer, args.indices.buffer,
                           args.total.buffer };
    for (size_t k = 0; k < COUNT(all); k++)
        clReleaseMemObject(all[k]);
}

/* Runs of 1024 are the longest ones that a plan can ask for, and each one is found whole. */
static void test_longest(void **state) {
    enum { LONGEST = 1024 };
    const test_device *d = *state;
    const way longest = { "uint", "uint", "uint", false, false, LONGEST };
    const clscan_desc desc = { .task = CLSCAN_TASK_RUN_LENGTH, .value.name = "uint", .min_run_length = LONGEST };
    clscan_desc more = desc;
    clscan_plan *plan = NULL;
    for (size_t i = 0; i < N; i++)
        numbers[i] = i < LONGEST ? 1 : i < 2 * LONGEST - 1 ? 2 : 3; /* the second run lacks one element */
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    check_runs(d, plan, &longest, 2 * LONGEST - 1, false, ALREADY + N, false);
    check_runs(d, plan, &longest, 2 * LONGEST, false, ALREADY + N, false);
    clscan_plan_destroy(plan);
    more.min_run_length++;
    assert_fails(clscan_plan_create(d->device, &more, &plan), CLSCAN_ERROR_INVALID_VALUE,
                 "desc.min_run_length is 1025; |from 1 to 1024");
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_strategy), cmocka_unit_test(test_decoding),
                                        cmocka_unit_test(test_longest) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
