/* Compares strategy auto with a plain C loop, on a CPU device. (The textbook kernel takes some 40 times as long as the
 * loop there.) The time is the smaller one of wall time and CPU time. Other processes on the machine increase wall
 * time, and many cores that wait for the same memory increase CPU time. */
#include "bench/plain_loop.h"
#include "support/test_device.h"

#include <oracle.h>
#include <stdlib.h>
#include <time.h>

enum { ELEMENTS = 1 << 23, FEWEST = 7, MOST = 100 };

typedef struct work {
    clscan_plan *plan;
    plain_loop_fn loop;
    const void *in;
    void *out, *expected;
} work;

static double clock_seconds(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void scan(const work *w) {
    assert_ok(execute_host(w->plan, w->in, w->out, ELEMENTS));
}

static void loop(const work *w) {
    w->loop(w->in, w->expected, ELEMENTS);
}

static double least(double a, double b) {
    return a < b ? a : b;
}

static double cost_of(void (*act)(const work *), const work *w) {
    const double wall = clock_seconds(CLOCK_MONOTONIC), cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    act(w);
    const double by_wall = clock_seconds(CLOCK_MONOTONIC) - wall;
    const double by_cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    return least(by_wall, by_cpu);
}

/* Returns the time of the fastest scan divided by the time of the fastest loop. Scan and loop run in turns, FEWEST
 * times or more, and up to MOST times while the ratio is above `most`. */
static double ratio_of(const work *w, double most) {
    double scanned = cost_of(scan, w), looped = cost_of(loop, w);
    for (int i = 0; i < FEWEST || (i < MOST && scanned > most * looped); i++) {
        scanned = least(scanned, cost_of(scan, w));
        looped = least(looped, cost_of(loop, w));
    }
    return scanned / looped;
}

/* The largest ratio that each type may have. Measured by CPU time on two cores of a Xeon, busy or idle: 0.75, 0.8, 0.9,
 * 1.05, 0.65 and 0.45. The wall times of an EPYC in tools/figures/README.md correspond to ratios of 1.3, 0.7, 1.7, 1.3,
 * 0.7 and 0.4 if both of its threads were busy all the time. */
static const struct row {
    oracle_type type;
    double most;
} rows[] = {
    { ORACLE_INT, 1.5 },     { ORACLE_FLOAT, 1.25 }, { ORACLE_LONG, 2 },
    { ORACLE_DOUBLE, 1.75 }, { ORACLE_SHORT, 1 },    { ORACLE_CHAR, 0.75 },
};

static void check_row(const test_device *d, const struct row *row) {
    const size_t bytes = ELEMENTS * oracle_type_size(row->type);
    void *in = calloc(1, bytes), *out = calloc(1, bytes), *expected = calloc(1, bytes);
    const clscan_desc desc = { .value.name = oracle_type_name(row->type) };
    work w = {
        .loop = plain_loop(row->type, CLSCAN_OP_ADD, CLSCAN_KIND_INCLUSIVE), .in = in, .out = out, .expected = expected
    };
    assert_true(in && out && expected);
    oracle_fill(row->type, CLSCAN_OP_ADD, 1, in, ELEMENTS);
    assert_ok(clscan_plan_create(d->device, &desc, &w.plan));
    const double ratio = ratio_of(&w, row->most);
    print_message("%s: %.2f times the time of a plain C loop\n", oracle_type_name(row->type), ratio);
    assert_memory_equal(out, expected, bytes);
    assert_true(ratio <= row->most);
    clscan_plan_destroy(w.plan);
    free(in);
    free(out);
    free(expected);
}

static void test_beside_a_loop(void **state) {
    const test_device *d = *state;
    cl_device_type type = 0;
    assert_cl(clGetDeviceInfo(d->id, CL_DEVICE_TYPE, sizeof type, &type, NULL));
    if (!(type & CL_DEVICE_TYPE_CPU))
        skip();
    for (size_t i = 0; i < COUNT(rows); i++)
        check_row(d, &rows[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_beside_a_loop) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
