/* The spin limit bounds how long a work-group waits for a record of another work-group before it falls back. Results
 * are right for every limit, on every device. The limit is large because a fallback loads a tile twice more, and an
 * owner that is running publishes its record soon. The limit matters where the owner does not run. */
#ifndef CLSCAN_SPIN_LIMIT_H
#define CLSCAN_SPIN_LIMIT_H

#ifndef CLSCAN_SPIN_LIMIT
#define CLSCAN_SPIN_LIMIT 4096 /* polls of a missing record; then the fallback computes it */
#endif

#define CLSCAN_NO_TILE UINT_MAX /* the result of a search that misses no tile */

/* Returns how often a search polls a missing record. After a fallback, each record is loaded once and not polled again:
 * the work-group has waited for the spin limit already, and would wait that long for each of many missing tiles. */
static uint clscan_polls(bool fell_back) {
    return fell_back ? 0 : CLSCAN_SPIN_LIMIT;
}

#endif
