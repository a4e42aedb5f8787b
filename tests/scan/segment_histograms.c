/* Histograms by segments, compared with plain C: segments by flags, bits, keys and offsets, short and long ones, some
 * without elements, in shapes that divide them among work-groups in several ways. By keys, the key of each segment is
 * written too. Outputs may be too small, or missing if the segments are only counted. No array is written past its end.
 */
#include "support/guarded.h"

#include <oracle.h>
#include <string.h>

enum { N = 9000, MOST_SEGMENTS = 500, MOST_COUNTS = 1500000, OFFSET = 3, BEFORE = 5, AFTER = 9 };

/* How segments are given, the bins, and the type of counts. Elements of floating-point counts have weights. */
static const struct way {
    clscan_segments segments;
    unsigned bins;
    const char *counts;
} ways[] = { { CLSCAN_SEGMENTS_FLAGS, 20, "uint" },
             { CLSCAN_SEGMENTS_OFFSETS, 300, "float" },
             { CLSCAN_SEGMENTS_KEYS, 7, "ulong" },
             { CLSCAN_SEGMENTS_BITS, 20000, "int" } /* in ranges, or in the workspace */ };

typedef struct way way;

/* Where segments begin: the first and last offset leave elements before and after them. */
typedef struct division {
    cl_uint offsets[MOST_SEGMENTS + 1];
    size_t segments; /* by offsets */
    unsigned char flags[N];
    cl_uint bits[N / 32 + 1], keys[N];
    size_t heads;
} division;

static void divide(size_t scale, division *v) {
    static const unsigned lengths[] = { 1, 2, 0, 5, 1, 0, 0, 40, 2, 700, 3, 1, 300, 0, 64, 1, 2500 };
    size_t at = BEFORE;
    memset(v, 0, sizeof *v);
    for (; at < N - AFTER && v->segments < MOST_SEGMENTS; at += scale * lengths[v->segments++ % COUNT(lengths)]) {
        v->offsets[v->segments] = (cl_uint)at;
        v->flags[at] = 200;
    }
    v->offsets[v->segments] = N - AFTER;
    v->flags[N - AFTER] = 1;
    for (size_t i = 0; i < N; i++) {
        v->heads += i == 0 || v->flags[i];
        v->bits[i / 32] |= (cl_uint)(v->flags[i] != 0) << i % 32;
        v->keys[i] = (cl_uint)v->heads % 3;
    }
}

/* Returns the segment of element i, or a greater number if it is in none. */
static size_t segment_of(const way *w, const division *v, size_t i) {
    size_t segment = 0;
    if (w->segments == CLSCAN_SEGMENTS_OFFSETS) {
        while (segment < v->segments && (i < v->offsets[segment] || i >= v->offsets[segment + 1]))
            segment++;
        return segment;
    }
    for (size_t k = 1; k <= i; k++)
        segment += v->flags[k] != 0;
    return segment;
}

static size_t segments_of(const way *w, const division *v) {
    return w->segments == CLSCAN_SEGMENTS_OFFSETS ? v->segments : v->heads;
}

/* The weight of an element x is x % 8 / 4. Sums of such weights are exact. */
static const char weight[] = "float weight(uint x) { return 0.25f * (x % 8); }\n";

static void expect(const way *w, const division *v, const cl_uint *x, size_t n, double *counts) {
    memset(counts, 0, segments_of(w, v) * w->bins * sizeof *counts);
    for (size_t i = 0, segment = segment_of(w, v, 0); i < n; i++) {
        if (v->flags[i])
            segment = segment_of(w, v, i);
        if (segment < segments_of(w, v) && x[i] < w->bins)
            counts[segment * w->bins + x[i]] += strcmp(w->counts, "float") == 0 ? 0.25 * (x[i] % 8) : 1;
    }
}

static double count_at(const way *w, const void *counts, size_t i) {
    switch (*w->counts) {
    case 'f':
        return ((const cl_float *)counts)[i];
    default:
        return strcmp(w->counts, "ulong") == 0 ? (double)((const cl_ulong *)counts)[i] : ((const cl_uint *)counts)[i];
    }
}

static size_t size_of(const way *w) {
    return strcmp(w->counts, "ulong") == 0 ? 8 : 4;
}

/* Asserts that the keys of the first `fit` segments were written, and nothing after them. */
static void check_keys(const test_device *d, const division *v, const guarded *keys, size_t fit) {
    static cl_uint got[N + 1];
    cl_uint untouched;
    guarded_pattern(&untouched, sizeof untouched);
    assert_true(guarded_read(d, keys, got));
    for (size_t i = 0, segment = 0; i < N; i++)
        if (i == 0 || v->flags[i]) {
            assert_int_equal(got[segment], segment < fit ? v->keys[i] : untouched);
            segment++;
        }
    assert_int_equal(got[v->heads], untouched);
}

/* The output has room for `room` numbers, and that of the keys for `key_room` keys. 0: there is no such output. */
static void check_call(const test_device *d, clscan_plan *plan, const way *w, const division *v, size_t room,
                       size_t key_room) {
    static cl_uint x[OFFSET + N];
    static double expected[MOST_COUNTS];
    static cl_ulong got[MOST_COUNTS];
    const bool by_offsets = w->segments == CLSCAN_SEGMENTS_OFFSETS;
    const size_t segments = segments_of(w, v), rooms[] = { segments, room / w->bins, key_room ? key_room : segments };
    const void *const marks[] = { NULL, v->flags, v->bits, v->keys, v->offsets };
    const size_t bytes[] = { 0, sizeof v->flags, sizeof v->bits, sizeof v->keys, (segments + 1) * sizeof(cl_uint) };
    cl_uint total = 0;
    size_t fit = segments;
    for (size_t i = 0; i < COUNT(rooms); i++)
        fit = rooms[i] < fit ? rooms[i] : fit;
    assert_true(segments * w->bins <= MOST_COUNTS && room <= MOST_COUNTS);
    for (size_t i = 0; i < COUNT(x); i++)
        x[i] = (cl_uint)(oracle_draw(50, i) % (w->bins + w->bins / 8 + 1));
    expect(w, v, x + OFFSET, N, expected);
    guarded in = guarded_create(d, sizeof x, x), out = guarded_create(d, (room + 1) * size_of(w), NULL),
            segment_marks = guarded_create(d, bytes[w->segments], marks[w->segments]),
            keys = guarded_create(d, (segments + 1) * sizeof(cl_uint), NULL),
            count = guarded_create(d, sizeof total, NULL);
    clscan_args args = { .in[0] = { .buffer = in.part, .offset = OFFSET },
                         .out[0] = { .buffer = room ? out.part : NULL, .capacity = room },
                         .segments.buffer = segment_marks.part,
                         .num_segments = by_offsets ? segments : 0,
                         .keys = { .buffer = key_room ? keys.part : NULL, .capacity = key_room },
                         .total.buffer = count.part,
                         .count = N };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_true(guarded_read(d, &in, NULL) && guarded_read(d, &out, got) && guarded_read(d, &count, &total));
    assert_int_equal(total, segments);
    for (size_t i = 0; i < fit * w->bins; i++)
        if (count_at(w, got, i) != expected[i])
            fail_msg("segments of kind %d, %u bins: bin %zu of segment %zu has %g instead of %g", (int)w->segments,
                     w->bins, i % w->bins, i / w->bins, count_at(w, got, i), expected[i]);
    unsigned char untouched[8];
    guarded_pattern(untouched, sizeof untouched);
    for (size_t i = fit * w->bins; i <= room; i++) /* all bytes of the pattern are the same */
        assert_memory_equal((const char *)got + i * size_of(w), untouched, size_of(w));
    if (w->segments == CLSCAN_SEGMENTS_KEYS)
        check_keys(d, v, &keys, key_room ? fit : 0);
    guarded *const all[] = { &in, &out, &segment_marks, &keys, &count };
    for (size_t i = 0; i < COUNT(all); i++)
        guarded_release(all[i]);
}

/* Shape 0 is the library's, shape 1 has three work-groups of one work-item, and shape 2 many of several. */
static void check_way(const test_device *d, const way *w, size_t shape) {
    static division v;
    const bool weighted = strcmp(w->counts, "float") == 0, by_offsets = w->segments == CLSCAN_SEGMENTS_OFFSETS;
    clscan_desc desc = { .struct_size = sizeof desc,
                         .task = CLSCAN_TASK_HISTOGRAM,
                         .value.name = w->counts,
                         .in[0].name = "uint",
                         .segments = w->segments,
                         .user = { .source = weighted ? weight : NULL, .map = weighted ? "weight" : NULL },
                         .bins = { .count = w->bins, .upper = w->bins } };
    clscan_plan *plan = NULL;
    desc.tuning.num_groups = shape == 0 ? 0 : shape == 1 ? 3 : 40;
    desc.tuning.wg_size = shape == 0 ? 0 : shape == 1 ? 1 : test_device_wg_size(d, CLSCAN_STRATEGY_REDUCE_SCAN, 32);
    desc.tuning.items = shape < 2 ? 0 : 3;
    if (w->segments == CLSCAN_SEGMENTS_KEYS)
        desc.key.name = "uint";
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    for (size_t scale = w->bins > 1000 ? 40 : 1; scale <= 40; scale += 39) {
        divide(scale, &v);
        const size_t segments = segments_of(w, &v), all = segments * w->bins;
        const bool by_keys = w->segments == CLSCAN_SEGMENTS_KEYS;
        check_call(d, plan, w, &v, all, by_keys ? segments : 0);
        if (by_offsets)
            continue;
        check_call(d, plan, w, &v, all / 2 + 1, by_keys ? segments : 0);
        check_call(d, plan, w, &v, 0, 0);
        if (by_keys)
            check_call(d, plan, w, &v, all, segments / 3);
    }
    clscan_plan_destroy(plan);
}

static void try_way(const test_device *d, const way *w, size_t shape) {
    UNLESS_REFUSED(check_way(d, w, shape));
}

static void test_segments(void **state) {
    for (size_t w = 0; w < COUNT(ways); w++)
        for (size_t shape = w == 1 ? 0 : w % 2; shape < 3; shape += 2 - w % 2)
            try_way(*state, &ways[w], shape);
    skip_if_all_refused();
}

/* With no elements, there is no segment, unless offsets give some. An output by offsets has room for all segments. */
static void test_nothing(void **state) {
    const test_device *d = *state;
    clscan_desc desc = { .struct_size = sizeof desc,
                         .task = CLSCAN_TASK_HISTOGRAM,
                         .in[0].name = "uint",
                         .segments = CLSCAN_SEGMENTS_OFFSETS,
                         .bins = { .count = 4, .upper = 4 } };
    const cl_uint offsets[] = { 0, 0, 0 }, zeros[8] = { 0 };
    cl_uint got[8], total = 9;
    clscan_plan *plan = NULL;
    guarded marks = guarded_create(d, sizeof offsets, offsets), out = guarded_create(d, sizeof got, NULL),
            count = guarded_create(d, sizeof total, &total);
    clscan_args args = { .in[0].buffer = marks.part,
                         .out[0].buffer = out.part,
                         .segments.buffer = marks.part,
                         .num_segments = 2,
                         .total.buffer = count.part };
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_true(guarded_read(d, &out, got) && guarded_read(d, &count, &total));
    assert_memory_equal(got, zeros, sizeof got);
    assert_int_equal(total, 2);
    args.out[0].capacity = 7;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_TOO_SMALL,
                 "args.out[0].capacity is 7, and the call needs 8 elements");
    clscan_plan_destroy(plan);
    desc.segments = CLSCAN_SEGMENTS_FLAGS;
    args.num_segments = 0;
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_true(guarded_read(d, &count, &total));
    assert_int_equal(total, 0);
    clscan_plan_destroy(plan);
    guarded_release(&marks);
    guarded_release(&out);
    guarded_release(&count);
}

/* Three segments with three bins each, by keys that a function computes: hours of minutes. */
static const clscan_desc by_hours = { .struct_size = sizeof(clscan_desc),
                                      .task = CLSCAN_TASK_HISTOGRAM,
                                      .segments = CLSCAN_SEGMENTS_KEYS,
                                      .in[0].name = "int",
                                      .key.name = "short",
                                      .key_in.name = "uint",
                                      .user = { .source = "short hour(uint minutes) { return (short)(minutes / 60); }",
                                                .key = "hour" },
                                      .bins = { .count = 3, .upper = 3 } };

/* Only whole histograms are written, as many as fit, and as many keys. The rest of the outputs keeps its values. The
 * output of keys ends where the output of counts begins, and neither is aligned, so that all devices write to copies of
 * them. The rooms are capacities: without one, there is room for args.count segments. */
static void check_rooms(clscan_plan *plan, size_t room, size_t key_room, bool gives_keys, const cl_uint *count) {
    enum { SIX = 6, MOST = 3 * SIX };
    static const cl_uint expected[MOST] = { 2, 0, 0, 1, 2, 0, 0, 1, 0 };
    static const cl_short hours[SIX] = { 4, 0, 4 };
    const cl_int x[SIX] = { 0, 0, 1, 0, 1, 1 };
    const cl_uint minutes[SIX] = { 240, 299, 0, 59, 1, 251 };
    cl_uint counts[MOST], total = 0;
    cl_short keys[SIX];
    char outs[1 + sizeof keys + sizeof counts], *const at[] = { outs + 1, outs + 1 + sizeof keys };
    memset(outs, 9, sizeof outs);
    const clscan_args args = { .in[0].host = x,
                               .segments.host = minutes,
                               .out[0] = { .host = at[1], .capacity = room },
                               .keys = { .host = gives_keys ? at[0] : NULL, .capacity = key_room },
                               .total.host = &total,
                               .count_at.host = count,
                               .count = SIX };
    assert_ok(clscan_plan_execute(plan, &args));
    assert_int_equal(total, 3);
    memcpy(keys, at[0], sizeof keys);
    memcpy(counts, at[1], sizeof counts);
    const size_t fit_counts = room && room < 9 ? room / 3 : 3, fit_keys = key_room ? key_room : 3,
                 fit = gives_keys && fit_keys < fit_counts ? fit_keys : fit_counts;
    for (size_t i = 0; i < MOST; i++)
        assert_int_equal(counts[i], i < 3 * fit ? expected[i] : 0x09090909);
    for (size_t i = 0; i < SIX; i++)
        assert_int_equal(keys[i], gives_keys && i < fit ? hours[i] : 0x0909);
}

static void test_host_segments(void **state) {
    const test_device *d = *state;
    const cl_uint six = 6;
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, &by_hours, &plan));
    for (size_t room = 1; room <= 10; room++) {
        check_rooms(plan, room, 0, false, NULL);
        for (size_t key_room = 0; key_room <= 4; key_room++)
            check_rooms(plan, room, key_room, true, NULL);
    }
    check_rooms(plan, 0, 0, true, NULL);
    check_rooms(plan, 0, 0, true, &six);
    clscan_plan_destroy(plan);
}

/* Keys need an output of counts, and segments by keys. */
static void test_refused(void **state) {
    enum { ELEMENTS = 6, COUNTS = 3 * ELEMENTS };
    const test_device *d = *state;
    clscan_desc desc = by_hours;
    clscan_plan *plan = NULL;
    guarded in = guarded_create(d, ELEMENTS * sizeof(cl_uint), NULL),
            out = guarded_create(d, COUNTS * sizeof(cl_uint), NULL),
            keys = guarded_create(d, ELEMENTS * sizeof(cl_short), NULL);
    clscan_args args = { .in[0].buffer = in.part,
                         .out[0].buffer = out.part,
                         .segments.buffer = in.part,
                         .keys.buffer = in.part,
                         .count = ELEMENTS };
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_OVERLAP,
                 "args.in[0] and args.keys overlap");
    args.keys.buffer = out.part;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_OVERLAP,
                 "args.out[0] and args.keys overlap");
    args.out[0].buffer = NULL;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.out[0] is NULL");
    args.out[0].buffer = out.part;
    args.keys.buffer = keys.part;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    clscan_plan_destroy(plan);
    desc.segments = CLSCAN_SEGMENTS_FLAGS;
    desc.key.name = desc.key_in.name = desc.user.key = desc.user.source = NULL;
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.keys is given|CLSCAN_TASK_HISTOGRAM and desc.segments is CLSCAN_SEGMENTS_FLAGS");
    clscan_plan_destroy(plan);
    guarded *const all[] = { &in, &out, &keys };
    for (size_t i = 0; i < COUNT(all); i++)
        guarded_release(all[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_segments), cmocka_unit_test(test_nothing),
                                        cmocka_unit_test(test_host_segments), cmocka_unit_test(test_refused) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
