/* The self-test finds a compiler that reassociates floating-point sums, and kernels that are wrong only in the
 * fallback, when a work-group computes the tile of another one. */
#include "api/self_test.h"
#include "device/device.h"
#include "support/scratch.h"

/* ------------------------------------------------------------------------------------------------ reassociation */

/* A sed script for kernels that sum the elements with even and odd indices separately, as a compiler does that uses the
 * two lanes of a vector. */
static const char in_lanes[] =
    "s/sum = x.0.;/sum = x[0], odd = x[0];/;"
    "s/ sum = clscan_combine(sum, x.i.);/ if (i % 2) odd = i == 1 ? x[1] : clscan_combine(odd, x[i]);"
    " else sum = clscan_combine(sum, x[i]);/;"
    "s/return sum;/return n > 1 ? clscan_combine(sum, odd) : sum;/";

static int set_up(void **state) {
    char command[800];
    if (scratch_open(state))
        return 1;
    snprintf(command, sizeof command,
             "cp -r cl %s && chmod -R u+w %s/cl && sed -i '%s' %s/cl/item/serial.h && ! cmp -s cl/item/serial.h "
             "%s/cl/item/serial.h",
             folder, folder, in_lanes, folder, folder);
    return system(command);
}

static clscan_status plan_in_lanes(const test_device *d, const char *type, clscan_op op, const char *options,
                                   clscan_plan **plan) {
    clscan_device_options own = CLSCAN_DEVICE_OPTIONS_INIT;
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_device *device = NULL;
    char kernels[64];
    snprintf(kernels, sizeof kernels, "%s/cl", folder);
    own.self_test = CLSCAN_SELF_TEST_ON;
    own.log = listen;
    own.kernel_dir = kernels;
    own.build_options = options;
    desc.value.name = type;
    desc.op = op;
    desc.tuning.strategy = CLSCAN_STRATEGY_SINGLE_GROUP;
    desc.tuning.group = CLSCAN_GROUP_KOGGE_STONE;
    desc.tuning.wg_size = 4;
    desc.tuning.items = 16;
    log_lines[0] = '\0';
    assert_ok(clscan_device_create(d->context, d->id, &own, &device));
    const clscan_status status = clscan_plan_create(device, &desc, plan);
    clscan_device_destroy(device);
    return status;
}

static void test_reassociation(void **state) {
    static const char *const types[] = { "float", "double", "half" };
    static const clscan_op ops[] = { CLSCAN_OP_ADD, CLSCAN_OP_MUL };
    for (size_t i = 0; i < COUNT(types); i++)
        for (size_t k = 0; k < COUNT(ops); k++) {
            clscan_plan *plan = NULL;
            const clscan_status status = plan_in_lanes(*state, types[i], ops[k], test_unoptimized(), &plan);
            if (status == CLSCAN_ERROR_UNSUPPORTED_TYPE)
                continue;
            assert_ok(status);
            assert_has(log_lines, "single_group is wrong|reference takes the place of single_group");
            clscan_plan_destroy(plan);
        }
}

/* Build options that allow the compiler to reassociate are obeyed, and the kernels count as right. */
static void test_reassociation_by_request(void **state) {
    clscan_plan *plan = NULL;
    assert_ok(plan_in_lanes(*state, "float", CLSCAN_OP_ADD, "-cl-fast-relaxed-math", &plan));
    assert_has(log_lines, "single_group is right");
    clscan_plan_destroy(plan);
}

/* -------------------------------------------------------------------------------------------------- withheld tiles */

/* Returns true if kernels take no tickets. The first work-group then owns the first tile, and always runs. */
static bool takes_no_tickets(const test_device *d) {
    return d->device->caps.starts_in_order;
}

/* Returns true if the strategy has tiles that can be withheld. Without fences, columns has none. */
static bool has_tiles(const test_device *d, clscan_strategy strategy) {
    return test_device_runs(d, strategy) && (strategy != CLSCAN_STRATEGY_COLUMNS || d->device->caps.has_fence);
}

/* Corrupts the kernels of each strategy only when a tile has no owner, and asserts that the self-test finds it. */
static void assert_withheld_is_seen(const test_device *d) {
    static const struct {
        clscan_strategy strategy;
        const char *kernel;
    } rows[] = { { CLSCAN_STRATEGY_LOOKBACK, "clscan_lookback " },
                 { CLSCAN_STRATEGY_CHAINED, "clscan_chained " },
                 { CLSCAN_STRATEGY_SLICES, "clscan_slices " },
                 { CLSCAN_STRATEGY_COLUMNS, "clscan_column_blocks " } };
    if (takes_no_tickets(d))
        skip();
    build_options = test_unoptimized();
    only_withheld = true;
    for (size_t i = 0; i < COUNT(rows); i++) {
        clscan_desc desc = small_tiles(rows[i].strategy);
        clscan_plan *plan = NULL;
        char words[128];
        if (!has_tiles(d, rows[i].strategy))
            continue;
        desc.value.name = "float";
        corrupt = rows[i].kernel;
        assert_ok(make(d, &desc, &plan));
        corrupt = "";
        snprintf(words, sizeof words, "%s is wrong from element |if no work-group takes the first tile",
                 clscan_strategy_name(rows[i].strategy));
        assert_has(log_lines, words);
        clscan_plan_destroy(plan);
    }
    only_withheld = false;
    build_options = NULL;
}

static void test_withheld(void **state) {
    assert_withheld_is_seen(*state);
}

/* The kernel leaves one element unwritten, in a tile that is not withheld. */
static void test_unwritten(void **state) {
    unwritten = true;
    assert_withheld_is_seen(*state);
    unwritten = false;
}

/* A matrix that is wide enough for all work-groups is not cut into blocks, but the self-test's is. */
static void test_withheld_blocks_of_columns(void **state) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = NULL;
    if (takes_no_tickets(*state) || !has_tiles(*state, CLSCAN_STRATEGY_COLUMNS))
        skip();
    desc.layout = CLSCAN_LAYOUT_ROWS;
    desc.value.name = "float";
    only_withheld = true;
    corrupt = "clscan_column_blocks ";
    corrupt_at = 100000 * sizeof(float);
    assert_ok(make(*state, &desc, &plan));
    corrupt = "";
    only_withheld = false;
    assert_has(log_lines,
               "columns is wrong from element 100000 of |if no work-group takes the first tile|a scan of rows takes");
    clscan_plan_destroy(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reassociation),
        cmocka_unit_test(test_reassociation_by_request),
        cmocka_unit_test(test_withheld),
        cmocka_unit_test(test_unwritten),
        cmocka_unit_test(test_withheld_blocks_of_columns),
    };
    return cmocka_run_group_tests(tests, set_up, scratch_close);
}
