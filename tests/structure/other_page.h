/* A page that replaces cl/problem.h in kernel_lint.sh, with the features that the default page lacks: a non-commutative
 * operator, segments by keys, the rows of a matrix in reverse, an input load from two arrays and a store to two arrays.
 * With CLSCAN_PRIVATE_ROWS the page maps elements of the first array instead. Reductions store a member of each result.
 * With CLSCAN_REDUCES_SEGMENTS each segment has one result. */
#define CLSCAN_PROBLEM_H

#include "shared_constants.h"
typedef double clscan_element; /* only the operators in cl/op/ use this type; the user operator below does not */
#define CLSCAN_LOWEST  -INFINITY
#define CLSCAN_HIGHEST INFINITY
#define CLSCAN_WRAP    double
#define CLSCAN_TO_OUT  convert_ushort
typedef struct {
    uint a, b;
} clscan_value;
typedef uint clscan_in;
typedef ushort clscan_out;
typedef uint clscan_value_flags;
typedef struct {
    clscan_value x;
    clscan_value_flags flags;
} clscan_t;
#define CLSCAN_SELECTS_ROWS 0
#ifdef CLSCAN_REDUCES_SEGMENTS
typedef uint clscan_total;
#else
#define CLSCAN_REDUCES_SEGMENTS 0
typedef clscan_value clscan_total;
#endif
#define CLSCAN_SEGMENT_RESULTS CLSCAN_REDUCES_SEGMENTS
#define CLSCAN_IDENTITY                                                                                                \
    { 1, 0 }

static clscan_value clscan_combine_values(clscan_value f, clscan_value g) {
    clscan_value h = { f.a * g.a, f.b * g.a + g.b };
    return h;
}

#ifdef CLSCAN_PRIVATE_ROWS

static clscan_value alone(uint a) {
    clscan_value f = { a, 1 };
    return f;
}
#define CLSCAN_LOAD(v, at, c) (v)->in[at]
#define CLSCAN_MAP(x)         alone(x)
#define CLSCAN_LOADED         clscan_in
typedef uint loaded;

#else

static clscan_value pair(const global uint *a, const global uchar *b, ulong i) {
    clscan_value f = { a[i], b[i] };
    return f;
}
#define CLSCAN_LOAD(v, at, c) pair((v)->in, (v)->in1, at)
typedef clscan_value loaded;

#endif

static void split(global ushort *a, global ushort *b, const global uint *in, const global uchar *in1, ulong i, loaded x,
                  clscan_value inclusive, clscan_value exclusive) {
    a[i] = inclusive.a + in[i] - in1[i] + (i == sizeof x);
    b[i] = exclusive.b;
}

#define CLSCAN_EXACT             0
#define CLSCAN_COMMUTATIVE       0
#define CLSCAN_FLAGGED           1
#define CLSCAN_CONTIGUOUS_VALUES 0
#define CLSCAN_REVERSE           1
#define CLSCAN_ACCUMULATES_INDEX 0
#ifndef CLSCAN_CONTINUES
#define CLSCAN_CONTINUES 0
#endif
#define CLSCAN_CARRY_AT  16
#define CLSCAN_BEGINS_AT 32
#define CLSCAN_HAS_ROWS  1
#ifndef CLSCAN_SEGMENTS
#define CLSCAN_SEGMENTS 3
#endif
typedef ulong clscan_key;
typedef ulong clscan_offset;
#define CLSCAN_SAME_KEY(a, b)  ((a) == (b))
#define CLSCAN_KEY_OF(x)       (x)
#define CLSCAN_INIT_WORDS      2
#define CLSCAN_MORE_PARAMETERS const global uchar *in1, const global ulong *in2, global ushort *out1,
#define CLSCAN_MORE_MEMBERS                                                                                            \
    const global uchar *in1;                                                                                           \
    const global ulong *in2;                                                                                           \
    global ushort *out1;
#define CLSCAN_MORE_INITIALIZERS(numbers)                                                                              \
    in1 + (numbers).in_offset[1], in2 + (numbers).in_offset[2], out1 + (numbers).out_offset[1],
#define CLSCAN_SEGMENT_OFFSETS  in2
#define CLSCAN_KEYS_OF_SEGMENTS out1
#define CLSCAN_STORE_PARAMETERS                                                                                        \
    global ushort *restrict out, global ushort *restrict out1, const global uint *in, const global uchar *in1,
#define CLSCAN_STORE_ARRAYS(v)                           (v)->out, (v)->out1, (v)->in, (v)->in1,
#define CLSCAN_STORE_RESULT(v, at, result)               (v)->out[at] = (result).a
#define CLSCAN_STORE(v, at, x, inclusive, exclusive)     split(CLSCAN_STORE_ARRAYS(v) at, x, inclusive, exclusive)
#define CLSCAN_STORE_PASSED(at, x, inclusive, exclusive) split(out, out1, in, in1, at, x, inclusive, exclusive)

#define CLSCAN_EXCLUSIVE  1
#define CLSCAN_WG_SIZE    8
#define CLSCAN_ITEMS      1
#define CLSCAN_PACKET     2
#define CLSCAN_TWO_LEVELS 1
#ifndef CLSCAN_PRIVATE_ROWS
#define CLSCAN_PRIVATE_ROWS 0
#define CLSCAN_LOCAL_ROWS   0
#endif
#define CLSCAN_TILES_PER_PREFIX       4
#define CLSCAN_INTERLEAVED_RUNS(size) 2
#define CLSCAN_INTERLEAVED_LENGTH     16
#define CLSCAN_MOST_TOTALS_BYTES      256
#define CLSCAN_TICKETS                0
#ifndef CLSCAN_STATE_BITS
#define CLSCAN_STATE_BITS 32
#endif
#ifndef CLSCAN_ATOMICS
#define CLSCAN_ATOMICS 2
#endif
#define CLSCAN_GROUP "group/sequential.h"
