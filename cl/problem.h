/* The contract: all that the kernels know about the scan to compute. The host replaces this page by the plan's own
 * (src/plan/generate_problem.c); as it stands, an inclusive sum of ints by 64 work-items, it lets every file here
 * compile alone. */
#ifndef CLSCAN_PROBLEM_H
#define CLSCAN_PROBLEM_H

#include "agreed.h"

/* What an operator with a file of its own (cl/op/) knows: it makes its state of elements, and elements of its state.
 * The page includes that file here, which defines
 *   clscan_op_state     what is scanned, and CLSCAN_OP_IDENTITY
 *   clscan_op_load      (an element of each array of the input, index): the state
 *   clscan_op_combine   (earlier, later)
 *   clscan_op_store     (every array of the output, index, state) */
typedef float clscan_element;
#define CLSCAN_LOWEST  -INFINITY /* element */
#define CLSCAN_HIGHEST INFINITY
#define CLSCAN_WRAP    float /* the type to add and multiply in, in which integers wrap */

typedef int clscan_in; /* what is read, and written: the elements of the first arrays */
typedef int clscan_out;
#define CLSCAN_FROM_IN(x) (x) /* from the type that is read, and to the one that is written; else there are */
#define CLSCAN_TO_OUT(x)  (x) /* CLSCAN_LOAD(view, at), and CLSCAN_PUT(view, at, result) or, of a function that wants
                               * to know more, CLSCAN_STORE(of, at, x, inclusive, exclusive), `of` being `view->`, or
                               * nothing where CLSCAN_STORE_PARAMETERS are; CLSCAN_STORE_ARRAYS(of) stand for them */

typedef int clscan_value; /* what is scanned */
typedef int clscan_t; /* what is computed with: the value, a wider integer whose lowest bits count, or one with flags */
#define CLSCAN_IDENTITY 0 /* initializer of the value e with combine(e, x) = combine(x, e) = x */

/* The operator: `a` comes before `b`. Associative; may be commutative or not. Of values with flags, it is
 * clscan_combine_values instead. */
static clscan_t clscan_combine(clscan_t a, clscan_t b) {
    return (clscan_t)((uint)a + (uint)b);
}

#define CLSCAN_EXACT       1 /* every association gives the same bits */
#define CLSCAN_COMMUTATIVE 1 /* the order of operands does not show */

/* How values are come by. */
#define CLSCAN_FLAGGED  0 /* values have flags: they come in segments, or the operator has no identity */
#define CLSCAN_REVERSE  0 /* the last element is scanned first */
#ifndef CLSCAN_BATCHED
#define CLSCAN_BATCHED 0 /* elements lie in rows of a length, or apart from each other */
#endif
#define CLSCAN_PLAIN !CLSCAN_BATCHED /* values lie side by side as they are scanned, or in reverse */
#ifndef CLSCAN_SEGMENTS
#define CLSCAN_SEGMENTS 0 /* by what segments begin: see item/arrays.h */
#endif

#define CLSCAN_INIT_WORDS          1 /* of 32 bits, that an initial value from the host takes */
#define CLSCAN_MORE_PARAMETERS       /* more arrays: as parameters of kernels, each followed by a comma, */
#define CLSCAN_MORE_MEMBERS          /* as members of a view, */
#define CLSCAN_MORE_PLACES(offset)   /* and where they begin, from their offsets, each followed by a comma */

#ifndef CLSCAN_LANES /* built-in operators only: the same, lane by lane */
#define CLSCAN_LANES 16
typedef int16 clscan_vector;
static clscan_vector clscan_combine_vectors(clscan_vector a, clscan_vector b) {
    return as_int16(as_uint16(a) + as_uint16(b));
}
typedef int16 clscan_in_vector; /* of what is read and written, */
typedef int16 clscan_out_vector;
#define CLSCAN_FROM_IN_VECTOR(x) (x)
#define CLSCAN_TO_OUT_VECTOR(x)  (x)
#define CLSCAN_MASK(x)           convert_int16(x) /* and of what chooses between values, from a char16 */
#endif

#ifndef CLSCAN_EXCLUSIVE
#define CLSCAN_EXCLUSIVE 0 /* 1: out[i] is the prefix before in[i] */
#endif
#ifndef CLSCAN_WG_SIZE
#define CLSCAN_WG_SIZE 64 /* work-items in a work-group, a power of two */
#endif
#ifndef CLSCAN_ITEMS
#define CLSCAN_ITEMS 4 /* elements that a work-item scans serially for each value it brings to the group */
#endif
#ifndef CLSCAN_PACKET
#define CLSCAN_PACKET 4 /* elements in 16 bytes; 1 where they do not fill them */
#endif
#ifndef CLSCAN_PRIVATE_ROWS
#define CLSCAN_PRIVATE_ROWS 2 /* packets of its tile that a work-item keeps in registers, and in local memory */
#define CLSCAN_LOCAL_ROWS   1
#endif
#ifndef CLSCAN_PREFIX_EVERY
#define CLSCAN_PREFIX_EVERY 32 /* tiles from one published prefix to the next */
#endif
#ifndef CLSCAN_RUNS_OF
#define CLSCAN_RUNS_OF(size) ((size) <= 16 ? 8 : (size) <= 64 ? 2 : 1) /* runs side by side, of elements of a size */
#define CLSCAN_RUN_LENGTH    64                                        /* elements of each */
#define CLSCAN_MOST_KEPT     16384 /* bytes of their totals that are kept of a slice */
#endif
#ifndef CLSCAN_TICKETS
#define CLSCAN_TICKETS 1 /* 0: the device starts work-groups in the order of their ids */
#endif
#ifndef CLSCAN_STATE_BITS
#define CLSCAN_STATE_BITS 64 /* of the words that work-groups read and write at once: 64 or 32 */
#endif
#ifndef CLSCAN_ATOMICS
#define CLSCAN_ATOMICS 3 /* which of the functions in grid/tile_state.h hand these words over */
#endif
#ifndef CLSCAN_SUB_GROUPS
#define CLSCAN_SUB_GROUPS 0 /* which of the ways in sub/lanes.h; 0: none */
#endif
#ifndef CLSCAN_REASSOCIATES
#define CLSCAN_REASSOCIATES 0 /* 1: the compiler changes the order of floating-point additions in loops */
#endif
#ifndef CLSCAN_GROUP
#define CLSCAN_GROUP "group/hillis_steele.h" /* the algorithm by which a work-group scans */
#endif

#endif
