/* test_soak [THREADS [SECONDS]]: runs rounds for SECONDS (default: CLSCAN_SOAK_SECONDS, or 8). In a round, each thread
 * creates plans of random descriptions, runs scans with each plan, and compares them with the oracle.
 *
 * Every other round creates and destroys a device of its own. After such a round, the counts of alive.h must be what
 * they were before, to the byte. The other rounds share a device, which must not keep more and more programs.
 *
 * In the first third of the time the descriptions are new, and afterwards they repeat. In the second half of the time,
 * the memory of the process must not grow, except for OpenCL's heap: PoCL 3.1 loses some 5 KB for each plan. */
#include "random/spared.h"
#include "random/tester.h"
#include "soak/alive.h"

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PLANS = 3, SCANS = 6, MOST_THREADS = 64 };

typedef struct worker {
    pthread_t thread;
    test_device d;
    tester t;
    uint64_t seed;
    bool right;
} worker;

typedef struct soak {
    const test_device *d;
    clscan_device *lasting;
    int threads;
    double seconds, begin;
    uint64_t rounds, known; /* `known`: number of rounds after which the descriptions repeat */
    size_t plans, scans;
    long settled; /* bytes of the process without OpenCL's heap, in the middle of the time */
} soak;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Returns the resident memory of the process in bytes, without mapped files; 0 if the system does not report it. */
static long resident(void) {
    char line[256];
    long kib = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file) && sscanf(line, "RssAnon: %ld", &kib) != 1)
        ;
    if (file)
        fclose(file);
    return kib * 1024;
}

/* Returns the resident memory without OpenCL's heap. First gives unused heap memory back to the system. */
static long own(void) {
    malloc_trim(0);
    return resident() - alive_elsewhere();
}

/* ----------------------------------------------------------------------------------------------------- a round */

static void *work(void *arg) {
    worker *w = arg;
    char what[4096];
    for (uint64_t i = 0; w->right && i < PLANS; i++) {
        const uint64_t seed = oracle_draw(w->seed, i);
        test_case tc = { { 0 } };
        test_case_draw(&tc, seed, 0, DIMS);
        spared_replace(&tc, w->d.name);
        w->right = tester_run_scans(&w->t, &tc, seed, SCANS, what, sizeof what);
        if (!w->right)
            tester_print(&tc, what);
    }
    return NULL;
}

static void start(worker *w, const soak *s, clscan_device *device, uint64_t seed) {
    const bool ordered = s->d->out_of_order == s->d->in_order;
    *w = (worker) { .d = *s->d, .seed = seed, .right = true };
    w->t.d = &w->d;
    w->d.device = device;
    w->d.in_order = clCreateCommandQueue(w->d.context, w->d.id, 0, NULL);
    w->d.out_of_order =
        clCreateCommandQueue(w->d.context, w->d.id, ordered ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL);
    assert_true(w->d.in_order && w->d.out_of_order);
    assert_int_equal(pthread_create(&w->thread, NULL, work, w), 0);
}

static bool finish(worker *w, soak *s) {
    pthread_join(w->thread, NULL);
    clReleaseCommandQueue(w->d.in_order);
    clReleaseCommandQueue(w->d.out_of_order);
    s->plans += w->t.plans;
    s->scans += w->t.scans;
    return w->right;
}

static bool run_plans(soak *s, clscan_device *device, uint64_t seed) {
    static worker workers[MOST_THREADS];
    bool right = true;
    for (int i = 0; i < s->threads; i++)
        start(&workers[i], s, device, oracle_draw(seed, (uint64_t)i));
    for (int i = 0; i < s->threads; i++)
        right = finish(&workers[i], s) && right;
    return right;
}

static bool run_round(soak *s, uint64_t seed) {
    const alive before = alive_now();
    clscan_device *device = NULL;
    assert_ok(clscan_device_create(s->d->context, s->d->id, &options_without_self_test, &device));
    const bool right = run_plans(s, device, seed);
    clscan_device_destroy(device);
    const alive after = alive_now();
    return alive_is_same(&before, &after) && right;
}

static bool run_round_of_lasting(soak *s, uint64_t seed) {
    enum { UNUSED = 32 };
    clscan_cache_stats stats = CLSCAN_CACHE_STATS_INIT;
    const bool right = run_plans(s, s->lasting, seed);
    assert_ok(clscan_device_cache_stats(s->lasting, &stats));
    if (stats.programs > UNUSED)
        printf("%zu programs, and no plan\n", stats.programs);
    return right && stats.programs <= UNUSED;
}

/* --------------------------------------------------------------------------------------------------- the soak */

static void tell(const soak *s) {
    printf("%6.0f s: %llu rounds, %zu plans, %zu scans; %.1f MiB beside OpenCL's heap of %.2f\n", now() - s->begin,
           (unsigned long long)s->rounds, s->plans, s->scans, (double)own() / (1 << 20),
           (double)alive_elsewhere() / (1 << 20));
}

static bool run(soak *s) {
    bool right = true;
    double next_report = 0, passed;
    while (right && (passed = (now() - s->begin) / s->seconds) < 1) {
        if (passed < 1 / 3.)
            s->known = s->rounds + 1;
        const uint64_t seed = s->rounds++ % s->known;
        right = (s->rounds % 2 ? run_round : run_round_of_lasting)(s, seed);
        if (!s->settled && passed >= 0.5)
            s->settled = own();
        if (passed >= next_report) {
            tell(s);
            next_report += 1 / 20.;
        }
    }
    tell(s);
    return right;
}

/* Returns whether the memory has not grown since the middle of the time. A real leak would exceed ALLOWED. */
static bool is_flat(const soak *s) {
    enum { ALLOWED = 64 << 20 };
    const long last = own();
    if (!s->settled || last < s->settled + ALLOWED)
        return true;
    printf("%ld bytes in the middle of the time have become %ld\n", s->settled, last);
    return false;
}

int main(int argc, char **argv) {
    const char *asked = getenv("CLSCAN_SOAK_SECONDS"), *seconds = argc > 2 ? argv[2] : asked ? asked : "6";
    void *state = NULL;
    setvbuf(stdout, NULL, _IOLBF, 0);
    test_device_open(&state);
    soak s = { .d = state, .threads = argc > 1 ? atoi(argv[1]) : 1, .seconds = atof(seconds), .begin = now() };
    if (s.threads < 1 || s.threads > MOST_THREADS || s.seconds <= 0)
        return 2;
    for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++)
        (void)test_device_runs(s.d, strategy); /* caches the answer, because its first call is not thread-safe */
    assert_ok(clscan_device_create(s.d->context, s.d->id, &options_without_self_test, &s.lasting));
    const bool right = run(&s) && is_flat(&s);
    clscan_device_destroy(s.lasting);
    test_device_close(&state);
    return right ? 0 : 1;
}
