/* How a tile stores its results. Each file defines
 *   clscan_tile_store  Scans the items `x` of each value w from before[w], and stores the results of `n` elements from
 *                      `begin` on. */
#ifndef CLSCAN_TILE_STORE_H
#define CLSCAN_TILE_STORE_H

#include "tile/move.h" /* here, because a program has a file at the place of its first include only */

#if CLSCAN_REDUCES_SEGMENTS
#include "tile/store_segments.h"
#elif defined(CLSCAN_STORE)
#include "tile/store_by_user.h"
#else
#include "tile/store_results.h"
#endif

#endif
