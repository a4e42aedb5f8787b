#include "fold.h"

#include <string.h>

/* Integers up to `most`, without a sign but for `sign`, the bit that makes them less than others. */
static cl_ulong fold_integers(clscan_op op, cl_ulong a, cl_ulong b, cl_ulong most, cl_ulong sign) {
    switch (op) {
    case CLSCAN_ADD:
        return (a + b) & most;
    case CLSCAN_MUL:
        return (a * b) & most;
    case CLSCAN_MIN:
        return (a ^ sign) < (b ^ sign) ? a : b;
    case CLSCAN_MAX:
        return (a ^ sign) > (b ^ sign) ? a : b;
    case CLSCAN_AND:
        return a & b;
    case CLSCAN_OR:
        return a | b;
    case CLSCAN_XOR:
        return a ^ b;
    default:
        return b > most - a ? most : a + b; /* add_sat */
    }
}

/* Of 1 and -1: all of them exact. */
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

typedef union number {
    cl_ulong whole;
    double floating;
} number;

static number number_at(const cs_type_row *row, const unsigned char *at) {
    number n = { 0 };
    float single;
    memcpy(&n, at, row->size);
    if (row->class == CS_FLOAT && row->size == sizeof single) {
        memcpy(&single, at, sizeof single);
        n.floating = single;
    }
    return n;
}

static bool equals(const cs_type_row *row, number n, const unsigned char *at) {
    const number other = number_at(row, at);
    return row->class & CS_FLOATING ? n.floating == other.floating : n.whole == other.whole;
}

static number fold(const cs_type_row *row, clscan_op op, number a, number b) {
    const cl_ulong most = ~(cl_ulong)0 >> (sizeof most - row->size) * 8;
    const cl_ulong sign = row->class == CS_SIGNED ? most / 2 + 1 : 0;
    number n = { 0 };
    if (row->class & CS_FLOATING)
        n.floating = fold_floating(op, a.floating, b.floating);
    else
        n.whole = fold_integers(op, a.whole, b.whole, most, sign);
    return n;
}

/* What is before the first element changes nothing. */
bool cs_fold_agrees(const cs_type_row *row, clscan_op op, bool exclusive, const unsigned char *in,
                    const unsigned char *out, size_t count, size_t *wrong) {
    const size_t size = row->size;
    const number first = number_at(row, in), nothing = number_at(row, out);
    number sum = first;
    *wrong = 0;
    if (count > 0 && !equals(row, exclusive ? fold(row, op, nothing, first) : first, exclusive ? in : out))
        return false;
    for (size_t i = 1; i < count; i++) {
        const number before = sum;
        sum = fold(row, op, sum, number_at(row, in + i * size));
        *wrong = i;
        if (!equals(row, exclusive ? before : sum, out + i * size))
            return false;
    }
    return true;
}
