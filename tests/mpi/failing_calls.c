/* Calls that fail on one rank: all ranks return the same status and sentence. */
#define _GNU_SOURCE /* for RTLD_NEXT */
#include "mpi/failures.h"

#include <dlfcn.h>
#include <stddef.h>

/* Replaces the functions of MPI in the library, as MPI's profiling interface allows. */
static bool mpi_fails;
int MPI_Allgather(const void *from, int num, MPI_Datatype type, void *to, int num_to, MPI_Datatype type_to,
                  MPI_Comm comm) {
    return mpi_fails ? MPI_ERR_OTHER : PMPI_Allgather(from, num, type, to, num_to, type_to, comm);
}

/* Replaces the function of the OpenCL loader in the library. */
static bool writes_fail;
cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t bytes,
                            const void *from, cl_uint num_wait, const cl_event *wait, cl_event *event) {
    typedef cl_int (*function)(cl_command_queue, cl_mem, cl_bool, size_t, size_t, const void *, cl_uint,
                               const cl_event *, cl_event *);
    function real = NULL;
    *(void **)&real = dlsym(RTLD_NEXT, "clEnqueueWriteBuffer");
    return writes_fail ? CL_OUT_OF_RESOURCES
                       : real(queue, buffer, blocking, offset, bytes, from, num_wait, wait, event);
}

static void fail_call(const fixture *f, const clscan_args *args, clscan_status status, const char *words) {
    cl_event event = NULL;
    CHECK_FAILS(clscan_mpi_plan_enqueue(f->sums, f->d.queue, args, 0, NULL, &event), status, words);
    CHECK(!event, "a call that failed gave an event");
    check_works(f);
}

/* A rank that fails before the summaries are exchanged, and one that fails after that. */
static void test_small_buffers(const fixture *f) {
    clscan_args args = right_args(f);
    if (f->rank == 2)
        args.in[0].buffer = f->small;
    fail_call(f, &args, CLSCAN_ERROR_BUFFER_TOO_SMALL, "rank 2: args.in[0] holds 4 bytes");
    args = right_args(f);
    if (f->rank == 1)
        args.out[0].buffer = f->small;
    fail_call(f, &args, CLSCAN_ERROR_BUFFER_TOO_SMALL, "rank 1: args.out[0] holds 4 bytes");
    args = right_args(f);
    if (f->rank == 1 || f->rank == 3) /* the lowest rank is named */
        args.in[0].buffer = f->rank == 1 ? f->small : NULL;
    fail_call(f, &args, CLSCAN_ERROR_BUFFER_TOO_SMALL, "rank 1: args.in[0] holds 4 bytes");
}

static void test_arguments(const fixture *f) {
    const cl_int init[2] = { 7, 8 };
    clscan_args args = right_args(f);
    fail_call(f, f->rank == 3 ? NULL : &args, CLSCAN_ERROR_INVALID_VALUE, "rank 3: args is NULL");
    args.init = &init[f->rank == 2];
    fail_call(f, &args, CLSCAN_ERROR_INVALID_VALUE, "rank 2: args.init differs");
    args.init = f->rank == 1 ? init : NULL;
    fail_call(f, &args, CLSCAN_ERROR_INVALID_VALUE, "rank 1: an initial value is given, but not on rank 0");
    args.init = NULL;
    args.init_at.buffer = f->rank == 0 ? f->in : NULL;
    fail_call(f, &args, CLSCAN_ERROR_INVALID_VALUE, "rank 1: no initial value is given, but on rank 0 it is");
    args = right_args(f);
    args.init_at.buffer = f->rank == 0 ? f->in : NULL; /* in memory of the device, where it is not compared */
    args.init = f->rank == 0 ? NULL : &init[f->rank == 3];
    fail_call(f, &args, CLSCAN_ERROR_INVALID_VALUE, "rank 3: args.init differs");
    CHECK_FAILS(clscan_mpi_plan_enqueue(NULL, f->d.queue, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                "plan is NULL");
    args = right_args(f);
    CHECK_FAILS(clscan_mpi_plan_enqueue(f->sums, f->rank == 1 ? NULL : f->d.queue, &args, 0, NULL, NULL),
                CLSCAN_ERROR_INVALID_VALUE, "rank 1: queue is NULL");
}

/* Arrays that are missing, that lie elsewhere, or that have no use. */
static void test_arrays(const fixture *f) {
    const bool wrong = f->rank == 2;
    cl_int host[N] = { 0 };
    clscan_args args = right_args(f);
    if (wrong)
        args.out[0].buffer = NULL;
    fail_call(f, &args, CLSCAN_ERROR_INVALID_VALUE, "rank 2: args.out[0] is NULL|set its buffer");
    CHECK(!strstr(clscan_mpi_last_message(), "svm"), "%s", clscan_mpi_last_message());
    args = right_args(f);
    if (wrong)
        args.in[0] = (clscan_ref) { .host = host };
    fail_call(f, &args, CLSCAN_ERROR_INVALID_VALUE, "rank 2: args.in[0].host is given|clscan_mpi_plan_execute");
    args = right_args(f);
    if (wrong)
        args.total = (clscan_ref) { .svm = host };
    fail_call(f, &args, CLSCAN_ERROR_UNSUPPORTED_MEMORY, "rank 2: args.total is not a buffer");
    args = right_args(f);
    args.mask.buffer = wrong ? f->in : NULL;
    fail_call(f, &args, CLSCAN_ERROR_INVALID_VALUE, "rank 2: args.mask is given, but desc.mask is CLSCAN_MASK_NONE");
}

static void test_first_index(const fixture *f) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_args args = CLSCAN_ARGS_INIT;
    clscan_mpi_plan *plan = NULL;
    desc.op = CLSCAN_OP_ARGMIN;
    args.in[0].buffer = f->in;
    args.count = 4;
    args.out[0].buffer = f->out;
    args.out[1].buffer = check_buffer(&f->d, 4 * sizeof(cl_ulong), NULL);
    CHECK_OK(clscan_mpi_plan_create(f->d.device, &desc, MPI_COMM_WORLD, &plan));
    args.first_index = f->rank == 3;
    CHECK_FAILS(clscan_mpi_plan_enqueue(plan, f->d.queue, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                "rank 3: args.first_index differs");
    args.first_index = 3;
    CHECK_OK(clscan_mpi_plan_enqueue(plan, f->d.queue, &args, 0, NULL, NULL));
    clReleaseMemObject(args.out[1].buffer);
    clscan_mpi_plan_destroy(plan);
}

static void fail_execute(const fixture *f, const clscan_args *args, clscan_status status, const char *words) {
    CHECK_FAILS(clscan_mpi_plan_execute(f->sums, args), status, words);
    check_works(f);
}

/* As for buffers, nothing is ignored. */
static void test_execute_arrays(const fixture *f) {
    static const struct {
        size_t field;
        const char *words;
    } rows[] = {
        { offsetof(clscan_args, in[1]), "rank 2: args.in[1] is given, but desc.in[1].name is NULL" },
        { offsetof(clscan_args, out[1]), "rank 2: args.out[1] is given, but desc.out[1].name is NULL" },
        { offsetof(clscan_args, segments),
          "rank 2: args.segments is given, but desc.segments is CLSCAN_SEGMENTS_NONE" },
        { offsetof(clscan_args, mask), "rank 2: args.mask is given, but desc.mask is CLSCAN_MASK_NONE" },
        { offsetof(clscan_args, indices), "rank 2: args.indices is given, but desc.index_type.name is NULL" },
        { offsetof(clscan_args, lengths), "rank 2: args.lengths is given, but desc.task is CLSCAN_TASK_SCAN" },
        { offsetof(clscan_args, keys), "rank 2: args.keys is given, but desc.task is CLSCAN_TASK_SCAN" },
    };
    cl_int in[N] = { 0 }, out[N];
    clscan_args right = CLSCAN_ARGS_INIT, args;
    right.in[0].host = in;
    right.out[0].host = out;
    right.count = N;
    for (size_t i = 0; i < COUNT(rows); i++) {
        args = right;
        if (f->rank == 2)
            ((clscan_ref *)(void *)((char *)&args + rows[i].field))->host = in;
        CHECK_FAILS(clscan_mpi_plan_execute(f->sums, &args), CLSCAN_ERROR_INVALID_VALUE, rows[i].words);
    }
    args = right;
    args.in[0].host = f->rank == 2 ? NULL : in;
    CHECK_FAILS(clscan_mpi_plan_execute(f->sums, &args), CLSCAN_ERROR_INVALID_VALUE,
                "rank 2: args.in[0] is NULL|set its host");
    check_works(f);
}

static void test_execute(const fixture *f) {
    cl_int in[N] = { 0 }, out[N];
    const cl_int init = 7;
    clscan_args right = CLSCAN_ARGS_INIT, args;
    right.in[0].host = in;
    right.out[0].host = out;
    right.count = N;
    const bool wrong = f->rank == 2;
    args = right;
    args.out[0].capacity = wrong ? 3 : 0;
    fail_execute(f, &args, CLSCAN_ERROR_BUFFER_TOO_SMALL, "rank 2: args.out[0] has a capacity of 3|64 elements");
    args = right;
    if (wrong)
        args.in[0] = (clscan_ref) { .buffer = f->in };
    fail_execute(f, &args, CLSCAN_ERROR_INVALID_VALUE, "rank 2: args.in[0] is not in host memory");
    args = right;
    args.workspace = wrong ? f->out : NULL;
    fail_execute(f, &args, CLSCAN_ERROR_INVALID_VALUE, "rank 2: args.workspace is given");
    args = right;
    args.init = &init;
    args.init_at.host = wrong ? &init : NULL;
    fail_execute(f, &args, CLSCAN_ERROR_INVALID_VALUE, "rank 2: args.init and args.init_at are both given");
    args = right;
    args.total.host = wrong ? out + N - 1 : NULL;
    fail_execute(f, &args, CLSCAN_ERROR_BUFFER_OVERLAP, "rank 2: args.total overlaps args.out[0]");
    args = right;
    args.out[0].host = wrong ? in + 1 : out;
    args.count = N - 1;
    fail_execute(f, &args, CLSCAN_ERROR_BUFFER_OVERLAP, "rank 2: args.out[0] overlaps args.in[0]");
    args = right;
    args.num_dims = wrong;
    fail_execute(f, &args, CLSCAN_ERROR_INVALID_VALUE, "rank 2: args.num_dims is 1");
    args = right;
    args.struct_size += wrong * sizeof(size_t);
    fail_execute(f, &args, CLSCAN_ERROR_INVALID_VALUE, "rank 2: args.struct_size is|0 is right too");
    args.struct_size = wrong ? sizeof(size_t) : 0;
    fail_execute(f, &args, CLSCAN_ERROR_INVALID_VALUE, "rank 2: args.struct_size is|0 is right too");
    fail_execute(f, wrong ? NULL : &right, CLSCAN_ERROR_INVALID_VALUE, "rank 2: args is NULL");
    CHECK_FAILS(clscan_mpi_plan_execute(NULL, &right), CLSCAN_ERROR_INVALID_VALUE, "plan is NULL");
}

/* Functions of the user may access any element of an array. */
static void test_execute_load(const fixture *f) {
    cl_int in[N] = { 0 }, out[N];
    clscan_mpi_plan *plan = NULL;
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_args args = CLSCAN_ARGS_INIT;
    desc.user.source = "static int at(const global int *in, ulong i) { return in[i / 2] + 1; }";
    desc.user.load = "at";
    args.in[0].host = in;
    args.out[0].host = out;
    args.count = N;
    CHECK_OK(clscan_mpi_plan_create(f->d.device, &desc, MPI_COMM_WORLD, &plan));
    CHECK_FAILS(clscan_mpi_plan_execute(plan, &args), CLSCAN_ERROR_INVALID_VALUE, "rank 0: args.in[0].capacity is 0");
    args.in[0].capacity = N / 2;
    CHECK_OK(clscan_mpi_plan_execute(plan, &args));
    CHECK(out[N - 1] == (f->rank + 1) * N, "%d", out[N - 1]);
    clscan_mpi_plan_destroy(plan);
}

/* Counts of floats end at 2^24: each rank has fewer elements, but all together have more. */
static void test_histogram(const fixture *f) {
    enum { MANY = 5 << 20 };
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_args args = CLSCAN_ARGS_INIT;
    clscan_mpi_plan *plan = NULL;
    desc.task = CLSCAN_TASK_HISTOGRAM;
    desc.value.name = "float";
    desc.in[0].name = "uchar";
    desc.bins = (clscan_bins) { .count = 2, .upper = 256 };
    CHECK_OK(clscan_mpi_plan_create(f->d.device, &desc, MPI_COMM_WORLD, &plan));
    cl_mem many = check_buffer(&f->d, MANY, NULL);
    args.in[0].buffer = many;
    args.out[0].buffer = f->out;
    args.count = MANY;
    CHECK_FAILS(clscan_mpi_plan_enqueue(plan, f->d.queue, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                "the elements of all ranks are more than|desc.value");
    args.count = N;
    args.out[0].buffer = f->rank == 1 ? NULL : f->out;
    CHECK_FAILS(clscan_mpi_plan_enqueue(plan, f->d.queue, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                "rank 1: args.out[0] is NULL, but the description needs it: set its buffer");
    args.out[0].buffer = f->rank == 2 ? f->small : f->out;
    CHECK_FAILS(clscan_mpi_plan_enqueue(plan, f->d.queue, &args, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_TOO_SMALL,
                "rank 2: args.out[0] holds 4 bytes");
    args.out[0].buffer = f->out;
    CHECK_OK(clscan_mpi_plan_enqueue(plan, f->d.queue, &args, 0, NULL, NULL));
    clReleaseMemObject(many);
    clscan_mpi_plan_destroy(plan);
}

/* A rank that fails while elements move takes part in the exchanges all the same. */
static void test_sort(const fixture *f) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_mpi_plan *plan = NULL;
    clscan_args args = right_args(f);
    desc.task = CLSCAN_TASK_SORT;
    desc.max_count = N;
    CHECK_OK(clscan_mpi_plan_create(f->d.device, &desc, MPI_COMM_WORLD, &plan));
    writes_fail = f->rank == 2;
    CHECK_FAILS(clscan_mpi_plan_enqueue(plan, f->d.queue, &args, 0, NULL, NULL), CLSCAN_ERROR_OPENCL,
                "rank 2: clEnqueueWriteBuffer failed: OpenCL error -5");
    writes_fail = false;
    args.in[0].buffer = f->rank == 3 ? f->small : f->in;
    CHECK_FAILS(clscan_mpi_plan_enqueue(plan, f->d.queue, &args, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_TOO_SMALL,
                "rank 3: args.in[0] holds 4 bytes");
    args = right_args(f);
    args.total.buffer = f->rank == 1 ? f->small : NULL;
    CHECK_FAILS(clscan_mpi_plan_enqueue(plan, f->d.queue, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                "rank 1: args.total is given, but desc.task is CLSCAN_TASK_SORT");
    args = right_args(f);
    CHECK_OK(clscan_mpi_plan_enqueue(plan, f->d.queue, &args, 0, NULL, NULL));
    clFinish(f->d.queue);
    clscan_mpi_plan_destroy(plan);
}

static void test_failure_of_mpi(const fixture *f) {
    const clscan_args args = right_args(f);
    mpi_fails = true;
    CHECK_FAILS(clscan_mpi_plan_enqueue(f->sums, f->d.queue, &args, 0, NULL, NULL), CLSCAN_ERROR_MPI,
                "MPI_Allgather failed: ");
    CHECK(clscan_mpi_last_rank() == f->rank, "%d", clscan_mpi_last_rank());
    mpi_fails = false;
    check_works(f);
}

void test_failing_calls(const fixture *f) {
    static void (*const tests[])(const fixture *) = { test_small_buffers, test_arguments,      test_arrays,
                                                      test_first_index,   test_execute_arrays, test_execute,
                                                      test_execute_load,  test_histogram,      test_sort,
                                                      test_failure_of_mpi };
    for (size_t i = 0; i < COUNT(tests); i++)
        tests[i](f);
}
