/* test_random has these modes:
 *
 *   test_random [SEED [SECONDS ['WORD=WORD ...']]]
 *                                         Compares scans of random descriptions with the oracle, for 15 seconds, or
 *                                         for five minutes with CLSCAN_TEST_WHOLE=1. All plans have the properties
 *                                         that the words name. The properties of a single scan are drawn.
 *   test_random --pairs                   Runs few cases, in which every two values of any two dimensions occur
 *                                         together. By default every other case runs, because the emulator runs all
 *                                         cases. PoCL does not optimize these kernels (-cl-opt-disable).
 *   test_random --list                    Prints these cases.
 *   test_random --case 'WORD=WORD ...' [SCANS]
 *                                         Runs one scan, named as a failure prints it, and other scans with its plan.
 *   test_random --words                   Reads each value of a case back from its word.
 *
 * A random case that fails is reduced to a smaller one before it is printed. If the driver crashes, or SIGTERM ends a
 * scan that hangs, the case that was running is printed as it is. */
#include "random/pairs.h"
#include "random/running.h"
#include "random/spared.h"
#include "random/test_case.h"
#include "random/tester.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---------------------------------------------------------------------------------------------------- a failure */

static bool smaller(tester *t, test_case *tc, int dimension, unsigned value) {
    char what[4096];
    test_case other = *tc;
    other.v[dimension] = value;
    test_case_settle(&other);
    if (memcmp(&other, tc, sizeof other) == 0 || tester_run(t, &other, what, sizeof what))
        return false;
    *tc = other;
    return true;
}

/* Reduces the case while it still fails: sets each dimension to its default, or halves it, or subtracts one. Stops when
 * nothing helps. */
static void shrink(tester *t, test_case *tc) {
    bool helped = true;
    for (int round = 0; helped && round < 4; round++) {
        helped = false;
        for (int i = 0; i < DIMS; i++) {
            if (tc->v[i] && smaller(t, tc, i, 0))
                helped = true;
            while (i >= D_count && tc->v[i] > 1 && smaller(t, tc, i, tc->v[i] / 2))
                helped = true;
            for (int steps = 0; i >= D_count && steps < 8 && tc->v[i] > 1 && smaller(t, tc, i, tc->v[i] - 1); steps++)
                helped = true;
        }
    }
}

/* Prints the case and its failure. If the case fails again by itself, reduces it and prints it again. Returns true if
 * it failed again. */
static bool tell(tester *t, test_case tc, const char *seen) {
    char what[4096];
    tester_print(&tc, seen);
    if (tester_run(t, &tc, what, sizeof what))
        return false;
    shrink(t, &tc);
    (void)tester_run(t, &tc, what, sizeof what);
    tester_print(&tc, what);
    return true;
}

/* ------------------------------------------------------------------------------------------------------ the modes */

/* Runs some scans of one plan. If one is wrong, tries its case alone, because the fault may need the scans before it,
 * or may not show every time. */
static bool run_some(tester *t, const test_case *first, uint64_t seed, int scans) {
    enum { AGAIN = 5 };
    char what[4096];
    test_case tc = *first;
    if (tester_run_scans(t, &tc, seed, scans, what, sizeof what))
        return true;
    if (tell(t, tc, what))
        return false;
    for (int i = 0; i < AGAIN; i++) {
        tc = *first;
        if (!tester_run_scans(t, &tc, seed, scans, what, sizeof what))
            tester_print(&tc, what);
    }
    printf("right by itself; above, %d times again after the scans before it\n", AGAIN);
    return false;
}

enum { SCANS = 6 };

/* Dimensions of the plan that are not at their default in `given` are not drawn. */
static bool run_random(tester *t, uint64_t seed, double seconds, const test_case *given) {
    const time_t begin = time(NULL);
    for (uint64_t i = 0; difftime(time(NULL), begin) < seconds; i++) {
        test_case tc = { { 0 } };
        test_case_draw(&tc, oracle_draw(seed, i), 0, DIMS);
        for (int dimension = 0; dimension < D_count; dimension++)
            if (given->v[dimension])
                tc.v[dimension] = given->v[dimension];
        spared_replace(&tc, t->d->name);
        if (!run_some(t, &tc, oracle_draw(seed, i), SCANS))
            return false;
    }
    return true;
}

/* Calls `act` with each of the pairs' cases until it returns false. */
static bool for_pairs(tester *t, bool (*act)(tester *t, test_case tc, uint64_t seed)) {
    test_case tc;
    bool right = true;
    pairs *all = pairs_new();
    for (uint64_t i = 0; right && pairs_next(all, &tc); i++) {
        static const unsigned counts[] = { 1021, 300, 257, 2000 };
        tc.v[D_count] = counts[i % COUNT(counts)];
        tc.v[D_data] = (unsigned)i;
        right = act(t, tc, i);
    }
    pairs_free(all);
    return right;
}

static bool run_pair(tester *t, test_case tc, uint64_t seed) {
    spared_replace(&tc, t->d->name);
    return run_some(t, &tc, seed, SCANS);
}

static bool run_every_other_pair(tester *t, test_case tc, uint64_t seed) {
    return seed % 2 || run_pair(t, tc, seed);
}

static bool list(tester *t, test_case tc, uint64_t seed) {
    char line[1024];
    (void)t, (void)seed;
    test_case_settle(&tc);
    test_case_print(&tc, line, sizeof line);
    puts(line);
    return true;
}

static bool read_line(const char *line, test_case *tc) {
    const char *wrong;
    const bool is_case = test_case_parse(line, tc, &wrong);
    if (!is_case)
        printf("'%s' is not a case because of '%s'\n", line, wrong);
    return is_case;
}

static bool run_line(tester *t, const char *line, int scans) {
    char what[4096];
    test_case tc;
    if (!read_line(line, &tc))
        return false;
    if (tester_run_scans(t, &tc, tc.v[D_data], scans, what, sizeof what))
        return true;
    printf("%s\n", what);
    return false;
}

static bool check_words(void) {
    const int wrong = test_case_wrong_words();
    if (wrong < DIMS)
        printf("%s: a value is not read back from its word, or dims.def does not count all values\n", dims[wrong].name);
    return wrong == DIMS;
}

/* Each pair costs a compilation, which takes half as long without optimization. The drawn cases are optimized. */
static void disable_optimization(void) {
    if (!is_whole_run())
        setenv("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable", 0);
}

int main(int argc, char **argv) {
    void *state = NULL;
    if (argc == 2 && strcmp(argv[1], "--words") == 0)
        return check_words() ? 0 : 1;
    if (argc == 2 && strcmp(argv[1], "--pairs") == 0)
        disable_optimization();
    running_watch();
    test_device_open(&state);
    tester t = { .d = state };
    test_case given;
    bool right;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc > 2 && strcmp(argv[1], "--case") == 0)
        right = run_line(&t, argv[2], argc > 3 ? atoi(argv[3]) : 1);
    else if (argc == 2 && strcmp(argv[1], "--list") == 0)
        right = for_pairs(&t, list);
    else if (argc == 2 && strcmp(argv[1], "--pairs") == 0)
        right = for_pairs(&t, is_whole_run() ? run_pair : run_every_other_pair);
    else
        right = read_line(argc > 3 ? argv[3] : "", &given) &&
                run_random(&t, argc > 1 ? strtoull(argv[1], NULL, 10) : 1,
                           argc > 2         ? strtod(argv[2], NULL)
                           : is_whole_run() ? 300
                                            : 15,
                           &given) &&
                t.scans > 0;
    printf("%zu scans with %zu plans, %zu of which the device can't run\n", t.scans, t.plans, t.refused);
    test_device_close(&state);
    return right ? 0 : 1;
}
