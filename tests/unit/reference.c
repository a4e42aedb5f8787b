/* Compares the self-test's plain C with the oracle. */
#include "self_test/reference.h"
#include "self_test/test_data.h"
#include "support/check.h"

#include <described.h>

/* Returns the row of the table for a type of the oracle. Both have the types in the same order. */
static const cs_type_row *row_of(oracle_type type) {
    return cs_type_at((cs_type)type);
}

enum { N = 100, LANES = 3, ROOM = 4, MAX_BYTES = N * ROOM * sizeof(cl_ulong) };

typedef struct scan {
    oracle_described o;
    cs_reference fold;
    unsigned char in[MAX_BYTES], out[MAX_BYTES];
} scan;

/* Opens a scan of the self-test's data, with the results of the oracle. */
static void open_scan(scan *s, oracle_type in, oracle_type type, oracle_type out, clscan_op op, bool exclusive,
                      bool backwards, unsigned components) {
    const size_t room = components == LANES ? ROOM : components;
    const cs_type_row *in_row = row_of(in), *out_row = row_of(out);
    const cs_test_data sample = { in_row, in_row->size * room, 0 };
    s->o = (oracle_described) { .problem = { type, op, NULL },
                                .kind = exclusive ? CLSCAN_KIND_EXCLUSIVE : CLSCAN_KIND_INCLUSIVE,
                                .components = components,
                                .reverse = backwards,
                                .count = N,
                                .length = N,
                                .columns = 1,
                                .in_stride = 1,
                                .in_pitch = N,
                                .out_stride = 1,
                                .out_pitch = N,
                                .in_type = in == type ? ORACLE_USER : in,
                                .out_type = out == type ? ORACLE_USER : out,
                                .in = s->in,
                                .out = s->out };
    s->fold = (cs_reference) { .in = { in_row, in_row->size * room, s->in },
                               .out = { out_row, out_row->size * room, s->out },
                               .row = row_of(type),
                               .op = op,
                               .exclusive = exclusive };
    cs_test_data_fill(&sample, false, s->in, N);
    oracle_described_scan(&s->o);
}

static size_t first_wrong(const scan *s, unsigned lane) {
    return cs_reference_compare(&s->fold, s->o.reverse ? N - 1 : 0, s->o.reverse ? -1 : 1, N, lane);
}

/* Asserts that the oracle's results count as right, and that a change of one bit counts as wrong. If `first_is_open`,
 * the device may choose the first result, before which there is no element. */
static void agrees_but(scan *s, bool first_is_open) {
    for (unsigned lane = 0; lane < s->o.components; lane++) {
        if (first_wrong(s, lane) != N)
            fail_msg("%s over %s, from %s to %s: number %zu", clscan_op_name(s->fold.op), s->fold.row->name,
                     s->fold.in.row->name, s->fold.out.row->name, first_wrong(s, lane));
        for (size_t i = 0; i < N; i++) {
            const size_t at = s->o.reverse ? N - 1 - i : i;
            const cs_reference_array *out = &s->fold.out;
            unsigned char *number = s->out + at * out->size + (lane + 1) * out->row->size - 1;
            *number ^= 1; /* in the highest byte, so that -0 changes too */
            assert_int_equal(first_wrong(s, lane), i == 0 && first_is_open ? N : i);
            *number ^= 1;
        }
    }
}

static void agrees(scan *s) {
    agrees_but(s, false);
}

static void test_as_the_oracle(void **state) {
    static scan s;
    size_t pairs = 0;
    (void)state;
    for (oracle_type type = 0; type < ORACLE_HALF; type++)
        for (clscan_op op = 0; clscan_op_name(op); op++)
            for (int how = 0; how < 8 && oracle_defined(type, op) && !oracle_has_accumulator(op); how++, pairs++) {
                open_scan(&s, type, type, type, op, how & 1, how & 2, how & 4 ? LANES : 1);
                agrees(&s);
            }
    assert_true(pairs > 8 * 60);
}

/* Returns true if the identity of min or `and` is rounded in the output: it may have more bits than a floating-point
 * fraction. */
static bool identity_rounds(oracle_type type, oracle_type out, clscan_op op) {
    const cs_type_row *row = row_of(type), *out_row = row_of(out);
    const bool is_high = op == CLSCAN_OP_MIN || (op == CLSCAN_OP_AND && row->class == CS_UNSIGNED);
    return is_high && !(row->class & CS_FLOATING) && out_row->class & CS_FLOATING && row->size >= out_row->size;
}

static void test_conversions(void **state) {
    static const clscan_op ops[] = { CLSCAN_OP_ADD, CLSCAN_OP_MIN, CLSCAN_OP_MAX, CLSCAN_OP_ADD_SAT, CLSCAN_OP_AND };
    static scan s;
    (void)state;
    for (oracle_type in = 0; in < ORACLE_HALF; in++)
        for (oracle_type type = 0; type < ORACLE_HALF; type++)
            for (oracle_type out = 0; out < ORACLE_HALF; out++)
                for (size_t i = 0; i < COUNT(ops); i++)
                    if (oracle_defined(type, ops[i])) {
                        open_scan(&s, in, type, out, ops[i], (in + out) % 2, (type + out) % 2, 1);
                        agrees_but(&s, (in + out) % 2 && identity_rounds(type, out, ops[i]));
                    }
}

/* Exclusive minima and maxima begin with an infinity. The device may choose another result only if the compiler may
 * assume that no number is infinite. */
static void test_infinite(void **state) {
    static scan s;
    (void)state;
    for (int finite = 0; finite < 2; finite++)
        for (clscan_op op = CLSCAN_OP_ADD; op <= CLSCAN_OP_MAX; op++) {
            open_scan(&s, ORACLE_FLOAT, ORACLE_FLOAT, ORACLE_FLOAT, op, true, false, 1);
            s.fold.finite = finite;
            agrees_but(&s, finite && (op == CLSCAN_OP_MIN || op == CLSCAN_OP_MAX));
        }
}

/* An operator without a function in plain C counts as not comparable, instead of being compared with another
 * operator. */
static void test_unknown_operators(void **state) {
    static scan s;
    clscan_op past = 0;
    (void)state;
    while (clscan_op_name(past))
        past++;
    open_scan(&s, ORACLE_FLOAT, ORACLE_FLOAT, ORACLE_FLOAT, CLSCAN_OP_ADD, false, false, 1);
    assert_true(cs_reference_is_exact(&s.fold));
    for (clscan_op op = CLSCAN_OP_AND; op <= CLSCAN_OP_ADD_SAT; op++) {
        s.fold.op = op;
        assert_false(cs_reference_is_exact(&s.fold));
    }
    s.fold.op = past;
    assert_false(cs_reference_is_exact(&s.fold));
    s.fold.row = row_of(ORACLE_INT);
    assert_false(cs_reference_is_exact(&s.fold));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_the_oracle),
        cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_infinite),
        cmocka_unit_test(test_unknown_operators),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
