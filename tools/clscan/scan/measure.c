#include "scan/measure.h"
#include "common/message.h"
#include "data/rig.h"
#include <stdlib.h>
#include <string.h>

enum { WARM_UP = 2, FEWEST_ROUNDS = 7, MOST_ROUNDS = 201 };
static const double enough_seconds = 1.0;

/* Copy, then scan, so that each meets the caches as the other left them and `out` ends up scanned. */
static bool one_round(rig *r, double *copy, double *scan) {
    return rig_copy(r, RIG_WALL, copy) && rig_scan(r, RIG_WALL, scan);
}

static bool take_turns(rig *r, measurement *m) {
    double scan[MOST_ROUNDS], copy[MOST_ROUNDS];
    for (int i = 0; i < WARM_UP; i++)
        if (!one_round(r, &copy[0], &scan[0]))
            return false;
    const double start = seconds_now();
    m->rounds = 0;
    while (m->rounds < FEWEST_ROUNDS || (m->rounds < MOST_ROUNDS && seconds_now() - start < enough_seconds)) {
        if (!one_round(r, &copy[m->rounds], &scan[m->rounds]))
            return false;
        m->rounds++;
    }
    m->scan = timing_of(scan, m->rounds);
    m->copy = timing_of(copy, m->rounds);
    return true;
}

static bool is_expected(rig *r, const array *expected) {
    const size_t bytes = expected->count * expected->size;
    void *result = malloc(bytes);
    if (!result)
        return complain("out of memory");
    const bool read = rig_read(r, RIG_OUT, 0, result, bytes);
    const bool same = read && memcmp(result, expected->data, bytes) == 0;
    free(result);
    return same || (read && complain("the measured scans gave another result than the first"));
}

bool measure_scan(clscan_device *device, clscan_plan *plan, const task *t, const array *expected, measurement *m) {
    const size_t copied = task_moved(t) / 2, out = expected->count * expected->size;
    rig r;
    if (!rig_open(&r, device, CLSCAN_BUFFERS, t->in.data, t->in.count * t->in.size, copied > out ? copied : out, false))
        return false;
    r.plan = plan;
    r.copied_bytes = copied;
    const bool ok = rig_add(&r, t) && take_turns(&r, m) && is_expected(&r, expected);
    rig_close(&r);
    return ok;
}
