/* Refusals of clscan_mpi, and failures of one rank: all ranks return the same status and sentence. Run on 4 ranks. */
#include "mpi/failures.h"

clscan_args right_args(const fixture *f) {
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = f->in;
    args.out[0].buffer = f->out;
    args.count = N;
    return args;
}

void check_works(const fixture *f) {
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
    refuse(f, f->d.device, &desc, CLSCAN_ERROR_INVALID_DESC, "rank 2: desc.op is max, but on rank 0 it is add", 2);
    desc.op = CLSCAN_OP_ADD;
    desc.user.map = "f";
    desc.user.source = f->rank == 1 ? "static int f(int x) { return x + 1; }" : "static int f(int x) { return x; }";
    refuse(f, f->d.device, &desc, CLSCAN_ERROR_INVALID_DESC,
           "rank 1: desc.user.source is a text of 37 bytes, but on rank 0 it is a text of 33 bytes", 1);
}

static void test_other_bins(const fixture *f) {
    const double edges[2][3] = { { 0, 1, 2 }, { 0, 1, 3 } };
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_HISTOGRAM;
    desc.bins = (clscan_bins) { .kind = CLSCAN_BIN_KIND_EDGES, .count = 2, .edges = edges[f->rank == 3] };
    refuse(f, f->d.device, &desc, CLSCAN_ERROR_INVALID_DESC, "rank 3: desc.bins.edges is given, as on rank 0", 3);
    desc.bins = (clscan_bins) { .count = f->rank == 1 ? 3 : 2, .upper = 8 };
    refuse(f, f->d.device, &desc, CLSCAN_ERROR_INVALID_DESC, "rank 1: desc.bins.count is 3, but on rank 0 it is 2", 1);
    desc.bins = (clscan_bins) { .count = 2, .upper = f->rank == 1 ? 9 : 8 };
    refuse(f, f->d.device, &desc, CLSCAN_ERROR_INVALID_DESC, "rank 1: desc.bins.upper is 9, but on rank 0 it is 8", 1);
}

/* A default may be named on some ranks only. */
static void test_same_meaning(const fixture *f) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_mpi_plan *plan = NULL;
    desc.max_count = N;
    desc.value.name = f->rank == 1 ? "int" : NULL;
    desc.out[0].name = f->rank == 2 ? "int" : NULL;
    desc.count_type.name = f->rank == 3 ? "ulong" : NULL; /* that of this rank's part only */
    const clscan_args args = right_args(f);
    CHECK_OK(clscan_mpi_plan_create(f->d.device, &desc, MPI_COMM_WORLD, &plan));
    CHECK_OK(clscan_mpi_plan_enqueue(plan, f->d.queue, &args, 0, NULL, NULL));
    clFinish(f->d.queue);
    clscan_mpi_plan_destroy(plan);
    desc = (clscan_desc)CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_HISTOGRAM;
    desc.value.name = f->rank == 1 ? "uint" : NULL;
    desc.in[0].name = f->rank == 2 ? "uint" : NULL;
    desc.bins = (clscan_bins) { .count = 2, .upper = 8 };
    CHECK_OK(clscan_mpi_plan_create(f->d.device, &desc, MPI_COMM_WORLD, &plan));
    clscan_mpi_plan_destroy(plan);
}

static void test_other_index(const fixture *f) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.max_count = N;
    desc.task = CLSCAN_TASK_SELECT;
    desc.mask = CLSCAN_MASK_FLAGS;
    desc.index_type.name = f->rank == 2 ? "ulong" : "uint";
    refuse(f, f->d.device, &desc, CLSCAN_ERROR_INVALID_DESC,
           "rank 2: desc.index_type.name is ulong|on rank 0 it is uint", 2);
    desc.index_type.name = f->rank == 2 ? "uint" : NULL;
    refuse(f, f->d.device, &desc, CLSCAN_ERROR_INVALID_DESC,
           "rank 2: desc.index_type.name is uint|on rank 0 it is NULL", 2);
}

static void test_one_rank_cannot_create(const fixture *f) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    refuse(f, f->rank == 2 ? NULL : f->d.device, &desc, CLSCAN_ERROR_INVALID_VALUE, "rank 2: device is NULL", 2);
    refuse(f, f->d.device, f->rank >= 1 ? NULL : &desc, CLSCAN_ERROR_INVALID_VALUE, "rank 1: desc is NULL", 1);
    desc.tuning.wg_size = f->rank == 3 ? 3 : 0;
    refuse(f, f->d.device, &desc, CLSCAN_ERROR_INVALID_VALUE, "rank 3: desc.tuning.wg_size is 3", 3);
    desc.tuning.wg_size = 0;
    desc.user = (clscan_user) { .source = "static int f(int x) { return y; }", .map = "f" };
    refuse(f, f->d.device, &desc, CLSCAN_ERROR_BUILD_FAILURE, "rank 0: the kernels did not compile", 0);
}

static void test_tasks(const fixture *f) {
    static const struct {
        clscan_desc desc;
        const char *words;
    } rows[] = {
        { { .task = CLSCAN_TASK_TOP_K, .sort.k = 3 },
          "rank 0: desc.task is CLSCAN_TASK_TOP_K|first one of the output" },
        { { .task = CLSCAN_TASK_SORT, .layout = CLSCAN_LAYOUT_ROWS }, "rank 0: desc.layout is rows, but a sort" },
        { { .task = CLSCAN_TASK_SORT, .segments = CLSCAN_SEGMENTS_KEYS }, "rank 0: desc.segments is keys, but a sort" },
        { { .task = CLSCAN_TASK_SORT,
            .user = { .less = "f", .source = "static int f(int x, int y) { return x < y; }" } },
          "rank 0: desc.user.less is \"f\"|desc.user.map" },
        { { .task = CLSCAN_TASK_SORT,
            .user = { .load = "f", .source = "static int f(const global int *in, ulong i) { return in[i]; }" } },
          "rank 0: desc.user.load is \"f\"|sort over ranks" },
        { { .task = CLSCAN_TASK_PARTITION, .mask = CLSCAN_MASK_FLAGS },
          "rank 0: desc.task is CLSCAN_TASK_PARTITION|is known only when all elements are counted" },
        { { .layout = CLSCAN_LAYOUT_ROWS }, "rank 0: desc.layout is CLSCAN_LAYOUT_ROWS" },
        { { .task = CLSCAN_TASK_HISTOGRAM, .layout = CLSCAN_LAYOUT_ROWS, .bins = { .count = 2, .upper = 8 } },
          "rank 0: desc.layout is CLSCAN_LAYOUT_ROWS|histogram over ranks" },
        { { .task = CLSCAN_TASK_HISTOGRAM, .segments = CLSCAN_SEGMENTS_FLAGS, .bins = { .count = 2, .upper = 8 } },
          "rank 0: desc.segments is given|histogram over ranks" },
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

static void test_info(const fixture *f) {
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_part_info info = CLSCAN_PART_INFO_INIT;
    clscan_mpi_plan *plan = NULL;
    CHECK_OK(clscan_mpi_plan_create(f->d.device, &desc, MPI_COMM_WORLD, &plan));
    CHECK_FAILS(clscan_mpi_plan_part_info(plan, &info), CLSCAN_ERROR_INVALID_VALUE, "no call of|has succeeded yet");
    CHECK_FAILS(clscan_mpi_plan_part_info(NULL, &info), CLSCAN_ERROR_INVALID_VALUE, "plan is NULL");
    CHECK_FAILS(clscan_mpi_plan_part_info(f->sums, NULL), CLSCAN_ERROR_INVALID_VALUE, "info is NULL");
    info.struct_size = 8;
    CHECK_FAILS(clscan_mpi_plan_part_info(f->sums, &info), CLSCAN_ERROR_INVALID_VALUE, "info.struct_size is 8 bytes");
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
        test_same_meaning,
        test_other_index,
        test_one_rank_cannot_create,
        test_tasks,
        test_communicators,
        test_info,
        test_local_part,
        test_failing_calls,
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
