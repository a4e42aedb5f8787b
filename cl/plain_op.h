/* The operator and its identity on values without flags. problem.h defines the operator and an initializer of its
 * identity. */
#ifndef CLSCAN_PLAIN_OP_H
#define CLSCAN_PLAIN_OP_H

#include "problem.h"

#define CLSCAN_VALID        1 /* values have no flags: these definitions leave out what concerns flags */
#define CLSCAN_HEAD         2
#define CLSCAN_HAS_HEAD(x)  ((void)(x), false)
#define clscan_append(a, b) clscan_combine(a, b)

static clscan_t clscan_identity(void) {
    clscan_t clscan_e = CLSCAN_IDENTITY; /* the prefix keeps the name apart from names in the user's text */
    return clscan_e;
}

static clscan_value clscan_value_of(clscan_t x) {
    return x;
}

static clscan_t clscan_with_flags(clscan_value x, uint flags) {
    (void)flags;
    return x;
}

#endif
