#include "support/trial.h"

#include "support/guarded.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t trial_seed(void) {
    const char *seed = getenv("CLSCAN_TEST_SEED");
    return seed ? strtoull(seed, NULL, 10) : 20240229;
}

bool trial_meets(const oracle_problem *problem) {
    const unsigned type = problem->type;
    return problem->user || is_whole_run() || (type + type / 2 + problem->op) % 4 == 0;
}

void trial_draw(trial *t, uint64_t draw) {
    static const size_t offsets[] = { 0, 0, 0, 1, 3, 4, 7, 8, 11, 12, 16 };
    t->in_offset = offsets[oracle_draw(draw, 0) % COUNT(offsets)];
    t->out_offset = offsets[oracle_draw(draw, 1) % COUNT(offsets)];
    t->in_place = oracle_draw(draw, 2) % 3 == 0;
    t->own_workspace = oracle_draw(draw, 3) % 3 == 0;
    t->out_of_order = oracle_draw(draw, 4) % 3 == 0;
    t->seed = oracle_draw(draw, 5) % 1000000;
    if (t->in_place)
        t->out_offset = t->in_offset;
}

/* ------------------------------------------------------------------------------------------------ the line */

static void print_trial(const trial *t, char *line, size_t size) {
    const clscan_desc *desc = &t->desc;
    const char *build_options = test_device_options(t->build_options).build_options;
    char problem[64];
    oracle_problem_name(&t->problem, problem, sizeof problem);
    snprintf(line, size,
             "%s, %s, %s, %s, wg_size %u, items %u, groups %u, count %zu, in_offset %zu, out_offset %zu, %s, %s "
             "workspace, %s queue, data seed %" PRIu64 " of CLSCAN_TEST_SEED=%" PRIu64 ", build options '%s'",
             problem, desc->kind == CLSCAN_KIND_EXCLUSIVE ? "exclusive" : "inclusive",
             clscan_strategy_name(desc->tuning.strategy), clscan_group_name(desc->tuning.group), desc->tuning.wg_size,
             desc->tuning.items, desc->tuning.num_groups, t->count, t->in_offset, t->out_offset,
             t->in_place ? "in place" : "out of place", t->own_workspace ? "the caller's" : "the library's",
             t->out_of_order ? "out-of-order" : "in-order", t->seed, trial_seed(), build_options ? build_options : "");
}

static void fail_trial(const trial *t, const char *what) {
    char line[768];
    print_trial(t, line, sizeof line);
    fail_msg("%s: %s", line, what);
}

static void fail_element(const trial *t, size_t i, const void *expected, const void *got) {
    char line[512], e[128], g[128];
    oracle_problem_print(&t->problem, expected, e, sizeof e);
    oracle_problem_print(&t->problem, got, g, sizeof g);
    snprintf(line, sizeof line, "first wrong at %zu: expected %s, got %s", i, e, g);
    fail_trial(t, line);
}

/* ------------------------------------------------------------------------------------------------ the scan */

/* The contents of a buffer before or after a scan. `data` points to the first element that the scan uses. */
typedef struct image {
    char *bytes, *data;
    size_t size;
} image;

static image new_image(size_t offset, size_t count, size_t element) {
    image m = { .size = (offset + count) * element };
    m.bytes = malloc(m.size + 1);
    assert_non_null(m.bytes);
    guarded_pattern(m.bytes, m.size);
    m.data = m.bytes + offset * element;
    return m;
}

static void run_scan(const test_device *d, clscan_plan *plan, const trial *t, cl_mem in, cl_mem out) {
    cl_command_queue queue = t->out_of_order ? d->out_of_order : d->in_order;
    guarded workspace = { 0 };
    size_t bytes = 0;
    clscan_args args = { .in[0].buffer = in,
                         .out[0].buffer = out,
                         .count = t->count,
                         .in[0].offset = t->in_offset,
                         .out[0].offset = t->out_offset };
    assert_ok(clscan_plan_workspace_size(plan, t->count, &bytes));
    if (t->own_workspace && bytes > 0) {
        workspace = guarded_create(d, bytes, NULL);
        args.workspace = workspace.part;
    }
    assert_ok(clscan_plan_enqueue(plan, queue, &args, 0, NULL, NULL));
    assert_cl(clFinish(queue));
    if (workspace.whole && !guarded_read(d, &workspace, NULL))
        fail_trial(t, "wrote outside the workspace");
    guarded_release(&workspace);
}

/* Fails the test unless `got` has the expected elements, and the bytes before the first element are unchanged. */
static void judge(const trial *t, const image *expected, const image *got) {
    const size_t size = oracle_problem_size(&t->problem);
    const size_t before = (size_t)(expected->data - expected->bytes);
    const size_t i = oracle_problem_compare(&t->problem, expected->data, got->data, t->count);
    if (i < t->count)
        fail_element(t, i, expected->data + i * size, got->data + i * size);
    if (memcmp(expected->bytes, got->bytes, before) != 0)
        fail_trial(t, "wrote before out_offset");
}

static void judge_input(const test_device *d, const trial *t, const guarded *in, const image *before, image *after) {
    if (!guarded_read(d, in, after->bytes) || memcmp(before->bytes, after->bytes, before->size) != 0)
        fail_trial(t, "wrote to the input or around it");
}

static void run_out_of_place(const test_device *d, clscan_plan *plan, const trial *t, const image *input, image *got) {
    image input_after = new_image(t->in_offset, t->count, oracle_problem_size(&t->problem));
    guarded in = guarded_create(d, input->size, input->bytes), out = guarded_create(d, got->size, NULL);
    run_scan(d, plan, t, in.part, out.part);
    if (!guarded_read(d, &out, got->bytes))
        fail_trial(t, "wrote outside the output buffer");
    judge_input(d, t, &in, input, &input_after);
    guarded_release(&in);
    guarded_release(&out);
    free(input_after.bytes);
}

static void run_in_place(const test_device *d, clscan_plan *plan, const trial *t, const image *input, image *got) {
    guarded both = guarded_create(d, input->size, input->bytes);
    run_scan(d, plan, t, both.part, both.part);
    if (!guarded_read(d, &both, got->bytes))
        fail_trial(t, "wrote outside the buffer");
    guarded_release(&both);
}

void trial_run(const test_device *d, clscan_plan *plan, const trial *t) {
    const size_t size = oracle_problem_size(&t->problem);
    image input = new_image(t->in_offset, t->count, size);
    image expected = new_image(t->out_offset, t->count, size);
    image got = new_image(t->out_offset, t->count, size);
    oracle_problem_fill(&t->problem, t->seed, input.data, t->count);
    oracle_problem_scan(&t->problem, t->desc.kind, input.data, expected.data, t->count);
    (t->in_place ? run_in_place : run_out_of_place)(d, plan, t, &input, &got);
    judge(t, &expected, &got);
    free(input.bytes);
    free(expected.bytes);
    free(got.bytes);
}

void trial_run_counts(const test_device *d, const oracle_problem *problem, const clscan_desc *desc,
                      const size_t *counts, size_t n) {
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, desc, &plan));
    for (size_t i = 0; i < n; i++) {
        trial t = { .problem = *problem, .desc = *desc, .count = counts[i] };
        trial_draw(&t, oracle_draw(counts[i], i));
        trial_run(d, plan, &t);
    }
    clscan_plan_destroy(plan);
}
