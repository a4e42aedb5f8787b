/* The shapes that the tests choose, and the critical element counts of a shape. */
#ifndef TESTS_SHAPE_H
#define TESTS_SHAPE_H

#include "support/test_device.h"

/* Returns the number of values that each work-item contributes to a work-group scan. */
size_t shape_width(clscan_group group);

/* Return the number of work-group algorithms and of strategies, without `auto`. These are also the enumerators of the
 * last ones. */
unsigned shape_groups(void);
unsigned shape_strategies(void);

/* Returns true if the strategy uses desc.group. One-pass strategies and global_steps ignore desc.group. */
bool shape_has_group(clscan_strategy strategy);

/* Returns the number of elements in a tile. `desc` has its type, strategy, group, wg_size and items set. */
size_t shape_tile(const clscan_desc *desc);

/* Sets desc->wg_size, items and groups from the random number `draw`. They are small, so that few elements fill many
 * tiles and kernels compile quickly. The caller sets the strategy and the group before. */
void shape_draw(const test_device *d, uint64_t draw, clscan_desc *desc);

/* Halves wg_size until a tile with elements of `size` bytes fits into the device's local memory. */
void shape_fit(const test_device *d, size_t size, clscan_desc *desc);

/* Writes to `counts` element counts up to `limit`: those next to critical sizes, such as multiples of the tile and of
 * the span, and some random ones from `draw`. Returns the number of counts. */
enum { SHAPE_MAX_COUNTS = 64 };
size_t shape_counts(const clscan_desc *desc, size_t limit, uint64_t draw, size_t counts[SHAPE_MAX_COUNTS]);

#endif
