/* Fault injection for tests, by options of the compiler:
 *   CLSCAN_TILE_ORDER(ticket, tiles)  Permutes the tiles that work-groups take.
 *   CLSCAN_WITHHELD_PREFIX(block)     True if the prefix of a block is never published.
 *   CLSCAN_WITHHELD_TILE              A tile whose owner never publishes anything.
 *   CLSCAN_LATE_TILE                  A tile whose owner publishes after a delay.
 *   CLSCAN_LATE_FALLBACK              The steps for which a fallback waits before it reads. In place, the owner of a
 *                                     late tile has then overwritten the elements that the fallback reads.
 * Without these options, no fault is injected. */
#ifndef CLSCAN_FAULT_INJECTION_H
#define CLSCAN_FAULT_INJECTION_H

/* Delays a fallback before it reads the missing tile. */
#ifdef CLSCAN_LATE_FALLBACK
static void clscan_delay_fallback(void) {
    volatile uint remaining = CLSCAN_LATE_FALLBACK;
    while (remaining > 0)
        remaining--;
}
#define CLSCAN_DELAY_FALLBACK() clscan_delay_fallback()
#else
#define CLSCAN_DELAY_FALLBACK() (void)0
#endif

#ifndef CLSCAN_TILE_ORDER
#define CLSCAN_TILE_ORDER(ticket, tiles) ((void)(tiles), (ticket))
#endif
#ifndef CLSCAN_WITHHELD_PREFIX
#define CLSCAN_WITHHELD_PREFIX(block) false
#endif

/* The lane that publishes the records of a tile. UINT_MAX is not a lane: the tile publishes nothing. */
#ifdef CLSCAN_WITHHELD_TILE
#define CLSCAN_PUBLISHER(tile) ((tile) == CLSCAN_WITHHELD_TILE ? UINT_MAX : 0)
#elif defined(CLSCAN_LATE_TILE)
static uint clscan_late_publisher(uint tile) {
    volatile uint remaining = tile == CLSCAN_LATE_TILE ? 5000000 : 0;
    while (remaining > 0)
        remaining--;
    return 0;
}
#define CLSCAN_PUBLISHER(tile) clscan_late_publisher(tile)
#else
#define CLSCAN_PUBLISHER(tile) 0
#endif

#endif
