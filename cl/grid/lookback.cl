/* One pass with decoupled look-back (Merrill and Garland, NVR-2016-002). The look-back has two levels for blocked tiles
 * and for tiles of few packet rows, because many such tiles are in flight at the same time.
 * Read next grid/look_back/one_pass.h, grid/look_back/fall_back.h (the loop), tile/resident.h (tiles),
 * grid/look_back/look_back.h (the search), grid/look_back/tile_state.h. */
#include "grid/look_back/look_back_blocks.h"
#include "grid/prologue.h"

#if CLSCAN_TWO_LEVELS
#define CLSCAN_FIND_PREFIX   clscan_look_back_blocks
#define CLSCAN_TOTALS(tiles) ((tiles) / CLSCAN_TILES_PER_PREFIX)
#else
#define CLSCAN_FIND_PREFIX   clscan_look_back
#define CLSCAN_TOTALS(tiles) 0
#endif
#include "grid/look_back/one_pass.h"

CLSCAN_REGISTER_HEAVY_KERNEL void clscan_lookback(CLSCAN_ARRAYS, clscan_state *workspace, uint tiles, uint epoch,
                                                  uint first_ticket) {
    local clscan_one_pass_storage storage;
    const clscan_view view = CLSCAN_VIEW;
    const clscan_context context = { clscan_states_at(workspace, tiles, CLSCAN_TOTALS(tiles), epoch), &view };
    clscan_one_pass(&context, tiles, first_ticket, &storage);
}
