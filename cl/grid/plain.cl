/* The reference kernel: one work-item scans one element after the other, without any exchange between work-items. The
 * self-test compares the other kernels with it (src/self_test/self_test.c). */
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
