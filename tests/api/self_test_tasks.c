/* The self-test of selections, partitions, runs, sorts, top-k and histograms, whose results plain C computes: right
 * kernels pass, whatever is computed, and each kernel that is corrupt or never runs is noticed. */
#include "api/self_test.h"
#include "device/device.h"
#include "support/scratch.h"
#include "table/table.h"

#include <math.h>
#include <stdlib.h>

/* ------------------------------------------------------------------------------------------------- right kernels */

#define TASK(name) .task = CLSCAN_TASK_##name

static const clscan_desc right[] = {
    { TASK(SELECT), .mask = CLSCAN_MASK_FLAGS, .index_type.name = "ulong" },
    { TASK(SELECT), .mask = CLSCAN_MASK_BITS, .value.name = "float3", .in[1].name = "uchar", .out[1].name = "uchar",
      .count_type.name = "ulong", .reverse = 1 },
    { TASK(SELECT), .mask = CLSCAN_MASK_FLAGS, .value = { .name = "padded", .size = 8 },
      .user.source = "typedef struct { int a; char b; } padded;" },
    { TASK(SELECT), .mask = CLSCAN_MASK_BITS, .segments = CLSCAN_SEGMENTS_KEYS, .key.name = "float",
      .count_type.name = "ulong" },
    { TASK(SELECT), .mask = CLSCAN_MASK_FLAGS, .segments = CLSCAN_SEGMENTS_OFFSETS, .index_type.name = "uint",
      .reverse = 1 },
    { TASK(UNIQUE), .value.name = "short", .index_type.name = "uint" },
    { TASK(UNIQUE_LAST), .value.name = "float", .segments = CLSCAN_SEGMENTS_KEYS, .key.name = "ushort2" },
    { TASK(UNIQUE_LAST), .value.name = "uint2", .segments = CLSCAN_SEGMENTS_BITS, .reverse = 1 },
    { TASK(RUN_LENGTH), .length_type.name = "ulong" },
    { TASK(RUN_LENGTH), .value.name = "float", .segments = CLSCAN_SEGMENTS_FLAGS, .reverse = 1 },
    { TASK(RUN_LENGTH), .min_run_length = 2, .segments = CLSCAN_SEGMENTS_OFFSETS, .index_type.name = "ulong" },
    { TASK(RUN_LENGTH), .min_run_length = 3, .segments = CLSCAN_SEGMENTS_KEYS, .key.name = "uchar", .reverse = 1 },
    { TASK(PARTITION), .mask = CLSCAN_MASK_BITS, .reverse = 1 },
    { TASK(PARTITION), .mask = CLSCAN_MASK_FLAGS, .parts = 3, .value.name = "uint2", .index_type.name = "int" },
    { TASK(PARTITION), .mask = CLSCAN_MASK_FLAGS, .parts = 3, .count_type.name = "long" },
    { TASK(PARTITION), .mask = CLSCAN_MASK_BITS, .segments = CLSCAN_SEGMENTS_KEYS, .key.name = "float",
      .count_type.name = "ulong" },
    { TASK(PARTITION), .mask = CLSCAN_MASK_FLAGS, .segments = CLSCAN_SEGMENTS_OFFSETS, .index_type.name = "uint",
      .reverse = 1 },
    { TASK(SELECT), .mask = CLSCAN_MASK_BITS, .layout = CLSCAN_LAYOUT_ROWS, .index_type.name = "uint", .reverse = 1 },
    { TASK(UNIQUE), .value.name = "short", .layout = CLSCAN_LAYOUT_ROWS, .segments = CLSCAN_SEGMENTS_BITS,
      .in[1].name = "uchar", .out[1].name = "uchar" },
    { TASK(RUN_LENGTH), .layout = CLSCAN_LAYOUT_ROWS, .reverse = 1, .count_type.name = "ulong" },
    { TASK(RUN_LENGTH), .layout = CLSCAN_LAYOUT_ROWS, .min_run_length = 2 },
    { TASK(PARTITION), .mask = CLSCAN_MASK_FLAGS, .parts = 3, .layout = CLSCAN_LAYOUT_ROWS, .value.name = "float3" },
    { TASK(SORT), .index_type.name = "uint" },
    { TASK(SORT), .value.name = "float", .reverse = 1, .in[1].name = "uchar4", .out[1].name = "uchar4" },
    { TASK(SORT), .value.name = "uchar", .layout = CLSCAN_LAYOUT_ROWS, .index_type.name = "ulong",
      .count_type.name = "ulong" },
    { TASK(SORT), .value.name = "long", .segments = CLSCAN_SEGMENTS_OFFSETS,
      .sort = { .first_bit = 3, .num_bits = 17 } },
    { TASK(SORT), .value.name = "short", .segments = CLSCAN_SEGMENTS_KEYS, .layout = CLSCAN_LAYOUT_ROWS,
      .key.name = "float", .reverse = 1 },
    { TASK(TOP_K), .sort.k = 10, .index_type.name = "uint", .value.name = "float" },
    { TASK(TOP_K), .sort.k = 5000, .reverse = 1, .value.name = "ulong" },
    { TASK(TOP_K), .sort.k = 1000000, .value.name = "uint", .sort.num_bits = 12 },
    { TASK(TOP_K), .sort.k = 3, .value.name = "float", .segments = CLSCAN_SEGMENTS_FLAGS, .index_type.name = "uint" },
    { TASK(TOP_K), .sort.k = 7, .segments = CLSCAN_SEGMENTS_OFFSETS, .reverse = 1, .count_type.name = "ulong" },
    { TASK(HISTOGRAM), .in[0].name = "uchar", .bins = { .count = 256, .upper = 256 } },
    { TASK(HISTOGRAM), .in[0].name = "float", .value.name = "ulong",
      .bins = { .count = 1000, .lower = -0.3, .upper = 0.3 } },
    { TASK(HISTOGRAM), .in[0].name = "long", .bins = { .count = 77, .lower = -9223372036854775808.0, .upper = 1e9 } },
    { TASK(HISTOGRAM), .in[0].name = "ulong", .bins = { .count = 100000, .upper = 18446744073709551616.0 } },
    { TASK(HISTOGRAM), .in[0].name = "char", .bins = { .count = 7, .lower = -100, .upper = 1000 } },
    { TASK(HISTOGRAM), .in[0].name = "short", .segments = CLSCAN_SEGMENTS_OFFSETS,
      .bins = { .count = 9, .lower = -100, .upper = 100 } },
    { TASK(HISTOGRAM), .in[0].name = "int", .segments = CLSCAN_SEGMENTS_KEYS, .layout = CLSCAN_LAYOUT_ROWS,
      .bins = { .count = 9, .lower = -100, .upper = 100 } },
};

/* Edges at which integers and floating-point numbers are rounded, and an empty bin. */
static const double edges[] = { -INFINITY, -1e9, -2.5, -1, 0, 0, 0.1, 3, 1e6, 3e9, INFINITY };

static void test_right_ones_stay(void **state) {
    static const char *const of_edges[] = { "float", "int", "ulong", "uchar" };
    build_options = test_unoptimized();
    for (size_t i = 0; i < COUNT(right); i++) {
        char what[32];
        snprintf(what, sizeof what, "right[%zu]", i);
        accept(*state, &right[i], what);
        assert_null(strstr(log_lines, "reference kernel only"));
    }
    for (size_t i = 0; i < COUNT(of_edges); i++) {
        const clscan_desc desc = { TASK(HISTOGRAM), .in[0].name = of_edges[i],
                                   .bins = { CLSCAN_BIN_KIND_EDGES, .count = COUNT(edges) - 1, .edges = edges } };
        accept(*state, &desc, of_edges[i]);
    }
}

/* Also a new task has a self-test, of the whole array and of rows. */
static void test_every_task(void **state) {
    build_options = test_unoptimized();
    for (clscan_task task = 0; clscan_task_name(task); task++) {
        const cs_task_row *row = cs_task_at(task);
        clscan_desc desc = small_desc();
        desc.task = task;
        desc.mask = row->kind == CS_SELECTION && !row->run_rule ? CLSCAN_MASK_FLAGS : CLSCAN_MASK_NONE;
        desc.index_type.name = row->kind == CS_SELECTION || row->kind == CS_SORT ? "uint" : NULL;
        desc.sort.k = task == CLSCAN_TASK_TOP_K ? 10 : 0;
        if (row->kind == CS_HISTOGRAM)
            desc.bins = (clscan_bins) { .count = 10, .lower = -20, .upper = 30 };
        accept(*state, &desc, clscan_task_name(task));
        desc.layout = CLSCAN_LAYOUT_ROWS;
        accept(*state, &desc, clscan_task_name(task));
    }
}

/* ------------------------------------------------------------------------------------------------- wrong kernels */

/* The kernels of a plan. The output of one is corrupt. Each of the `lost` ones never runs, as far as the kernels after
 * it touch no other memory then. */
static const struct {
    clscan_desc desc;
    const char *corrupt, *lost[3];
    const char *words;
} kernels[] = {
    { { TASK(SELECT), .mask = CLSCAN_MASK_FLAGS },
      "clscan_scan_spans ",
      { "clscan_reduce_spans " },
      "reduce_scan is wrong|single_group takes the place of reduce_scan|single_group is right" },
    { { TASK(SELECT), .mask = CLSCAN_MASK_FLAGS, .tuning.strategy = CLSCAN_STRATEGY_LOOKBACK },
      "clscan_lookback ",
      { NULL },
      "lookback is wrong|reduce_scan takes the place of lookback|reduce_scan is right" },
    { { TASK(SELECT), .mask = CLSCAN_MASK_FLAGS, .segments = CLSCAN_SEGMENTS_OFFSETS },
      "clscan_scan_spans ",
      { "clscan_reduce_spans ", "clscan_empty_segments " },
      "reduce_scan is wrong|takes the place of reduce_scan|is right" },
    { { TASK(UNIQUE) },
      "clscan_scan_spans ",
      { "clscan_reduce_spans " },
      "reduce_scan is wrong|single_group takes the place of reduce_scan|single_group is right" },
    { { TASK(RUN_LENGTH) },
      "clscan_scan_spans ",
      { "clscan_reduce_spans ", "clscan_run_lengths " },
      "reduce_scan is wrong|takes the place of reduce_scan|is right" },
    { { TASK(PARTITION), .mask = CLSCAN_MASK_FLAGS },
      "clscan_partition_spans ",
      { "clscan_reduce_spans " },
      "reduce_scan is wrong|reference takes the place of reduce_scan|reference is right" },
    { { TASK(PARTITION), .mask = CLSCAN_MASK_FLAGS, .parts = 3 },
      "clscan_partition_spans ",
      { NULL },
      "reduce_scan is wrong|reference takes the place of reduce_scan|reference is right" },
    { { TASK(PARTITION), .mask = CLSCAN_MASK_FLAGS, .segments = CLSCAN_SEGMENTS_OFFSETS },
      "clscan_partition_segments ",
      { "clscan_find_parts ", "clscan_empty_segments " },
      "reduce_scan is wrong|reference takes the place of reduce_scan|reference is right" },
    { { TASK(SELECT), .mask = CLSCAN_MASK_FLAGS, .layout = CLSCAN_LAYOUT_ROWS },
      "clscan_select_rows ",
      { "clscan_select_count_parts " },
      "reduce_scan is wrong|single_group takes the place of reduce_scan|single_group is right" },
    { { TASK(RUN_LENGTH), .layout = CLSCAN_LAYOUT_ROWS },
      "clscan_select_rows ",
      { "clscan_select_count_parts ", "clscan_run_lengths " },
      "reduce_scan is wrong|takes the place of reduce_scan|is right" },
    { { TASK(PARTITION), .mask = CLSCAN_MASK_FLAGS, .layout = CLSCAN_LAYOUT_ROWS },
      "clscan_select_rows ",
      { "clscan_select_count_parts " },
      "reduce_scan is wrong|reference takes the place of reduce_scan|reference is right" },
    { { TASK(SORT) },
      "clscan_sort_move ",
      { NULL },
      "reduce_scan is wrong|reference takes the place of reduce_scan|reference is right" },
    { { TASK(SORT), .tuning.strategy = CLSCAN_STRATEGY_LOOKBACK },
      "clscan_sort_sweep ",
      { NULL },
      "lookback is wrong|reduce_scan takes the place of lookback|reduce_scan is right" },
    { { TASK(SORT), .layout = CLSCAN_LAYOUT_ROWS },
      "clscan_sort_unpack ",
      { "clscan_sort_pack " },
      "reduce_scan is wrong|reference takes the place of reduce_scan|reference is right" },
    { { TASK(SORT), .segments = CLSCAN_SEGMENTS_OFFSETS },
      "clscan_sort_move ",
      { NULL },
      "reduce_scan is wrong|reference takes the place of reduce_scan|reference is right" },
    { { TASK(TOP_K), .sort.k = 200 },
      "clscan_top_k_rank ",
      { NULL },
      "reduce_scan is wrong|reference takes the place of reduce_scan|reference is right" },
    { { TASK(TOP_K), .sort.k = 3, .segments = CLSCAN_SEGMENTS_KEYS },
      "clscan_sort_take_wanted ",
      { "clscan_sort_count_wanted " },
      "reduce_scan is wrong|reference takes the place of reduce_scan|reference is right" },
    { { TASK(TOP_K), .sort.k = 5000 },
      "clscan_top_k_sort_move ",
      { NULL },
      "reduce_scan is wrong|reference takes the place of reduce_scan|reference is right" },
    { { TASK(HISTOGRAM), .in[0].name = "uchar", .bins = { .count = 256, .upper = 256 } },
      "clscan_histogram_add_tables ",
      { "clscan_histogram_count_units " },
      "reduce_scan is wrong|reference takes the place of reduce_scan|reference is right" },
    { { TASK(HISTOGRAM), .segments = CLSCAN_SEGMENTS_BITS, .bins = { .count = 20, .lower = -9, .upper = 99 } },
      "clscan_histogram_join_segments ",
      { "clscan_histogram_count_segments " },
      "reduce_scan is wrong|reference takes the place of reduce_scan|reference is right" },
};

/* Expects that the plan is replaced. The programs stay in the device's cache, and their verdicts are forgotten. */
static void expect(clscan_device *device, const clscan_desc *desc, const char *fault, const char *words) {
    clscan_plan *plan = NULL;
    for (cs_program *p = device->programs.programs; p; p = p->next)
        p->verdict = CS_UNKNOWN;
    log_lines[0] = '\0';
    assert_ok(clscan_plan_create(device, desc, &plan));
    if (clscan_plan_num_replaced(plan) != 1)
        fail_msg("%s was not noticed: %s", fault, log_lines);
    assert_has(log_lines, words);
    clscan_plan_destroy(plan);
}

static clscan_desc in_small_tiles(const clscan_desc *of) {
    clscan_desc desc = *of;
    desc.tuning = small_tiles(desc.tuning.strategy ? desc.tuning.strategy : CLSCAN_STRATEGY_REDUCE_SCAN).tuning;
    return desc;
}

static void test_wrong_ones_give_way(void **state) {
    const test_device *d = *state;
    build_options = test_unoptimized();
    least_wg_size = 2; /* not the reference kernels */
    for (size_t i = 0; i < COUNT(kernels); i++) {
        const clscan_desc desc = in_small_tiles(&kernels[i].desc);
        if (!test_device_runs(d, desc.tuning.strategy))
            continue;
        clscan_device *device = device_with_test(d);
        corrupt = kernels[i].corrupt;
        expect(device, &desc, corrupt, kernels[i].words);
        corrupt = "";
        for (const char *const *k = kernels[i].lost; *k; k++) {
            lost = *k;
            expect(device, &desc, lost, strchr(kernels[i].words, '|') + 1);
        }
        lost = "";
        clscan_device_destroy(device);
    }
    least_wg_size = 0;
}

/* Faults in the text of kernels, which a work-group of a single work-item does not have. Results of sorts stay
 * permutations, so that no kernel touches other memory. */
static const struct {
    clscan_desc desc;
    const char *file, *sed, *words;
} faults[] = {
    { { TASK(SORT) },
      "task/sort.h",
      "s/& field.mask;/\\& field.mask \\& (CLSCAN_WG_SIZE > 1 ? 127 : 255);/",
      "reduce_scan is wrong|reference takes the place of reduce_scan|reference is right" },
    { { TASK(SORT), .tuning.strategy = CLSCAN_STRATEGY_LOOKBACK, .reverse = 1 },
      "task/sort.h",
      "s/& field.mask;/\\& field.mask \\& (CLSCAN_SORT_SWEEPS ? 254 : 255);/",
      "lookback is wrong|reduce_scan takes the place of lookback|reduce_scan is right" },
    { { TASK(SORT), .segments = CLSCAN_SEGMENTS_OFFSETS },
      "grid/sort/sort_by_group.h",
      "s/segment_id += tile_heads;/segment_id += 0 * tile_heads;/",
      "reduce_scan is wrong|reference takes the place of reduce_scan|reference is right" },
    { { TASK(TOP_K), .sort.k = 100, .value.name = "float" },
      "task/sort.h",
      "s/& field.mask;/\\& field.mask \\& (CLSCAN_WG_SIZE > 1 ? 239 : 255);/",
      "reduce_scan is wrong|reference takes the place of reduce_scan|reference is right" },
    { { TASK(HISTOGRAM), .segments = CLSCAN_SEGMENTS_KEYS, .bins = { .count = 20, .lower = -9, .upper = 99 } },
      "grid/histogram_segments.cl",
      "s/store_key_at(&v, at, heads)/store_key_at(\\&v, at, heads + (CLSCAN_WG_SIZE > 1))/",
      "reduce_scan is wrong|reference takes the place of reduce_scan|reference is right" },
};

static void test_faults_in_the_text(void **state) {
    const test_device *d = *state;
    build_options = test_unoptimized();
    for (size_t i = 0; i < COUNT(faults); i++) {
        const clscan_desc desc = in_small_tiles(&faults[i].desc);
        char command[400], kernel_folder[64];
        if (!test_device_runs(d, desc.tuning.strategy))
            continue;
        snprintf(kernel_folder, sizeof kernel_folder, "%s/%zu", folder, i);
        snprintf(command, sizeof command, "cp -r cl %s && chmod -R u+w %s && sed -i '%s' %s/%s && ! cmp -s cl/%s %s/%s",
                 kernel_folder, kernel_folder, faults[i].sed, kernel_folder, faults[i].file, faults[i].file,
                 kernel_folder, faults[i].file);
        assert_int_equal(system(command), 0);
        kernel_dir = kernel_folder;
        clscan_device *device = device_with_test(d);
        kernel_dir = NULL;
        expect(device, &desc, faults[i].sed, faults[i].words);
        clscan_device_destroy(device);
    }
}

/* If the reference kernel is wrong too, no kernel can be trusted, and the plan is refused, also if the verdicts are
 * known already. */
static void test_nothing_to_trust(void **state) {
    static const char all[] =
        "clscan_sort_move clscan_sort_take_wanted clscan_top_k_rank clscan_top_k_sort_move clscan_partition_spans "
        "clscan_partition_segments clscan_select_rows clscan_histogram_add_tables clscan_histogram_join_segments "
        "clscan_reference ";
    const test_device *d = *state;
    build_options = test_unoptimized();
    for (size_t i = 0; i < COUNT(kernels); i++) {
        const clscan_desc desc = in_small_tiles(&kernels[i].desc);
        clscan_plan *plan = (clscan_plan *)(uintptr_t)1;
        if (!cs_task_at(desc.task)->own || desc.sort.k > 200 || kernels[i].desc.tuning.strategy)
            continue;
        clscan_device *device = device_with_test(d);
        corrupt = all;
        for (int again = 0; again < 2; again++) {
            assert_fails(clscan_plan_create(device, &desc, &plan), CLSCAN_ERROR_WRONG_RESULTS,
                         "even the reference kernel, of a single work-item, computes a");
            assert_null(plan);
        }
        corrupt = "";
        clscan_device_destroy(device);
    }
}

/* The user's functions may not work with the elements of the self-test. */
static void test_what_has_no_test(void **state) {
    static const struct {
        clscan_desc desc;
        const char *words;
    } none[] = {
        { { TASK(SELECT), .user = { .source = "int odd(int x) { return x & 1; }", .keep = "odd" } },
          "keep function may expect" },
        { { TASK(SORT), .user = { .source = "int neg(int x) { return -x; }", .map = "neg" } }, "map function may" },
    };
    for (size_t i = 0; i < COUNT(none); i++) {
        clscan_plan *plan = NULL;
        assert_ok(make(*state, &none[i].desc, &plan));
        assert_has(log_lines, "self-test: none");
        assert_has(log_lines, none[i].words);
        clscan_plan_destroy(plan);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right_ones_stay),     cmocka_unit_test(test_every_task),
        cmocka_unit_test(test_wrong_ones_give_way), cmocka_unit_test(test_faults_in_the_text),
        cmocka_unit_test(test_nothing_to_trust),    cmocka_unit_test(test_what_has_no_test)
    };
    return cmocka_run_group_tests(tests, scratch_open, scratch_close);
}
