/* The arguments of reductions by segments: conversions and functions of the user, operators with two outputs, memory
 * kinds, bound calls, capacities, counting alone, calls without elements, what is refused, and what a plan says. */
#include "support/guarded.h"

#include <string.h>

enum { N = 1000, RUN = 7, RUNS = (N + RUN - 1) / RUN };

static cl_int elements[N], keys[N];

static void fill(void) {
    for (int i = 0; i < N; i++) {
        elements[i] = (i * 37) % 101 - 50;
        keys[i] = i / RUN * 3;
    }
}

static cl_int sum_of(size_t run) {
    cl_int sum = 0;
    for (size_t i = run * RUN; i < (run + 1) * RUN && i < N; i++)
        sum += elements[i];
    return sum;
}

static clscan_plan *new_plan(clscan_device *device, const clscan_desc *desc) {
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(device, desc, &plan));
    return plan;
}

static clscan_desc by_keys(void) {
    return (clscan_desc) { .task = CLSCAN_TASK_REDUCE, .segments = CLSCAN_SEGMENTS_KEYS };
}

/* Arrays of the call: elements and keys in, results and keys out, and the number of segments. */
static clscan_args new_args(const test_device *d) {
    static const cl_int zeros[N];
    fill();
    return (clscan_args) { .struct_size = sizeof(clscan_args),
                           .count = N,
                           .in[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof elements, elements),
                           .segments.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof keys, keys),
                           .out[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof zeros, zeros),
                           .keys.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof zeros, zeros),
                           .total.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof(cl_ulong), zeros) };
}

static void release(const clscan_args *args) {
    const cl_mem all[] = { args->in[0].buffer, args->segments.buffer, args->out[0].buffer, args->keys.buffer,
                           args->total.buffer };
    for (size_t i = 0; i < COUNT(all); i++)
        if (all[i])
            clReleaseMemObject(all[i]);
}

static void read_array(const test_device *d, cl_mem buffer, size_t bytes, void *to) {
    assert_cl(clEnqueueReadBuffer(d->in_order, buffer, CL_TRUE, 0, bytes, to, 0, NULL, NULL));
}

static void assert_sums(const test_device *d, const clscan_args *args, size_t room) {
    cl_int sums[N], out_keys[N];
    cl_uint total;
    read_array(d, args->out[0].buffer, sizeof sums, sums);
    read_array(d, args->keys.buffer, sizeof out_keys, out_keys);
    read_array(d, args->total.buffer, sizeof total, &total);
    assert_int_equal(total, RUNS);
    for (size_t i = 0; i < N; i++) {
        assert_int_equal(sums[i], i < room && i < RUNS ? sum_of(i) : 0);
        assert_int_equal(out_keys[i], i < room && i < RUNS ? (int)i * 3 : 0);
    }
}

/* --------------------------------------------------------------------------------------------------- capacities */

/* The smallest output decides how many results are written. All segments are counted. */
static void test_capacity(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = by_keys();
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_args args = new_args(d);
    args.out[0].capacity = 20;
    args.keys.capacity = 11;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_sums(d, &args, 11);
    args.out[0].capacity = 2 * N; /* the buffer ends before */
    args.keys.capacity = 0;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_sums(d, &args, N);
    release(&args);
    clscan_plan_destroy(plan);
}

/* With a total and no output, segments are only counted. The total may have 8 bytes. */
static void test_only_counts(void **state) {
    const test_device *d = *state;
    clscan_desc desc = by_keys();
    desc.count_type.name = "long";
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_args args = new_args(d), counts = args;
    cl_ulong total = 0;
    counts.out[0].buffer = counts.keys.buffer = NULL;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &counts, 0, NULL, NULL));
    read_array(d, args.total.buffer, sizeof total, &total);
    assert_int_equal(total, RUNS);
    assert_int_equal(sum_of(0) != 0, true);
    release(&args);
    clscan_plan_destroy(plan);
}

/* Without elements there are no segments by keys, and all segments by offsets are empty. */
static void test_no_elements(void **state) {
    static const cl_uint offsets[] = { 0, 0, 4 };
    const test_device *d = *state;
    clscan_desc desc = by_keys();
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_args args = new_args(d);
    cl_int got[4] = { 0 };
    cl_uint total = 77;
    const cl_int init = 9;
    clEnqueueWriteBuffer(d->in_order, args.total.buffer, CL_TRUE, 0, sizeof total, &total, 0, NULL, NULL);
    args.count = 0;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    read_array(d, args.total.buffer, sizeof total, &total);
    assert_int_equal(total, 0);
    clscan_plan_destroy(plan);
    desc = (clscan_desc) { .task = CLSCAN_TASK_REDUCE, .segments = CLSCAN_SEGMENTS_OFFSETS };
    plan = new_plan(d->device, &desc);
    clscan_args empty = args;
    empty.keys.buffer = NULL;
    empty.num_segments = 2;
    empty.init = &init;
    empty.segments.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof offsets, offsets);
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &empty, 0, NULL, NULL));
    read_array(d, args.out[0].buffer, sizeof got, got);
    assert_true(got[0] == 9 && got[1] == 9 && got[2] == 0);
    read_array(d, args.total.buffer, sizeof total, &total);
    assert_int_equal(total, 2);
    clReleaseMemObject(empty.segments.buffer);
    release(&args);
    clscan_plan_destroy(plan);
}

/* ----------------------------------------------------------------------------------------------------- operators */

/* The user's map, and conversions from one number type and to another. */
static void test_map_and_conversions(void **state) {
    const test_device *d = *state;
    clscan_desc desc = by_keys();
    desc.value.name = "long";
    desc.in[0].name = "int";
    desc.out[0].name = "float";
    desc.user = (clscan_user) { .source = "long square(int x) { return (long)x * x; }", .map = "square" };
    for (unsigned s = CLSCAN_STRATEGY_AUTO; s <= CLSCAN_STRATEGY_SLICES; s++) {
        desc.tuning.strategy = s;
        if (!test_device_runs(d, s))
            continue;
        clscan_plan *plan = new_plan(d->device, &desc);
        clscan_args args = new_args(d);
        cl_float got[N];
        assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
        read_array(d, args.out[0].buffer, sizeof got, got);
        for (int r = 0; r < RUNS; r++) {
            cl_float sum = 0;
            for (int i = r * RUN; i < (r + 1) * RUN && i < N; i++)
                sum += (cl_float)(elements[i] * elements[i]);
            assert_true(got[r] >= sum && got[r] <= sum);
        }
        release(&args);
        clscan_plan_destroy(plan);
    }
}

/* Keys of another type than the elements of args.segments, which are structs: an hour is the key, and hours are
 * compared by half days. */
static void test_computed_keys(void **state) {
    static const char source[] = "typedef struct { uint minutes; uchar pad[4]; } moment;\n"
                                 "static short hour(moment x) { return (short)(x.minutes / 60); }\n"
                                 "static bool same_half_day(short a, short b) { return a / 12 == b / 12; }\n";
    const test_device *d = *state;
    const clscan_desc desc = {
        .task = CLSCAN_TASK_REDUCE,
        .segments = CLSCAN_SEGMENTS_KEYS,
        .key.name = "short",
        .key_in = { .name = "moment", .size = 8 },
        .user = { .source = source, .key = "hour", .same_key = "same_half_day" },
    };
    const cl_uint moments[] = { 61, 7, 700, 7, 719, 7, 720, 7, 721, 7, 3, 7 };
    const cl_int x[] = { 1, 2, 4, 8, 16, 32 };
    cl_int sums[] = { 0, 0, 0, -1 };
    cl_short hours[] = { 0, 0, 0, -1 };
    cl_uint total = 0;
    clscan_plan *plan = new_plan(d->device, &desc);
    const clscan_args args = { .struct_size = sizeof args,
                               .count = COUNT(x),
                               .in[0].host = x,
                               .segments.host = moments,
                               .out[0] = { .host = sums, .capacity = 3 },
                               .keys = { .host = hours, .capacity = 3 },
                               .total.host = &total };
    assert_ok(clscan_plan_execute(plan, &args));
    assert_true(sums[0] == 7 && sums[1] == 24 && sums[2] == 32 && sums[3] == -1);
    assert_true(hours[0] == 1 && hours[1] == 12 && hours[2] == 0 && hours[3] == -1);
    assert_int_equal(total, 3);
    clscan_plan_destroy(plan);
}

/* Operators with two outputs: the indices of the least elements, and a flag for the whole call. Keys follow these
 * outputs. The flag is never cleared. */
static void test_two_outputs(void **state) {
    const test_device *d = *state;
    clscan_desc desc = by_keys();
    clscan_args args = new_args(d);
    cl_mem indices = test_device_buffer(d, CL_MEM_READ_WRITE, N * sizeof(cl_ulong), NULL);
    cl_int least[N], out_keys[N];
    cl_ulong at[N];
    desc.op = CLSCAN_OP_ARGMIN;
    clscan_plan *plan = new_plan(d->device, &desc);
    args.out[1].buffer = indices;
    args.first_index = 5;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    read_array(d, args.out[0].buffer, sizeof least, least);
    read_array(d, args.keys.buffer, sizeof out_keys, out_keys);
    read_array(d, indices, sizeof at, at);
    for (size_t r = 0; r < RUNS; r++) {
        size_t first = r * RUN;
        for (size_t i = first + 1; i < (r + 1) * RUN && i < N; i++)
            first = elements[i] < elements[first] ? i : first;
        assert_true(least[r] == elements[first] && at[r] == first + 5 && out_keys[r] == (int)r * 3);
    }
    clscan_plan_destroy(plan);
    clscan_args host = { .struct_size = sizeof host,
                         .count = 4,
                         .in[0].host = (const cl_char[]) { 100, 100, 1, 2 },
                         .segments.host = (const cl_int[]) { 1, 1, 2, 2 },
                         .keys = { .host = out_keys, .capacity = 4 } };
    cl_char sums[4] = { 0 };
    cl_uint overflowed = 0;
    desc.op = CLSCAN_OP_ADD_CHECKED;
    desc.value.name = "char";
    plan = new_plan(d->device, &desc);
    host.out[0].host = sums;
    host.out[0].capacity = 4;
    host.out[1].host = &overflowed;
    assert_ok(clscan_plan_execute(plan, &host));
    assert_true(sums[0] == -56 && sums[1] == 3 && overflowed == 1 && out_keys[1] == 2);
    host.count = 1;
    assert_ok(clscan_plan_execute(plan, &host));
    assert_true(sums[0] == 100 && overflowed == 1);
    clscan_plan_destroy(plan);
    clReleaseMemObject(indices);
    release(&args);
}

/* --------------------------------------------------------------------------------------------------- ways to call */

/* A bound reduction, into outputs with a capacity, twice. */
static void test_bound(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = by_keys();
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_args args = new_args(d);
    clscan_bound *bound = NULL;
    args.out[0].capacity = RUNS;
    assert_ok(clscan_bound_create(plan, d->in_order, &args, &bound));
    for (int i = 0; i < 2; i++) {
        assert_ok(clscan_bound_enqueue(bound, 0, NULL, NULL));
        assert_sums(d, &args, N);
    }
    clscan_bound_destroy(bound);
    release(&args);
    clscan_plan_destroy(plan);
}

static void test_pointers(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = by_keys();
    if (!memory_exists(d, MEMORY_SVM))
        skip();
    fill();
    clscan_plan *plan = new_plan(d->device, &desc);
    guarded in = guarded_create_in(d, MEMORY_SVM, sizeof elements, elements),
            key = guarded_create_in(d, MEMORY_SVM, sizeof keys, keys),
            out = guarded_create_in(d, MEMORY_SVM, 30 * sizeof(cl_int), NULL),
            total = guarded_create_in(d, MEMORY_SVM, sizeof(cl_uint), NULL);
    cl_int got[30];
    cl_uint n;
    const clscan_args args = { .count = N,
                               .in[0] = memory_ref(MEMORY_SVM, in.part, 0),
                               .segments = memory_ref(MEMORY_SVM, key.part, 0),
                               .out[0] = { .svm = out.part, .capacity = 30 },
                               .total = memory_ref(MEMORY_SVM, total.part, 0) };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clFinish(d->in_order));
    assert_true(guarded_read(d, &out, got) && guarded_read(d, &total, &n));
    assert_int_equal(n, RUNS);
    for (size_t r = 0; r < 30; r++)
        assert_int_equal(got[r], sum_of(r));
    guarded *const all[] = { &in, &key, &out, &total };
    for (size_t i = 0; i < COUNT(all); i++)
        guarded_release(all[i]);
    clscan_plan_destroy(plan);
}

/* ------------------------------------------------------------------------------------------------------ refusals */

#define REFUSE(field, value, code, words)                                                                              \
    do {                                                                                                               \
        clscan_args corrupt = args;                                                                                    \
        corrupt.field = (value);                                                                                       \
        assert_fails(clscan_plan_enqueue(plan, d->in_order, &corrupt, 0, NULL, NULL), code, words);                    \
    } while (0)

static void test_refused(void **state) {
    static const cl_uint offsets[] = { 0, 4, 9, 1000 };
    const test_device *d = *state;
    clscan_desc desc = by_keys();
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_args args = new_args(d);
    const cl_mem keys_out = args.keys.buffer;
    REFUSE(segments.buffer, NULL, CLSCAN_ERROR_INVALID_VALUE, "args.segments is NULL|CLSCAN_SEGMENTS_KEYS");
    REFUSE(out[0].buffer, NULL, CLSCAN_ERROR_INVALID_VALUE, "args.out[0] is NULL");
    REFUSE(out[1].buffer, keys_out, CLSCAN_ERROR_INVALID_VALUE, "args.out[1] is given");
    REFUSE(out[0].buffer, args.in[0].buffer, CLSCAN_ERROR_BUFFER_OVERLAP, "may not overlap its elements");
    REFUSE(keys.buffer, args.segments.buffer, CLSCAN_ERROR_BUFFER_OVERLAP, "args.segments and args.keys overlap");
    REFUSE(keys.buffer, args.out[0].buffer, CLSCAN_ERROR_BUFFER_OVERLAP, "args.out[0] and args.keys overlap");
    REFUSE(keys, ((clscan_ref) { .buffer = args.out[0].buffer, .offset = 5 }), CLSCAN_ERROR_BUFFER_OVERLAP,
           "args.out[0] and args.keys overlap|; args.out[0].capacity is 0");
    REFUSE(num_segments, 3, CLSCAN_ERROR_INVALID_VALUE, "args.num_segments is 3");
    REFUSE(first_index, 3, CLSCAN_ERROR_INVALID_VALUE, "args.first_index is 3");
    REFUSE(count, (size_t)1 << 31, CLSCAN_ERROR_INVALID_VALUE, "args.count is 2147483648|2147483647");
    clscan_plan_destroy(plan);
    desc.segments = CLSCAN_SEGMENTS_FLAGS;
    plan = new_plan(d->device, &desc);
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.keys is given|CLSCAN_SEGMENTS_FLAGS|CLSCAN_TASK_REDUCE and CLSCAN_TASK_HISTOGRAM with "
                 "CLSCAN_SEGMENTS_KEYS");
    clscan_plan_destroy(plan);
    desc.segments = CLSCAN_SEGMENTS_OFFSETS;
    plan = new_plan(d->device, &desc);
    cl_mem three = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof offsets, offsets), by_keys = args.segments.buffer;
    args.keys.buffer = NULL;
    args.segments.buffer = three;
    args.num_segments = 3;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    REFUSE(out[0].capacity, 2, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.out[0].capacity is 2|needs 3 elements");
    REFUSE(in[1].buffer, keys_out, CLSCAN_ERROR_INVALID_VALUE, "args.in[1] is given");
    REFUSE(num_segments, 0, CLSCAN_ERROR_INVALID_VALUE, "args.num_segments is 0, but args.count is 1000");
    REFUSE(num_segments, 4, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.segments holds 16 bytes|needs 5 elements");
    clReleaseMemObject(three);
    args.segments.buffer = by_keys;
    args.keys.buffer = keys_out;
    release(&args);
    clscan_plan_destroy(plan);
}

/* Offsets take a launch for head bits, one for the scan, and one for empty segments. */
static void test_described(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .task = CLSCAN_TASK_REDUCE,
                               .segments = CLSCAN_SEGMENTS_OFFSETS,
                               .tuning.strategy = CLSCAN_STRATEGY_SINGLE_GROUP };
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_call_info info = CLSCAN_CALL_INFO_INIT;
    char text[4096];
    const clscan_args args = { .count = 100, .num_segments = 10, .segments.buffer = NULL };
    assert_ok(clscan_plan_call_info(plan, &args, &info));
    assert_int_equal(info.launches, 3);
    assert_ok(clscan_plan_describe(plan, &args, text, sizeof text, NULL));
    assert_non_null(strstr(text, "reduction by add over int (4 bytes), segments by offsets"));
    assert_non_null(strstr(text, "launches   3: "));
    clscan_plan_destroy(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_capacity),    cmocka_unit_test(test_only_counts),
        cmocka_unit_test(test_no_elements), cmocka_unit_test(test_map_and_conversions),
        cmocka_unit_test(test_two_outputs), cmocka_unit_test(test_bound),
        cmocka_unit_test(test_pointers),    cmocka_unit_test(test_refused),
        cmocka_unit_test(test_described),   cmocka_unit_test(test_computed_keys),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
