/* test_random [SEED [SECONDS]]  draws descriptions, and some scans of each, and measures them against the oracle;
 * test_random --pairs           every two values of any two dimensions together, in one of a few cases;
 * test_random --list            prints those cases;
 * test_random --case 'K=V ...' [SCANS]  one scan, as a failure prints it, and others with its plan.
 * A failure that was drawn is made smaller before it is told. */
#include "random/kase.h"
#include "random/pairs.h"
#include "random/recipe.h"
#include "random/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct tester {
    const dut *d;
    size_t plans, scans, refused;
} tester;

/* False, and `what`: something was wrong. A plan that the device can't run is counted, and NULL. */
static bool plan_of(tester *t, const kase *k, clscan_plan **plan, char *what, size_t size) {
    static recipe r;
    *plan = NULL;
    t->plans++;
    if (!dut_runs(t->d, (clscan_strategy)k->v[D_strategy]))
        return true;
    recipe_write(t->d, k, &r);
    const clscan_status status = clscan_plan_create(t->d->device, &r.desc, plan);
    const bool refused =
        status == CLSCAN_UNSUPPORTED_SHAPE || (status == CLSCAN_UNSUPPORTED_TYPE && !kase_supported(k, t->d->id));
    t->refused += refused;
    if (status != CLSCAN_OK && !refused)
        snprintf(what, size, "clscan_plan_create is %s: %s\n%s", clscan_status_string(status), clscan_last_message(),
                 clscan_last_build_log());
    return status == CLSCAN_OK || refused;
}

/* The status of the scan, with a workspace of the caller's where the case has one, whose surroundings are watched. */
static bool enqueue(const dut *d, clscan_plan *plan, const kase *k, clscan_args *args, char *what, size_t size) {
    const cl_command_queue queue = k->v[D_out_of_order] ? d->out_of_order : d->in_order;
    guarded workspace = { 0 };
    size_t bytes = 0;
    assert_ok(clscan_workspace_size(plan, args->count, &bytes));
    if (k->v[D_workspace] && bytes > 0) {
        workspace = guarded_create(d, bytes, NULL);
        args->workspace = workspace.part;
    }
    const clscan_status status = clscan_enqueue(plan, queue, args, 0, NULL, NULL);
    assert_cl(clFinish(queue));
    const bool outside = workspace.whole && !guarded_read(d, &workspace, NULL);
    guarded_release(&workspace);
    if (status != CLSCAN_OK)
        snprintf(what, size, "clscan_enqueue is %s: %s", clscan_status_string(status), clscan_last_message());
    else if (outside)
        snprintf(what, size, "wrote outside of the workspace");
    return status == CLSCAN_OK && !outside;
}

static bool scan(tester *t, clscan_plan *plan, const kase *k, char *what, size_t size) {
    static scene s;
    t->scans++;
    scene_open(t->d, k, &s);
    clscan_args args = scene_args(&s);
    const bool right = enqueue(t->d, plan, k, &args, what, size) && scene_judge(t->d, &s, what, size);
    scene_close(&s);
    return right;
}

static bool run(tester *t, const kase *k, char *what, size_t size) {
    clscan_plan *plan = NULL;
    const bool right = plan_of(t, k, &plan, what, size) && (!plan || scan(t, plan, k, what, size));
    clscan_plan_destroy(plan);
    return right;
}

/* ---------------------------------------------------------------------------------------------------- a failure */

static bool smaller(tester *t, kase *k, int dimension, unsigned value) {
    char what[4096];
    kase other = *k;
    other.v[dimension] = value;
    kase_settle(&other);
    if (memcmp(&other, k, sizeof other) == 0 || run(t, &other, what, sizeof what))
        return false;
    *k = other;
    return true;
}

/* Each dimension to its default, else by halves and then one by one, until nothing helps. */
static void shrink(tester *t, kase *k) {
    bool helped = true;
    for (int round = 0; helped && round < 4; round++) {
        helped = false;
        for (int i = 0; i < DIMS; i++) {
            if (k->v[i] && smaller(t, k, i, 0))
                helped = true;
            while (i >= D_count && k->v[i] > 1 && smaller(t, k, i, k->v[i] / 2))
                helped = true;
            for (int steps = 0; i >= D_count && steps < 8 && k->v[i] > 1 && smaller(t, k, i, k->v[i] - 1); steps++)
                helped = true;
        }
    }
}

static void print(const kase *k, const char *what) {
    char line[1024];
    kase_print(k, line, sizeof line);
    printf("test_random --case '%s': %s\n", line, what);
}

/* As it was seen, and made smaller if it can be seen again by itself. Whether it can. */
static bool tell(tester *t, kase k, const char *seen) {
    char what[4096];
    print(&k, seen);
    if (run(t, &k, what, sizeof what))
        return false;
    shrink(t, &k);
    (void)run(t, &k, what, sizeof what);
    print(&k, what);
    return true;
}

/* ------------------------------------------------------------------------------------------------------ the modes */

/* Some scans with one plan; the first has the case as it is. False: the last one, *k, was wrong. */
static bool run_scans(tester *t, kase *k, uint64_t seed, int scans, char *what, size_t size) {
    clscan_plan *plan = NULL;
    kase_settle(k);
    bool right = plan_of(t, k, &plan, what, size);
    for (int i = 0; plan && right && i < scans; i++) {
        if (i > 0)
            kase_draw(k, oracle_draw(seed, (uint64_t)i), D_count, DIMS);
        kase_settle(k);
        right = scan(t, plan, k, what, size);
    }
    clscan_plan_destroy(plan);
    return right;
}

/* What is right by itself may take what came before it, or luck. */
static bool run_some(tester *t, const kase *first, uint64_t seed, int scans) {
    enum { AGAIN = 5 };
    char what[4096];
    kase k = *first;
    if (run_scans(t, &k, seed, scans, what, sizeof what))
        return true;
    if (tell(t, k, what))
        return false;
    for (int i = 0; i < AGAIN; i++) {
        k = *first;
        if (!run_scans(t, &k, seed, scans, what, sizeof what))
            print(&k, what);
    }
    printf("right by itself; above, %d times again after the scans before it\n", AGAIN);
    return false;
}

enum { SCANS = 6 };

static bool run_random(tester *t, uint64_t seed, double seconds) {
    const time_t begin = time(NULL);
    for (uint64_t i = 0; difftime(time(NULL), begin) < seconds; i++) {
        kase k = { { 0 } };
        kase_draw(&k, oracle_draw(seed, i), 0, DIMS);
        if (!run_some(t, &k, oracle_draw(seed, i), SCANS))
            return false;
    }
    return true;
}

/* What is done with each of the pairs' cases. */
static bool for_pairs(tester *t, bool (*act)(tester *t, kase k, uint64_t seed)) {
    kase k;
    bool right = true;
    pairs *all = pairs_new();
    for (uint64_t i = 0; right && pairs_next(all, &k); i++) {
        static const unsigned counts[] = { 1021, 300, 257, 2000 };
        k.v[D_count] = counts[i % COUNT(counts)];
        k.v[D_data] = (unsigned)i;
        right = act(t, k, i);
    }
    pairs_free(all);
    return right;
}

static bool run_pair(tester *t, kase k, uint64_t seed) {
    return run_some(t, &k, seed, SCANS);
}

static bool list(tester *t, kase k, uint64_t seed) {
    char line[1024];
    (void)t, (void)seed;
    kase_settle(&k);
    kase_print(&k, line, sizeof line);
    puts(line);
    return true;
}

static bool run_line(tester *t, const char *line, int scans) {
    char what[4096];
    kase k;
    if (!kase_parse(line, &k)) {
        printf("'%s' is no case\n", line);
        return false;
    }
    if (run_scans(t, &k, k.v[D_data], scans, what, sizeof what))
        return true;
    printf("%s\n", what);
    return false;
}

int main(int argc, char **argv) {
    void *state = NULL;
    dut_open(&state);
    tester t = { .d = state };
    bool right;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc > 2 && strcmp(argv[1], "--case") == 0)
        right = run_line(&t, argv[2], argc > 3 ? atoi(argv[3]) : 1);
    else if (argc == 2 && strcmp(argv[1], "--list") == 0)
        right = for_pairs(&t, list);
    else if (argc == 2 && strcmp(argv[1], "--pairs") == 0)
        right = for_pairs(&t, run_pair);
    else
        right = run_random(&t, argc > 1 ? strtoull(argv[1], NULL, 10) : 1, argc > 2 ? strtod(argv[2], NULL) : 120);
    printf("%zu scans with %zu plans, %zu of which the device can't run\n", t.scans, t.plans, t.refused);
    dut_close(&state);
    return right ? 0 : 1;
}
