/* The operator and its identity. If CLSCAN_FLAGGED is 1, the scan works on flagged values, else on values as they are.
 * Two files define these names, for values with flags and without:
 *
 *   clscan_combine(a, b)         The operator. `a` comes before `b`. Without flags, problem.h defines it.
 *   clscan_append(a, b)          The operator for operands that have values.
 *   clscan_identity()            The identity.
 *   clscan_value_of(x)           An operand without its flags.
 *   clscan_with_flags(x, flags)  The value x as an operand, with these flags if it has some.
 *   CLSCAN_VALID, CLSCAN_HEAD    The flags: the operand has a value; a segment begins in it.
 *   CLSCAN_HAS_HEAD(x)           True if a segment begins at one of the elements of an operand. */
#ifndef CLSCAN_SCAN_OP_H
#define CLSCAN_SCAN_OP_H

#include "problem.h"

#if CLSCAN_FLAGGED
#include "flagged_op.h"
#else
#include "plain_op.h"
#endif

#endif
