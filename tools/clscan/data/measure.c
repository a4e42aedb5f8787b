#include "data/measure.h"
#include "common/message.h"
#include "data/host_copy.h"
#include "data/runner.h"
#include "options/device_plan.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARM_UP = 2, FEWEST_ROUNDS = 7, MOST_ROUNDS = 201 };
static const double enough_seconds = 1.0;

/* ------------------------------------------------------------------------------------------------- the copy */

/* Copies by the threads of the host, or by the driver if `threads` is NULL. */
typedef struct copier {
    host_copy *threads;
    char *memory; /* `bytes` bytes to copy from, then `bytes` bytes to copy to */
    size_t bytes;
} copier;

static bool copier_open(clscan_device *device, size_t bytes, copier *c, measurement *m) {
    const cl_device_id id = clscan_device_id(device);
    cl_device_type type;
    cl_uint units;
    *c = (copier) { .bytes = bytes };
    snprintf(m->copy_how, sizeof m->copy_how, "the driver");
    if (!device_says(id, CL_DEVICE_TYPE, sizeof type, &type) ||
        !device_says(id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units))
        return false;
    if (!(type & CL_DEVICE_TYPE_CPU))
        return true;
    c->memory = bytes <= SIZE_MAX / 2 ? malloc(2 * bytes + 1) : NULL;
    if (!c->memory)
        return complain("out of memory for a copy of %zu bytes", bytes);
    memset(c->memory, 1, 2 * bytes);
    c->threads = host_copy_open(units ? units : 1, false);
    if (c->threads)
        snprintf(m->copy_how, sizeof m->copy_how, "%u thread%s, %s", units, plural(units), host_copy_how(c->threads));
    return c->threads != NULL;
}

static void copier_close(copier *c) {
    host_copy_close(c->threads);
    free(c->memory);
}

static bool time_copy(runner *r, const copier *c, double *seconds) {
    if (!c->threads)
        return runner_copy(r, RUNNER_WALL, seconds);
    const double start = seconds_now();
    host_copy_run(c->threads, c->memory + c->bytes, c->memory, c->bytes);
    *seconds = seconds_now() - start;
    return true;
}

/* ----------------------------------------------------------------------------------------------- the rounds */

/* Copies, then scans. So each finds the caches as the other left them, and `out` holds results in the end. */
static bool one_round(runner *r, const copier *c, double *copy, double *scan) {
    return time_copy(r, c, copy) && runner_scan(r, RUNNER_WALL, scan);
}

static bool take_turns(runner *r, const copier *c, measurement *m) {
    double scan[MOST_ROUNDS], copy[MOST_ROUNDS];
    for (int i = 0; i < WARM_UP; i++)
        if (!one_round(r, c, &copy[0], &scan[0]))
            return false;
    const double start = seconds_now();
    m->rounds = 0;
    while (m->rounds < FEWEST_ROUNDS || (m->rounds < MOST_ROUNDS && seconds_now() - start < enough_seconds)) {
        if (!one_round(r, c, &copy[m->rounds], &scan[m->rounds]))
            return false;
        m->rounds++;
    }
    m->scan = timing_of(scan, m->rounds);
    m->copy = timing_of(copy, m->rounds);
    return true;
}

/* Of rows from which a selection keeps some elements, only these are compared. */
static bool are_same(const task *t, const char *result, const array *expected) {
    const size_t size = expected->size;
    const char *data = expected->data;
    if (!t->kept_of_rows)
        return memcmp(result, data, expected->count * size) == 0;
    for (size_t row = 0; row < task_rows(t); row++)
        for (size_t n = 0; n < t->kept_of_rows[row]; n++)
            if (memcmp(result + task_place(t, row, n) * size, data + task_place(t, row, n) * size, size) != 0)
                return false;
    return true;
}

static bool is_expected(runner *r, const task *t, const array *expected) {
    const size_t bytes = expected->count * expected->size;
    void *result = malloc(bytes + 1);
    if (!result)
        return complain("out of memory");
    const bool read = runner_read(r, RUNNER_OUT, 0, result, bytes);
    const bool same = read && are_same(t, result, expected);
    free(result);
    return same || (read && complain("the measured scans gave another result than the first"));
}

bool measure_scan(clscan_device *device, clscan_plan *plan, const task *t, const array *expected, measurement *m) {
    const size_t half = task_moved(t) / 2, copied = half ? half : 1; /* OpenCL copies no 0 bytes */
    const size_t out = expected->count * expected->size;
    runner r;
    if (!runner_open(&r, device, MEMORY_BUFFER, t->in.data, t->in.count * t->in.size, copied > out ? copied : out,
                     false))
        return false;
    r.plan = plan;
    r.copied_bytes = copied;
    copier c;
    const bool ok = copier_open(device, copied, &c, m) && runner_add(&r, t) && take_turns(&r, &c, m) &&
                    is_expected(&r, t, expected);
    copier_close(&c);
    runner_close(&r);
    return ok;
}
