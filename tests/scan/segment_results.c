/* segment_results [FILTER]: reductions with one result for each segment, by every strategy: segments by flags, bits,
 * keys and offsets, forward and in reverse, with and without an initial value, with outputs that are too small. Each
 * result is compared with the last element of the oracle's scan of its segment. No array is written or read past its
 * end. */
#include "support/guarded.h"
#include "support/shape.h"
#include "support/trial.h"

#include <stdio.h>
#include <string.h>

enum { FROM = 3, TO = 5, MAX_SIZE = 16, MAX_ELEMENTS = 6000, LEAD = 4 };

/* -------------------------------------------------------------------------------------------------- the segments */

/* The lengths of the segments of a call. */
typedef enum pattern { ONE, ALONE, SHORT, TILES, SKEWED, GAPS, PATTERNS } pattern;
static const char *const pattern_names[] = { "one segment", "segments of 1", "short", "of a tile", "skewed", "gaps" };

typedef struct form {
    const oracle_problem *problem;
    clscan_desc desc;
    char source[2048];
    pattern pattern;
    size_t count, tile;
    bool init, counted, no_keys, small, host;
} form;

typedef struct segments {
    cl_uint offset[2 * MAX_ELEMENTS + 2]; /* n + 1 of them */
    size_t n;
} segments;

/* Only offsets can have segments without elements. */
static size_t length_of(const form *f, size_t s) {
    static const size_t skewed[] = { 0, 1, 700, 2, 0, 0, 1, 1, 3, 64, 0, 1500, 5, 1 };
    const bool empty = f->desc.segments == CLSCAN_SEGMENTS_OFFSETS;
    const size_t shortest = empty ? 0 : 1, random = (size_t)oracle_draw(f->count + (uint64_t)f->pattern, s) % 7;
    switch (f->pattern) {
    case ONE:
        return f->count;
    case ALONE:
        return 1;
    case TILES:
        return f->tile;
    case SKEWED:
        return skewed[s % COUNT(skewed)] ? skewed[s % COUNT(skewed)] : shortest;
    default:
        return random < shortest ? shortest : random;
    }
}

/* With gaps, the offsets leave out elements at the beginning and at the end. Then some segments follow at the end. */
static void divide(const form *f, segments *segs) {
    const bool gaps = f->pattern == GAPS && f->desc.segments == CLSCAN_SEGMENTS_OFFSETS && f->count > 20;
    const size_t end = gaps ? f->count - 7 : f->count;
    size_t at = gaps ? LEAD : 0;
    segs->n = 0;
    segs->offset[0] = (cl_uint)at;
    for (size_t s = 0; at < end; s++) {
        const size_t length = length_of(f, s);
        at = at + length < end ? at + length : end;
        segs->offset[++segs->n] = (cl_uint)at;
    }
    for (int i = 0; f->desc.segments == CLSCAN_SEGMENTS_OFFSETS && !gaps && i < 3; i++)
        segs->offset[++segs->n] = i == 2 ? 0xFFFFFFF0u : (cl_uint)at; /* past the end stands for the end */
}

/* ------------------------------------------------------------------------------------------------- one reduction */

typedef struct arrays {
    unsigned char in[(FROM + MAX_ELEMENTS) * MAX_SIZE];
    unsigned char heads[(MAX_ELEMENTS + 40) * sizeof(cl_uint)]; /* flags, bits or keys */
    unsigned char expected[(2 * MAX_ELEMENTS + 2) * MAX_SIZE], init[MAX_SIZE];
    cl_int keys[MAX_ELEMENTS];
} arrays;

static void mark(const form *f, size_t s, size_t begin, size_t n, arrays *a) {
    const cl_int key = (cl_int)(s % 3 + s / 3 % 2 * 10);
    const cl_uint bit = (cl_uint)1 << begin % 32;
    cl_uint word;
    if (n == 0)
        return;
    switch (f->desc.segments) {
    case CLSCAN_SEGMENTS_FLAGS:
        a->heads[begin] = begin > 0 ? (unsigned char)(1 + s % 255) : 0; /* element 0 is a head anyway */
        break;
    case CLSCAN_SEGMENTS_BITS:
        memcpy(&word, a->heads + begin / 32 * sizeof word, sizeof word);
        word |= begin > 0 ? bit : 0;
        memcpy(a->heads + begin / 32 * sizeof word, &word, sizeof word);
        break;
    default:
        for (size_t i = begin; i < begin + n; i++) {
            const cl_int x = f->desc.user.key ? key - (cl_int)(i % 3) * 100 + 1000 : key;
            memcpy(a->heads + i * sizeof x, &x, sizeof x);
        }
    }
}

/* Fills a segment with data of which neighbours can be combined exactly, in the order of the reduction, and computes
 * its result. The element before the segment is the initial value. */
static void fill_segment(const form *f, size_t s, size_t begin, size_t n, arrays *a, unsigned char *result) {
    static unsigned char line[(MAX_ELEMENTS + 2) * MAX_SIZE];
    const size_t size = oracle_problem_size(f->problem);
    oracle_problem_fill(f->problem, f->init ? 1 : s, line, n + 1);
    if (f->init) /* data for `and` and `or` depend on the number of elements */
        memcpy(line, a->init, size);
    for (size_t k = 0; k < n; k++)
        memcpy(a->in + (FROM + begin + (f->desc.reverse ? n - 1 - k : k)) * size, line + (1 + k) * size, size);
    unsigned char *first = line + (f->init ? 0 : size);
    if (n + f->init == 0)
        oracle_problem_scan(f->problem, CLSCAN_KIND_EXCLUSIVE, line, line, 1); /* the identity */
    else
        oracle_problem_scan(f->problem, CLSCAN_KIND_INCLUSIVE, first, first, n + f->init);
    memcpy(result, line + n * size, size);
    if (n + f->init == 0 && f->problem->user && !f->desc.user.identity)
        memset(result, 0, size);
}

static void fill(const form *f, const segments *segs, arrays *a) {
    const size_t size = oracle_problem_size(f->problem);
    const bool offsets = f->desc.segments == CLSCAN_SEGMENTS_OFFSETS;
    memset(a, 0, sizeof *a);
    oracle_problem_fill(f->problem, 99, a->in + FROM * size, f->count); /* elements of no segment */
    oracle_problem_fill(f->problem, 1, a->init, 1);
    for (size_t s = 0; s < segs->n; s++) {
        const size_t begin = segs->offset[s] < f->count ? segs->offset[s] : f->count;
        const size_t end = segs->offset[s + 1] < f->count ? segs->offset[s + 1] : f->count;
        const size_t at = f->desc.reverse && !offsets ? segs->n - 1 - s : s;
        fill_segment(f, s, begin, end - begin, a, a->expected + at * size);
        a->keys[s < MAX_ELEMENTS ? at % MAX_ELEMENTS : 0] = (cl_int)(s % 3 + s / 3 % 2 * 10);
        if (!offsets)
            mark(f, s, begin, end - begin, a);
    }
}

static void fail_form(const form *f, const char *what, const char *expected, const char *got) {
    char name[64];
    oracle_problem_name(f->problem, name, sizeof name);
    fail_msg("%s, %s, %s, wg_size %u, items %u, groups %u, by %s, %s, count %zu%s%s: %s is %s instead of %s", name,
             clscan_strategy_name(f->desc.tuning.strategy), f->desc.reverse ? "reverse" : "forward",
             f->desc.tuning.wg_size, f->desc.tuning.items, f->desc.tuning.num_groups,
             clscan_segments_name(f->desc.segments), pattern_names[f->pattern], f->count,
             f->init ? ", initial value" : "", f->host ? ", on the host" : "", what, got, expected);
}

static void assert_number(const form *f, const char *what, size_t index, long long expected, long long got) {
    char name[32], e[32], g[32];
    if (expected == got)
        return;
    snprintf(name, sizeof name, "%s %zu", what, index);
    snprintf(e, sizeof e, "%lld", expected);
    snprintf(g, sizeof g, "%lld", got);
    fail_form(f, name, e, g);
}

static void assert_result(const form *f, size_t r, const void *expected, const void *got) {
    char name[32], e[128], g[128];
    if (oracle_problem_compare(f->problem, expected, got, 1) == 1)
        return;
    snprintf(name, sizeof name, "result %zu", r);
    oracle_problem_print(f->problem, expected, e, sizeof e);
    oracle_problem_print(f->problem, got, g, sizeof g);
    fail_form(f, name, e, g);
}

static size_t bytes_of_heads(const form *f, const segments *segs) {
    const size_t n = f->count;
    switch (f->desc.segments) {
    case CLSCAN_SEGMENTS_FLAGS:
        return n;
    case CLSCAN_SEGMENTS_BITS:
        return (n / 32 + (n % 32 > 0)) * sizeof(cl_uint);
    case CLSCAN_SEGMENTS_KEYS:
        return n * sizeof(cl_int);
    default:
        return (segs->n + 1) * sizeof(cl_uint);
    }
}

/* The results, what stands around them, and the keys and the number of segments. */
typedef struct results {
    unsigned char out[(TO + 2 * MAX_ELEMENTS + 2) * MAX_SIZE];
    cl_int keys[MAX_ELEMENTS + TO];
    cl_uint total;
} results;

static void check_results(const form *f, const segments *segs, const arrays *a, size_t room, const results *got,
                          const results *before) {
    const size_t size = oracle_problem_size(f->problem), fits = segs->n < room ? segs->n : room;
    assert_memory_equal(got->out, before->out, TO * size);
    assert_number(f, "total", 0, (long long)segs->n, got->total);
    for (size_t r = 0; r < fits; r++)
        assert_result(f, r, a->expected + r * size, got->out + (TO + r) * size);
    for (size_t r = 0; r < fits && f->desc.segments == CLSCAN_SEGMENTS_KEYS && !f->no_keys; r++)
        assert_number(f, "key", r, a->keys[r], got->keys[r]);
}

static void run_on_device(const test_device *d, clscan_plan *plan, const form *f, const segments *segs, const arrays *a,
                          size_t room, results *got) {
    const size_t size = oracle_problem_size(f->problem), limit = f->count + f->counted * 9;
    const bool offsets = f->desc.segments == CLSCAN_SEGMENTS_OFFSETS,
               keys = f->desc.segments == CLSCAN_SEGMENTS_KEYS && !f->no_keys;
    const cl_uint on_device = (cl_uint)f->count;
    size_t bytes = 0;
    form most = *f;
    most.count = limit;
    const size_t heads_bytes = bytes_of_heads(&most, segs);
    assert_ok(clscan_plan_workspace_size(plan, limit, &bytes));
    guarded elements = guarded_create(d, (FROM + limit) * size, a->in),
            heads = guarded_create(d, heads_bytes ? heads_bytes : 1, offsets ? (const void *)segs->offset : a->heads),
            out = guarded_create(d, (TO + room) * size, NULL),
            keys_out = guarded_create(d, (room ? room : 1) * sizeof(cl_int), NULL),
            cell = guarded_create(d, sizeof(cl_uint), NULL), counter = guarded_create(d, sizeof on_device, &on_device),
            workspace = guarded_create(d, bytes ? bytes : 1, NULL);
    const clscan_args args = { .struct_size = sizeof args,
                               .count = limit,
                               .in[0] = { .buffer = elements.part, .offset = FROM },
                               .out[0] = { .buffer = out.part, .offset = TO },
                               .segments.buffer = heads.part,
                               .num_segments = offsets ? segs->n : 0,
                               .keys.buffer = keys ? keys_out.part : NULL,
                               .total.buffer = cell.part,
                               .count_at.buffer = f->counted ? counter.part : NULL,
                               .init = f->init ? a->init : NULL,
                               .workspace = f->count % 2 && bytes ? workspace.part : NULL };
    assert_ok(clscan_plan_enqueue(plan, f->count % 3 ? d->in_order : d->out_of_order, &args, 0, NULL, NULL));
    assert_cl(clFinish(f->count % 3 ? d->in_order : d->out_of_order));
    assert_true(guarded_read(d, &out, got->out) && guarded_read(d, &keys_out, got->keys) &&
                guarded_read(d, &cell, &got->total));
    guarded *const all[] = { &elements, &heads, &out, &keys_out, &cell, &counter, &workspace };
    for (size_t i = 0; i < COUNT(all); i++) {
        assert_true(guarded_read(d, all[i], NULL));
        guarded_release(all[i]);
    }
}

static void run_on_host(clscan_plan *plan, const form *f, const segments *segs, const arrays *a, size_t room,
                        results *got) {
    const bool offsets = f->desc.segments == CLSCAN_SEGMENTS_OFFSETS;
    const cl_uint counted = (cl_uint)f->count;
    const clscan_args args = { .struct_size = sizeof args,
                               .count = f->count + f->counted * 9,
                               .in[0] = { .host = a->in, .offset = FROM },
                               .out[0] = { .host = got->out, .offset = TO, .capacity = room },
                               .segments.host = offsets ? (const void *)segs->offset : a->heads,
                               .num_segments = offsets ? segs->n : 0,
                               .keys.host = f->desc.segments == CLSCAN_SEGMENTS_KEYS && !f->no_keys ? got->keys : NULL,
                               .total.host = &got->total,
                               .count_at.host = f->counted ? &counted : NULL,
                               .init = f->init ? a->init : NULL };
    assert_ok(clscan_plan_execute(plan, &args));
}

static void run(const test_device *d, clscan_plan *plan, const form *f) {
    static segments segs;
    static arrays a;
    static results got, before;
    divide(f, &segs);
    fill(f, &segs, &a);
    const bool offsets = f->desc.segments == CLSCAN_SEGMENTS_OFFSETS;
    const size_t room = !f->small || offsets || segs.n < 2 ? segs.n : segs.n / 2,
                 size = oracle_problem_size(f->problem);
    if (room == 0 && f->host)
        return; /* a capacity of 0 sets no limit */
    guarded_pattern(&before, sizeof before);
    got = before;
    if (f->host)
        run_on_host(plan, f, &segs, &a, room, &got);
    else
        run_on_device(d, plan, f, &segs, &a, room, &got);
    check_results(f, &segs, &a, room, &got, &before);
    if (f->host)
        assert_memory_equal(got.out + (TO + room) * size, before.out + (TO + room) * size, MAX_SIZE);
}

/* -------------------------------------------------------------------------------------------------- all of them */

static bool has_accumulator(const form *f) {
    return !f->problem->user && oracle_has_accumulator(f->problem->op);
}

static void run_form(const test_device *d, form *f) {
    const size_t t = f->tile = f->desc.tuning.strategy && f->desc.tuning.wg_size ? shape_tile(&f->desc) : 64;
    const size_t counts[] = { 0, 1, 2, 3, t - 1, t, t + 1, 2 * t, 3 * t + 1, 577, 5 * t - 1, 1009, 3001, 5003 };
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, &f->desc, &plan));
    for (size_t i = 0; i < COUNT(counts); i++) {
        f->count = counts[i] <= 5003 ? counts[i] : 5003;
        f->pattern = (f->pattern + 1) % PATTERNS;
        f->init = i % 3 == 1 && !has_accumulator(f);
        f->counted = i % 4 == 2;
        f->no_keys = i % 5 == 4;
        f->small = i % 4 == 3;
        f->host = i % 6 == 5;
        run(d, plan, f);
    }
    clscan_plan_destroy(plan);
}

/* Keys are the last two digits of the elements of args.segments, which differ in a segment. */
static void compute_keys(form *f) {
    snprintf(f->source, sizeof f->source, "%sint last_digits(int x) { return x %% 100; }\n",
             f->problem->user ? f->problem->user->source : "");
    f->desc.user.source = f->source;
    f->desc.user.key = "last_digits";
}

static void check_form(const test_device *d, const oracle_problem *problem, clscan_strategy strategy,
                       clscan_segments segs, bool reverse, size_t draw) {
    form f = { .problem = problem, .pattern = draw % PATTERNS };
    f.desc = oracle_problem_desc(problem, CLSCAN_KIND_INCLUSIVE);
    f.desc.task = CLSCAN_TASK_REDUCE;
    f.desc.segments = segs;
    f.desc.reverse = reverse;
    f.desc.tuning.strategy = strategy;
    if (strategy)
        shape_draw(d, draw, &f.desc);
    if (draw % 2 && problem->user)
        f.desc.user.identity = NULL;
    if (draw % 3 && segs == CLSCAN_SEGMENTS_KEYS)
        compute_keys(&f);
    run_form(d, &f);
}

static bool has_segments(const test_device *d, clscan_strategy strategy) {
    return strategy != CLSCAN_STRATEGY_COLUMNS && test_device_runs(d, strategy);
}

static void test_every_problem(void **state) {
    const test_device *d = *state;
    oracle_problem problem;
    const unsigned strategies = shape_strategies() + 1;
    for (size_t i = 0; oracle_problem_at(i, &problem); i++) {
        if (!trial_meets(&problem) || !oracle_problem_supported(&problem, d->id))
            continue;
        for (unsigned s = 0; s < strategies; s++)
            for (clscan_segments by = CLSCAN_SEGMENTS_FLAGS; by <= CLSCAN_SEGMENTS_OFFSETS; by++)
                if (has_segments(d, s) && (is_whole_run() || (i * 5 + s * 3 + by) % (5 * strategies) == 0))
                    check_form(d, &problem, s, by, (i / 2 + by) % 2, i + s + by);
    }
}

/* Every strategy, kind of segments and direction with an operator that is not commutative, and with ints. */
static void test_every_strategy(void **state) {
    const test_device *d = *state;
    const oracle_problem problems[] = { { ORACLE_USER, CLSCAN_OP_ADD, oracle_user_at(1) },
                                        { ORACLE_INT, CLSCAN_OP_ADD, NULL } };
    for (unsigned s = 0; s <= shape_strategies(); s++)
        for (clscan_segments by = CLSCAN_SEGMENTS_FLAGS; by <= CLSCAN_SEGMENTS_OFFSETS; by++)
            for (int reverse = 0; reverse < 2; reverse++)
                if (has_segments(d, s) && (is_whole_run() || (s + by / 2 + (unsigned)reverse) % 2))
                    check_form(d, &problems[(s + by) % 2], s, by, reverse, s * 7 + by);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_strategy), cmocka_unit_test(test_every_problem) };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
