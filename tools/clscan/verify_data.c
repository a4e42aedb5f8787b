#include "verify_data.h"
#include "message.h"
#include <stdlib.h>
#include <string.h>

/* Around powers of two, around the sizes of work-groups and tiles, primes, and more than one level of tiles. */
static const size_t quick_counts[] = { 0, 1, 2, 3, 31, 64, 65, 255, 257, 1000, 4099, 70001 };
static const size_t all_counts[] = { 0,    1,    2,    3,    5,     7,     8,     15,    16,    17,     31,     32,
                                     33,   63,   64,   65,   127,   128,   129,   251,   255,   256,    257,    511,
                                     512,  513,  1000, 1023, 1024,  1025,  2047,  2048,  2049,  4095,   4096,   4097,
                                     8191, 8192, 8193, 9973, 16384, 16385, 32769, 65536, 65537, 262147, 1000003 };

static bool make_case(const oracle_problem *problem, uint64_t seed, size_t count, verify_case *c) {
    const size_t bytes = count * oracle_problem_size(problem);
    c->count = count;
    c->in = malloc(bytes + 1);
    c->expected[CLSCAN_INCLUSIVE] = malloc(bytes + 1);
    c->expected[CLSCAN_EXCLUSIVE] = malloc(bytes + 1);
    if (!c->in || !c->expected[CLSCAN_INCLUSIVE] || !c->expected[CLSCAN_EXCLUSIVE])
        return complain("out of memory");
    oracle_problem_fill(problem, seed, c->in, count);
    oracle_problem_scan(problem, CLSCAN_INCLUSIVE, c->in, c->expected[CLSCAN_INCLUSIVE], count);
    oracle_problem_scan(problem, CLSCAN_EXCLUSIVE, c->in, c->expected[CLSCAN_EXCLUSIVE], count);
    return true;
}

bool verify_data_make(const oracle_problem *problem, uint64_t seed, bool quick, verify_data *data) {
    const size_t *counts = quick ? quick_counts : all_counts;
    const size_t case_count = quick ? sizeof quick_counts / sizeof *counts : sizeof all_counts / sizeof *counts;
    *data = (verify_data) { .problem = *problem, .case_count = case_count };
    data->cases = calloc(case_count, sizeof *data->cases);
    data->result = malloc(counts[case_count - 1] * oracle_problem_size(problem));
    bool ok = (data->cases && data->result) || complain("out of memory");
    for (size_t i = 0; ok && i < case_count; i++)
        ok = make_case(problem, seed, counts[i], &data->cases[i]);
    if (!ok)
        verify_data_free(data);
    return ok;
}

void verify_data_free(verify_data *data) {
    for (size_t i = 0; data->cases && i < data->case_count; i++) {
        free(data->cases[i].in);
        free(data->cases[i].expected[CLSCAN_INCLUSIVE]);
        free(data->cases[i].expected[CLSCAN_EXCLUSIVE]);
    }
    free(data->cases);
    free(data->result);
    *data = (verify_data) { .cases = NULL };
}
