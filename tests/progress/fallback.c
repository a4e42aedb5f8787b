/* fallback STRATEGY: tests that a one-pass strategy ends with the right result, and always with the same bits, if other
 * work-groups are late, out of order, or publish nothing. Compiler options inject these faults, see
 * cl/grid/look_back/fault_injection.h. By default, tests share the faults: three tests compare with the oracle, and
 * each fault is tried in one of them; two tests compare bits, and most faults are tried in one of them. With
 * CLSCAN_TEST_WHOLE=1 each test tries all faults. */
#include "support/trial.h"

#include <stdlib.h>
#include <string.h>

static clscan_strategy strategy;

typedef struct lateness {
    const char *name, *build_options;
    bool out_of_place;
} lateness;

/* The injected faults. A tile that is never published works only out of place: in place, its owner overwrites the input
 * that the fallback needs. The protocol requires that an owner publishes before it overwrites. A late tile does that,
 * so that in place a fallback reduces it too. 37 and the numbers of tiles below have no common divisor, so that in
 * "tiles shuffled" each tile is taken once. */
static const lateness all[] = {
    { "as it is", "", false },
    { "dealt by ids", "-DCLSCAN_TICKETS=0", false },
    { "dealt by ids, backwards",
      "-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_TICKETS=0 -DCLSCAN_TILE_ORDER(id,tiles)=((tiles)-1-(id))", false },
    { "dealt by tickets", "-DCLSCAN_TICKETS=1", false },
    { "nobody waits", "-DCLSCAN_SPIN_LIMIT=0", false },
    { "a single look", "-DCLSCAN_SPIN_LIMIT=1", false },
    { "the first tile is withheld", "-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_WITHHELD_TILE=0", true },
    { "the end of a block is withheld", "-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_WITHHELD_TILE=31", true },
    { "the begin of a block is withheld", "-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_WITHHELD_TILE=64", true },
    { "most prefixes are withheld", "-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_WITHHELD_PREFIX(block)=((block)%5!=2)", true },
    { "a tile within a block is late", "-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_LATE_TILE=9", false },
    { "a late tile is overwritten before the fallback reads it",
      "-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_LATE_TILE=9 -DCLSCAN_LATE_FALLBACK=20000000", false },
    { "words of 32 bits", "-DCLSCAN_STATE_BITS=32 -DCLSCAN_SPIN_LIMIT=16", false },
    { "words of 32 bits, nobody waits", "-DCLSCAN_STATE_BITS=32 -DCLSCAN_SPIN_LIMIT=0", false },
    { "last tile first", "-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_TILE_ORDER(ticket,tiles)=((tiles)-1-(ticket))", false },
    { "tiles shuffled", "-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_TILE_ORDER(ticket,tiles)=((ticket)*37%(tiles))", false },
};

/* The faults of the table above that a test tries. */
typedef enum share { FIRST, SECOND, THIRD, SHARES } share;

static size_t first_of(share some) {
    return is_whole_run() ? 0 : some;
}
static size_t step_of(void) {
    return is_whole_run() ? 1 : SHARES;
}

/* Returns a description with small tiles: two packets for each work-item, or slices of several blocks and a remainder.
 * The slices belong to more work-items than there may be threads. */
static clscan_desc small_tiles(const oracle_problem *problem, clscan_kind kind) {
    clscan_desc desc = oracle_problem_desc(problem, kind);
    const size_t size = oracle_problem_size(problem);
    const bool alone = strategy == CLSCAN_STRATEGY_SLICES;
    desc.tuning.strategy = strategy;
    desc.tuning.wg_size = alone ? 1 : 4;
    desc.tuning.items = alone ? 131 : 16 % size == 0 ? 2 * 16 / (unsigned)size : 2;
    desc.tuning.num_groups = 5;
    return desc;
}

static clscan_device *late_device(const test_device *d, const lateness *late) {
    const clscan_device_options options = test_device_options(late->build_options);
    clscan_device *device = NULL;
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    return device;
}

static void scan_counts(const test_device *d, clscan_plan *plan, trial *t, const lateness *late) {
    static const size_t counts[] = { 5, 256, 257, 1000, 3001, 10007 };
    for (size_t i = 0; i < 2 * COUNT(counts); i++) {
        trial_draw(t, oracle_draw(trial_seed(), i));
        t->count = counts[i / 2];
        t->in_place = i % 2 && !late->out_of_place;
        t->out_offset = t->in_place ? t->in_offset : t->out_offset;
        trial_run(d, plan, t);
    }
}

static void scan_late(const test_device *d, const oracle_problem *problem, clscan_kind kind, share some) {
    trial t = { .problem = *problem, .desc = small_tiles(problem, kind) };
    for (size_t i = first_of(some); i < COUNT(all); i += step_of()) {
        clscan_device *device = late_device(d, &all[i]);
        clscan_plan *plan = NULL;
        print_message("%s\n", all[i].name); /* if a scan never ends, the last name is its fault */
        t.build_options = all[i].build_options;
        assert_ok(clscan_plan_create(device, &t.desc, &plan));
        scan_counts(d, plan, &t, &all[i]);
        clscan_plan_destroy(plan);
        clscan_device_destroy(device);
    }
}

static void test_affine(void **state) {
    const oracle_problem problem = { ORACLE_USER, CLSCAN_OP_ADD, oracle_user_at(0) };
    scan_late(*state, &problem, CLSCAN_KIND_EXCLUSIVE, FIRST);
}

static void test_interval(void **state) {
    const oracle_problem problem = { ORACLE_USER, CLSCAN_OP_ADD, oracle_user_at(1) };
    scan_late(*state, &problem, CLSCAN_KIND_INCLUSIVE, SECOND);
}

static void test_bytes(void **state) {
    const oracle_problem problem = { ORACLE_UCHAR, CLSCAN_OP_ADD, NULL };
    scan_late(*state, &problem, CLSCAN_KIND_INCLUSIVE, THIRD);
}

/* ------------------------------------------------------------------------------------- the options have an effect */

/* Asserts that the kernel uses the macro that `option` defines: the macro does not compile, neither in an expression
 * nor in an #if. */
static void assert_heeded(const test_device *d, const char *option) {
    const oracle_problem problem = { ORACLE_INT, CLSCAN_OP_ADD, NULL };
    const clscan_desc desc = small_tiles(&problem, CLSCAN_KIND_INCLUSIVE);
    const lateness wrong = { .build_options = option };
    clscan_device *device = late_device(d, &wrong);
    clscan_plan *plan = NULL;
    const clscan_status status = clscan_plan_create(device, &desc, &plan);
    if (status == CLSCAN_OK)
        fail_msg("%s has no effect", option);
    assert_fails(status, CLSCAN_ERROR_BUILD_FAILURE, "");
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

static void test_options_are_heeded(void **state) {
    assert_heeded(*state, "-DCLSCAN_SPIN_LIMIT=(1/no)");
    assert_heeded(*state, "-DCLSCAN_STATE_BITS=(1/no)");
    assert_heeded(*state, "-DCLSCAN_WITHHELD_TILE=(1/no)");
    assert_heeded(*state, "-DCLSCAN_WITHHELD_PREFIX(block)=(1/no)");
    assert_heeded(*state, "-DCLSCAN_LATE_TILE=(1/no)");
    assert_heeded(*state, "-DCLSCAN_LATE_FALLBACK=(1/no)");
    assert_heeded(*state, "-DCLSCAN_TILE_ORDER(ticket,tiles)=(1/no)");
    if (strategy != CLSCAN_STRATEGY_SLICES) /* slices always uses tickets */
        assert_heeded(*state, "-DCLSCAN_TICKETS=(1/no)");
}

/* --------------------------------------------------------------------------- rounded sums: always the same bits */

enum { N = 20011, RUNS = 5 };

/* A sum that takes longer in some work-groups and for some elements. So tiles end in another order than they start, and
 * the distance of the look-back varies. */
static const clscan_user slow_sum = {
    .source = "static float slow_sum(float a, float b) {\n"
              "    float sum = a + b;\n"
              "    volatile uint left = get_group_id(0) % 3 == 1 ? 20 : as_uint(sum) % 61 == 0 ? 500 : 0;\n"
              "    while (left > 0) left--;\n"
              "    return sum;\n"
              "}\n",
    .combine = "slow_sum",
    .identity = "0",
};

static cl_mem scan_buffer(const test_device *d, clscan_plan *plan, cl_mem in, cl_command_queue queue) {
    cl_mem out = test_device_buffer(d, CL_MEM_READ_WRITE, N * sizeof(float), NULL);
    const clscan_args args = { .in[0].buffer = in, .out[0].buffer = out, .count = N };
    assert_ok(clscan_plan_enqueue(plan, queue, &args, 0, NULL, NULL));
    assert_cl(clFlush(queue));
    return out;
}

/* Compares a result with the first result, which all others must equal. */
static void judge(const test_device *d, cl_mem out, float *first, bool *there, const char *late) {
    static float got[N];
    assert_cl(clEnqueueReadBuffer(d->in_order, out, CL_TRUE, 0, sizeof got, *there ? got : first, 0, NULL, NULL));
    if (*there && memcmp(first, got, sizeof got) != 0)
        fail_msg("other bits: %s", late);
    *there = true;
    clReleaseMemObject(out);
}

/* Runs pairs of scans concurrently on two queues. */
static void run_both(const test_device *d, clscan_plan *plan, cl_mem in, float *first, bool *there, const char *late) {
    for (int run = 0; run < RUNS; run++) {
        cl_mem a = scan_buffer(d, plan, in, d->in_order), b = scan_buffer(d, plan, in, d->out_of_order);
        assert_cl(clFinish(d->out_of_order));
        judge(d, a, first, there, late);
        judge(d, b, first, there, late);
    }
}

static void same_bits(const test_device *d, const clscan_user *user, share some) {
    static float x[N], first[N];
    const oracle_problem problem = { ORACLE_FLOAT, CLSCAN_OP_ADD, NULL };
    clscan_desc desc = small_tiles(&problem, CLSCAN_KIND_INCLUSIVE);
    bool there = false;
    desc.deterministic = 1;
    for (size_t i = 0; i < N; i++)
        x[i] = (float)((double)oracle_draw(3, i) * 0x1p-64 - 0.3);
    if (user)
        desc.user = *user;
    cl_mem in = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x);
    for (size_t i = first_of(some); i < COUNT(all); i += step_of()) {
        clscan_device *device = late_device(d, &all[i]);
        clscan_plan *plan = NULL;
        assert_ok(clscan_plan_create(device, &desc, &plan));
        run_both(d, plan, in, first, &there, all[i].name);
        clscan_plan_destroy(plan);
        clscan_device_destroy(device);
    }
    clReleaseMemObject(in);
}

static void test_same_bits(void **state) {
    same_bits(*state, NULL, THIRD);
}

static void test_same_bits_of_a_slow_operator(void **state) {
    same_bits(*state, &slow_sum, SECOND);
}

/* ------------------------------------------------------------------------------------- one workspace, many scans */

/* Many launches with different counts share the library's workspace, which grows and keeps the records of old launches.
 */
static void test_many_launches(void **state) {
    const oracle_problem problem = { ORACLE_USER, CLSCAN_OP_ADD, oracle_user_at(1) };
    trial t = { .problem = problem, .desc = small_tiles(&problem, CLSCAN_KIND_EXCLUSIVE) };
    const test_device *d = *state;
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, &t.desc, &plan));
    for (size_t i = 0; i < 400; i++) {
        t.count = 1 + oracle_draw(17, i) % (i % 100 == 99 ? 20000 : 700);
        t.in_place = i % 3 == 0;
        t.seed = i;
        trial_run(d, plan, &t);
    }
    clscan_plan_destroy(plan);
}

static int open_or_skip(void **state) {
    test_device_open(state);
    if (!test_device_runs(*state, strategy))
        exit(77);
    return 0;
}

static clscan_strategy strategy_named(const char *name) {
    clscan_strategy s = CLSCAN_STRATEGY_LOOKBACK;
    while (clscan_strategy_name(s) && strcmp(clscan_strategy_name(s), name) != 0)
        s++;
    return s;
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_affine),        cmocka_unit_test(test_interval),
        cmocka_unit_test(test_bytes),         cmocka_unit_test(test_options_are_heeded),
        cmocka_unit_test(test_same_bits),     cmocka_unit_test(test_same_bits_of_a_slow_operator),
        cmocka_unit_test(test_many_launches),
    };
    strategy = strategy_named(argc > 1 ? argv[1] : "lookback");
    return cmocka_run_group_tests(tests, open_or_skip, test_device_close);
}
