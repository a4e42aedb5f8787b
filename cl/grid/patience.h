/* How long one waits for another work-group, and what tests set otherwise, by the compiler's options. */
#ifndef CLSCAN_PATIENCE_H
#define CLSCAN_PATIENCE_H

#ifndef CLSCAN_POLLS
#define CLSCAN_POLLS 4096 /* looks at what is missing before it is computed */
#endif

/* Tiles dealt otherwise; blocks whose prefix nobody tells; a tile whose owner has no lane that publishes; and one whose
 * owner takes its time before. */
#ifndef CLSCAN_TILE_ORDER
#define CLSCAN_TILE_ORDER(ticket, tiles) ((void)(tiles), (ticket))
#endif
#ifndef CLSCAN_WITHHELD_PREFIX
#define CLSCAN_WITHHELD_PREFIX(block) false
#endif
#ifdef CLSCAN_WITHHELD_TILE
#define CLSCAN_PUBLISHER(tile) ((tile) == CLSCAN_WITHHELD_TILE ? UINT_MAX : 0)
#elif defined(CLSCAN_LATE_TILE)
static uint clscan_late_publisher(uint tile) {
    volatile uint left = tile == CLSCAN_LATE_TILE ? 5000000 : 0;
    while (left > 0)
        left--;
    return 0;
}
#define CLSCAN_PUBLISHER(tile) clscan_late_publisher(tile)
#else
#define CLSCAN_PUBLISHER(tile) 0
#endif

#endif
