/* Chooses the measured rows that are worth keeping. Nothing is timed here. */
#include "tune/tune.h"

static const double clearly = 0.98; /* a smaller difference of times is chance */

bool tune_is_faster(double seconds, double than) {
    return seconds < clearly * than;
}

/* After the last row the library's own rows hold anyway. Before the last row, the file has to name them too. If a row
 * with the limit 0 is not the library's own, the next row replaces a range of the library's, and is not its own either.
 */
size_t tune_keep(const tune_row *rows, size_t count, tune_row *kept) {
    size_t n = 0;
    bool own = true;
    for (size_t i = 0; i < count; i++) {
        own = own && rows[i].own;
        if (rows[i].limit == 0)
            continue;
        kept[n] = rows[i];
        kept[n++].own = own;
        own = true;
    }
    while (n > 0 && kept[n - 1].own)
        n--;
    return n;
}
