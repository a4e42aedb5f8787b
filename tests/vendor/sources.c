/* sources DEVICE FOLDER some|whole|spilling: generates the programs that the library would pass to the driver of a
 * described device. It writes them to FOLDER/N.cl, and a line about each program to FOLDER/index:
 *
 *   FILE|WG_SIZE|LOCAL_BYTES|ROW|OPTIONS|WHAT
 *
 * ROW identifies the row of the tuning table that has the shape: class of devices, count, element size, strategy. */
#include "opencl/caps.h"
#include "page/generate_problem.h"
#include "problem/desc.h"
#include "source/source.h"
#include "strategy/strategy.h"
#include "support/check.h"
#include "table/table.h"
#include "vendor/device.h"

#include <oracle.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------------------------------------- what is compiled */

/* The parts of a description other than type and operator. `dense` stands for adjacent rows of one length, which have
 * kernels of their own. */
typedef struct view {
    const char *name;
    void (*set)(clscan_desc *desc);
    bool dense;
} view;

static void as_it_is(clscan_desc *desc) {
    (void)desc;
}
static void exclusive(clscan_desc *desc) {
    desc->kind = CLSCAN_KIND_EXCLUSIVE;
}
static void in_reverse(clscan_desc *desc) {
    desc->reverse = 1;
}
static void with_flags(clscan_desc *desc) {
    desc->segments = CLSCAN_SEGMENTS_FLAGS;
}
static void with_keys(clscan_desc *desc) {
    desc->segments = CLSCAN_SEGMENTS_KEYS;
}
static void in_rows(clscan_desc *desc) {
    desc->layout = CLSCAN_LAYOUT_ROWS;
}
static void compacted(clscan_desc *desc) {
    desc->user.source = "void put(global int *out, const global int *in, ulong i, int x, int up_to, int before) {\n"
                        "    if (x)\n"
                        "        out[before] = in[i];\n"
                        "}\n";
    desc->user.store = "put";
}

static void selected_by_bits(clscan_desc *desc) {
    desc->task = CLSCAN_TASK_SELECT;
    desc->mask = CLSCAN_MASK_BITS;
    desc->index_type.name = "uint";
}

static void selected_in_rows(clscan_desc *desc) {
    selected_by_bits(desc);
    desc->layout = CLSCAN_LAYOUT_ROWS;
}

static void selected_by_segments(clscan_desc *desc) {
    desc->task = CLSCAN_TASK_SELECT;
    desc->mask = CLSCAN_MASK_FLAGS;
    desc->segments = CLSCAN_SEGMENTS_OFFSETS;
}

static void partitioned(clscan_desc *desc) {
    desc->task = CLSCAN_TASK_PARTITION;
    desc->mask = CLSCAN_MASK_BITS;
}

static void partitioned_in_rows(clscan_desc *desc) {
    partitioned(desc);
    desc->layout = CLSCAN_LAYOUT_ROWS;
}

static void partitioned_by_segments(clscan_desc *desc) {
    partitioned(desc);
    desc->segments = CLSCAN_SEGMENTS_FLAGS;
}

static void in_three_parts(clscan_desc *desc) {
    desc->task = CLSCAN_TASK_PARTITION;
    desc->mask = CLSCAN_MASK_FLAGS;
    desc->parts = 3;
}

static void sorted(clscan_desc *desc) {
    desc->task = CLSCAN_TASK_SORT;
    desc->index_type.name = "uint";
}

static void sorted_by_comparison(clscan_desc *desc) {
    sorted(desc);
    desc->user.source = "static bool before(int x, int y) { return x < y; }\n";
    desc->user.less = "before";
}

static void first_of_sort(clscan_desc *desc) {
    desc->task = CLSCAN_TASK_TOP_K;
    desc->index_type.name = "uint";
    desc->sort.k = 10;
}

static void unique_elements(clscan_desc *desc) {
    desc->task = CLSCAN_TASK_UNIQUE;
    desc->index_type.name = "uint";
}

static void encoded(clscan_desc *desc) {
    desc->task = CLSCAN_TASK_RUN_LENGTH;
}

static void counted_in_bins(clscan_desc *desc) {
    desc->task = CLSCAN_TASK_HISTOGRAM;
    desc->bins = (clscan_bins) { .count = 256, .upper = 256 };
}

static void counted_by_segments(clscan_desc *desc) {
    counted_in_bins(desc);
    desc->segments = CLSCAN_SEGMENTS_FLAGS;
}

static void summed_by_key(clscan_desc *desc) {
    desc->task = CLSCAN_TASK_REDUCE;
    desc->segments = CLSCAN_SEGMENTS_KEYS;
}

static const view plain = { "", as_it_is, false };
static const view views[] = {
    { ", exclusive", exclusive, false }, { ", reverse", in_reverse, false }, { ", head flags", with_flags, false },
    { ", keys", with_keys, false },      { ", rows", in_rows, false },       { ", adjacent rows", in_rows, true },
};
static const view stored = { ", stored by a function", compacted, false };
static const view selected = { ", selected by bits, with indices", selected_by_bits, false };
static const view selected_rows = { ", selected from rows by bits, with indices", selected_in_rows, false };
static const view selected_segments = { ", selected by flags, in segments", selected_by_segments, false };
static const view partition_rows = { ", rows partitioned by bits", partitioned_in_rows, false };
static const view partition = { ", partitioned by bits", partitioned, false };
static const view segment_partitions = { ", segments partitioned by bits", partitioned_by_segments, false };
static const view three_parts = { ", partitioned in three parts", in_three_parts, false };
static const view sort = { ", sorted, with indices", sorted, false };
static const view merge_sort = { ", sorted by a comparison, with indices", sorted_by_comparison, false };
static const view top_k = { ", the first of a sort, with indices", first_of_sort, false };
static const view unique = { ", unique, with indices", unique_elements, false };
static const view run_lengths = { ", run lengths", encoded, false };
static const view histogram = { ", counted in bins", counted_in_bins, false };
static const view segment_histograms = { ", counted in bins by segments", counted_by_segments, false };
static const view sums_by_key = { ", reduced by key", summed_by_key, false };

static const oracle_problem int_add = { ORACLE_INT, CLSCAN_OP_ADD, NULL };

/* ----------------------------------------------------------------------------------------------------- writing */

typedef struct writer {
    const char *folder;
    FILE *index;
    cs_caps caps;
    cs_tuning tuning;
    char **texts; /* the texts that were written, so that each is written once */
    size_t count;
} writer;

static bool is_new(writer *w, const char *text) {
    for (size_t i = 0; i < w->count; i++)
        if (strcmp(w->texts[i], text) == 0)
            return false;
    return true;
}

static void write_file(const writer *w, const char *text) {
    char path[512];
    snprintf(path, sizeof path, "%s/%zu.cl", w->folder, w->count);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void keep(writer *w, const char *text) {
    w->texts = realloc(w->texts, (w->count + 1) * sizeof *w->texts);
    assert_non_null(w->texts);
    assert_non_null(w->texts[w->count++] = cs_strdup(text));
}

/* Returns the generated page and the kernel files as one text, as cs_variant_create makes it. */
static cs_strbuf flattened(const writer *w, const cs_problem *problem, const cs_choice *choice) {
    cs_strbuf page = { 0 }, text = { 0 };
    char file[64];
    cs_generate_problem(&page, &w->caps, problem, &choice->shape);
    assert_false(page.failed);
    const cs_source source = { .problem = page.data,
                               .group = cs_group_at(choice->shape.group)->name,
                               .op = problem->op_file,
                               .task = problem->task_file };
    snprintf(file, sizeof file, "grid/%s.cl", cs_strategy_for(choice->strategy, &problem->traits)->file);
    assert_ok(cs_source_flatten(&text, &source, file));
    cs_strbuf_free(&page);
    return text;
}

static void write_row(FILE *index, const cs_tuning_row *row) {
    fprintf(index, "|%s ", row->origin);
    if (row->limit == SIZE_MAX)
        fprintf(index, "all ");
    else
        fprintf(index, "%zu ", row->limit);
    if (row->element)
        fprintf(index, "%zu ", row->element);
    else
        fprintf(index, "any ");
    fprintf(index, "%s", cs_strategy_name(row->strategy));
}

static void write_program(writer *w, const char *title, const cs_problem *problem, const cs_choice *choice) {
    cs_strbuf text = flattened(w, problem, choice);
    if (is_new(w, text.data)) {
        write_file(w, text.data);
        fprintf(w->index, "%zu.cl|%u|%zu", w->count, choice->shape.wg_size,
                cs_shape_local_bytes(&choice->shape, problem->traits.value.tile_bytes));
        write_row(w->index, &choice->row);
        fprintf(w->index, "|%s|%s, %s, %s\n", w->caps.build_options, cs_strategy_name(choice->strategy),
                cs_group_at(choice->shape.group)->name, title);
        keep(w, text.data);
    }
    cs_strbuf_free(&text);
}

/* Writes every program that a plan of this description may build. */
static void write_programs(writer *w, const oracle_problem *of, const view *as, clscan_strategy strategy) {
    static cs_choice choices[CS_MAX_CHOICES];
    size_t n = 0;
    char name[64], title[96];
    clscan_desc desc = oracle_problem_desc(of, CLSCAN_KIND_INCLUSIVE);
    desc.tuning.strategy = strategy;
    as->set(&desc);
    assert_ok(cs_desc_check(&desc));
    cs_problem problem = cs_desc_problem(&desc);
    if ((problem.needs_double && !w->caps.has_double) || (problem.needs_half && !w->caps.has_half))
        return;
    if (as->dense) {
        problem.traits.has_rows = false;
        problem.traits.segments.kind = (clscan_segments)CS_SEGMENTS_ROWS;
    }
    oracle_problem_name(of, name, sizeof name);
    snprintf(title, sizeof title, "%s%s", name, as->name);
    assert_ok(cs_tune(&w->tuning, &problem, &desc, choices, &n));
    for (size_t i = 0; i < n; i++)
        if (!as->dense || cs_shape_in_rows(&choices[i].shape))
            write_program(w, title, &problem, &choices[i]);
}

/* Strategies for work-groups of one work-item are for CPUs: no tuning row of a GPU chooses them. */
static bool is_for_gpus(clscan_strategy strategy) {
    return strategy == CLSCAN_STRATEGY_AUTO || !cs_strategy_row_at(strategy)->single_item;
}

static void write_strategies(writer *w, const oracle_problem *problem, const view *as) {
    for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++)
        if (is_for_gpus(strategy))
            write_programs(w, problem, as, strategy);
}

/* ------------------------------------------------------------------------------------------------------ matrix */

/* Writes programs for each strategy, each row of the table and each element size. The operators include one that
 * computes in another type than it stores, a floating-point one, and a user operator. */
static void write_some(writer *w) {
    const oracle_problem others[] = {
        { ORACLE_UCHAR, CLSCAN_OP_ADD, NULL },
        { ORACLE_SHORT, CLSCAN_OP_MAX, NULL },
        { ORACLE_DOUBLE, CLSCAN_OP_ADD, NULL },
        { ORACLE_USER, CLSCAN_OP_ADD, oracle_user_at(1) },
    };
    write_strategies(w, &int_add, &plain);
    for (size_t i = 0; i < COUNT(others); i++)
        write_programs(w, &others[i], &plain, CLSCAN_STRATEGY_LOOKBACK);
    for (size_t i = 0; i < COUNT(views); i++)
        write_programs(w, &int_add, &views[i], CLSCAN_STRATEGY_LOOKBACK);
    write_programs(w, &int_add, &stored, CLSCAN_STRATEGY_LOOKBACK);
    write_programs(w, &int_add, &selected, CLSCAN_STRATEGY_LOOKBACK);
    write_programs(w, &int_add, &selected_rows, CLSCAN_STRATEGY_LOOKBACK);
    write_programs(w, &int_add, &selected_segments, CLSCAN_STRATEGY_LOOKBACK);
    write_programs(w, &int_add, &partition_rows, CLSCAN_STRATEGY_REDUCE_SCAN);
    write_programs(w, &int_add, &partition, CLSCAN_STRATEGY_REDUCE_SCAN);
    write_programs(w, &int_add, &three_parts, CLSCAN_STRATEGY_REDUCE_SCAN);
    write_programs(w, &int_add, &sort, CLSCAN_STRATEGY_LOOKBACK); /* has the kernels of REDUCE_SCAN, too */
    write_programs(w, &int_add, &merge_sort, CLSCAN_STRATEGY_REDUCE_SCAN);
    write_programs(w, &int_add, &top_k, CLSCAN_STRATEGY_REDUCE_SCAN);
    write_programs(w, &int_add, &histogram, CLSCAN_STRATEGY_REDUCE_SCAN);
    write_programs(w, &int_add, &unique, CLSCAN_STRATEGY_LOOKBACK);
    write_programs(w, &int_add, &run_lengths, CLSCAN_STRATEGY_LOOKBACK);
    write_programs(w, &int_add, &sums_by_key, CLSCAN_STRATEGY_LOOKBACK);
}

static void write_whole(writer *w) {
    oracle_problem problem;
    for (size_t i = 0; oracle_problem_at(i, &problem); i++) {
        write_strategies(w, &problem, &plain);
        for (size_t v = 0; v < COUNT(views); v++)
            if (problem.op == CLSCAN_OP_ADD)
                write_programs(w, &problem, &views[v], CLSCAN_STRATEGY_AUTO);
    }
    for (size_t v = 0; v < COUNT(views); v++)
        write_strategies(w, &int_add, &views[v]);
    write_strategies(w, &int_add, &stored);
    write_strategies(w, &int_add, &selected);
    write_strategies(w, &int_add, &selected_rows);
    write_strategies(w, &int_add, &selected_segments);
    write_programs(w, &int_add, &partition_rows, CLSCAN_STRATEGY_REDUCE_SCAN);
    write_programs(w, &int_add, &partition, CLSCAN_STRATEGY_REDUCE_SCAN);
    write_programs(w, &int_add, &segment_partitions, CLSCAN_STRATEGY_REDUCE_SCAN);
    write_programs(w, &int_add, &three_parts, CLSCAN_STRATEGY_REDUCE_SCAN);
    write_programs(w, &int_add, &sort, CLSCAN_STRATEGY_REDUCE_SCAN);
    write_programs(w, &int_add, &sort, CLSCAN_STRATEGY_LOOKBACK);
    write_programs(w, &int_add, &merge_sort, CLSCAN_STRATEGY_REDUCE_SCAN);
    write_programs(w, &int_add, &top_k, CLSCAN_STRATEGY_REDUCE_SCAN);
    write_programs(w, &int_add, &histogram, CLSCAN_STRATEGY_REDUCE_SCAN);
    write_programs(w, &int_add, &segment_histograms, CLSCAN_STRATEGY_REDUCE_SCAN);
    write_strategies(w, &int_add, &unique);
    write_strategies(w, &int_add, &run_lengths);
    write_programs(w, &int_add, &sums_by_key, CLSCAN_STRATEGY_LOOKBACK);
    write_programs(w, &int_add, &sums_by_key, CLSCAN_STRATEGY_REDUCE_SCAN);
}

/* Writes one program in which a work-item keeps more rows of a tile than any device has registers for. */
static void write_spilling(writer *w) {
    enum { ROWS = 80 };
    static cs_choice choices[CS_MAX_CHOICES];
    size_t n = 0;
    clscan_desc desc = oracle_problem_desc(&int_add, CLSCAN_KIND_INCLUSIVE);
    desc.tuning.strategy = CLSCAN_STRATEGY_LOOKBACK;
    const cs_problem problem = cs_desc_problem(&desc);
    assert_ok(cs_tune(&w->tuning, &problem, &desc, choices, &n));
    choices[0].shape.private_rows = ROWS;
    write_program(w, "int add in 80 rows", &problem, &choices[0]);
}

static const struct {
    const char *name;
    void (*write)(writer *w);
} matrices[] = { { "some", write_some }, { "whole", write_whole }, { "spilling", write_spilling } };

static void write_matrix(writer *w, const char *name) {
    for (size_t i = 0; i < COUNT(matrices); i++)
        if (strcmp(matrices[i].name, name) == 0)
            matrices[i].write(w);
}

static const char **arguments;

static void test_programs(void **state) {
    writer w = { .folder = arguments[2] };
    char path[512];
    (void)state;
    snprintf(path, sizeof path, "%s/index", w.folder);
    assert_true(vendor_device_choose(arguments[1]));
    assert_ok(cs_caps_query(NULL, &w.caps));
    w.tuning.caps = &w.caps;
    assert_non_null(w.index = fopen(path, "w"));
    write_matrix(&w, arguments[3]);
    assert_int_equal(fclose(w.index), 0);
    assert_true(w.count > 0);
    for (size_t i = 0; i < w.count; i++)
        free(w.texts[i]);
    free(w.texts);
}

int main(int argc, const char **argv) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_programs) };
    arguments = argv;
    return argc == 4 ? cmocka_run_group_tests(tests, NULL, NULL) : 2;
}
