/* clscan_plan_execute does with arrays in host memory what clscan_plan_enqueue does with the same arrays in a buffer.
 */
#include "api/scans.h"

#include <stdlib.h>
#include <string.h>

enum { N = 1500, WIDTH = 30, HEIGHT = N / WIDTH };

/* OpenCL forbids buffers whose host memory overlaps. The linker replaces clCreateBuffer by a function that checks this
 * while `watched` is set, for the buffers of one call (--wrap=clCreateBuffer). */
static struct { const char *begin, *end; } shared[64];
static size_t num_shared;
static bool watched;

cl_mem __real_clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *error);
cl_mem __wrap_clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *error);
cl_mem __wrap_clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *error) {
    const char *begin = host, *end = begin + size;
    for (size_t i = 0; watched && flags & CL_MEM_USE_HOST_PTR && i < num_shared; i++)
        assert_false(begin < shared[i].end && shared[i].begin < end);
    if (watched && flags & CL_MEM_USE_HOST_PTR && num_shared < COUNT(shared)) {
        shared[num_shared].begin = begin;
        shared[num_shared++].end = end;
    }
    return __real_clCreateBuffer(context, flags, size, host, error);
}

/* Everything that the calls below read and write. Elements that a call does not compute have to keep their values. */
typedef struct arrays {
    cl_int in[N], other[N], out[N], second[N];
    cl_uint indices[N], number, total, offsets[4];
    cl_uchar flags[N];
} arrays;

/* Where the arrays are: in a buffer, or from an address on. */
typedef struct origin {
    cl_mem buffer;
    char *host;
} origin;

static clscan_ref ref(const origin *o, size_t at, size_t size, size_t capacity) {
    return o->buffer ? (clscan_ref) { .buffer = o->buffer, .offset = at / size, .capacity = capacity }
                     : (clscan_ref) { .host = o->host, .offset = at / size, .capacity = capacity };
}

#define FIRST(o, field, n) ref((o), offsetof(arrays, field), sizeof((arrays *)0)->field[0], (n))
#define CELL(o, field)     ref((o), offsetof(arrays, field), sizeof((arrays *)0)->field, 1)

static void contiguous(const origin *o, clscan_args *args) {
    args->count = N;
    args->in[0] = FIRST(o, in, N);
    args->out[0] = FIRST(o, out, N);
}

static void in_place(const origin *o, clscan_args *args) {
    contiguous(o, args);
    args->out[0] = args->in[0];
}

static void with_cells(const origin *o, clscan_args *args) {
    contiguous(o, args);
    args->init_at = args->total = CELL(o, total);
}

/* The initial value is in the output, and is read before it is overwritten. */
static void init_in_output(const origin *o, clscan_args *args) {
    contiguous(o, args);
    args->init_at = FIRST(o, out, N);
    args->init_at.offset += 7;
}

static void with_count(const origin *o, clscan_args *args) {
    contiguous(o, args);
    args->count_at = CELL(o, number);
    args->total = CELL(o, total);
}

static void in_columns(const origin *o, clscan_args *args) {
    contiguous(o, args);
    args->count = 0;
    args->num_dims = 2;
    args->dims[0] = (clscan_dim) { .n = HEIGHT, .in_stride = WIDTH, .out_stride = WIDTH };
    args->dims[1] = (clscan_dim) { .n = WIDTH - 3, .in_stride = 1, .out_stride = 1 };
}

static void columns_in_place(const origin *o, clscan_args *args) {
    in_columns(o, args);
    args->out[0] = args->in[0];
}

static void by_flags(const origin *o, clscan_args *args) {
    contiguous(o, args);
    args->segments = FIRST(o, flags, N);
}

static void by_offsets(const origin *o, clscan_args *args) {
    contiguous(o, args);
    args->segments = FIRST(o, offsets, 4);
    args->num_segments = 3;
}

static void two_arrays(const origin *o, clscan_args *args) {
    contiguous(o, args);
    args->in[1] = FIRST(o, other, N);
    args->out[1] = FIRST(o, second, N);
}

static void selection(const origin *o, clscan_args *args) {
    two_arrays(o, args);
    args->indices = FIRST(o, indices, N);
    args->total = CELL(o, total);
}

static void appended(const origin *o, clscan_args *args) {
    selection(o, args);
    args->init_at = args->total;
}

static void too_small(const origin *o, clscan_args *args) {
    selection(o, args);
    args->out[1].capacity = 100;
    args->total = (clscan_ref) { .capacity = 0 };
}

static void by_mask(const origin *o, clscan_args *args) {
    selection(o, args);
    args->mask = FIRST(o, flags, N);
}

static void runs(const origin *o, clscan_args *args) {
    contiguous(o, args);
    args->indices = FIRST(o, indices, N);
    args->lengths = FIRST(o, second, N);
    args->total = CELL(o, total);
}

/* The capacity is that of memory which nobody has. */
static void too_large(const origin *o, clscan_args *args) {
    appended(o, args);
    args->count = N / 2;
    args->out[0].capacity = o->host ? (size_t)1 << 40 : N;
}

static const char odd[] = "static int odd(int x) { return x & 1; }";
static const char scattered[] =
    "static int turned(const global int *in, const global int *other, ulong i) { return in[1499 - i] + other[i / 2]; }"
    "static void spread(global int *out, global int *second, const global int *in, const global int *other, ulong i,"
    "    int x, int inclusive, int exclusive) { if (i % 3 == 0) { out[1499 - i] = inclusive; second[i] = other[0]; } }";

#define SELECTED .task = CLSCAN_TASK_SELECT, .in[1].name = "int", .out[1].name = "int", .index_type.name = "uint"
static const struct row {
    const char *name;
    clscan_desc desc;
    void (*set)(const origin *o, clscan_args *args);
} rows[] = {
    { "contiguous", { .kind = CLSCAN_KIND_EXCLUSIVE }, contiguous },
    { "in place", { .op = CLSCAN_OP_MAX }, in_place },
    { "reverse, with a carried total", { .reverse = 1 }, with_cells },
    { "initial value in the output", { .op = CLSCAN_OP_XOR }, init_in_output },
    { "a count of the device", { .kind = CLSCAN_KIND_INCLUSIVE }, with_count },
    { "columns", { .layout = CLSCAN_LAYOUT_ROWS }, in_columns },
    { "columns in place", { .layout = CLSCAN_LAYOUT_ROWS, .reverse = 1 }, columns_in_place },
    { "segments by flags", { .segments = CLSCAN_SEGMENTS_FLAGS }, by_flags },
    { "segments by offsets", { .segments = CLSCAN_SEGMENTS_OFFSETS, .key.name = "uint" }, by_offsets },
    { "load and store",
      { .in[1].name = "int",
        .out[1].name = "int",
        .user = { .source = scattered, .load = "turned", .store = "spread" } },
      two_arrays },
    { "a reduction", { .task = CLSCAN_TASK_REDUCE, .op = CLSCAN_OP_MIN }, contiguous },
    { "a reduction of columns", { .task = CLSCAN_TASK_REDUCE, .layout = CLSCAN_LAYOUT_ROWS }, in_columns },
    { "a selection", { SELECTED, .user = { .source = odd, .keep = "odd" } }, selection },
    { "an appending selection", { SELECTED, .user = { .source = odd, .keep = "odd" } }, appended },
    { "a selection that ends far before its capacity",
      { SELECTED, .user = { .source = odd, .keep = "odd" } },
      too_large },
    { "a map with positions",
      { .user = { .source = "int even(int x, ulong k, ulong n) { return k % 2 ? 0 : x + (int)n; }",
                  .map = "even",
                  .with_position = 1 } },
      contiguous },
    { "a selection that does not fit", { SELECTED, .user = { .source = odd, .keep = "odd" } }, too_small },
    { "a selection by flags", { SELECTED, .mask = CLSCAN_MASK_FLAGS }, by_mask },
    { "run lengths", { .task = CLSCAN_TASK_RUN_LENGTH, .length_type.name = "int" }, runs },
};

/* Returns the description of the first row with these arguments. */
static const clscan_desc *desc_with(void (*set)(const origin *o, clscan_args *args)) {
    const struct row *row = &rows[0];
    while (row->set != set)
        row++;
    return &row->desc;
}

static arrays *new_arrays(void) {
    arrays *a = malloc(sizeof *a);
    assert_non_null(a);
    for (int i = 0; i < N; i++) {
        a->in[i] = i * i % 1009 % 7;
        a->other[i] = 100000 + i;
        a->out[i] = -i;
        a->second[i] = 7 * i;
        a->indices[i] = 900000u + (cl_uint)i;
        a->flags[i] = i % 50 == 17;
    }
    a->number = 1001;
    a->total = 12;
    memcpy(a->offsets, (cl_uint[]) { 10, 400, 400, 1300 }, sizeof a->offsets);
    return a;
}

/* Host memory that is aligned for kernels may be used in place, and other memory is copied. */
static void assert_same(const test_device *d, const struct row *row, size_t shift) {
    clscan_plan *plan = new_plan(d->device, &row->desc);
    arrays *by_enqueue = new_arrays(), *by_execute = new_arrays();
    char *memory = malloc(sizeof *by_execute + shift);
    assert_non_null(memory);
    memcpy(memory + shift, by_execute, sizeof *by_execute);
    const origin in_buffer = { .buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof *by_enqueue, by_enqueue) },
                 in_host = { .host = memory + shift };
    clscan_args args = CLSCAN_ARGS_INIT, host_args = CLSCAN_ARGS_INIT;
    row->set(&in_buffer, &args);
    row->set(&in_host, &host_args);
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(
        clEnqueueReadBuffer(d->in_order, in_buffer.buffer, CL_TRUE, 0, sizeof *by_enqueue, by_enqueue, 0, NULL, NULL));
    num_shared = 0;
    watched = true;
    const clscan_status status = clscan_plan_execute(plan, &host_args);
    watched = false;
    assert_ok(status);
    memcpy(by_execute, memory + shift, sizeof *by_execute);
    if (memcmp(by_enqueue, by_execute, sizeof *by_enqueue) != 0)
        fail_msg("%s, %zu bytes past an aligned address: not as in a buffer", row->name, shift);
    clReleaseMemObject(in_buffer.buffer);
    free(memory);
    free(by_enqueue);
    free(by_execute);
    clscan_plan_destroy(plan);
}

static void try_row(const test_device *d, const struct row *row, size_t shift) {
    UNLESS_REFUSED(assert_same(d, row, shift));
}

static void test_as_in_buffers(void **state) {
    for (size_t i = 0; i < COUNT(rows); i++)
        for (size_t shift = 0; shift < 2; shift++)
            try_row(*state, &rows[i], shift);
    skip_if_all_refused();
}

/* ----------------------------------------------------------------------------------------------------------- misuse */

/* Each kind of memory has its call. */
static void test_memory_of_the_other_call(void **state) {
    const test_device *d = *state;
    const clscan_desc sums = CLSCAN_DESC_INIT;
    clscan_plan *plan = new_plan(d->device, &sums);
    clscan_bound *bound = NULL;
    arrays *a = new_arrays();
    const origin in_buffer = { .buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof *a, a) },
                 in_host = { .host = (char *)a };
    clscan_args args = CLSCAN_ARGS_INIT, host_args = CLSCAN_ARGS_INIT;
    contiguous(&in_buffer, &args);
    contiguous(&in_host, &host_args);
    assert_fails(clscan_plan_execute(plan, &args), CLSCAN_ERROR_INVALID_VALUE,
                 "args.in[0] is not in host memory|clscan_plan_enqueue");
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &host_args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.in[0].host is given|clscan_plan_execute");
    assert_fails(clscan_bound_create(plan, d->in_order, &host_args, &bound), CLSCAN_ERROR_INVALID_VALUE,
                 "args.in[0].host is given");
    host_args.count = 0;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &host_args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.in[0].host is given|clscan_plan_execute");
    assert_fails(clscan_bound_create(plan, d->in_order, &host_args, &bound), CLSCAN_ERROR_INVALID_VALUE,
                 "args.in[0].host is given");
    host_args.count = N;
    host_args.out[0] = args.out[0];
    assert_fails(clscan_plan_execute(plan, &host_args), CLSCAN_ERROR_INVALID_VALUE,
                 "args.out[0].buffer is given, but args.in[0].host");
    clReleaseMemObject(in_buffer.buffer);
    free(a);
    clscan_plan_destroy(plan);
}

static void test_arrays_missing(void **state) {
    const test_device *d = *state;
    const clscan_desc sums = CLSCAN_DESC_INIT;
    clscan_plan *plan = new_plan(d->device, &sums);
    clscan_args args = CLSCAN_ARGS_INIT;
    assert_ok(clscan_plan_execute(plan, &args));
    args.count = 3;
    assert_fails(clscan_plan_execute(plan, &args), CLSCAN_ERROR_INVALID_VALUE, "args.in[0]|host");
    assert_fails(clscan_plan_execute(plan, NULL), CLSCAN_ERROR_INVALID_VALUE, "args is NULL");
    clscan_plan_destroy(plan);
}

/* Functions of the description may access these arrays anywhere, so only the caller knows how much is to be copied. */
static void test_capacity_missing(void **state) {
    const test_device *d = *state;
    clscan_plan *plan = new_plan(d->device, desc_with(two_arrays));
    arrays *a = new_arrays();
    const origin o = { .host = (char *)a };
    clscan_args args = CLSCAN_ARGS_INIT;
    two_arrays(&o, &args);
    clscan_ref *const unlimited[] = { &args.in[0], &args.in[1], &args.out[0], &args.out[1] };
    static const char *const words[] = { "args.in[0].capacity is 0", "args.in[1].capacity is 0",
                                         "args.out[0].capacity is 0", "args.out[1].capacity is 0" };
    for (size_t i = 0; i < COUNT(unlimited); i++) {
        unlimited[i]->capacity = 0;
        assert_fails(clscan_plan_execute(plan, &args), CLSCAN_ERROR_INVALID_VALUE, words[i]);
        unlimited[i]->capacity = N;
    }
    assert_ok(clscan_plan_execute(plan, &args));
    free(a);
    clscan_plan_destroy(plan);
}

/* The capacity of an empty array can only be 0. Without elements no function of the description is called, so that
 * nothing of the arrays is copied, but the total is written. */
static void test_capacity_of_nothing(void **state) {
    const test_device *d = *state;
    clscan_plan *plan = new_plan(d->device, desc_with(two_arrays));
    char *empty = malloc(1);
    cl_int total = 5;
    clscan_args args = CLSCAN_ARGS_INIT;
    assert_non_null(empty);
    args.in[0].host = args.in[1].host = args.out[0].host = args.out[1].host = empty;
    args.total.host = &total;
    assert_ok(clscan_plan_execute(plan, &args));
    assert_int_equal(total, 0);
    args.count = 1;
    assert_fails(clscan_plan_execute(plan, &args), CLSCAN_ERROR_INVALID_VALUE, "args.in[0].capacity is 0");
    free(empty);
    clscan_plan_destroy(plan);
}

/* The library could not say how many runs there are, or which elements were written. */
static void test_counts_refused(void **state) {
    const test_device *d = *state;
    const clscan_desc lengths = { .task = CLSCAN_TASK_RUN_LENGTH },
                      odds = { SELECTED, .count_type.name = "int", .user = { .source = odd, .keep = "odd" } };
    arrays *a = new_arrays();
    for (size_t shift = 0; shift < 2; shift++) {
        clscan_plan *encode = new_plan(d->device, &lengths), *select = new_plan(d->device, &odds);
        char *memory = malloc(sizeof *a + shift);
        assert_non_null(memory);
        memcpy(memory + shift, a, sizeof *a);
        const origin o = { .host = memory + shift };
        clscan_args args = CLSCAN_ARGS_INIT;
        runs(&o, &args);
        args.total = (clscan_ref) { .capacity = 0 };
        assert_fails(clscan_plan_execute(encode, &args), CLSCAN_ERROR_INVALID_VALUE,
                     "args.total is NULL|RUN_LENGTH|set its host");
        args = (clscan_args)CLSCAN_ARGS_INIT;
        appended(&o, &args);
        memcpy(memory + shift + offsetof(arrays, total), &(cl_int) { -3 }, sizeof(cl_int));
        assert_fails(clscan_plan_execute(select, &args), CLSCAN_ERROR_INVALID_VALUE,
                     "args.init_at is -3, which is below zero");
        free(memory);
        clscan_plan_destroy(encode);
        clscan_plan_destroy(select);
    }
    free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_in_buffers),       cmocka_unit_test(test_memory_of_the_other_call),
        cmocka_unit_test(test_arrays_missing),      cmocka_unit_test(test_capacity_missing),
        cmocka_unit_test(test_capacity_of_nothing), cmocka_unit_test(test_counts_refused),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
