/* Each work-group divides two numbers. */
#include "item/division.h"

CLSCAN_KERNEL void test_divide(const global ulong *a, const global ulong *b, const global ulong *reciprocals,
                               global ulong *quotients, global ulong *rests) {
    const ulong i = get_group_id(0);
    const clscan_division d = clscan_divide(a[i], b[i], reciprocals[i]);
    quotients[i] = d.quotient;
    rests[i] = d.remainder;
}
