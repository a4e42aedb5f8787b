#include "mpi/cut.h"

#include <stdlib.h>
#include <string.h>

enum { CANDIDATES = (1 << CS_MPI_CUT_BITS) - 1 };

/* An array has room for one number even if there is no boundary. */
static void *allocate_numbers(size_t n, size_t size) {
    return calloc(n + 1, size);
}

clscan_status cs_mpi_cuts_create(int ranks, cs_mpi_cuts *cuts) {
    clscan_status status = CLSCAN_OK;
    const size_t n = (size_t)ranks - 1;
    cuts->at = allocate_numbers(n + 1, sizeof *cuts->at);
    cuts->targets = allocate_numbers(n, sizeof *cuts->targets);
    cuts->codes = allocate_numbers(n, sizeof *cuts->codes);
    cuts->below = allocate_numbers(n, sizeof *cuts->below);
    cuts->lower = allocate_numbers(n, sizeof *cuts->lower);
    cuts->upper = allocate_numbers(n, sizeof *cuts->upper);
    cuts->own = allocate_numbers(n * CANDIDATES, sizeof *cuts->own);
    cuts->of_all = allocate_numbers(n * CANDIDATES, sizeof *cuts->of_all);
    TRY_ALLOC(cuts->at && cuts->targets && cuts->codes && cuts->below && cuts->lower && cuts->upper && cuts->own &&
              cuts->of_all);
done:
    return status;
}

void cs_mpi_cuts_destroy(cs_mpi_cuts *cuts) {
    free(cuts->at);
    free(cuts->targets);
    free(cuts->codes);
    free(cuts->below);
    free(cuts->lower);
    free(cuts->upper);
    free(cuts->own);
    free(cuts->of_all);
}

static cl_ulong code_at(const cs_mpi_sorted *s, size_t i) {
    return cs_mpi_sort_code(s->key, (const char *)s->keys + i * s->key->bytes);
}

/* Returns how many elements of this rank have lower codes. It is known to be from `lower` to `upper`. */
static size_t count_below(const cs_mpi_sorted *s, cl_ulong code, size_t lower, size_t upper) {
    while (lower < upper) {
        const size_t middle = lower + (upper - lower) / 2;
        if (code_at(s, middle) < code)
            lower = middle + 1;
        else
            upper = middle;
    }
    return lower;
}

/* Begins with the bits that all codes have in common, and stores how many bits the search has to find. */
static clscan_status begin_search(const cs_mpi_ranks *ranks, const cs_mpi_sorted *s, cs_mpi_cuts *cuts,
                                  unsigned *bits) {
    clscan_status status = CLSCAN_OK;
    const cl_ulong all = ~(cl_ulong)0;
    cl_ulong least[2] = { all, all }; /* the least code, and the inverse of the greatest one */
    if (s->count > 0) {
        least[0] = code_at(s, 0);
        least[1] = ~code_at(s, s->count - 1);
    }
    MPI(MPI_Allreduce(MPI_IN_PLACE, least, 2, MPI_UINT64_T, MPI_MIN, ranks->comm));
    *bits = 0;
    while (*bits < 8 * sizeof all && (least[0] ^ ~least[1]) >> *bits > 0)
        *bits += CS_MPI_CUT_BITS;
    for (int b = 0; b < ranks->size - 1; b++) {
        cuts->codes[b] = *bits < 8 * sizeof all ? least[0] >> *bits << *bits : 0;
        cuts->below[b] = 0;
        cuts->lower[b] = 0;
        cuts->upper[b] = s->count;
    }
done:
    return status;
}

/* Takes the greatest candidate that does not have too many elements before it. */
static void take_candidate(cs_mpi_cuts *cuts, size_t b, unsigned shift) {
    const cl_ulong *of_all = cuts->of_all + b * CANDIDATES, *own = cuts->own + b * CANDIDATES;
    size_t digit = 0;
    while (digit < CANDIDATES && of_all[digit] <= cuts->targets[b])
        digit++;
    cuts->codes[b] |= (cl_ulong)digit << shift;
    if (digit < CANDIDATES)
        cuts->upper[b] = (size_t)own[digit];
    if (digit > 0) {
        cuts->lower[b] = (size_t)own[digit - 1];
        cuts->below[b] = of_all[digit - 1];
    }
}

/* Finds the next bits of the code at each boundary. */
static clscan_status find_bits(const cs_mpi_ranks *ranks, const cs_mpi_sorted *s, unsigned shift, cs_mpi_cuts *cuts) {
    clscan_status status = CLSCAN_OK;
    const size_t n = (size_t)ranks->size - 1;
    for (size_t b = 0; b < n; b++)
        for (size_t digit = 1; digit <= CANDIDATES; digit++)
            cuts->own[b * CANDIDATES + digit - 1] =
                count_below(s, cuts->codes[b] | (cl_ulong)digit << shift, cuts->lower[b], cuts->upper[b]);
    MPI(MPI_Allreduce(cuts->own, cuts->of_all, (int)(n * CANDIDATES), MPI_UINT64_T, MPI_SUM, ranks->comm));
    for (size_t b = 0; b < n; b++)
        take_candidate(cuts, b, shift);
done:
    return status;
}

/* Several elements may have the code at a boundary. The elements of lower ranks come before the boundary. */
static clscan_status cut_equal(const cs_mpi_ranks *ranks, const cs_mpi_sorted *s, cs_mpi_cuts *cuts) {
    clscan_status status = CLSCAN_OK;
    const size_t n = (size_t)ranks->size - 1;
    cl_ulong *const equal = cuts->own, *const before = cuts->of_all;
    for (size_t b = 0; b < n; b++)
        equal[b] = cuts->upper[b] - cuts->lower[b];
    MPI(MPI_Exscan(equal, before, (int)n, MPI_UINT64_T, MPI_SUM, ranks->comm));
    if (ranks->rank == 0) /* which MPI_Exscan leaves undefined */
        memset(before, 0, n * sizeof *before);
    cuts->at[0] = 0;
    cuts->at[n + 1] = s->count;
    for (size_t b = 0; b < n; b++) {
        const cl_ulong wanted = cuts->targets[b] - cuts->below[b], left = wanted > before[b] ? wanted - before[b] : 0;
        cuts->at[b + 1] = cuts->lower[b] + (size_t)(left < equal[b] ? left : equal[b]);
    }
done:
    return status;
}

clscan_status cs_mpi_cut(const cs_mpi_ranks *ranks, const cs_mpi_sorted *sorted, cs_mpi_cuts *cuts) {
    clscan_status status = CLSCAN_OK;
    unsigned bits = 0;
    TRY(begin_search(ranks, sorted, cuts, &bits));
    while (bits > 0) {
        bits -= CS_MPI_CUT_BITS;
        TRY(find_bits(ranks, sorted, bits, cuts));
    }
    TRY(cut_equal(ranks, sorted, cuts));
done:
    return status;
}
