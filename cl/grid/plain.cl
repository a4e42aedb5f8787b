/* One work-item, one element after the other: nothing to agree with anybody about. What the others are compared with
 * where a driver is not trusted (src/self_test/self_test.c). */
#include "grid/prologue.h"

CLSCAN_KERNEL void clscan_plain(CLSCAN_ARRAYS) {
    const clscan_view v = CLSCAN_VIEW;
    clscan_t carry = clscan_start(&v);
    CLSCAN_FOLD
    for (ulong i = 0; i < v.count; i++) {
        const clscan_cursor c = clscan_cursor_at(&v, i);
        const clscan_t x = clscan_load(&v, &c), next = clscan_combine(carry, x);
        clscan_store(&v, &c, x, next, carry);
        carry = next;
    }
    clscan_put_total(&v, carry);
}
