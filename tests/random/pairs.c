#include "random/pairs.h"

#include <stdlib.h>

enum {
    MOST = 16,       /* values of a dimension at most */
    CANDIDATES = 24, /* cases that are drawn to take the best */
    STEP = 7         /* from one dimension that is set to the next one */
};

struct pairs {
    bool done[DIMS][DIMS][MOST][MOST]; /* the first dimension is the lower one */
    int paired[DIMS], num_paired;      /* the dimensions with values in pairs; the others keep their default */
    size_t cases;
};

pairs *pairs_new(void) {
    pairs *all = calloc(1, sizeof *all);
    assert_non_null(all);
    for (int i = 0; i < DIMS; i++) {
        assert_true(dim_pairs(i) <= MOST);
        if (dim_pairs(i) > 0)
            all->paired[all->num_paired++] = i;
    }
    assert_int_not_equal(all->num_paired % STEP, 0); /* otherwise the steps would miss dimensions */
    return all;
}

void pairs_free(pairs *all) {
    free(all);
}

static bool *pair(pairs *all, int i, unsigned a, int j, unsigned b) {
    return i < j ? &all->done[i][j][a][b] : &all->done[j][i][b][a];
}

/* Returns the number of new pairs that value `a` of dimension `i` makes with the dimensions that are set. */
static size_t gain(pairs *all, const test_case *tc, const bool *set, int i, unsigned a) {
    size_t n = 0;
    for (int j = 0; j < DIMS; j++)
        n += j != i && set[j] && !*pair(all, i, a, j, tc->v[j]);
    return n;
}

/* Sets dimension `i` to the value that makes the most new pairs. The search begins at a random value. Returns the
 * number of new pairs. */
static size_t set_best(pairs *all, test_case *tc, bool *set, int i, uint64_t draw) {
    size_t best = 0;
    const unsigned values = dim_pairs(i), first = (unsigned)(draw % values);
    tc->v[i] = first;
    for (unsigned n = 0; n < values; n++) {
        const unsigned a = (first + n) % values;
        const size_t g = gain(all, tc, set, i, a);
        if (g > best) {
            best = g;
            tc->v[i] = a;
        }
    }
    set[i] = true;
    return best;
}

/* Makes a case from a pair that is still missing, and chooses the other dimensions in a random order. Returns the
 * number of new pairs. */
static size_t complete(pairs *all, test_case *tc, const int open[2], const unsigned values[2], uint64_t draw) {
    bool set[DIMS] = { false };
    size_t sum = 1;
    for (int i = 0; i < 2; i++) {
        tc->v[open[i]] = values[i];
        set[open[i]] = true;
    }
    for (int n = 0; n < all->num_paired; n++) {
        const int i = all->paired[(draw + (uint64_t)n * STEP) % (uint64_t)all->num_paired];
        if (!set[i])
            sum += set_best(all, tc, set, i, oracle_draw(draw, (uint64_t)n));
    }
    return sum;
}

static bool find_open(const pairs *all, int open[2], unsigned values[2]) {
    for (int i = 0; i < DIMS; i++)
        for (int j = i + 1; j < DIMS; j++)
            for (unsigned a = 0; a < dim_pairs(i); a++)
                for (unsigned b = 0; b < dim_pairs(j); b++)
                    if (!all->done[i][j][a][b]) {
                        open[0] = i, open[1] = j, values[0] = a, values[1] = b;
                        return true;
                    }
    return false;
}

bool pairs_next(pairs *all, test_case *tc) {
    int open[2];
    unsigned values[2];
    size_t best = 0;
    if (!find_open(all, open, values))
        return false;
    for (uint64_t c = 0; c < CANDIDATES; c++) {
        test_case candidate = { { 0 } };
        const size_t sum = complete(all, &candidate, open, values, oracle_draw(all->cases, c));
        if (sum > best) {
            best = sum;
            *tc = candidate;
        }
    }
    for (int i = 0; i < DIMS; i++)
        for (int j = i + 1; j < DIMS; j++)
            *pair(all, i, tc->v[i], j, tc->v[j]) = true;
    all->cases++;
    return true;
}
