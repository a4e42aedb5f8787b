/* clscan_mpi_plan_execute: what else host arrays may be. Run on 3 ranks. */
#include "mpi/check.h"

enum { N = 8, RANKS = 3 };

typedef struct fixture {
    check_device d;
    int rank;
} fixture;

static clscan_mpi_plan *plan_of(const fixture *f, const clscan_desc *desc) {
    clscan_mpi_plan *plan = NULL;
    clscan_desc small = *desc;
    small.max_count = N; /* fewer programs to compile */
    CHECK_OK(clscan_mpi_plan_create(f->d.device, &small, MPI_COMM_WORLD, &plan));
    return plan;
}

static void check_ints(const char *what, const cl_int *actual, const cl_int *expected, size_t n) {
    for (size_t i = 0; i < n; i++)
        CHECK(actual[i] == expected[i], "%s[%zu] is %d, not %d", what, i, actual[i], expected[i]);
}

/* The number of elements and the initial value in cells. Each rank has `rank` elements, and a number below zero stands
 * for none. Elements past the number keep their values. */
static void test_cells(const fixture *f) {
    const cl_int ones[N] = { 1, 1, 1, 1, 1, 1, 1, 1 }, init[2] = { 0, 10 },
                 expected[RANKS][3] = { { -1, -1, -1 }, { 11, -1, -1 }, { 12, 13, -1 } };
    const cl_long counts[3] = { 0, 0, f->rank == 0 ? -5 : f->rank };
    cl_int sums[3] = { -1, -1, -1 }, total = 0;
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_args args = CLSCAN_ARGS_INIT;
    desc.count_type.name = "long";
    args.in[0].host = ones;
    args.out[0].host = sums;
    args.count = 3;
    args.count_at = (clscan_ref) { .host = counts, .offset = 2 };
    args.init_at = (clscan_ref) { .host = init, .offset = 1 };
    args.total.host = &total;
    clscan_mpi_plan *plan = plan_of(f, &desc);
    CHECK_OK(clscan_mpi_plan_execute(plan, &args));
    check_ints("sums", sums, expected[f->rank], 3);
    CHECK(total == 13, "%d", total);
    clscan_mpi_plan_destroy(plan);
}

/* Offsets, and in place. */
static void test_in_place(const fixture *f) {
    cl_int numbers[N] = { 9, 9, 1, 1, 1, 1, 9, 9 };
    const cl_int from = f->rank * 4, expected[N] = { 9, 9, from + 1, from + 2, from + 3, from + 4, 9, 9 };
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0] = args.out[0] = (clscan_ref) { .host = numbers, .offset = 2, .capacity = 4 };
    args.count = 4;
    clscan_mpi_plan *plan = plan_of(f, &desc);
    CHECK_OK(clscan_mpi_plan_execute(plan, &args));
    check_ints("numbers", numbers, expected, N);
    clscan_mpi_plan_destroy(plan);
}

/* Three elements are in the output, and four come behind them: more than the part has elements. */
static void check_appended(clscan_mpi_plan *plan) {
    const cl_int in[4] = { 2, 4, 6, 8 }, expected[N] = { 0, 0, 0, 2, 4, 6, 8, -1 };
    const cl_uint init = 3;
    cl_int out[N] = { 0, 0, 0, -1, -1, -1, -1, -1 };
    cl_uint total = 0;
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].host = in;
    args.out[0] = (clscan_ref) { .host = out, .capacity = N };
    args.total.host = &total;
    args.init = &init;
    args.count = 4;
    CHECK_OK(clscan_mpi_plan_execute(plan, &args));
    check_ints("appended", out, expected, N);
    CHECK(total == 7, "%u", total);
}

/* A selection writes what fits, and counts all. The initial value is that of the part: so many are there already. */
static void test_capacity(const fixture *f) {
    const cl_int in[N] = { 1, 2, 3, 4, 5, 6, 7, 8 }, expected[N] = { -1, 2, 4, -1, -1, -1, -1, -1 };
    const cl_uint init = 1;
    cl_int out[N] = { -1, -1, -1, -1, -1, -1, -1, -1 };
    cl_uint total = 0;
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_args args = CLSCAN_ARGS_INIT;
    clscan_part_info info = CLSCAN_PART_INFO_INIT;
    desc.task = CLSCAN_TASK_SELECT;
    desc.user.source = "static int even(int x) { return x % 2 == 0; }";
    desc.user.keep = "even";
    args.in[0].host = in;
    args.out[0] = (clscan_ref) { .host = out, .capacity = 3 };
    args.total.host = &total;
    args.init_at.host = &init;
    args.count = N;
    clscan_mpi_plan *plan = plan_of(f, &desc);
    CHECK_OK(clscan_mpi_plan_execute(plan, &args));
    check_ints("out", out, expected, N);
    CHECK(total == 5, "%u", total);
    check_appended(plan);
    CHECK_OK(clscan_mpi_plan_part_info(plan, &info));
    CHECK(info.kept == 4 && info.kept_before == 4 * (cl_ulong)f->rank && info.kept_total == 4 * RANKS, "%llu kept",
          (unsigned long long)info.kept_before);
    clscan_mpi_plan_destroy(plan);
}

/* Operators with a second input or output. */
static void test_second_arrays(const fixture *f) {
    const float twos[2] = { 2, 2 }, ones[2] = { 1, 1 };
    const cl_uchar seen[2] = { f->rank == 1, 0 };
    float y[2] = { 0 }, mean[2] = { 0 }, variance[2] = { 5, 5 };
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_args args = CLSCAN_ARGS_INIT;
    desc.value.name = "float";
    desc.op = CLSCAN_OP_RECURRENCE; /* y = 2 y + 1: the results are 2^k - 1 */
    args.in[0].host = twos;
    args.in[1].host = ones;
    args.out[0].host = y;
    args.count = 2;
    clscan_mpi_plan *plan = plan_of(f, &desc);
    CHECK_OK(clscan_mpi_plan_execute(plan, &args));
    CHECK(y[1] == (float)((4 << 2 * f->rank) - 1), "%f", y[1]);
    clscan_mpi_plan_destroy(plan);

    desc.op = CLSCAN_OP_LAST_SEEN; /* only rank 1 has a flag */
    args.in[1].host = seen;
    plan = plan_of(f, &desc);
    CHECK_OK(clscan_mpi_plan_execute(plan, &args));
    CHECK(y[1] == (f->rank >= 1 ? 2 : 0), "%f", y[1]);
    clscan_mpi_plan_destroy(plan);

    desc.op = CLSCAN_OP_MEAN_VARIANCE;
    args.in[1] = (clscan_ref) { 0 };
    args.out[0].host = mean;
    args.out[1].host = variance;
    plan = plan_of(f, &desc);
    CHECK_OK(clscan_mpi_plan_execute(plan, &args));
    CHECK(mean[1] == 2 && variance[0] == 0 && variance[1] == 0, "%f %f", mean[1], variance[1]);
    clscan_mpi_plan_destroy(plan);
}

/* One rank has a number that does not fit: its flag is set, and the flags of ranks after it. */
static void test_checked(const fixture *f) {
    const cl_int in[2] = { f->rank == 1 ? 0x7fffffff : 1, 1 };
    cl_int sums[2] = { 0 };
    cl_uint over = 0;
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_args args = CLSCAN_ARGS_INIT;
    desc.op = CLSCAN_OP_ADD_CHECKED;
    args.in[0].host = in;
    args.out[0].host = sums;
    args.out[1].host = &over;
    args.count = 2;
    clscan_mpi_plan *plan = plan_of(f, &desc);
    CHECK_OK(clscan_mpi_plan_execute(plan, &args));
    CHECK(over == (f->rank >= 1), "%u", over);
    clscan_mpi_plan_destroy(plan);
}

/* The user's function stores results anywhere in arrays of the lengths that their capacities say. */
static void test_store(const fixture *f) {
    const cl_int in[2] = { 1, 1 }, factor[1] = { 10 };
    cl_int out[4] = { -1, -1, -1, -1 };
    const cl_int expected[4] = { -1, 20 * f->rank + 20, 20 * f->rank + 10, -1 };
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_args args = CLSCAN_ARGS_INIT;
    desc.in[1].name = "int";
    desc.user.source =
        "static void put(global int *out, const global int *in, const global int *factor, ulong i, int x,"
        " int inclusive, int exclusive) { out[2 - i] = inclusive * factor[0]; }";
    desc.user.store = "put";
    args.in[0].host = in;
    args.in[1] = (clscan_ref) { .host = factor, .capacity = 1 };
    args.out[0] = (clscan_ref) { .host = out, .capacity = 4 };
    args.count = 2;
    clscan_mpi_plan *plan = plan_of(f, &desc);
    CHECK_OK(clscan_mpi_plan_execute(plan, &args));
    check_ints("out", out, expected, 4);
    args.out[0].capacity = 0;
    CHECK_FAILS(clscan_mpi_plan_execute(plan, &args), CLSCAN_ERROR_INVALID_VALUE, "rank 0: args.out[0].capacity is 0");
    clscan_mpi_plan_destroy(plan);
}

/* Sums of weights are exchanged some bins at a time. Every rank has one element in each of these bins, and rank 2 has
 * further ones in bin 1. */
static void test_many_bins(const fixture *f) {
    enum { MANY = 9000 };
    static double sums[MANY];
    const cl_int in[N] = { 0, 4095, 4096, 8191, 8192, MANY - 1, 1, 1 };
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_args args = CLSCAN_ARGS_INIT;
    desc.task = CLSCAN_TASK_HISTOGRAM;
    desc.value.name = "double";
    desc.in[0].name = "int";
    desc.bins = (clscan_bins) { .count = MANY, .upper = MANY };
    desc.user.source = "static double half_of_all(int x) { return 0.5; }";
    desc.user.map = "half_of_all";
    args.in[0].host = in;
    args.out[0].host = sums;
    args.count = f->rank == 2 ? N : N - 2;
    clscan_mpi_plan *plan = plan_of(f, &desc);
    CHECK_OK(clscan_mpi_plan_execute(plan, &args));
    for (size_t i = 0; i < N; i++)
        CHECK(sums[in[i]] == (in[i] == 1 ? 1 : 0.5 * RANKS), "bin %d has %f", in[i], sums[in[i]]);
    CHECK(sums[2] == 0 && sums[4094] == 0 && sums[4097] == 0, "an empty bin");
    clscan_mpi_plan_destroy(plan);
}

/* The indices alone; and one element, which is all that fits, in place. Rank r has the elements 9 - r and r, so that
 * the order is 0 1, 2 7, 8 9. */
static void test_sort(const fixture *f) {
    static const cl_int first[RANKS] = { 0, 2, 8 };
    static const cl_ulong places[RANKS][2] = { { 101, 103 }, { 105, 104 }, { 102, 100 } };
    cl_int numbers[4] = { -1, 9 - f->rank, f->rank, -1 };
    const cl_int expected[4] = { -1, first[f->rank], f->rank, -1 };
    cl_ulong indices[2] = { 5, 5 };
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_args args = CLSCAN_ARGS_INIT;
    desc.task = CLSCAN_TASK_SORT;
    desc.index_type.name = "ulong";
    args.in[0] = (clscan_ref) { .host = numbers, .offset = 1 };
    args.indices.host = indices;
    args.first_index = 100;
    args.count = 2;
    clscan_mpi_plan *plan = plan_of(f, &desc);
    CHECK_OK(clscan_mpi_plan_execute(plan, &args));
    CHECK(memcmp(indices, places[f->rank], sizeof indices) == 0, "%llu", (unsigned long long)indices[0]);
    indices[1] = 5;
    args.out[0] = args.in[0];
    args.indices.capacity = 1;
    CHECK_OK(clscan_mpi_plan_execute(plan, &args));
    check_ints("numbers", numbers, expected, 4);
    CHECK(indices[0] == places[f->rank][0] && indices[1] == 5, "%llu", (unsigned long long)indices[1]);
    clscan_mpi_plan_destroy(plan);
}

int main(int argc, char **argv) {
    static void (*const tests[])(const fixture *) = { test_cells,   test_in_place, test_capacity,  test_second_arrays,
                                                      test_checked, test_store,    test_many_bins, test_sort };
    fixture f;
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &f.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    CHECK(size == RANKS, "run on %d ranks", RANKS);
    f.d = check_open();
    for (size_t i = 0; i < COUNT(tests); i++)
        tests[i](&f);
    check_close(&f.d);
    MPI_Finalize();
    if (f.rank == 0)
        printf("%zu tests\n", COUNT(tests));
    return 0;
}
