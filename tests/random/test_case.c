#include "random/test_case.h"

#include "random/case_desc.h"

#include <accumulator.h>

/* Returns the number that a dimension is drawn by. Dimensions that were added in the middle have numbers of their own,
 * so that the scans that follow a named case with the same plan stay what they were. */
static uint64_t draw_number(int i) {
    enum { FIRST_ADDED = D_first_bit, LAST_ADDED = D_offsets_room, ADDED = LAST_ADDED - FIRST_ADDED + 1 };
    if (i < FIRST_ADDED)
        return (uint64_t)i;
    return (uint64_t)(i > LAST_ADDED ? i - ADDED : i + 1000);
}

/* Dimensions other than the problem and the like have their default in half of the draws. Otherwise most cases would be
 * refused. One case in twelve is computed by a stream, because streams compute few of the other dimensions, and one in
 * nine in parts. */
void test_case_draw(test_case *tc, uint64_t draw, int first, int last) {
    for (int i = first; i < last; i++) {
        const uint64_t x = oracle_draw(draw, draw_number(i));
        const bool always = i == D_problem || i == D_strategy || i == D_count || i == D_data || i == D_shape;
        const bool drawn = i == D_stream || i == D_split ? x >> 61 == 7 : x >> 63;
        tc->v[i] = always || drawn ? (unsigned)(x % dim_values(i)) : 0;
    }
    if (first <= D_count && D_count < last) {
        static const unsigned most[] = { 20, 300, 300, 1500, 1500, 1500, 6000, 100000 };
        tc->v[D_count] %= most[oracle_draw(draw, draw_number(DIMS)) % COUNT(most)];
    }
}

/* The order of problems: some of the library's operators and all user operators come first, and the pairs are made of
 * these. All problems that oracle_scan knows follow. Operators with accumulators count from the last number down. */
enum { USERS = 3 };
static const struct {
    oracle_type type;
    clscan_op op;
} some[] = { { ORACLE_INT, CLSCAN_OP_ADD },    { ORACLE_LONG, CLSCAN_OP_MIN },   { ORACLE_UCHAR, CLSCAN_OP_MAX },
             { ORACLE_FLOAT, CLSCAN_OP_ADD },  { ORACLE_DOUBLE, CLSCAN_OP_MUL }, { ORACLE_HALF, CLSCAN_OP_MIN },
             { ORACLE_USHORT, CLSCAN_OP_XOR }, { ORACLE_CHAR, CLSCAN_OP_MUL },   { ORACLE_ULONG, CLSCAN_OP_ADD } };

oracle_problem test_case_problem(const test_case *tc) {
    const unsigned p = tc->v[D_problem];
    oracle_problem problem = { ORACLE_INT, CLSCAN_OP_ADD, NULL };
    if (p < COUNT(some))
        problem = (oracle_problem) { some[p].type, some[p].op, NULL };
    else if (p < COUNT(some) + USERS)
        problem =
            (oracle_problem) { oracle_user_at(p - COUNT(some))->type, CLSCAN_OP_ADD, oracle_user_at(p - COUNT(some)) };
    else if (!oracle_problem_at(p - COUNT(some) - USERS, &problem))
        oracle_accumulator_at(dim_values(D_problem) - 1 - p, &problem);
    return problem;
}

/* Counts once, because each question about the problem of a case needs the number. */
static unsigned problems_that_exist(void) {
    static unsigned all;
    unsigned problems = 0, states = 0;
    oracle_problem ignored;
    while (!all && oracle_problem_at(problems, &ignored))
        problems++;
    while (!all && oracle_accumulator_at(states, &ignored))
        states++;
    all = all ? all : (unsigned)COUNT(some) + USERS + problems + states;
    return all;
}

/* The words of an enumeration end with NULL. */
static unsigned values_that_exist(int i) {
    unsigned n = 0;
    while (dims[i].word && dims[i].word(n))
        n++;
    return dims[i].word ? n : problems_that_exist();
}

unsigned dim_values(int i) {
    return dims[i].values == ALL ? values_that_exist(i) : dims[i].values;
}
unsigned dim_pairs(int i) {
    return dims[i].pairs == ALL ? values_that_exist(i) : dims[i].pairs;
}

bool test_case_moves(const test_case *tc) {
    return tc->v[D_task] != CLSCAN_TASK_SCAN && !test_case_reduces(tc) && !test_case_counts(tc);
}
bool test_case_reduces(const test_case *tc) {
    return tc->v[D_task] == CLSCAN_TASK_REDUCE;
}
bool test_case_counts(const test_case *tc) {
    return tc->v[D_task] == CLSCAN_TASK_HISTOGRAM;
}
bool test_case_has_dense_results(const test_case *tc) {
    return test_case_reduces(tc) || test_case_counts(tc) || tc->v[D_task] == CLSCAN_TASK_TOP_K;
}
bool test_case_selects_rows(const test_case *tc) {
    return test_case_moves(tc) && !test_case_sorts(tc) && tc->v[D_layout];
}
bool test_case_selects_segments(const test_case *tc) {
    return test_case_is_masked(tc) && tc->v[D_segments];
}
bool test_case_sorts(const test_case *tc) {
    return tc->v[D_task] == CLSCAN_TASK_SORT || tc->v[D_task] == CLSCAN_TASK_TOP_K;
}
unsigned test_case_k(const test_case *tc) {
    const unsigned k = tc->v[D_k] ? tc->v[D_k] : 10;
    return tc->v[D_task] == CLSCAN_TASK_TOP_K ? k : 0;
}
bool test_case_needs_all(const test_case *tc) {
    return test_case_sorts(tc) || tc->v[D_task] == CLSCAN_TASK_PARTITION;
}
bool test_case_is_masked(const test_case *tc) {
    return tc->v[D_task] == CLSCAN_TASK_SELECT || tc->v[D_task] == CLSCAN_TASK_PARTITION;
}
unsigned test_case_parts(const test_case *tc) {
    return tc->v[D_task] == CLSCAN_TASK_PARTITION ? 2 + tc->v[D_parts] : 1;
}
unsigned test_case_totals(const test_case *tc) {
    return test_case_parts(tc) == 3 ? 3 : test_case_selects_segments(tc) ? 2 : 1;
}
bool test_case_has_predicate(const test_case *tc) {
    return test_case_is_masked(tc) && !tc->v[D_mask];
}
bool test_case_compares_elements(const test_case *tc) {
    return test_case_moves(tc) && !test_case_is_masked(tc) && !test_case_sorts(tc) &&
           test_case_segments(tc) != CLSCAN_SEGMENTS_KEYS;
}
bool test_case_compares_bytes(const test_case *tc) {
    return tc->v[D_map] || test_case_problem(tc).type == ORACLE_USER;
}

bool test_case_has_state(const test_case *tc) {
    const oracle_problem p = test_case_problem(tc);
    return !p.user && oracle_has_accumulator(p.op);
}

oracle_type test_case_type(unsigned value) {
    static const oracle_type types[] = { ORACLE_USER,   ORACLE_UCHAR,  ORACLE_FLOAT, ORACLE_LONG,
                                         ORACLE_DOUBLE, ORACLE_INT,    ORACLE_UINT,  ORACLE_ULONG,
                                         ORACLE_SHORT,  ORACLE_USHORT, ORACLE_CHAR,  ORACLE_HALF };
    return types[value];
}

bool test_case_supported(const test_case *tc, cl_device_id device) {
    const oracle_problem p = test_case_problem(tc), in = { test_case_type(tc->v[D_in_type]), CLSCAN_OP_ADD, NULL },
                         out = { test_case_type(tc->v[D_out_type]), CLSCAN_OP_ADD, NULL };
    return oracle_problem_supported(&p, device) && oracle_problem_supported(&in, device) &&
           oracle_problem_supported(&out, device);
}

unsigned test_case_components(const test_case *tc) {
    static const unsigned components[] = { 1, 2, 3, 4, 8, 16 };
    return components[tc->v[D_components]];
}

size_t test_case_element(const test_case *tc) {
    const oracle_problem p = test_case_problem(tc);
    return oracle_described_size(&p, ORACLE_USER, test_case_components(tc));
}
size_t test_case_box(const test_case *tc) {
    static const size_t more[] = { 0, 0, 3 };
    return tc->v[D_map] ? test_case_element(tc) + more[tc->v[D_map]] : 0;
}
