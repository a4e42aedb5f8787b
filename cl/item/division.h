/* Division by what the host knows the reciprocal of: few devices divide 64 bits at once. */
#ifndef CLSCAN_ITEM_DIVISION_H
#define CLSCAN_ITEM_DIVISION_H

#include "base.h"

typedef struct {
    ulong quotient, rest;
} clscan_division;

/* reciprocal: ULONG_MAX / b, at most one less than 2^64 / b: the high half of its product with a is the quotient, or
 * one less. */
static clscan_division clscan_divide(ulong a, ulong b, ulong reciprocal) {
    const ulong quotient = mul_hi(a, reciprocal), rest = a - quotient * b;
    const bool is_less = rest >= b;
    const clscan_division exact = { quotient + is_less, is_less ? rest - b : rest };
    return exact;
}

#endif
