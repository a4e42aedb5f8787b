/* Division by a number whose reciprocal the host has computed: few devices have an instruction for 64-bit division. */
#ifndef CLSCAN_ITEM_DIVISION_H
#define CLSCAN_ITEM_DIVISION_H

#include "base.h"

typedef struct {
    ulong quotient, remainder;
} clscan_division;

/* Divides a by b. `reciprocal` is ULONG_MAX / b, which is at most one less than 2^64 / b. The high half of its product
 * with a is therefore the quotient, or one less. */
static clscan_division clscan_divide(ulong a, ulong b, ulong reciprocal) {
    const ulong quotient = mul_hi(a, reciprocal), remainder = a - quotient * b;
    const bool is_less = remainder >= b;
    const clscan_division exact = { quotient + is_less, is_less ? remainder - b : remainder };
    return exact;
}

#endif
