/* The shapes that the tests choose, and the counts at which such a shape may go wrong. */
#ifndef TESTS_SHAPE_H
#define TESTS_SHAPE_H

#include "support/dut.h"

/* Values that a work-item brings to a group's scan. */
size_t shape_width(clscan_group group);

/* Whether the strategy has work-groups that scan by an algorithm of the caller's: one pass goes its own way. */
bool shape_has_group(clscan_strategy strategy);

/* Elements in a tile of a description whose type, strategy, group, wg_size and items are set. */
size_t shape_tile(const clscan_desc *desc);

/* Sets wg_size, items and groups from `draw`: small, so that few elements fill many tiles and compile quickly. The
 * strategy and the group are set before. */
void shape_draw(const dut *d, uint64_t draw, clscan_desc *desc);

/* Halves wg_size until elements of `size` bytes fit the device's local memory. */
void shape_fit(const dut *d, size_t size, clscan_desc *desc);

/* The counts around the edges of the shape, up to `limit`, and some from `draw`; returns how many. */
enum { SHAPE_MAX_COUNTS = 64 };
size_t shape_counts(const clscan_desc *desc, size_t limit, uint64_t draw, size_t counts[SHAPE_MAX_COUNTS]);

#endif
