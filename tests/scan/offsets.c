/* Scans segments given by offsets, with many distributions of lengths. A loop over the segments gives the expected
 * results. By default each strategy runs one of four combinations of kind and direction, and is combined with half of
 * the distributions in large arrays. With CLSCAN_TEST_WHOLE=1 all combinations run. */
#include "support/affine.h"
#include "support/guarded.h"

#include <stdlib.h>
#include <string.h>

/* Offsets of segments whose lengths add up to `count` or less. */
typedef struct csr {
    size_t count, num_segments;
    uint64_t *offsets; /* num_segments + 1 */
} csr;

/* Returns the length of the next segment. */
typedef size_t length_fn(uint64_t draw);

static size_t ones(uint64_t draw) {
    (void)draw;
    return 1;
}
static size_t short_ones(uint64_t draw) {
    return draw % 4;
}
static size_t by_words(uint64_t draw) {
    return 32 * (draw % 3);
}
static size_t thousands(uint64_t draw) {
    return draw % 3000;
}
static size_t one_for_all(uint64_t draw) {
    (void)draw;
    return SIZE_MAX;
}
/* Mixes runs of empty segments, single elements and long segments. */
static size_t any_mix(uint64_t draw) {
    return draw % 64 < 50 ? 0 : draw % 64 < 60 ? 1 : (draw >> 8) % ((size_t)1 << (draw >> 40) % 18);
}

static length_fn *const lengths[] = { ones, short_ones, by_words, thousands, one_for_all, any_mix };

/* Makes offsets that begin with `first`. There are `spare` empty segments in the middle and at the end. */
static csr new_csr(size_t count, size_t first, size_t spare, length_fn *length, uint64_t seed) {
    csr c = { .count = count, .offsets = malloc((9 * count + 2 * spare + 2) * sizeof *c.offsets) };
    uint64_t at = first < count ? first : count, most = 9 * count;
    assert_non_null(c.offsets);
    c.offsets[0] = at;
    for (uint64_t i = 0; at < count && i < most; i++) {
        const size_t next = length(oracle_draw(seed, i));
        at = next < count - at ? at + next : count;
        c.offsets[++c.num_segments] = at;
        for (size_t s = 0; s < spare && i == count / 64; s++)
            c.offsets[++c.num_segments] = at;
    }
    for (size_t s = 0; s < spare || c.num_segments == 0; s++)
        c.offsets[++c.num_segments] = at;
    return c;
}

/* -------------------------------------------------------------------------------------------- expected results */

static const affine initial = { 3, 5 };

static affine scan_segment(const affine *in, affine *out, size_t begin, size_t end, const clscan_desc *desc) {
    affine sum = initial;
    for (size_t k = begin; k < end; k++) {
        const size_t i = desc->reverse ? end - 1 - (k - begin) : k;
        const affine before = sum;
        sum = affine_then(sum, in[i]);
        out[i] = desc->kind == CLSCAN_KIND_EXCLUSIVE ? before : sum;
    }
    return sum;
}

/* Returns the total, which is that of the last segment with elements in the order of the scan. */
static affine scan_segments(const csr *c, const affine *in, affine *out, const clscan_desc *desc) {
    affine first = initial, last = initial;
    size_t begin = 0;
    bool any = false;
    for (size_t s = 0; s <= c->num_segments + 1; s++) {
        const size_t end = s <= c->num_segments ? (size_t)c->offsets[s] : c->count;
        if (begin == end)
            continue;
        last = scan_segment(in, out, begin, end, desc);
        first = any ? first : last;
        any = true;
        begin = end;
    }
    return desc->reverse ? first : last;
}

/* -------------------------------------------------------------------------------------------------- one scan */

static guarded offsets_of(const test_device *d, const csr *c, bool wide, size_t shift) {
    const size_t n = c->num_segments + 1, size = wide ? sizeof(cl_ulong) : sizeof(cl_uint);
    char *bytes = calloc(shift + n, size);
    assert_non_null(bytes);
    for (size_t i = 0; i < n; i++) {
        const cl_uint narrow = (cl_uint)c->offsets[i];
        memcpy(bytes + (shift + i) * size, wide ? (const void *)&c->offsets[i] : &narrow, size);
    }
    guarded g = guarded_create(d, (shift + n) * size, bytes);
    free(bytes);
    return g;
}

static void judge(const test_device *d, const csr *c, const clscan_desc *desc, const affine *expected, cl_mem out) {
    affine *got = malloc(c->count * sizeof *got);
    assert_non_null(got);
    assert_cl(clEnqueueReadBuffer(d->in_order, out, CL_TRUE, 0, c->count * sizeof *got, got, 0, NULL, NULL));
    for (size_t i = 0; i < c->count; i++)
        if (memcmp(&got[i], &expected[i], sizeof *got) != 0)
            fail_msg("%s, wg_size %u, items %u, kind %d, reverse %d, %zu elements, %zu segments: wrong at %zu",
                     clscan_strategy_name(desc->tuning.strategy), desc->tuning.wg_size, desc->tuning.items, desc->kind,
                     desc->reverse, c->count, c->num_segments, i);
    free(got);
}

/* Runs one scan. The bits of `draw` choose everything except the segments. */
static void run(const test_device *d, clscan_plan *plan, const clscan_desc *desc, const csr *c, uint64_t draw) {
    enum { SHIFT = 3 };
    const bool in_place = draw & 1, own_workspace = draw & 2;
    const size_t shift = draw & 4 ? SHIFT : 0, bytes = c->count * sizeof(affine);
    affine *in = malloc(bytes), *expected = malloc(bytes), total, wanted;
    assert_true(in && expected);
    for (size_t i = 0; i < c->count; i++)
        in[i] = (affine) { (cl_uint)oracle_draw(draw, i) | 1, (cl_uint)(oracle_draw(draw, i) >> 32) };
    wanted = scan_segments(c, in, expected, desc);
    guarded offsets = offsets_of(d, c, desc->key.name != NULL, shift), workspace = { 0 };
    cl_mem source = test_device_buffer(d, CL_MEM_READ_WRITE, bytes, in);
    cl_mem target = in_place ? source : test_device_buffer(d, CL_MEM_READ_WRITE, bytes, NULL);
    clscan_args args = { .in[0].buffer = source,
                         .out[0].buffer = target,
                         .count = c->count,
                         .init = &initial,
                         .total.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof total, NULL),
                         .segments.buffer = offsets.part,
                         .segments.offset = shift,
                         .num_segments = c->num_segments };
    size_t needed = 0;
    assert_ok(clscan_plan_workspace_size(plan, c->count, &needed));
    if (own_workspace) {
        workspace = guarded_create(d, needed, NULL);
        args.workspace = workspace.part;
    }
    assert_ok(clscan_plan_enqueue(plan, draw & 8 ? d->out_of_order : d->in_order, &args, 0, NULL, NULL));
    assert_cl(clFinish(draw & 8 ? d->out_of_order : d->in_order));
    judge(d, c, desc, expected, target);
    assert_cl(clEnqueueReadBuffer(d->in_order, args.total.buffer, CL_TRUE, 0, sizeof total, &total, 0, NULL, NULL));
    assert_memory_equal(&total, &wanted, sizeof total);
    if (own_workspace)
        assert_true(guarded_read(d, &workspace, NULL));
    guarded_release(&workspace);
    guarded_release(&offsets);
    clReleaseMemObject(args.total.buffer);
    if (!in_place)
        clReleaseMemObject(target);
    clReleaseMemObject(source);
    free(in);
    free(expected);
}

/* ------------------------------------------------------------------------------------------------ the tests */

static clscan_desc description(clscan_strategy strategy, bool exclusive, bool reverse, bool wide) {
    clscan_desc desc = affine_desc(strategy, exclusive, reverse);
    desc.segments = CLSCAN_SEGMENTS_OFFSETS;
    desc.key.name = wide ? "ulong" : NULL;
    return desc;
}

/* The plan is combined with every step-th distribution. The seed chooses the first one. */
static void run_counts(const test_device *d, const clscan_desc *desc, const size_t *counts, size_t n, size_t step,
                       uint64_t seed) {
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, desc, &plan));
    for (size_t k = 0; k < n; k++)
        for (size_t l = seed % step; l < COUNT(lengths); l += step) {
            const uint64_t draw = oracle_draw(seed, k * COUNT(lengths) + l);
            csr c = new_csr(counts[k], draw >> 8 & 1 ? draw >> 16 & 63 : 0, draw >> 9 & 1 ? 1000 : 0, lengths[l], draw);
            run(d, plan, desc, &c, draw);
            free(c.offsets);
        }
    clscan_plan_destroy(plan);
}

/* Bit 0 of `way` is exclusive, and bit 1 is reverse. By default, four strategies share the ways. */
static bool meets(clscan_strategy strategy, int way) {
    return is_whole_run() || (unsigned)way == strategy % 4;
}

/* Scans in small tiles. The counts are near multiples of the words and of the parts that a work-group marks. */
static void test_small_tiles(void **state) {
    static const size_t counts[] = { 1, 2, 31, 32, 33, 64, 257, 1000, 32767, 32768, 32769, 70001 };
    const test_device *d = *state;
    for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++)
        for (int way = 0; way < 4 && test_device_runs(d, strategy); way++) {
            if (!meets(strategy, way))
                continue;
            clscan_desc desc = description(strategy, way & 1, way & 2, way == 1 || way == 2);
            desc.tuning.wg_size = way == 3 ? 1 : test_device_wg_size(d, strategy, 8);
            desc.tuning.items = 3;
            desc.tuning.num_groups = 5;
            run_counts(d, &desc, counts, COUNT(counts), 1, 4 * (uint64_t)strategy + (uint64_t)way);
        }
}

/* Scans segments of up to a million elements, in the library's shape, and in the largest work-groups, whose work-items
 * mark one word each. Each of the smaller arrays takes a quarter of a second. */
static void test_large(void **state) {
    static const size_t counts[] = { 1000003, 2000003 };
    const size_t step = is_whole_run() ? 1 : 2, num_counts = is_whole_run() ? 2 : 1;
    const test_device *d = *state;
    for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++)
        if (test_device_runs(d, strategy)) {
            const clscan_desc desc = description(strategy, strategy % 2, strategy % 3 == 1, strategy % 3 == 2);
            run_counts(d, &desc, counts, num_counts, step, strategy);
        }
    clscan_desc widest = description(CLSCAN_STRATEGY_REDUCE_SCAN, true, true, false);
    for (widest.tuning.wg_size = 1; 2 * widest.tuning.wg_size <= d->max_wg_size && widest.tuning.wg_size < 2048;)
        widest.tuning.wg_size *= 2;
    widest.tuning.items = 1;
    run_counts(d, &widest, counts, num_counts, step, 99);
}

/* The offsets are farther apart than the stretch that a work-group marks together (cl/tile/head_bits.h). In some cases
 * the last offset is long before the end, or a stretch without heads precedes another one. */
static void test_far_apart(void **state) {
    enum { STRETCH = 256 * 32 };
    static uint64_t offsets[][4] = { { 0, 5, 9, 9 },
                                     { 0, 2 * STRETCH, 3 * STRETCH, 7 * STRETCH },
                                     { 1, 1, STRETCH - 1, STRETCH } };
    const test_device *d = *state;
    for (unsigned wg_size = 8; wg_size <= 64; wg_size *= 8)
        if (test_device_runs_groups_of(d, wg_size)) {
            clscan_desc desc = description(CLSCAN_STRATEGY_REDUCE_SCAN, wg_size == 8, wg_size == 8, false);
            clscan_plan *plan = NULL;
            desc.tuning.wg_size = wg_size;
            desc.tuning.items = 3;
            assert_ok(clscan_plan_create(d->device, &desc, &plan));
            for (size_t i = 0; i < 4 * COUNT(offsets); i++) { /* work-items run in another order each time */
                const csr c = { 8 * STRETCH + 1, 3, offsets[i % COUNT(offsets)] };
                run(d, plan, &desc, &c, i);
            }
            clscan_plan_destroy(plan);
        }
}

/* The count is known on the device only. */
static void test_count_from_the_device(void **state) {
    enum { MOST = 1000, SEGMENT = 7 };
    const test_device *d = *state;
    const cl_int counts[] = { -3, 0, 1, 500, 1000, 1001 };
    cl_int in[MOST], out[MOST], total;
    cl_uint offsets[MOST / SEGMENT + 1];
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = NULL;
    desc.segments = CLSCAN_SEGMENTS_OFFSETS;
    desc.count_type.name = "int";
    for (int i = 0; i < MOST; i++)
        in[i] = i;
    for (cl_uint s = 0; s < COUNT(offsets); s++)
        offsets[s] = s * SEGMENT;
    clscan_args args = { .in[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof in, in),
                         .out[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof out, NULL),
                         .count = MOST,
                         .total.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof total, NULL),
                         .segments.buffer = test_device_buffer(d, CL_MEM_READ_ONLY, sizeof offsets, offsets),
                         .num_segments = COUNT(offsets) - 1,
                         .count_at.buffer = test_device_buffer(d, CL_MEM_READ_ONLY, sizeof counts, counts) };
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    for (args.count_at.offset = 0; args.count_at.offset < COUNT(counts); args.count_at.offset++) {
        const int wanted = counts[args.count_at.offset];
        const int count = wanted < 0 ? 0 : wanted > MOST ? MOST : wanted;
        int sum = 0;
        assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
        assert_cl(clEnqueueReadBuffer(d->in_order, args.out[0].buffer, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
        assert_cl(clEnqueueReadBuffer(d->in_order, args.total.buffer, CL_TRUE, 0, sizeof total, &total, 0, NULL, NULL));
        for (int i = 0; i < count; i++)
            assert_int_equal(out[i], sum = i % SEGMENT ? sum + i : i);
        assert_int_equal(total, sum);
    }
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    clReleaseMemObject(args.total.buffer);
    clReleaseMemObject(args.segments.buffer);
    clReleaseMemObject(args.count_at.buffer);
    clscan_plan_destroy(plan);
}

/* Scans ones with offsets of type int. Guards surround the arrays. */
static void run_signed(const test_device *d, clscan_plan *plan, const cl_int *offsets, size_t n, size_t count,
                       cl_int *out) {
    guarded marks = guarded_create(d, n * sizeof *offsets, offsets);
    guarded result = guarded_create(d, count * sizeof *out, NULL), workspace;
    size_t needed = 0;
    for (size_t i = 0; i < count; i++)
        out[i] = 1;
    assert_ok(clscan_plan_workspace_size(plan, count, &needed));
    workspace = guarded_create(d, needed, NULL);
    clscan_args args = { .in[0].buffer = test_device_buffer(d, CL_MEM_READ_ONLY, count * sizeof *out, out),
                         .out[0].buffer = result.part,
                         .count = count,
                         .segments.buffer = marks.part,
                         .num_segments = n - 1,
                         .workspace = workspace.part };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clFinish(d->in_order));
    assert_true(guarded_read(d, &result, out) && guarded_read(d, &workspace, NULL) && guarded_read(d, &marks, NULL));
    clReleaseMemObject(args.in[0].buffer);
    guarded_release(&workspace);
    guarded_release(&result);
    guarded_release(&marks);
}

/* Offsets of type int give the same segments as uint. If offsets do not ascend, are negative or greater than the count,
 * the scan still ends, writes only the output, and computes sums of some segments. */
static void test_any_offsets(void **state) {
    enum { COUNT_OF_ELEMENTS = 20011, OFFSETS = 3000 };
    static cl_int out[COUNT_OF_ELEMENTS], any[OFFSETS];
    static const cl_int right[] = { 0, 2, 2, 5 };
    const test_device *d = *state;
    for (size_t wg_size = 1; wg_size <= 64; wg_size *= 8) {
        clscan_desc desc = { .segments = CLSCAN_SEGMENTS_OFFSETS, .key.name = "int" };
        clscan_plan *plan = NULL;
        desc.tuning.strategy = CLSCAN_STRATEGY_REDUCE_SCAN;
        desc.tuning.wg_size = (unsigned)wg_size;
        if (!test_device_runs_groups_of(d, wg_size))
            continue;
        assert_ok(clscan_plan_create(d->device, &desc, &plan));
        run_signed(d, plan, right, COUNT(right), 7, out);
        assert_memory_equal(out, ((cl_int[]) { 1, 2, 1, 2, 3, 1, 2 }), 7 * sizeof *out);
        for (uint64_t seed = 0; seed < 6; seed++) {
            for (size_t i = 0; i < OFFSETS; i++)
                any[i] = (cl_int)(cl_uint)(oracle_draw(seed, i) >> (seed % 2 ? 48 : 32));
            run_signed(d, plan, any, OFFSETS, COUNT_OF_ELEMENTS, out);
            for (size_t i = 0; i < COUNT_OF_ELEMENTS; i++)
                assert_true(out[i] == 1 || (i > 0 && out[i] == out[i - 1] + 1));
        }
        clscan_plan_destroy(plan);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_tiles), cmocka_unit_test(test_large),
        cmocka_unit_test(test_far_apart),   cmocka_unit_test(test_count_from_the_device),
        cmocka_unit_test(test_any_offsets),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
