/* The results of clscan_mpi on 1, 3 and all ranks, compared with sequential references in plain C. Run on 4 ranks or
 * more. */
#include "mpi/case.h"

#include <math.h>
#include <time.h>

static cl_int ints[N + 1], keys[N + 1];
static cl_long longs[N + 1];
static affine maps[N + 1];
static cl_uchar flags[N + 1], few_flags[N + 1];
static cl_uint few_bits[N / 32 + 2];
static float floats[N + 1];

static unsigned next(unsigned n) {
    static unsigned state = 1;
    state = state * 1103515245u + 12345u;
    return (state >> 16) % n;
}

/* The same on all ranks. */
static void make_data(void) {
    for (size_t i = 0; i < N; i++) {
        ints[i] = (cl_int)next(1000);
        longs[i] = 1000000 - (cl_long)next(30000);
        maps[i] = (affine) { next(9) + 1, next(1000) };
        flags[i] = next(3) == 0;
        few_flags[i] = next(900) == 0;
        floats[i] = i % 50 == 0 ? (float)NAN : i % 7 == 0 ? (i % 2 ? 0.0f : -0.0f) : (float)next(200) - 100.5f;
        few_bits[i / 32] |= (cl_uint)few_flags[i] << i % 32;
        keys[i] = i == 0 ? 3 : keys[i - 1] + (next(600) == 0);
    }
}

#define OF_INTS   .in = { ints }, .in_size = { sizeof *ints }, .out_size = { sizeof *ints }
#define SUMS      OF_INTS, .total_size = sizeof *ints, .expect = expect_sums
#define KEPT      OF_INTS, .total_size = sizeof(cl_uint), .expect = expect_kept
#define AFFINE    .in = { maps }, .in_size = { sizeof *maps }, .out_size = { sizeof *maps }, .total_size = sizeof *maps
#define EXCLUSIVE .kind = CLSCAN_KIND_EXCLUSIVE
#define REVERSE   .reverse = 1
#define BINNED    .bins = { .count = BINS, .upper = 1000 }, .in[0].name = "int"

#define OF_AFFINE                                                                                                      \
    .value = { .name = "affine", .size = sizeof(affine) },                                                             \
    .user = { .source = "typedef struct { uint a, b; } affine;\n"                                                      \
                        "static affine then(affine f, affine g) { affine h = { f.a*g.a, f.b*g.a + g.b }; return h; }", \
              .combine = "then",                                                                                       \
              .identity = "{ 1, 0 }" }

static const cl_int seven = 7;

static double key_of_int(const mpi_case *c, size_t i) {
    return ((const cl_int *)c->in[0])[i];
}

/* In reverse: -0 follows +0, and NaN is the last one. */
static double reverse_key_of_float(const mpi_case *c, size_t i) {
    const float x = ((const float *)c->in[0])[i];
    return isnan(x) ? INFINITY : x == 0 && signbit(x) ? 1e-300 : -(double)x;
}

/* Bits 2 to 4 of the key. */
static double key_of_map(const mpi_case *c, size_t i) {
    return ((const affine *)c->in[0])[i].b >> 2 & 7;
}

static const mpi_case cases[] = {
    { .name = "exclusive sums in reverse", .desc = { EXCLUSIVE, REVERSE }, SUMS },
    { .name = "affine maps", .desc = { OF_AFFINE, EXCLUSIVE, REVERSE }, AFFINE, .expect = expect_affine },
    { .name = "sums from 7, of which only the device knows the number", .init = &seven, .on_device = true, SUMS },
    { .name = "flags",
      .desc = { .segments = CLSCAN_SEGMENTS_FLAGS, EXCLUSIVE },
      .segments = few_flags,
      .segment_size = 1,
      .init = &seven,
      SUMS },
    { .name = "bits in reverse", .desc = { .segments = CLSCAN_SEGMENTS_BITS, REVERSE }, .segments = few_bits, SUMS },
    { .name = "keys",
      .desc = { .segments = CLSCAN_SEGMENTS_KEYS },
      .segments = keys,
      .segment_size = sizeof *keys,
      SUMS },
    { .name = "argmin",
      .desc = { .op = CLSCAN_OP_ARGMIN, .value.name = "long" },
      .in = { longs },
      .in_size = { sizeof *longs },
      .out_size = { sizeof *longs, sizeof(cl_ulong) },
      .first_index = 1000,
      .total_size = sizeof *longs + sizeof(cl_ulong),
      .expect = expect_argmin },
    { .name = "a sum",
      .desc = { .task = CLSCAN_TASK_REDUCE },
      .init = &seven,
      .results = 1,
      OF_INTS,
      .total_size = sizeof *ints,
      .expect = expect_sum },
    { .name = "multiples of three, with indices",
      .desc = { .task = CLSCAN_TASK_SELECT,
                .index_type.name = "uint",
                .user = { .source = "static int keeps(int x) { return x % 3 == 0; }", .keep = "keeps" } },
      .index_size = sizeof(cl_uint),
      .first_index = 1000,
      KEPT },
    { .name = "elements by flags, in reverse",
      .desc = { .task = CLSCAN_TASK_SELECT, .mask = CLSCAN_MASK_FLAGS, REVERSE },
      .mask = flags,
      .mask_size = 1,
      KEPT },
    { .name = "lengths of runs in reverse, with segments by bits",
      .desc = { .task = CLSCAN_TASK_RUN_LENGTH, .segments = CLSCAN_SEGMENTS_BITS, REVERSE },
      .segments = few_bits,
      .in = { keys },
      .in_size = { sizeof *keys },
      .out_size = { sizeof *keys },
      .index_size = sizeof(cl_uint),
      .length_size = sizeof(cl_uint),
      .first_index = 1000,
      .total_size = sizeof(cl_uint),
      .expect = expect_runs },
    { .name = "the last elements of runs by keys",
      .desc = { .task = CLSCAN_TASK_UNIQUE_LAST, .segments = CLSCAN_SEGMENTS_KEYS },
      .segments = keys,
      .segment_size = sizeof *keys,
      OF_INTS,
      .total_size = sizeof(cl_uint),
      .expect = expect_runs },
    { .name = "counts in bins",
      .desc = { .task = CLSCAN_TASK_HISTOGRAM, BINNED },
      .in = { ints },
      .in_size = { sizeof *ints },
      .out_size = { sizeof(cl_uint) },
      .results = BINS,
      .on_device = true,
      .expect = expect_counts },
    { .name = "ints in order, with a carried array and indices",
      .desc = { .task = CLSCAN_TASK_SORT, .index_type.name = "uint", .in[1].name = "uchar", .out[1].name = "uchar" },
      .in = { ints, flags },
      .in_size = { sizeof *ints, 1 },
      .out_size = { sizeof *ints, 1 },
      .index_size = sizeof(cl_uint),
      .first_index = 1000,
      .on_device = true,
      .key = key_of_int,
      .expect = expect_order },
    { .name = "floats in reverse order",
      .desc = { .task = CLSCAN_TASK_SORT, .value.name = "float", REVERSE },
      .in = { floats },
      .in_size = { sizeof *floats },
      .out_size = { sizeof *floats },
      .key = reverse_key_of_float,
      .expect = expect_order },
    { .name = "structs by a few bits of their keys",
      .desc = { .task = CLSCAN_TASK_SORT,
                .value.name = "uint",
                .in[0] = { .name = "affine", .size = sizeof(affine) },
                .user = { .source = "typedef struct { uint a, b; } affine;\nstatic uint b_of(affine x) { return x.b; }",
                          .map = "b_of" },
                .sort = { .first_bit = 2, .num_bits = 3 } },
      .in = { maps },
      .in_size = { sizeof *maps },
      .out_size = { sizeof *maps },
      .key = key_of_map,
      .expect = expect_order },
    { .name = "weights in bins",
      .desc = { .task = CLSCAN_TASK_HISTOGRAM,
                BINNED,
                .value.name = "double",
                .user = { .source = "static double half_of_all(int x) { return 0.5; }", .map = "half_of_all" } },
      .in = { ints },
      .in_size = { sizeof *ints },
      .out_size = { sizeof(cl_double) },
      .results = BINS,
      .expect = expect_counts },
    /* The runs have 860, 1969 and 172 elements. On 3 ranks, the second one has fewer than 1000 on the first rank. */
    { .name = "lengths of runs of at least 1000",
      .desc = { .task = CLSCAN_TASK_RUN_LENGTH, .min_run_length = 1000 },
      .in = { keys },
      .in_size = { sizeof *keys },
      .out_size = { sizeof *keys },
      .index_size = sizeof(cl_uint),
      .length_size = sizeof(cl_uint),
      .total_size = sizeof(cl_uint),
      .expect = expect_runs },
};

/* Without an identity: the same maps, inclusive. */
static mpi_case without_identity(void) {
    mpi_case c = { .name = "affine maps without an identity", .desc = { OF_AFFINE }, AFFINE, .expect = expect_affine };
    c.desc.user.identity = NULL;
    return c;
}

static void check_on(const check_device *d, MPI_Comm comm, const mpi_case *c) {
    static outcome expected;
    int size;
    MPI_Comm_size(comm, &size);
    memset(&expected, 0, sizeof expected);
    c->expect(c, &expected);
    check_case(d, comm, c, &expected);
}

/* All cases on 1 and 3 ranks, and one in four on more ranks: affine maps, keys, a selection, a sort and long runs. */
static void check_ranks(const check_device *d, MPI_Comm comm, int size) {
    const mpi_case last = without_identity();
    const bool whole = size <= 3;
    for (size_t i = 0; i < COUNT(cases); i++)
        if (whole || i % 4 == 1)
            check_on(d, comm, &cases[i]);
    if (whole)
        check_on(d, comm, &last);
}

/* Waits for all ranks without keeping a core busy, because others compile kernels meanwhile. */
static void wait_for_all(void) {
    const struct timespec pause = { .tv_nsec = 2000000 };
    MPI_Request all;
    int arrived = 0;
    MPI_Ibarrier(MPI_COMM_WORLD, &all);
    while (MPI_Test(&all, &arrived, MPI_STATUS_IGNORE), !arrived)
        nanosleep(&pause, NULL);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    make_data();
    check_cuts(MPI_COMM_WORLD);
    check_device d = check_open();
    const int counts[] = { 1, 3, size };
    for (size_t i = 0; i < COUNT(counts); i++) {
        MPI_Comm comm;
        MPI_Comm_split(MPI_COMM_WORLD, rank < counts[i] ? 0 : MPI_UNDEFINED, rank, &comm);
        if (comm != MPI_COMM_NULL) {
            check_ranks(&d, comm, counts[i]);
            MPI_Comm_free(&comm);
        }
        wait_for_all();
    }
    check_close(&d);
    if (rank == 0)
        printf("%zu cases on 1, 3 and %d ranks\n", COUNT(cases) + 1, size);
    MPI_Finalize();
    return 0;
}
