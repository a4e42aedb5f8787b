/* Which of the rows that were measured are worth keeping. No timing here. */
#include "tune/tune.h"

static const double clearly = 0.98; /* of the time: less is chance */

bool tune_is_faster(double seconds, double than) {
    return seconds < clearly * than;
}

/* Past the last row the library's own hold anyway, before it they have to be said. A row without a count was beaten by
 * the next one, which then is not what the library would take. */
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
