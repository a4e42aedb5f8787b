/* self_test [FILTER [NAME]]: tests the self-test: kernels that a driver corrupts are replaced, and right kernels are
 * not. Only the tests that match FILTER run. Tests that try each strategy or each operator try only the one called
 * NAME. */
#include "api/self_test.h"
#include "device/device.h"

#include <oracle.h>

#include <string.h>

static const char *one_name; /* NAME, or NULL */
static bool met;

/* Returns true if a strategy or operator of this name is to be tried. */
static bool is_tried(const char *name) {
    const bool tried = !one_name || strcmp(one_name, name) == 0;
    met = met || tried;
    return tried;
}

/* Expects that the plan is right on a driver with faults, that the narration has `words`, and that the plan's
 * description names the strategy that was used. */
static void expect(const test_device *d, clscan_strategy strategy, clscan_strategy becomes, const char *words) {
    const clscan_desc desc = small_tiles(strategy);
    clscan_plan *plan = NULL;
    char text[1024], described[64];
    assert_ok(make(d, &desc, &plan));
    assert_has(log_lines, words);
    assert_int_equal(clscan_plan_num_replaced(plan), becomes != strategy);
    assert_scans(d, plan);
    assert_ok(clscan_plan_describe(plan, &(clscan_args) { .count = SCAN_COUNT }, text, sizeof text, NULL));
    snprintf(described, sizeof described, "strategy   %s", becomes ? clscan_strategy_name(becomes) : "reference");
    assert_has(text, described);
    snprintf(described, sizeof described, "replaces   %s", clscan_strategy_name(strategy));
    assert_int_equal(strstr(text, described) != NULL, becomes != strategy);
    clscan_plan_destroy(plan);
}

/* ---------------------------------------------------------------------------------------------------------- tests */

/* Compiles without optimization, which takes half the time. The results are corrupt after the kernels have run. */
static int compile_fast(void **state) {
    (void)state;
    build_options = test_unoptimized();
    return 0;
}

/* Also ends the faults that a test has planted and not ended, because it was skipped. */
static int compile_as_users_do(void **state) {
    (void)state;
    build_options = NULL;
    corrupt = "";
    refused = false;
    most_groups = SIZE_MAX;
    return 0;
}

static void test_right_ones_stay(void **state) {
    const test_device *d = *state;
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++)
        if (is_tried(clscan_strategy_name(strategy)) && test_device_runs(d, strategy)) {
            expect(d, strategy, strategy, clscan_strategy_name(strategy));
            assert_null(strstr(log_lines, "wrong"));
            assert_null(strstr(log_lines, "place"));
        }
}

/* Every kernel of every strategy. The output of the last kernel is corrupt, and the other kernels never run. Strategies
 * that the description names are replaced too. */
static const struct {
    clscan_strategy strategy, becomes; /* AUTO: the reference kernel */
    const char *corrupt, *lost[4];
} kernels[] = {
    { CLSCAN_STRATEGY_SINGLE_GROUP, CLSCAN_STRATEGY_AUTO, "clscan_single_group ", { NULL } },
    { CLSCAN_STRATEGY_GLOBAL_STEPS,
      CLSCAN_STRATEGY_REDUCE_SCAN,
      "clscan_scatter ",
      { "clscan_gather ", "clscan_step " } },
    { CLSCAN_STRATEGY_HIERARCHICAL,
      CLSCAN_STRATEGY_REDUCE_SCAN,
      "clscan_add_back ",
      { "clscan_scan_tiles ", "clscan_scan_totals ", "clscan_add_carries " } },
    { CLSCAN_STRATEGY_REDUCE_SCAN, CLSCAN_STRATEGY_SINGLE_GROUP, "clscan_scan_spans ", { "clscan_reduce_spans " } },
    { CLSCAN_STRATEGY_LOOKBACK, CLSCAN_STRATEGY_REDUCE_SCAN, "clscan_lookback ", { NULL } },
    { CLSCAN_STRATEGY_CHAINED, CLSCAN_STRATEGY_REDUCE_SCAN, "clscan_chained ", { NULL } },
    { CLSCAN_STRATEGY_SLICES, CLSCAN_STRATEGY_REDUCE_SCAN, "clscan_slices ", { NULL } },
    { CLSCAN_STRATEGY_COLUMNS, CLSCAN_STRATEGY_REDUCE_SCAN, "clscan_columns clscan_column_blocks ", { NULL } },
};

static void test_wrong_ones_give_way(void **state) {
    const test_device *d = *state;
    assert_null(clscan_strategy_name(COUNT(kernels) + 1)); /* one row for each strategy */
    for (size_t i = 0; i < COUNT(kernels); i++) {
        const clscan_strategy strategy = kernels[i].strategy, becomes = kernels[i].becomes;
        char words[128];
        if (!is_tried(clscan_strategy_name(strategy)) || !test_device_runs(d, strategy))
            continue;
        snprintf(words, sizeof words, "%s is wrong from element 100 of |%s takes the place of %s",
                 clscan_strategy_name(strategy), becomes ? clscan_strategy_name(becomes) : "reference",
                 clscan_strategy_name(strategy));
        corrupt = kernels[i].corrupt;
        expect(d, strategy, becomes, words);
        corrupt = "";
        for (const char *const *k = kernels[i].lost; *k; k++) {
            lost = *k;
            expect(d, strategy, becomes, strchr(words, '|') + 1);
        }
        lost = "";
    }
}

/* The library replaces one kernel after the other, down to the last one that can be trusted. */
static void test_one_after_the_other_gives_way(void **state) {
    corrupt = "clscan_add_back clscan_scan_spans clscan_single_group ";
    expect(*state, CLSCAN_STRATEGY_HIERARCHICAL, CLSCAN_STRATEGY_AUTO,
           "reduce_scan takes the place of hierarchical|single_group takes the place of reduce_scan|"
           "reference takes the place of single_group");
    corrupt = "";
}

/* If the reference kernel is corrupt, no kernel can be trusted, and the plan is refused. */
static void refuse_reference(const test_device *d, const clscan_desc *desc, const char *words) {
    const cl_uint before = references(d);
    clscan_plan *plan = (clscan_plan *)(uintptr_t)1;
    corrupt = "clscan_reference ";
    assert_fails(make(d, desc, &plan), CLSCAN_ERROR_WRONG_RESULTS, words);
    corrupt = "";
    assert_null(plan);
    assert_nothing_lost(d, before);
}

static void test_nothing_to_trust(void **state) {
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_HIERARCHICAL);
    refuse_reference(*state, &desc, "to two different results|from element 100 on");
    always_so = true;
    refuse_reference(*state, &desc, "elements wrongly, from element 100 on");
    corrupt_at = 0;
    refuse_reference(*state, &desc, "elements wrongly, from element 0 on");
    corrupt_at = 400;
    always_so = false;
}

/* The comparison in plain C covers other types than int, and reverse scans. */
static void test_known_without_the_device(void **state) {
    static const struct {
        clscan_desc desc;
        const char *words;
    } known[] = {
        { { .reverse = 1, .kind = CLSCAN_KIND_EXCLUSIVE }, "from element 100 on" },
        { { .value.name = "int3", .op = CLSCAN_OP_MAX }, "from element 25 on" },
        { { .value.name = "short2", .reverse = 1 }, "from element 100 on" },
        { { .in[0].name = "uchar" }, "from element 100 on" },
        { { .value.name = "float", .out[0].name = "ulong" }, "from element 50 on" },
        { { .layout = CLSCAN_LAYOUT_ROWS, .op = CLSCAN_OP_AND }, "from element 100 on" },
    };
    always_so = true;
    for (size_t i = 0; i < COUNT(known); i++) {
        clscan_desc desc = known[i].desc;
        desc.tuning.strategy = CLSCAN_STRATEGY_SINGLE_GROUP;
        desc.tuning.wg_size = 1;
        refuse_reference(*state, &desc, "elements wrongly");
        assert_has(clscan_last_message(), known[i].words);
    }
    always_so = false;
}

static void test_columns(void **state) {
    const test_device *d = *state;
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = NULL;
    if (!test_device_runs(d, CLSCAN_STRATEGY_COLUMNS))
        skip();
    desc.layout = CLSCAN_LAYOUT_ROWS;
    desc.op = CLSCAN_OP_XOR;
    corrupt = "clscan_columns clscan_columns_whole clscan_column_blocks ";
    assert_ok(make(d, &desc, &plan));
    assert_has(log_lines, "columns is wrong|a scan of rows takes the place of columns");
    assert_int_equal(clscan_plan_num_replaced(plan), 1);
    clscan_plan_destroy(plan);
    corrupt = "";
}

static void test_verdicts_are_kept(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_device *device = device_with_test(d);
    clscan_plan *plan = NULL;
    corrupt = "clscan_scan_spans ";
    assert_ok(clscan_plan_create(device, &desc, &plan));
    clscan_plan_destroy(plan);
    corrupt = "";
    launches = 0;
    log_lines[0] = '\0';
    assert_ok(clscan_plan_create(device, &desc, &plan));
    assert_int_equal(launches, 0);
    assert_has(log_lines, "single_group takes the place of reduce_scan");
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

static void test_what_fails_once_is_no_verdict(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_device *device = device_with_test(d);
    clscan_plan *plan = NULL;
    corrupt = "clscan_scan_spans ";
    refused = true;
    log_lines[0] = '\0';
    assert_ok(clscan_plan_create(device, &desc, &plan));
    assert_has(log_lines, "single_group takes the place of reduce_scan");
    clscan_plan_destroy(plan);
    corrupt = "";
    refused = false;
    log_lines[0] = '\0';
    assert_ok(clscan_plan_create(device, &desc, &plan));
    assert_has(log_lines, "reduce_scan is right");
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

/* Tries each operator in one layout. Products and recurrences get one without conversions, because plain C judges only
 * those. */
static clscan_desc desc_of_operator(const test_device *d, clscan_op op) {
    enum { LAYOUTS = 2 * (CLSCAN_SEGMENTS_OFFSETS + 1) - 1 /* no offsets in rows */ };
    const unsigned layout = (op + 1) % LAYOUTS;
    const bool state = oracle_has_accumulator(op), rows = layout % 2;
    const bool whole = op == CLSCAN_OP_ADD_CHECKED || (!state && !oracle_defined(ORACLE_FLOAT, op));
    const bool vectors = !rows && (!state || op == CLSCAN_OP_LAST_SEEN);
    static const char *const names[2][3] = { { "ushort", "int", "float" }, { "ushort3", "int3", "float3" } };
    clscan_desc desc = small_desc();
    desc.op = op;
    desc.value.name = names[vectors][!state && !oracle_defined(ORACLE_INT, op) ? 0 : whole ? 1 : 2];
    desc.segments = (clscan_segments)(layout / 2);
    desc.layout = rows ? CLSCAN_LAYOUT_ROWS : CLSCAN_LAYOUT_CONTIGUOUS;
    desc.kind = rows ? CLSCAN_KIND_EXCLUSIVE : CLSCAN_KIND_INCLUSIVE;
    desc.reverse = rows;
    desc.in[0].name = rows ? "uchar" : NULL;
    desc.out[0].name = !rows ? vectors ? "float3" : NULL : d->device->caps.has_double ? "double" : "float";
    return desc;
}

static void test_every_operator_and_layout(void **state) {
    for (clscan_op op = 0; clscan_op_name(op); op++) {
        const clscan_desc desc = desc_of_operator(*state, op);
        if (is_tried(clscan_op_name(op)))
            accept(*state, &desc, clscan_op_name(op));
    }
}

#define CORRUPT(test) cmocka_unit_test_setup_teardown(test, compile_fast, compile_as_users_do)

/* An operator that plain C does not know is compared with the reference kernel, and the narration says so. */
static void test_what_plain_c_does_not_judge(void **state) {
    static const char only[] = "compared with the reference kernel only";
    const clscan_op ops[] = { CLSCAN_OP_ADD, CLSCAN_OP_LOG_SUM_EXP };
    for (size_t i = 0; i < COUNT(ops); i++) {
        clscan_desc desc = small_tiles(CLSCAN_STRATEGY_SINGLE_GROUP);
        clscan_plan *plan = NULL;
        desc.value.name = "float";
        desc.op = ops[i];
        assert_ok(make(*state, &desc, &plan));
        assert_has(log_lines, "single_group is right for");
        assert_int_equal(strstr(log_lines, only) != NULL, ops[i] == CLSCAN_OP_LOG_SUM_EXP);
        assert_int_equal(clscan_plan_num_replaced(plan), 0);
        clscan_plan_destroy(plan);
    }
}

/* A plan for many work-groups, on a driver that is wrong where a work-group has several tiles. In the test, each has at
 * least three, although 10000 elements would give each only one. */
static void test_several_tiles_each(void **state) {
    enum { TILE = 12, LEAST = 10000 };
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_plan *plan = NULL;
    desc.tuning.num_groups = 4096;
    corrupt = "clscan_scan_spans ";
    most_groups = LEAST / TILE / 3 + 1;
    assert_ok(make(*state, &desc, &plan));
    assert_has(log_lines, "reduce_scan is wrong|takes the place of reduce_scan");
    clscan_plan_destroy(plan);
    corrupt = "";
    most_groups = SIZE_MAX;
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right_ones_stay),
        CORRUPT(test_several_tiles_each),
        cmocka_unit_test(test_what_plain_c_does_not_judge),
        CORRUPT(test_wrong_ones_give_way),
        CORRUPT(test_one_after_the_other_gives_way),
        CORRUPT(test_nothing_to_trust),
        CORRUPT(test_known_without_the_device),
        CORRUPT(test_columns),
        CORRUPT(test_verdicts_are_kept),
        CORRUPT(test_what_fails_once_is_no_verdict),
        cmocka_unit_test(test_every_operator_and_layout),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    one_name = argc > 2 ? argv[2] : NULL;
    const int failed = cmocka_run_group_tests(tests, test_device_open, test_device_close);
    return failed == 0 && one_name && !met ? 1 : failed;
}
