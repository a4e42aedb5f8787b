/* Refusals of clscan_mpi, and failures of one rank: all ranks return the same status and sentence. Run on 4 ranks. */
#include "mpi/check.h"

enum { N = 64 };

typedef struct fixture {
    check_device d;
    int rank, size;
    clscan_mpi_plan *sums;
    cl_mem in, out, small;
} fixture;

/* Replaces the functions of MPI in the library, as MPI's profiling interface allows. */
static bool mpi_fails;
int MPI_Allgather(const void *from, int num, MPI_Datatype type, void *to, int num_to, MPI_Datatype type_to,
                  MPI_Comm comm) {
    return mpi_fails ? MPI_ERR_OTHER : PMPI_Allgather(from, num, type, to, num_to, type_to, comm);
}

/* Four buffers' worth of arguments that are right. */
static clscan_args right_args(const fixture *f) {
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = f->in;
    args.out[0].buffer = f->out;
    args.count = N;
    return args;
}

/* The plan works after every failure. */
static void check_works(const fixture *f) {
    cl_int sums[N];
    const clscan_args args = right_args(f);
    CHECK_OK(clscan_mpi_plan_enqueue(f->sums, f->d.queue, &args, 0, NULL, NULL));
    const cl_int error = clEnqueueReadBuffer(f->d.queue, f->out, CL_TRUE, 0, sizeof sums, sums, 0, NULL, NULL);
    CHECK(!error, "%d", error);
    for (int i = 0; i < N; i++)
        CHECK(sums[i] == f->rank * N + i + 1, "%d", sums[i]);
}

static void refuse(const fixture *f, clscan_device *device, const clscan_desc *desc, clscan_status status,
                   const char *words, int by) {
    clscan_mpi_plan *plan = f->sums;
    CHECK_FAILS(clscan_mpi_plan_create(device, desc, MPI_COMM_WORLD, &plan), status, words);
    CHECK(!plan, "the plan is not NULL");
    CHECK(clscan_mpi_last_rank() == by, "rank %d", clscan_mpi_last_rank());
}

/* --------------------------------------------------------------------------------------------------- creation */

static void test_other_description(const fixture *f) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.op = f->rank == 2 ? CLSCAN_OP_MAX : CLSCAN_OP_ADD;
    refuse(f, f->d.device, &desc, CLSCAN_ERROR_INVALID_DESC, "rank 2: desc is of the|max|but on rank 0|add", 2);
    desc.op = CLSCAN_OP_ADD;
    desc.user.map = "f";
    desc.user.source = f->rank == 1 ? "static int f(int x) { return x + 1; }" : "static int f(int x) { return x; }";
    refuse(f, f->d.device, &desc, CLSCAN_ERROR_INVALID_DESC, "rank 1: desc is of the|as on rank 0|functions", 1);
}

static void test_other_bins(const fixture *f) {
    const double edges[2][3] = { { 0, 1, 2 }, { 0, 1, 3 } };
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_HISTOGRAM;
    desc.bins = (clscan_bins) { .kind = CLSCAN_BINS_EDGES, .count = 2, .edges = edges[f->rank == 3] };
    refuse(f, f->d.device, &desc, CLSCAN_ERROR_INVALID_DESC, "rank 3: desc is of the|as on rank 0", 3);
    desc.bins = (clscan_bins) { .count = f->rank == 1 ? 3 : 2, .upper = 8 };
    refuse(f, f->d.device, &desc, CLSCAN_ERROR_INVALID_DESC, "rank 1: desc is of the|rank 0", 1);
    desc.bins = (clscan_bins) { .count = 2, .upper = f->rank == 1 ? 9 : 8 };
    refuse(f, f->d.device, &desc, CLSCAN_ERROR_INVALID_DESC, "rank 1: desc is of the|rank 0", 1);
}

static void test_one_rank_cannot_create(const fixture *f) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    refuse(f, f->rank == 2 ? NULL : f->d.device, &desc, CLSCAN_ERROR_INVALID_VALUE, "rank 2: device is NULL", 2);
    refuse(f, f->d.device, f->rank >= 1 ? NULL : &desc, CLSCAN_ERROR_INVALID_VALUE, "rank 1: desc is NULL", 1);
    if (f->rank == 3)
        desc.user = (clscan_user) { .source = "static int f(int x) { return y; }", .map = "f" };
    refuse(f, f->d.device, &desc, CLSCAN_ERROR_BUILD_FAILURE, "rank 3: the kernels did not compile", 3);
}

static void test_tasks(const fixture *f) {
    static const struct {
        clscan_desc desc;
        const char *words;
    } rows[] = {
        { { .task = CLSCAN_TASK_SORT }, "rank 0: desc.task is CLSCAN_TASK_SORT|elements would have to move" },
        { { .task = CLSCAN_TASK_UNIQUE }, "rank 0: desc.task is CLSCAN_TASK_UNIQUE|crosses parts" },
        { { .layout = CLSCAN_LAYOUT_ROWS }, "rank 0: desc.layout is CLSCAN_LAYOUT_ROWS" },
        { { .task = CLSCAN_TASK_HISTOGRAM, .layout = CLSCAN_LAYOUT_ROWS, .bins = { .count = 2, .upper = 8 } },
          "rank 0: desc.layout is CLSCAN_LAYOUT_ROWS|histogram over ranks" },
        { { .task = CLSCAN_TASK_HISTOGRAM,
            .bins = { .count = 2, .upper = 8 },
            .user = { .source = "static uint f(uint x, ulong i, ulong n) { return 1; }",
                      .map = "f",
                      .with_position = 1 } },
          "rank 0: desc.user.with_position is 1" },
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        refuse(f, f->d.device, &rows[i].desc, CLSCAN_ERROR_INVALID_DESC, rows[i].words, 0);
}

static void test_communicators(const fixture *f) {
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_mpi_plan *plan = NULL;
    MPI_Comm half, between;
    cl_ulong first;
    size_t count;
    CHECK_FAILS(clscan_mpi_plan_create(f->d.device, &desc, MPI_COMM_NULL, &plan), CLSCAN_ERROR_INVALID_VALUE,
                "comm is MPI_COMM_NULL");
    CHECK_FAILS(clscan_mpi_plan_create(f->d.device, &desc, MPI_COMM_WORLD, NULL), CLSCAN_ERROR_INVALID_VALUE,
                "plan is NULL");
    MPI_Comm_split(MPI_COMM_WORLD, f->rank % 2, f->rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, f->rank % 2 ? 0 : 1, 5, &between);
    CHECK_FAILS(clscan_mpi_plan_create(f->d.device, &desc, between, &plan), CLSCAN_ERROR_INVALID_VALUE,
                "comm is between two groups of ranks|MPI_Intercomm_merge");
    CHECK_FAILS(clscan_mpi_local_part(1, between, &first, &count), CLSCAN_ERROR_INVALID_VALUE, "comm is between");
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
}

/* ------------------------------------------------------------------------------------------------------ calls */

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
    fail_call(f, &args, CLSCAN_ERROR_INVALID_VALUE, "rank 2: args.init or args.first_index differs");
    args.init = f->rank == 1 ? init : NULL;
    fail_call(f, &args, CLSCAN_ERROR_INVALID_VALUE, "rank 1: args.init or args.first_index differs");
    CHECK_FAILS(clscan_mpi_plan_enqueue(NULL, f->d.queue, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                "plan is NULL");
    args = right_args(f);
    CHECK_FAILS(clscan_mpi_plan_enqueue(f->sums, f->rank == 1 ? NULL : f->d.queue, &args, 0, NULL, NULL),
                CLSCAN_ERROR_INVALID_VALUE, "rank 1: queue is NULL");
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
                "rank 3: args.init or args.first_index differs");
    args.first_index = 3;
    CHECK_OK(clscan_mpi_plan_enqueue(plan, f->d.queue, &args, 0, NULL, NULL));
    clReleaseMemObject(args.out[1].buffer);
    clscan_mpi_plan_destroy(plan);
}

static void fail_execute(const fixture *f, const clscan_args *args, clscan_status status, const char *words) {
    CHECK_FAILS(clscan_mpi_plan_execute(f->sums, args), status, words);
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
    args.num_dims = wrong;
    fail_execute(f, &args, CLSCAN_ERROR_INVALID_VALUE, "rank 2: args.num_dims is 1");
    args = right;
    args.struct_size += wrong * sizeof(size_t);
    fail_execute(f, &args, CLSCAN_ERROR_INVALID_VALUE, "rank 2: args.struct_size is|newer header");
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
    CHECK_FAILS(clscan_mpi_plan_enqueue(plan, f->d.queue, &args, 0, NULL, NULL), CLSCAN_ERROR_UNSUPPORTED_MEMORY,
                "rank 1: args.out[0] is not a buffer");
    args.out[0].buffer = f->rank == 2 ? f->small : f->out;
    CHECK_FAILS(clscan_mpi_plan_enqueue(plan, f->d.queue, &args, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_TOO_SMALL,
                "rank 2: args.out[0] holds 4 bytes");
    args.out[0].buffer = f->out;
    CHECK_OK(clscan_mpi_plan_enqueue(plan, f->d.queue, &args, 0, NULL, NULL));
    clReleaseMemObject(many);
    clscan_mpi_plan_destroy(plan);
}

static void test_info(const fixture *f) {
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_part_info info = CLSCAN_PART_INFO_INIT;
    clscan_mpi_plan *plan = NULL;
    CHECK_OK(clscan_mpi_plan_create(f->d.device, &desc, MPI_COMM_WORLD, &plan));
    CHECK_FAILS(clscan_mpi_plan_info(plan, &info), CLSCAN_ERROR_INVALID_VALUE, "no call of|has succeeded yet");
    CHECK_FAILS(clscan_mpi_plan_info(NULL, &info), CLSCAN_ERROR_INVALID_VALUE, "plan is NULL");
    CHECK_FAILS(clscan_mpi_plan_info(f->sums, NULL), CLSCAN_ERROR_INVALID_VALUE, "info is NULL");
    info.struct_size = 8;
    CHECK_FAILS(clscan_mpi_plan_info(f->sums, &info), CLSCAN_ERROR_INVALID_VALUE, "info.struct_size is 8 bytes");
    CHECK(clscan_mpi_plan_local(plan) && !clscan_mpi_plan_local(NULL), "the plan of a rank");
    clscan_mpi_plan_destroy(plan);
    clscan_mpi_plan_destroy(NULL);
}

/* Parts of all lengths cover the array. */
static void test_local_part(const fixture *f) {
    static const cl_ulong counts[] = { 0, 1, 32, 33, 100, 129, 4096, (cl_ulong)-1 };
    cl_ulong first;
    size_t count;
    for (size_t i = 0; i < COUNT(counts); i++) {
        CHECK_OK(clscan_mpi_local_part(counts[i], MPI_COMM_WORLD, &first, &count));
        cl_ulong mine[2] = { first, count }, all[2 * 4], next = 0;
        PMPI_Allgather(mine, 2, MPI_UINT64_T, all, 2, MPI_UINT64_T, MPI_COMM_WORLD);
        for (int r = 0; r < f->size; r++) {
            CHECK(all[2 * r] == next && (next % 32 == 0 || next == counts[i]), "rank %d begins at %llu", r,
                  (unsigned long long)all[2 * r]);
            next += all[2 * r + 1];
        }
        CHECK(next == counts[i], "%llu", (unsigned long long)next);
    }
    CHECK_FAILS(clscan_mpi_local_part(1, MPI_COMM_WORLD, NULL, &count), CLSCAN_ERROR_INVALID_VALUE, "first is NULL");
    CHECK_FAILS(clscan_mpi_local_part(1, MPI_COMM_WORLD, &first, NULL), CLSCAN_ERROR_INVALID_VALUE,
                "part_count is NULL");
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

/* Before MPI_Init. */
static void test_not_running(void) {
    cl_ulong first;
    size_t count;
    CHECK(!*clscan_mpi_last_message() && clscan_mpi_last_rank() == -1, "a failure before any call");
    CHECK_FAILS(clscan_mpi_local_part(1, MPI_COMM_WORLD, &first, &count), CLSCAN_ERROR_INVALID_VALUE,
                "MPI is not running|MPI_Init");
}

int main(int argc, char **argv) {
    static void (*const tests[])(const fixture *) = {
        test_other_description,
        test_other_bins,
        test_one_rank_cannot_create,
        test_tasks,
        test_communicators,
        test_small_buffers,
        test_arguments,
        test_first_index,
        test_execute,
        test_execute_load,
        test_histogram,
        test_info,
        test_local_part,
        test_failure_of_mpi,
    };
    cl_int ones[N];
    fixture f;
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.max_count = N; /* fewer programs to compile */
    test_not_running();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &f.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &f.size);
    CHECK(f.size == 4, "run on 4 ranks");
    f.d = check_open();
    for (int i = 0; i < N; i++)
        ones[i] = 1;
    f.in = check_buffer(&f.d, sizeof ones, ones);
    f.out = check_buffer(&f.d, sizeof ones, NULL);
    f.small = check_buffer(&f.d, sizeof *ones, NULL);
    CHECK_OK(clscan_mpi_plan_create(f.d.device, &desc, MPI_COMM_WORLD, &f.sums));
    for (size_t i = 0; i < COUNT(tests); i++)
        tests[i](&f);
    clscan_mpi_plan_destroy(f.sums);
    clReleaseMemObject(f.in);
    clReleaseMemObject(f.out);
    clReleaseMemObject(f.small);
    check_close(&f.d);
    MPI_Finalize();
    if (f.rank == 0)
        printf("%zu tests\n", COUNT(tests));
    return 0;
}
