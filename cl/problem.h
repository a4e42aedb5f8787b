/* The problem: all that the kernels know about the scan to compute. The host replaces this page by the page of a plan
 * (src/page/generate_problem.c). The default problem, an inclusive sum of ints by 64 work-items, lets every file of
 * this folder compile alone. */
#ifndef CLSCAN_PROBLEM_H
#define CLSCAN_PROBLEM_H

#include "shared_constants.h"

/* The names that an operator with a file of its own (cl/op/) may use. The page includes that file here. It defines:
 *   clscan_accumulator  The accumulator.
 *   CLSCAN_OP_IDENTITY  An initializer of the accumulator.
 *   clscan_op_load      (an element of each input array, index): Returns the accumulator of these elements.
 *   clscan_op_combine   (earlier, later): Returns the accumulator of both.
 *   clscan_op_store     (every output array, index, accumulator): Stores the results.
 * The default sum of ints does not use these names: clscan_element is float so that the files of cl/op/ compile alone,
 * as some of them need floating-point elements. */
typedef float clscan_element;
#define CLSCAN_LOWEST  -INFINITY /* the identity of a maximum; the next line is the identity of a minimum */
#define CLSCAN_HIGHEST INFINITY
#define CLSCAN_WRAP    float /* the type for additions and multiplications, in which integers wrap */

/* The element types of the first input array and of the first output array, and the conversions between elements and
 * values. For an operator of cl/op/, or if the user has functions that load, map or store, the page also defines macros
 * that replace these conversions:
 *   CLSCAN_LOAD(view, at, cursor)   Loads the element at `at`. If functions of the user ask for positions, it gets
 *                                   the position of the cursor, and there are no vectors.
 *   CLSCAN_MAP(x)                   Turns a loaded element into a value. Only if the user's store function also gets
 *                                   the element as it was loaded; otherwise CLSCAN_LOAD maps.
 *   CLSCAN_LOADED                   The type of x in CLSCAN_MAP(x): an element, or an element with its position.
 *   CLSCAN_STORE_RESULT(view, at, result)    Stores the result of an operator of cl/op/.
 *   CLSCAN_STORE(view, at, x, inclusive, exclusive)
 *                                   Calls the user's store function with the arrays of a view.
 *   CLSCAN_STORE_PARAMETERS         The arrays for the store function, as parameters of a function. The outputs are
 *                                   `restrict`.
 *   CLSCAN_STORE_ARRAYS(view)       The same arrays of a view, as arguments of a call of such a function.
 *   CLSCAN_STORE_ARGUMENTS          The same arrays as arguments, in a function with CLSCAN_STORE_PARAMETERS.
 *   CLSCAN_STORE_PASSED(at, x, inclusive, exclusive)
 *                                   Calls the user's store function in a function with CLSCAN_STORE_PARAMETERS, with
 *                                   the arrays that this function was passed. */
typedef int clscan_in;
typedef int clscan_out;
#define CLSCAN_FROM_IN(x) (x)
#define CLSCAN_TO_OUT(x)  (x)

/* clscan_t is the type in which the kernels compute: the value, a wider integer whose low bits are the value, or a
 * flagged value. For flagged values, the page also defines clscan_value_flags, the type of their flags. */
typedef int clscan_value;
typedef int clscan_t;
typedef int clscan_total; /* the type of the total, which is a value or, in a reduction by segments, their number */
#define CLSCAN_IDENTITY 0 /* initializer of the value e with combine(e, x) = combine(x, e) = x */

/* The operator, which is associative, but not necessarily commutative: `a` comes before `b`. For flagged values, the
 * page defines clscan_combine_values instead. */
static clscan_t clscan_combine(clscan_t a, clscan_t b) {
    return (clscan_t)((uint)a + (uint)b);
}

#define CLSCAN_EXACT       1 /* every association gives the same bits */
#define CLSCAN_COMMUTATIVE 1 /* the order of operands does not affect the result */

/* The layout of the elements. */
#define CLSCAN_FLAGGED 0 /* 1: values have flags, as there are segments, or the operator has no identity */
#ifndef CLSCAN_CONTINUES
/* 1: the elements are a part of an array with segments, and the first one may continue a segment of another part. The
 * kernels then get a carry-in and a flag in the cell of the initial value, at these bytes: see grid/split.cl. In a
 * selection, they are a part of an array with runs: see grid/split_runs.cl. */
#define CLSCAN_CONTINUES 0
#define CLSCAN_CARRY_AT  16
#define CLSCAN_BEGINS_AT 32
#endif
#define CLSCAN_ACCUMULATES_INDEX 0 /* 1: the value is a struct with the index of an element as its member `index` */
#define CLSCAN_REVERSE           0 /* 1: the last element is scanned first */
#ifndef CLSCAN_HAS_ROWS
#define CLSCAN_HAS_ROWS 0 /* 1: elements lie in the rows or columns of matrices, or have strides */
#endif
#ifndef CLSCAN_SELECTS_RUNS
#define CLSCAN_SELECTS_RUNS 0 /* 1: a selection of contiguous elements that keeps elements by their runs */
#endif
#ifndef CLSCAN_SELECTS
#define CLSCAN_SELECTS 0 /* 1: a selection without flags: see item/selected_chunks.h */
#endif
#ifndef CLSCAN_PLAIN_BYTES
#define CLSCAN_PLAIN_BYTES 0 /* bytes of an element, if a selection writes contiguous elements as they are, alone */
#endif
#ifndef CLSCAN_SELECTS_ROWS
#define CLSCAN_SELECTS_ROWS 0 /* 1: a selection from each matrix row by itself: see task/select.h */
#endif
#ifndef CLSCAN_SELECTS_SEGMENTS
#define CLSCAN_SELECTS_SEGMENTS 0 /* 1: a selection that stores where segments begin: see item/segment_starts.h */
#endif
#define CLSCAN_REDUCES 0 /* 1: each line has one result, its reduction */
#ifndef CLSCAN_REDUCES_SEGMENTS
#define CLSCAN_REDUCES_SEGMENTS 0 /* 1: each segment has one result, its reduction: see item/segment_results.h */
#endif
/* The results of each segment: of a reduction 1, of a histogram its bins. 0: segments have no results of their own. */
#define CLSCAN_SEGMENT_RESULTS   CLSCAN_REDUCES_SEGMENTS
#define CLSCAN_CONTIGUOUS_VALUES !CLSCAN_HAS_ROWS /* 1: values are contiguous, and loaded and stored as they are */
#ifndef CLSCAN_SEGMENTS
#define CLSCAN_SEGMENTS 0 /* how heads are given: see shared_constants.h; 0: no segments */
#endif

#define CLSCAN_INIT_WORDS 1 /* the 32-bit words of an initial value from the host */

/* Input and output arrays other than the first ones: as parameters of kernels, as members of a view, and as
 * initializers of these members from the offsets in `params`. */
#define CLSCAN_MORE_PARAMETERS
#define CLSCAN_MORE_MEMBERS
#define CLSCAN_MORE_INITIALIZERS(params)

/* Vectors, for work-groups of one work-item and ready-made operators only: the operator lane by lane, conversions, and
 * a mask from a char16 that chooses between lanes. */
#ifndef CLSCAN_LANES
#define CLSCAN_LANES 16
typedef int16 clscan_vector;
static clscan_vector clscan_combine_vectors(clscan_vector a, clscan_vector b) {
    return as_int16(as_uint16(a) + as_uint16(b));
}
typedef int16 clscan_in_vector;
typedef int16 clscan_out_vector;
#define CLSCAN_FROM_IN_VECTOR(x) (x)
#define CLSCAN_TO_OUT_VECTOR(x)  (x)
#define CLSCAN_MASK(x)           convert_int16(x)
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
#define CLSCAN_PACKET 4 /* elements in a packet of 16 bytes; 1 if elements do not fill 16 bytes */
#endif
#ifndef CLSCAN_PRIVATE_ROWS
#define CLSCAN_PRIVATE_ROWS 2 /* packet rows that a sub-group keeps in registers */
#define CLSCAN_LOCAL_ROWS   1 /* packet rows that a sub-group keeps in local memory */
#endif
#ifndef CLSCAN_TILES_PER_PREFIX
#define CLSCAN_TILES_PER_PREFIX 32 /* tiles of a block, from one published prefix to the next */
#endif
#ifndef CLSCAN_INTERLEAVED_RUNS
/* How many runs of values of `size` bytes are interleaved. */
#define CLSCAN_INTERLEAVED_RUNS(size) ((size) <= 16 ? 8 : (size) <= 64 ? 2 : 1)
#define CLSCAN_INTERLEAVED_LENGTH     64    /* elements of an interleaved run */
#define CLSCAN_MOST_TOTALS_BYTES      16384 /* the greatest number of bytes for the run totals of a slice */
#endif
#ifndef CLSCAN_TICKETS
#define CLSCAN_TICKETS 1 /* 0: the device starts work-groups in the order of their ids */
#endif
#ifndef CLSCAN_STATE_BITS
#define CLSCAN_STATE_BITS 64 /* bits of the atomic words of a record: 64 or 32 */
#endif
#ifndef CLSCAN_ATOMICS
#define CLSCAN_ATOMICS 3 /* the atomic functions to use: see grid/look_back/atomic_words.h */
#endif
#ifndef CLSCAN_SUB_GROUPS
#define CLSCAN_SUB_GROUPS 0 /* the functions of sub-groups to use: see sub/lanes.h; 0: none */
#endif
#ifndef CLSCAN_TWO_LEVELS
#define CLSCAN_TWO_LEVELS 1 /* 1: strategy lookback searches prefixes in two levels */
#endif
#ifndef CLSCAN_REASSOCIATES
#define CLSCAN_REASSOCIATES 0 /* 1: the compiler changes the order of floating-point additions in loops */
#endif
#ifndef CLSCAN_GROUP
#define CLSCAN_GROUP "group/hillis_steele.h" /* the algorithm of the work-group */
#endif

#endif
