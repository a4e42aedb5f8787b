#include "verify/verify_data.h"
#include "common/message.h"
#include <stdlib.h>

/* The default counts: near powers of two, near the sizes of work-groups and tiles, primes, and enough for several
 * levels of tiles. */
static const size_t quick_counts[] = { 0, 1, 2, 3, 31, 64, 65, 255, 257, 1000, 4099, 70001 };
static const size_t all_counts[] = { 0,    1,    2,    3,    5,     7,     8,     15,    16,    17,     31,     32,
                                     33,   63,   64,   65,   127,   128,   129,   251,   255,   256,    257,    511,
                                     512,  513,  1000, 1023, 1024,  1025,  2047,  2048,  2049,  4095,   4096,   4097,
                                     8191, 8192, 8193, 9973, 16384, 16385, 32769, 65536, 65537, 262147, 1000003 };

/* Sets *counts to the counts that --size names, or to a default list. Returns how many there are. */
static size_t counts_of(const options *o, const size_t **counts) {
    if (o->generated.sizes.count > 0)
        return *counts = o->generated.sizes.values, o->generated.sizes.count;
    *counts = o->quick ? quick_counts : all_counts;
    return o->quick ? sizeof quick_counts / sizeof **counts : sizeof all_counts / sizeof **counts;
}

bool verify_data_choose(const options *o, const view *v, const oracle_problem *p, const budget_limits *memory,
                        size_list *chosen, char why[static GENERATED_WHY]) {
    const size_t *counts, all = counts_of(o, &counts);
    const bool asked = o->generated.sizes.count > 0;
    size_t held = 0, n = 0;
    for (size_t i = 0; i < all; i++) {
        const size_t count = view_count(&v->options, counts[i]);
        const bool fits = generated_fits(&v->options, p, counts[i], memory, &held, why);
        if (!fits && asked)
            say("skipped: %s", why);
        if (fits && (n == 0 || chosen->values[n - 1] != count))
            chosen->values[n++] = count;
    }
    chosen->count = n;
    return n > 0 && (asked || chosen->values[n - 1] > 0);
}

/* Returns the bytes of the largest result. */
static size_t largest_result(const verify_data *data) {
    size_t largest = 1;
    for (size_t i = 0; i < data->case_count; i++) {
        const generated *m = &data->cases[CLSCAN_KIND_INCLUSIVE][i];
        for (unsigned k = 0; k < m->result_count; k++) {
            const size_t bytes = m->results[k].count * m->results[k].size;
            largest = bytes > largest ? bytes : largest;
        }
    }
    return largest;
}

static bool make_cases(const view_options *v, const oracle_problem *p, const size_list *counts, uint64_t seed,
                       generated *cases) {
    bool ok = true;
    for (size_t i = 0; ok && i < counts->count; i++)
        ok = generated_open(v, p, counts->values[i], seed, GENERATED_FOR_JUDGING, &cases[i]);
    return ok;
}

bool verify_data_make(const view *v, const oracle_problem *problem, const size_list *counts, uint64_t seed,
                      verify_data *data) {
    bool ok = true;
    *data = (verify_data) { .problem = *problem, .view = *v, .case_count = counts->count };
    for (int kind = CLSCAN_KIND_INCLUSIVE; ok && kind <= CLSCAN_KIND_EXCLUSIVE; kind++) {
        view_options of_kind = v->options;
        of_kind.exclusive = kind == CLSCAN_KIND_EXCLUSIVE;
        data->cases[kind] = calloc(counts->count, sizeof *data->cases[kind]);
        ok = data->cases[kind] ? make_cases(&of_kind, problem, counts, seed, data->cases[kind])
                               : complain("out of memory");
    }
    ok = ok && ((data->result = malloc(largest_result(data))) || complain("out of memory"));
    if (!ok)
        verify_data_free(data);
    return ok;
}

void verify_data_free(verify_data *data) {
    for (int kind = CLSCAN_KIND_INCLUSIVE; kind <= CLSCAN_KIND_EXCLUSIVE; kind++) {
        for (size_t i = 0; data->cases[kind] && i < data->case_count; i++)
            generated_close(&data->cases[kind][i]);
        free(data->cases[kind]);
    }
    free(data->result);
    *data = (verify_data) { .result = NULL };
}
