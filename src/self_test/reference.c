#include "self_test/reference.h"

#include <math.h>

/* ------------------------------------------------------------------------------------------ combining two numbers */

/* A mask of all bits of an integer type, and the bit pattern of its lowest number (0 for unsigned types). */
typedef struct bits {
    cl_ulong all, lowest;
} bits;

static cl_ulong add(cl_ulong a, cl_ulong b, bits of) {
    return (a + b) & of.all;
}

static cl_ulong multiply(cl_ulong a, cl_ulong b, bits of) {
    return (a * b) & of.all;
}

static cl_ulong least(cl_ulong a, cl_ulong b, bits of) {
    return (a ^ of.lowest) < (b ^ of.lowest) ? a : b;
}

static cl_ulong greatest(cl_ulong a, cl_ulong b, bits of) {
    return (a ^ of.lowest) > (b ^ of.lowest) ? a : b;
}

static cl_ulong both(cl_ulong a, cl_ulong b, bits of) {
    (void)of;
    return a & b;
}

static cl_ulong either(cl_ulong a, cl_ulong b, bits of) {
    (void)of;
    return a | b;
}

static cl_ulong one_of_two(cl_ulong a, cl_ulong b, bits of) {
    (void)of;
    return a ^ b;
}

static cl_ulong add_saturated(cl_ulong a, cl_ulong b, bits of) {
    return b > of.all - a ? of.all : a + b;
}

static double add_floating(double a, double b) {
    return a + b;
}

static double multiply_floating(double a, double b) {
    return a * b;
}

static double least_floating(double a, double b) {
    return a < b ? a : b;
}

static double greatest_floating(double a, double b) {
    return a > b ? a : b;
}

/* The functions of each operator; NULL where plain C cannot judge it. */
static const struct {
    cl_ulong (*integers)(cl_ulong a, cl_ulong b, bits of);
    double (*floating)(double a, double b);
} known[] = {
#define OP(id, name, types, integer, floating, identity, exact, plain_integer, plain_floating, data)                   \
    [CLSCAN_OP_##id] = { plain_integer, plain_floating },
#include "table/op.def"
#undef OP
};

static bool is_known_for(const cs_type_row *row, clscan_op op) {
    return op < sizeof known / sizeof known[0] &&
           (row->class & CS_FLOATING ? known[op].floating != NULL : known[op].integers != NULL);
}

static cs_number combine(const cs_type_row *row, clscan_op op, cs_number a, cs_number b) {
    const cl_ulong lowest = cs_number_lowest(row).whole, all = lowest ^ cs_number_highest(row).whole;
    if (row->class & CS_FLOATING)
        return (cs_number) { .floating = known[op].floating(a.floating, b.floating) };
    return (cs_number) { known[op].integers(a.whole, b.whole, (bits) { all, lowest }) };
}

/* The switch has no default, so that a compiler warns of an identity that has no case. */
static cs_number identity(const cs_type_row *row, clscan_op op) {
    const cs_number zero = { 0 }, one = { 1 }, lowest = cs_number_lowest(row), highest = cs_number_highest(row);
    switch (cs_op_at(op)->identity) {
    case CS_ZERO:
        return zero;
    case CS_ONE:
        return row->class & CS_FLOATING ? (cs_number) { .floating = 1 } : one;
    case CS_LOWEST:
        return lowest;
    case CS_HIGHEST:
        return highest;
    case CS_ALL_BITS:
        return (cs_number) { lowest.whole ^ highest.whole };
    }
    return zero;
}

/* ----------------------------------------------------------------------------------- operators with an accumulator */

/* The operators that the column `judge` of op_accumulator.def names. */
enum { ON_NONE = -1, ON_ADD = CLSCAN_OP_ADD, ON_MIN = CLSCAN_OP_MIN, ON_MAX = CLSCAN_OP_MAX };

/* Returns the operator that acts on values, or ON_NONE for an operator that plain C cannot judge. */
static int on_values(clscan_op op) {
    static const int by_op[] = {
#define OP(id, ...) [CLSCAN_OP_##id] = CLSCAN_OP_##id,
#include "table/op.def"
#undef OP
#define OP_ACCUMULATOR(id, name, types, elements, bytes, in, out, single, index, judge, data)                          \
    [CLSCAN_OP_##id] = ON_##judge,
#include "table/op_accumulator.def"
#undef OP_ACCUMULATOR
    };
    return op < sizeof by_op / sizeof *by_op ? by_op[op] : ON_NONE;
}

/* A value, and the index of the element from which the value was taken. */
typedef struct folded {
    cs_number x;
    cl_ulong index;
} folded;

/* Returns true if an extremum operator takes the element x at `index` instead of `sum`. If the values are equal, the
 * lower index wins, or for the operators _LAST the higher one, in whatever order the elements come. */
static bool is_taken_from(const cs_reference *f, cs_number next, folded sum, cs_number x, cl_ulong index) {
    const bool last = f->op == CLSCAN_OP_ARGMIN_LAST || f->op == CLSCAN_OP_ARGMAX_LAST;
    if (!cs_number_equals(f->row, next, x))
        return false;
    if (!cs_number_equals(f->row, sum.x, x))
        return true;
    return last ? index + 1 > sum.index + 1 : index < sum.index; /* CL_ULONG_MAX, "no element", loses both ways */
}

static folded fold(const cs_reference *f, clscan_op op, folded sum, cs_number x, cs_number more, cl_ulong index) {
    const cs_number next = combine(f->row, op, sum.x, x);
    if (f->op == CLSCAN_OP_LAST_SEEN)
        return more.whole ? (folded) { x, index } : sum;
    if (f->op == CLSCAN_OP_RECURRENCE)
        return (folded) { combine(f->row, CLSCAN_OP_ADD, combine(f->row, CLSCAN_OP_MUL, x, sum.x), more), index };
    return (folded) { next, is_taken_from(f, next, sum, x, index) ? index : sum.index };
}

/* -------------------------------------------------------------------------------------------------------- a scan */

bool cs_reference_is_exact(const cs_reference *f) {
    const bool converted = f->in.row != f->row || f->out.row != f->row;
    const bool multiplies = f->op == CLSCAN_OP_MUL || f->op == CLSCAN_OP_RECURRENCE;
    const int op = on_values(f->op);
    return op != ON_NONE && is_known_for(f->row, (clscan_op)op) && !(converted && multiplies);
}

static cs_number load(const cs_reference_array *a, size_t i, size_t lane) {
    return a->at ? cs_number_load(a->row, a->at + i * a->size + lane * a->row->size) : (cs_number) { 0 };
}

static bool is_known(const cs_reference *f, cs_number x) {
    return !cs_number_is_rounded(f->row, f->out.row, x) &&
           !(f->finite && f->row->class & CS_FLOATING && isinf(x.floating));
}

static bool is_result(const cs_reference *f, folded x, size_t i, size_t lane) {
    const cs_number number = cs_number_convert(f->row, f->out.row, x.x);
    return (!is_known(f, x.x) || cs_number_equals(f->out.row, number, load(&f->out, i, lane))) &&
           (!f->more_out.at || load(&f->more_out, i, 0).whole == x.index);
}

static folded nothing(const cs_reference *f) {
    return (folded) { identity(f->row, (clscan_op)on_values(f->op)), CL_ULONG_MAX };
}

bool cs_reference_is_nothing(const cs_reference *f, size_t lane) {
    return is_result(f, nothing(f), f->result, lane);
}

size_t cs_reference_compare(const cs_reference *f, size_t first, ptrdiff_t step, size_t count, size_t lane) {
    const clscan_op op = (clscan_op)on_values(f->op);
    folded sum = nothing(f);
    for (size_t k = 0, i = first; k < count; k++, i += (size_t)step) {
        const cs_number x = cs_number_convert(f->in.row, f->row, load(&f->in, i, lane));
        const folded before = sum;
        sum = fold(f, op, sum, x, load(&f->more_in, i, 0), i);
        if (f->reduces ? k + 1 == count && !is_result(f, sum, f->result, lane)
                       : !is_result(f, f->exclusive ? before : sum, i, lane))
            return k;
    }
    return count;
}
