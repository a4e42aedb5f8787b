/* Keys of sorts on the host, and where sorted parts are cut, without a device. */
#include "mpi/cut.h"

#include "mpi/case.h"

#include <math.h>

/* ------------------------------------------------------------------------------------------------------- codes */

static cs_mpi_sort_key key_of(const char *type, bool reverse) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_SORT;
    desc.value.name = type;
    desc.reverse = reverse;
    return cs_mpi_sort_key_of(&desc);
}

/* Keys in ascending order have codes in ascending order, and in reverse in descending order. */
static void check_order(const char *type, const void *keys, size_t n) {
    const cs_mpi_sort_key forward = key_of(type, false), reverse = key_of(type, true);
    for (size_t i = 1; i < n; i++) {
        const char *a = (const char *)keys + (i - 1) * forward.bytes, *b = a + forward.bytes;
        CHECK(cs_mpi_sort_code(&forward, a) < cs_mpi_sort_code(&forward, b), "%s %zu", type, i);
        CHECK(cs_mpi_sort_code(&reverse, a) > cs_mpi_sort_code(&reverse, b), "%s %zu in reverse", type, i);
    }
}

/* NaN is the last key in both directions, whatever its sign is. */
static void check_nan(const char *type, const void *nan, const void *greatest, const void *least) {
    const cs_mpi_sort_key forward = key_of(type, false), reverse = key_of(type, true);
    CHECK(cs_mpi_sort_code(&forward, nan) > cs_mpi_sort_code(&forward, greatest), "%s", type);
    CHECK(cs_mpi_sort_code(&reverse, nan) > cs_mpi_sort_code(&reverse, least), "%s in reverse", type);
}

static void check_codes(void) {
    static const cl_char chars[] = { -128, -1, 0, 1, 127 };
    static const cl_uchar uchars[] = { 0, 1, 127, 128, 255 };
    static const cl_short shorts[] = { -32768, -1, 0, 1, 32767 };
    static const cl_ushort ushorts[] = { 0, 1, 32767, 32768, 65535 };
    static const cl_ushort halves[] = { 0xfc00, 0xbc00, 0x8000, 0x0000, 0x3c00, 0x7c00 }, half_nan = 0xfe00;
    static const cl_int ints[] = { -2147483647 - 1, -1, 0, 1, 2147483647 };
    static const cl_uint uints[] = { 0, 1, 0x7fffffff, 0x80000000, 0xffffffff };
    static const cl_long longs[] = { -9223372036854775807 - 1, -1, 0, 1, 9223372036854775807 };
    static const cl_ulong ulongs[] = { 0, 1, (cl_ulong)1 << 63, ~(cl_ulong)0 };
    static const float floats[] = { -INFINITY, -1, -1e-40f, -0.0f, 0.0f, 1e-40f, 1, INFINITY }, float_nan = -NAN;
    static const double doubles[] = { -INFINITY, -1, -0.0, 0.0, 1e-310, 1, INFINITY }, double_nan = NAN;
    check_order("char", chars, COUNT(chars));
    check_order("uchar", uchars, COUNT(uchars));
    check_order("short", shorts, COUNT(shorts));
    check_order("ushort", ushorts, COUNT(ushorts));
    check_order("half", halves, COUNT(halves));
    check_order("int", ints, COUNT(ints));
    check_order("uint", uints, COUNT(uints));
    check_order("long", longs, COUNT(longs));
    check_order("ulong", ulongs, COUNT(ulongs));
    check_order("float", floats, COUNT(floats));
    check_order("double", doubles, COUNT(doubles));
    check_nan("half", &half_nan, &halves[COUNT(halves) - 1], &halves[0]);
    check_nan("float", &float_nan, &floats[COUNT(floats) - 1], &floats[0]);
    check_nan("double", &double_nan, &doubles[COUNT(doubles) - 1], &doubles[0]);
}

/* -------------------------------------------------------------------------------------------------------- cuts */

enum { MOST = 40, MOST_RANKS = 8, TRIALS = 12 };

/* The codes of a part beside a cut: of the last element before it, and of the first one after it. */
typedef struct beside {
    cl_ulong cut, has_before, before, has_after, after;
} beside;

static cl_ulong next(cl_ulong *state, cl_ulong n) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (*state >> 33) % n;
}

static int compare(const void *a, const void *b) {
    const cl_ulong x = *(const cl_ulong *)a, y = *(const cl_ulong *)b;
    return (x > y) - (x < y);
}

/* Asserts that `wanted` elements are before the cut, and that none of them belongs after an element that follows the
 * cut. */
static void check_cut(const beside *parts, int ranks, cl_ulong wanted) {
    cl_ulong sum = 0;
    for (int r = 0; r < ranks; r++) {
        sum += parts[r].cut;
        for (int s = 0; s < ranks && parts[r].has_before; s++)
            CHECK(!parts[s].has_after || parts[r].before < parts[s].after ||
                      (parts[r].before == parts[s].after && r <= s),
                  "the parts of %d and %d", r, s);
    }
    CHECK(sum == wanted, "%llu elements, not %llu", (unsigned long long)sum, (unsigned long long)wanted);
}

/* Cuts parts of random lengths at random places. The keys have few values, all bits, or one value. */
static void check_cuts_of(const cs_mpi_ranks *ranks, cl_ulong *state, cl_ulong values, cl_ulong step) {
    const cs_mpi_sort_key key = key_of("ulong", false);
    cl_ulong keys[MOST + 1] = { 0 }, counts[MOST_RANKS], all = 0;
    for (int r = 0; r < ranks->size; r++) {
        const size_t n = next(state, 3) ? (size_t)next(state, MOST) : 0;
        counts[r] = n;
        all += n;
        for (size_t i = 0; i < n; i++) {
            const cl_ulong made = next(state, values) * step;
            keys[i] = r == ranks->rank ? made : keys[i];
        }
    }
    const cs_mpi_sorted sorted = { &key, keys, (size_t)counts[ranks->rank] };
    qsort(keys, sorted.count, sizeof *keys, compare);
    cs_mpi_cuts cuts = { 0 };
    CHECK_OK(cs_mpi_cuts_create(ranks->size, &cuts));
    for (int b = 0; b < ranks->size - 1; b++)
        cuts.targets[b] = next(state, all + 1);
    qsort(cuts.targets, (size_t)ranks->size - 1, sizeof *cuts.targets, compare);
    CHECK_OK(cs_mpi_cut(ranks, &sorted, &cuts));
    CHECK(cuts.at[0] == 0 && cuts.at[ranks->size] == sorted.count, "the ends");
    for (int b = 0; b < ranks->size - 1; b++) {
        const size_t at = cuts.at[b + 1];
        const beside own = { at, at > 0, at > 0 ? keys[at - 1] : 0, at < sorted.count, keys[at] };
        beside parts[MOST_RANKS];
        MPI_Allgather(&own, sizeof own, MPI_BYTE, parts, sizeof own, MPI_BYTE, ranks->comm);
        check_cut(parts, ranks->size, cuts.targets[b]);
    }
    cs_mpi_cuts_destroy(&cuts);
}

void check_cuts(MPI_Comm comm) {
    cs_mpi_ranks ranks = { .comm = comm };
    cl_ulong state = 7; /* the same on all ranks */
    MPI_Comm_rank(comm, &ranks.rank);
    MPI_Comm_size(comm, &ranks.size);
    CHECK(ranks.size <= MOST_RANKS, "run on at most %d ranks", MOST_RANKS);
    check_codes();
    for (int i = 0; i < TRIALS; i++) {
        check_cuts_of(&ranks, &state, 5, 1);
        check_cuts_of(&ranks, &state, 1u << 31, (cl_ulong)1 << 33);
        check_cuts_of(&ranks, &state, 1, 1);
    }
}
