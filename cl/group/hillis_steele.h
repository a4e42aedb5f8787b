/* Hillis and Steele, "Data parallel algorithms", CACM 29(12), 1986: log2 n steps, each reaching twice as far to the
 * left, with n log2 n - n + 1 combines. A step reads one buffer and writes the other, so that one barrier per step is
 * enough. */
#ifndef CLSCAN_GROUP_HILLIS_STEELE_H
#define CLSCAN_GROUP_HILLIS_STEELE_H

#include "group/values.h"

#define CLSCAN_GROUP_WIDTH 1
typedef struct {
    clscan_t ping[CLSCAN_WG_SIZE], pong[CLSCAN_WG_SIZE];
} clscan_group_storage;

CLSCAN_COLLECTIVE clscan_t clscan_group_scan(clscan_t *x, local clscan_group_storage *s) {
    uint k = get_local_id(0);
    local clscan_t *source = s->ping, *target = s->pong;
    clscan_group_put(source, x, CLSCAN_GROUP_WIDTH);
    for (uint d = 1; d < CLSCAN_WG_SIZE; d *= 2) {
        /* An if instead of ?: because PoCL 3.1 selects the wrong one of two structs of 12 bytes. */
        clscan_t next = source[k];
        if (k >= d)
            next = clscan_combine(source[k - d], next);
        target[k] = next;
        clscan_barrier();
        local clscan_t *swap = source;
        source = target;
        target = swap;
    }
    return clscan_group_get_shifted(x, source, CLSCAN_GROUP_WIDTH);
}

#endif
