/* Another page in place of cl/problem.h (kernel_lint.sh): a struct and an operator that does not commute. */
#define CLSCAN_PROBLEM_H
typedef struct {
    uint a, b;
} clscan_t;
typedef clscan_t clscan_element;
#define CLSCAN_IDENTITY                                                                                                \
    { 1, 0 }

static clscan_t clscan_combine(clscan_t f, clscan_t g) {
    clscan_t h = { f.a * g.a, f.b * g.a + g.b };
    return h;
}

#define CLSCAN_EXACT        0
#define CLSCAN_COMMUTATIVE  0
#define CLSCAN_EXCLUSIVE    1
#define CLSCAN_WG_SIZE      8
#define CLSCAN_ITEMS        1
#define CLSCAN_PACKET       2
#define CLSCAN_PRIVATE_ROWS 1
#define CLSCAN_LOCAL_ROWS   0
#define CLSCAN_PREFIX_EVERY 4
#define CLSCAN_TICKETS      0
#define CLSCAN_STATE_BITS   32
#define CLSCAN_GROUP        "group/sequential.h"
