#include "fold.h"

/* Integers of the bits `all`; their lowest one has the bit that makes it less than others, if any. */
static cl_ulong fold_integers(clscan_op op, cl_ulong a, cl_ulong b, cl_ulong all, cl_ulong lowest) {
    switch (op) {
    case CLSCAN_ADD:
        return (a + b) & all;
    case CLSCAN_MUL:
        return (a * b) & all;
    case CLSCAN_MIN:
        return (a ^ lowest) < (b ^ lowest) ? a : b;
    case CLSCAN_MAX:
        return (a ^ lowest) > (b ^ lowest) ? a : b;
    case CLSCAN_AND:
        return a & b;
    case CLSCAN_OR:
        return a | b;
    case CLSCAN_XOR:
        return a ^ b;
    default:
        return b > all - a ? all : a + b; /* add_sat */
    }
}

/* Sums of few small numbers, products of 1 and -1: all of them exact. */
static double fold_floating(clscan_op op, double a, double b) {
    switch (op) {
    case CLSCAN_ADD:
        return a + b;
    case CLSCAN_MUL:
        return a * b;
    case CLSCAN_MIN:
        return a < b ? a : b;
    default:
        return a > b ? a : b;
    }
}

static cs_number fold(const cs_type_row *row, clscan_op op, cs_number a, cs_number b) {
    const cl_ulong lowest = cs_number_lowest(row).whole, all = lowest ^ cs_number_highest(row).whole;
    if (row->class & CS_FLOATING)
        return (cs_number) { .floating = fold_floating(op, a.floating, b.floating) };
    return (cs_number) { fold_integers(op, a.whole, b.whole, all, lowest) };
}

static cs_number identity(const cs_type_row *row, clscan_op op) {
    const cs_number one = { 1 }, lowest = cs_number_lowest(row), highest = cs_number_highest(row);
    switch (cs_op_at(op)->identity) {
    case CS_ONE:
        return row->class & CS_FLOATING ? (cs_number) { .floating = 1 } : one;
    case CS_LOWEST:
        return lowest;
    case CS_HIGHEST:
        return highest;
    case CS_ALL_BITS:
        return (cs_number) { lowest.whole ^ highest.whole };
    default:
        return (cs_number) { 0 };
    }
}

size_t cs_fold_compare(const cs_fold *f, const unsigned char *in, ptrdiff_t in_step, const unsigned char *out,
                       ptrdiff_t out_step, size_t count) {
    cs_number sum = identity(f->row, f->op);
    size_t i = 0;
    for (; i < count; i++, in += in_step, out += out_step) {
        const cs_number x = cs_number_convert(f->in, f->row, cs_number_load(f->in, in));
        const cs_number before = sum;
        sum = fold(f->row, f->op, sum, x);
        const cs_number scanned = cs_number_convert(f->row, f->out, f->exclusive ? before : sum);
        if (!cs_number_equals(f->out, scanned, cs_number_load(f->out, out)))
            break;
    }
    return i;
}
