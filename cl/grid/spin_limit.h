/* The spin limit bounds how long a work-group waits for a record of another work-group before it falls back. Every
 * number gives right results, on every device. A fallback loads a tile twice more, and the owner of a record that runs
 * publishes it soon, so the number is large: it counts where the owner does not run. */
#ifndef CLSCAN_SPIN_LIMIT_H
#define CLSCAN_SPIN_LIMIT_H

#ifndef CLSCAN_SPIN_LIMIT
#define CLSCAN_SPIN_LIMIT 4096 /* polls of a missing record; then the fallback computes it */
#endif

#endif
