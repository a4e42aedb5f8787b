/* The spin limit bounds how long a work-group waits for a record of another work-group before it falls back. Results
 * are right for every limit, on every device. The limit is large because a fallback loads a tile twice more, and an
 * owner that is running publishes its record soon. The limit matters where the owner does not run. */
#ifndef CLSCAN_SPIN_LIMIT_H
#define CLSCAN_SPIN_LIMIT_H

#ifndef CLSCAN_SPIN_LIMIT
#define CLSCAN_SPIN_LIMIT 4096 /* polls of a missing record; then the fallback computes it */
#endif

#endif
