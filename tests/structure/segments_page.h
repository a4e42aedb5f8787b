/* A page that replaces cl/problem.h in kernel_lint.sh: a selection by segments, which counts pairs of numbers, or with
 * CLSCAN_PART_SIZES a partition. All else is as in cl/problem.h. */
#define clscan_element clscan_other_element
#define clscan_value   clscan_other_value
#define clscan_t       clscan_other_t
#define clscan_total   clscan_other_total
#define clscan_combine clscan_other_combine
#define CLSCAN_LANES   0
#include "problem.h"
#undef clscan_element
#undef clscan_value
#undef clscan_t
#undef clscan_total
#undef clscan_combine

typedef uint2 clscan_element;
typedef uint2 clscan_value;
typedef uint2 clscan_t;
typedef uint clscan_total;

static clscan_t clscan_combine(clscan_t a, clscan_t b) {
    return a + b;
}

#undef CLSCAN_SELECTS_SEGMENTS
#define CLSCAN_SELECTS_SEGMENTS 1
#undef CLSCAN_SELECTS
#define CLSCAN_SELECTS 1
#include "task/decision.h"

#undef CLSCAN_MORE_PARAMETERS
#define CLSCAN_MORE_PARAMETERS const global clscan_offset *in1, global uint *out1,
#undef CLSCAN_MORE_MEMBERS
#define CLSCAN_MORE_MEMBERS                                                                                            \
    const global clscan_offset *in1;                                                                                   \
    global uint *out1;                                                                                                 \
    const global clscan_total *part_sizes;
#undef CLSCAN_MORE_INITIALIZERS
#define CLSCAN_MORE_INITIALIZERS(numbers)            in1 + (numbers).in_offset[1], out1 + (numbers).out_offset[1], 0,
#define CLSCAN_SEGMENT_OFFSETS                       in1
#define CLSCAN_STARTS_OF_SEGMENTS                    out1
#define CLSCAN_LOAD(v, at, c)                        CLSCAN_COUNT_IN_SEGMENTS((v)->in[at], clscan_is_head(v, c))
#define CLSCAN_STORE(v, at, x, inclusive, exclusive) CLSCAN_STORE_PASSED(at, x, inclusive, exclusive)
#define CLSCAN_STORE_PARAMETERS
#define CLSCAN_STORE_ARRAYS(v)
#define CLSCAN_STORE_PASSED(at, count, inclusive, exclusive)                                                           \
    ((void)((at) + (count).x + CLSCAN_KEPT_OF(inclusive) + CLSCAN_KEPT_OF(exclusive)))
