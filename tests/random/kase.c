#include "random/kase.h"

#include "support/memory.h"
#include "support/shape.h"

#include <state.h>
#include <stdlib.h>
#include <string.h>

/* Half of the dimensions that are not the problem stay at their default, so that more than refusals come of it. */
void kase_draw(kase *k, uint64_t draw, int first, int last) {
    for (int i = first; i < last; i++) {
        const uint64_t x = oracle_draw(draw, (uint64_t)i);
        const bool always = i == D_problem || i == D_strategy || i == D_count || i == D_data || i == D_shape;
        k->v[i] = always || x >> 63 ? (unsigned)(x % dims[i].values) : 0;
    }
    if (first <= D_count && D_count < last) {
        static const unsigned most[] = { 20, 300, 300, 1500, 1500, 1500, 6000, 100000 };
        k->v[D_count] %= most[oracle_draw(draw, DIMS) % COUNT(most)];
    }
}

/* ------------------------------------------------------------------------------------------- what contradicts */

/* The order of problems: some of the library's operators and all user operators come first, and the pairs are made of
 * these. All problems that oracle_scan knows follow. Operators with accumulators count from the last number down. */
enum { USERS = 3 };
static const struct {
    oracle_type type;
    clscan_op op;
} some[] = { { ORACLE_INT, CLSCAN_OP_ADD },    { ORACLE_LONG, CLSCAN_OP_MIN },   { ORACLE_UCHAR, CLSCAN_OP_MAX },
             { ORACLE_FLOAT, CLSCAN_OP_ADD },  { ORACLE_DOUBLE, CLSCAN_OP_MUL }, { ORACLE_HALF, CLSCAN_OP_MIN },
             { ORACLE_USHORT, CLSCAN_OP_XOR }, { ORACLE_CHAR, CLSCAN_OP_MUL },   { ORACLE_ULONG, CLSCAN_OP_ADD } };

oracle_problem kase_problem(const kase *k) {
    const unsigned p = k->v[D_problem];
    oracle_problem problem = { ORACLE_INT, CLSCAN_OP_ADD, NULL };
    if (p < COUNT(some))
        problem = (oracle_problem) { some[p].type, some[p].op, NULL };
    else if (p < COUNT(some) + USERS)
        problem =
            (oracle_problem) { oracle_user_at(p - COUNT(some))->type, CLSCAN_OP_ADD, oracle_user_at(p - COUNT(some)) };
    else if (!oracle_problem_at(p - COUNT(some) - USERS, &problem))
        oracle_state_at(dims[D_problem].values - 1 - p, &problem);
    return problem;
}

static unsigned problems_that_exist(void) {
    unsigned problems = 0, states = 0;
    oracle_problem ignored;
    while (oracle_problem_at(problems, &ignored))
        problems++;
    while (oracle_state_at(states, &ignored))
        states++;
    return (unsigned)COUNT(some) + USERS + problems + states;
}

int kase_wrong_count(unsigned *exist) {
    const struct {
        int dimension;
        unsigned exist;
    } counts[] = { { D_problem, problems_that_exist() },
                   { D_strategy, (unsigned)shape_strategies() + 1 },
                   { D_group, (unsigned)shape_groups() + 1 },
                   { D_memory, MEMORY_KINDS } };
    for (size_t i = 0; i < COUNT(counts); i++) {
        *exist = counts[i].exist;
        if (dims[counts[i].dimension].values != *exist)
            return counts[i].dimension;
    }
    return DIMS;
}

bool kase_has_state(const kase *k) {
    const oracle_problem p = kase_problem(k);
    return !p.user && oracle_has_state(p.op);
}

oracle_type kase_type(unsigned value) {
    static const oracle_type types[] = { ORACLE_USER,   ORACLE_UCHAR,  ORACLE_FLOAT, ORACLE_LONG,
                                         ORACLE_DOUBLE, ORACLE_INT,    ORACLE_UINT,  ORACLE_ULONG,
                                         ORACLE_SHORT,  ORACLE_USHORT, ORACLE_CHAR,  ORACLE_HALF };
    return types[value];
}

bool kase_supported(const kase *k, cl_device_id device) {
    const oracle_problem p = kase_problem(k), in = { kase_type(k->v[D_in_type]), CLSCAN_OP_ADD, NULL },
                         out = { kase_type(k->v[D_out_type]), CLSCAN_OP_ADD, NULL };
    return oracle_problem_supported(&p, device) && oracle_problem_supported(&in, device) &&
           oracle_problem_supported(&out, device);
}

unsigned kase_components(const kase *k) {
    static const unsigned components[] = { 1, 2, 3, 4, 8, 16 };
    return components[k->v[D_components]];
}

size_t kase_element(const kase *k) {
    const oracle_problem p = kase_problem(k);
    return oracle_described_size(&p, ORACLE_USER, kase_components(k));
}
size_t kase_box(const kase *k) {
    static const size_t more[] = { 0, 0, 3 };
    return k->v[D_map] ? kase_element(k) + more[k->v[D_map]] : 0;
}

static void no(kase *k, bool if_so, int dimension) {
    if (if_so)
        k->v[dimension] = 0;
}

static void settle_plan(kase *k) {
    const oracle_problem p = kase_problem(k);
    const bool exact = p.user || oracle_is_exact(p.type, p.op), integer = p.type < ORACLE_FLOAT;
    const bool state = kase_has_state(k);
    /* an operator without identity is the user's: of ours, max and min have a function in OpenCL C */
    no(k, !p.user && (!integer || (p.op != CLSCAN_OP_MIN && p.op != CLSCAN_OP_MAX)), D_no_identity);
    no(k, p.user || (state && p.op != CLSCAN_OP_LAST_SEEN), D_components);
    no(k, state, D_load);
    no(k, state, D_map);
    no(k, state, D_store);
    no(k, k->v[D_segments] > 5, D_layout); /* offsets */
    no(k, p.type == ORACLE_USER || !exact || state || k->v[D_load] || k->v[D_map], D_in_type);
    no(k, p.type == ORACLE_USER || oracle_state_is_rounded(&p) || k->v[D_store], D_out_type);
    if (k->v[D_in_type] || k->v[D_layout] > 2) /* elements of the input are others, or elsewhere, than those stored */
        k->v[D_store] = k->v[D_store] > 0;
}

static size_t in_size(const kase *k) {
    const oracle_problem p = kase_problem(k);
    return k->v[D_in_type] ? oracle_type_size(kase_type(k->v[D_in_type])) : oracle_problem_size(&p);
}
static size_t out_size(const kase *k) {
    const oracle_problem p = kase_problem(k);
    return k->v[D_out_type] ? oracle_type_size(kase_type(k->v[D_out_type])) : oracle_problem_size(&p);
}

static void settle_scan(kase *k) {
    const oracle_problem p = kase_problem(k);
    const bool rows = k->v[D_layout] != 0;
    no(k, kase_has_state(k), D_init); /* it is no element: tests/scan/operators.c has these */
    no(k, kase_has_state(k), D_total);
    no(k, !rows, D_length);
    no(k, !rows, D_columns);
    no(k, !rows, D_gap);
    no(k, !rows, D_dims);
    no(k, !k->v[D_segments], D_mark_offset);
    no(k, !k->v[D_segments], D_density);
    no(k, k->v[D_load] || k->v[D_store] > 1 || in_size(k) != out_size(k) || k->v[D_map] > 1, D_in_place);
    /* a cell in the output is a value among values */
    no(k, k->v[D_init] == 4 && oracle_problem_size(&p) != out_size(k), D_init);
    no(k, k->v[D_init] == 4 && k->v[D_map] && k->v[D_in_place], D_init);
    no(k, k->v[D_init] == 4 && (k->v[D_count] == 0 || (rows && !p.user && !oracle_is_exact(p.type, p.op))), D_init);
    if (k->v[D_init] == 0 && k->v[D_no_identity] && (k->v[D_kind] || k->v[D_store]))
        k->v[D_init] = 1;
    if (k->v[D_init] == 3)
        k->v[D_total] = 1;
    if (rows && k->v[D_counted]) { /* there is one, of the greatest length */
        k->v[D_length] = dims[D_length].values - 1;
        k->v[D_count] %= KASE_LONG + 1;
    }
    no(k, !k->v[D_counted], D_counted_as);
    no(k, !k->v[D_counted] || k->v[D_in_place] || k->v[D_init] == 4 || k->v[D_count] * out_size(k) < 64, D_counted_in);
    no(k, out_size(k) % sizeof(cl_uint) != 0, D_counted_in); /* the emulator aligns arrays like their elements */
    /* The library keeps cells that are written in a buffer of its own, before words of marks. The emulator aligns such
     * a buffer as its odd size is, which is less than larger elements need. No driver aligns buffers to so little. */
    const bool odd = k->v[D_segments] > 5 && p.type != ORACLE_USER && kase_element(k) > sizeof(cl_uint);
    no(k, odd, D_counted_in);
    if (odd && k->v[D_init] > 2)
        k->v[D_init] = 2;
}

void kase_settle(kase *k) {
    for (int i = 0; i < DIMS; i++)
        k->v[i] %= dims[i].values;
    settle_plan(k);
    settle_scan(k);
}
