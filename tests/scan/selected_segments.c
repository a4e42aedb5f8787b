/* Selections by segments, by every strategy, and partitions of segments: the elements, what is carried along, their
 * indices, where the segments and their parts begin in the outputs, and both totals. Segments are given by flags, bits,
 * keys and offsets, in both directions, with outputs that are too small and outputs that hold elements already. No
 * array is written or read past its end. */
#include "scan/selected_segments.h"

#include "support/guarded.h"
#include "support/shape.h"

/* Returns number `i` of an array with numbers of `size` bytes. The tests run on little-endian hosts. */
static cl_ulong at(const void *numbers, size_t size, size_t i) {
    cl_ulong wide = 0;
    memcpy(&wide, (const char *)numbers + i * size, size);
    return wide;
}

static void assert_numbers(const form *f, const char *what, const cl_ulong *expected, const void *got, size_t size,
                           size_t begin, size_t end) {
    for (size_t i = begin; i < end; i++)
        if (at(got, size, i) != expected[i])
            fail_msg("%s, way %d, %s, draw %u, by %s, %s, %zu elements after %zu: %s[%zu] is %llu instead of %llu",
                     clscan_task_name(f->desc.task), (int)(f->way - ways),
                     clscan_strategy_name(f->desc.tuning.strategy), f->draw, clscan_segments_name(f->desc.segments),
                     f->desc.reverse ? "reverse" : "forward", f->count, f->held, what, i,
                     (unsigned long long)at(got, size, i), (unsigned long long)expected[i]);
}

/* The raw bytes of the outputs. They stay as they are where the call writes nothing. */
typedef struct outputs {
    unsigned char out[(N + 16) * 8], indices[(N + 16) * 8], starts[(2 * N + 32) * 8], total[16];
    cl_ushort carried[N + 16];
} outputs;

/* Checks an output of elements of `size` bytes, of which `fits` are there after the call. The elements that were there
 * before and the places after the last one are as they were. */
static void check_output(const form *f, const char *what, const cl_ulong *expected, const void *got, size_t size,
                         size_t fits) {
    static unsigned char before[(N + 16) * 8];
    const size_t held = f->held < f->room ? f->held : f->room, end = fits * size;
    guarded_pattern(before, sizeof before);
    assert_memory_equal(got, before, held * size);
    assert_numbers(f, what, expected, got, size, held, fits);
    assert_memory_equal((const char *)got + end, before + end, f->room * size - end);
}

static void check(const form *f, const arrays *a, const outputs *got) {
    static results e;
    const size_t moved = expect(f, a, &e), fits = moved < f->room ? moved : f->room, size = counts[f->count_type].size,
                 numbers = a->segments * f->parts + 1;
    if (f->draw % 3) /* else the total is left out */
        assert_numbers(f, "total", e.total, got->total, size, 0, 2);
    assert_numbers(f, "offsets", e.starts, got->starts, size, 0, numbers < f->starts ? numbers : f->starts);
    check_output(f, "out[0]", e.out, got->out, f->way->map ? 8 : 4, fits);
    if (f->way->indices)
        check_output(f, "indices", e.indices, got->indices, 8, fits);
    if (f->way->carries)
        check_output(f, "out[1]", e.carried, got->carried, 2, fits);
}

/* Returns args.count: the number of elements, or more than are counted on the device. */
static size_t limit_of(const form *f) {
    return f->counted && f->count + 9 <= N ? f->count + 9 : f->count;
}

/* The arrays that say where segments begin, by clscan_segments. */
typedef struct bytes {
    const void *at;
    size_t size;
} bytes;

static bytes heads_of(const form *f, const arrays *a) {
    const size_t n = limit_of(f);
    const bytes all[] = { [CLSCAN_SEGMENTS_FLAGS] = { a->flags, n },
                          [CLSCAN_SEGMENTS_BITS] = { a->bits, (n + 31) / 32 * 4 },
                          [CLSCAN_SEGMENTS_KEYS] = { a->keys, n * 4 },
                          [CLSCAN_SEGMENTS_OFFSETS] = { a->offsets, (a->segments + 1) * 4 } };
    return all[f->desc.segments];
}

static bytes mask_of(const form *f, const arrays *a) {
    const bytes all[] = { { NULL, 0 },
                          [CLSCAN_MASK_FLAGS] = { a->mask, limit_of(f) },
                          [CLSCAN_MASK_BITS] = { a->mask_bits, (limit_of(f) + 31) / 32 * 4 } };
    return all[f->way->mask];
}

static clscan_args numbers_of(const form *f, const arrays *a) {
    return (clscan_args) { .struct_size = sizeof(clscan_args),
                           .count = limit_of(f),
                           .num_segments = f->desc.segments == CLSCAN_SEGMENTS_OFFSETS ? a->segments : 0,
                           .first_index = f->way->indices ? FIRST_INDEX : 0 };
}

/* Returns the capacity of a host array. Half of the outputs that have room for all elements have none. */
static size_t capacity_of(const form *f) {
    return f->draw % 2 && f->room >= f->held + f->count ? 0 : f->room;
}

static void run_on_host(const form *f, clscan_plan *plan, const arrays *a) {
    static outputs got, before;
    const cl_uint addend = 1;
    const cl_ulong held = f->held;
    const size_t out_size = f->way->map ? 8 : 4, size = counts[f->count_type].size;
    clscan_args args = numbers_of(f, a);
    guarded_pattern(&before, sizeof before);
    memcpy(before.total, &held, size);
    got = before;
    args.in[0] = (clscan_ref) { .host = a->in, .offset = FROM, .capacity = f->count };
    if (f->way->load)
        args.in[1] = (clscan_ref) { .host = &addend, .capacity = 1 };
    if (f->way->carries) {
        args.in[1].host = a->carried;
        args.out[1] = (clscan_ref) { .host = got.carried, .capacity = capacity_of(f) };
    }
    args.out[0] = (clscan_ref) { .host = got.out, .capacity = capacity_of(f) };
    if (f->way->indices)
        args.indices = (clscan_ref) { .host = got.indices, .capacity = capacity_of(f) };
    args.offsets = (clscan_ref) { .host = got.starts, .capacity = f->starts };
    args.total.host = f->draw % 3 ? got.total : NULL;
    args.init = f->init == INIT_ON_HOST ? &held : NULL;
    args.init_at.host = f->init == INIT_IN_CELL ? (const void *)&held : f->init == INIT_IN_TOTAL ? got.total : NULL;
    args.segments.host = heads_of(f, a).at;
    args.mask.host = mask_of(f, a).at;
    assert_ok(clscan_plan_execute(plan, &args));
    check(f, a, &got);
    assert_memory_equal(got.out + f->room * out_size, before.out + f->room * out_size,
                        sizeof got.out - f->room * out_size);
    assert_memory_equal(got.starts + f->starts * size, before.starts + f->starts * size,
                        sizeof got.starts - f->starts * size);
}

static void run_on_device(const form *f, const test_device *d, clscan_plan *plan, const arrays *a) {
    static outputs got;
    const cl_uint addend = 1, counted[] = { (cl_uint)f->count, 0 };
    const cl_ulong held = f->held;
    unsigned char totals[16] = { 0 };
    const bytes heads = heads_of(f, a), mask = mask_of(f, a);
    const size_t n = limit_of(f), size = counts[f->count_type].size;
    guarded in = guarded_create(d, (FROM + n) * 4, a->in), carried = guarded_create(d, n ? n * 2 : 1, a->carried),
            more = guarded_create(d, 4, &addend), segments = guarded_create(d, heads.size ? heads.size : 1, heads.at),
            masked = guarded_create(d, mask.size ? mask.size : 1, mask.at),
            out = guarded_create(d, f->room * (f->way->map ? 8 : 4), NULL), out1 = guarded_create(d, f->room * 2, NULL),
            indices = guarded_create(d, f->room * 8, NULL), starts = guarded_create(d, f->starts * size, NULL),
            total = guarded_create(d, 2 * size, memcpy(totals, &held, size)), cell = guarded_create(d, size, &held),
            counter = guarded_create(d, size, counted);
    clscan_args args = numbers_of(f, a);
    args.in[0] = (clscan_ref) { .buffer = in.part, .offset = FROM };
    args.in[1].buffer = f->way->carries ? carried.part : f->way->load ? more.part : NULL;
    args.out[0].buffer = out.part;
    args.out[1].buffer = f->way->carries ? out1.part : NULL;
    args.indices.buffer = f->way->indices ? indices.part : NULL;
    args.offsets.buffer = starts.part;
    args.total.buffer = f->draw % 3 ? total.part : NULL;
    args.init = f->init == INIT_ON_HOST ? &held : NULL;
    args.init_at.buffer = f->init == INIT_IN_CELL ? cell.part : f->init == INIT_IN_TOTAL ? total.part : NULL;
    args.segments.buffer = segments.part;
    args.mask.buffer = f->way->mask ? masked.part : NULL;
    args.count_at.buffer = f->counted ? counter.part : NULL;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_true(guarded_read(d, &out, got.out) && guarded_read(d, &out1, got.carried) &&
                guarded_read(d, &indices, got.indices) && guarded_read(d, &starts, got.starts) &&
                guarded_read(d, &total, got.total));
    check(f, a, &got);
    guarded *const all[] = { &in,   &carried, &more,   &segments, &masked, &out,
                             &out1, &indices, &starts, &total,    &cell,   &counter };
    for (size_t i = 0; i < COUNT(all); i++) {
        assert_true(guarded_read(d, all[i], NULL));
        guarded_release(all[i]);
    }
}

static clscan_desc description(const test_device *d, clscan_task task, clscan_strategy strategy, const way *w,
                               clscan_segments segments, bool reverse, unsigned draw) {
    clscan_desc desc = { .task = task,
                         .reverse = reverse,
                         .segments = segments,
                         .mask = w->mask,
                         .value.name = w->map ? "ulong" : "uint",
                         .in[0].name = "uint",
                         .in[1].name = w->carries ? "ushort"
                                       : w->load  ? "uint"
                                                  : NULL,
                         .out[1].name = w->carries ? "ushort" : NULL,
                         .index_type.name = w->indices ? "ulong" : NULL,
                         .count_type.name = counts[draw % COUNT(counts)].name,
                         .key.name = segments >= CLSCAN_SEGMENTS_KEYS ? "uint" : NULL,
                         .user = { .keep = w->keep, .map = w->map, .load = w->load, .with_position = w->positions },
                         .tuning.strategy = strategy };
    desc.user.key = segments == CLSCAN_SEGMENTS_KEYS ? "hundreds" : NULL;
    if (w->keep || w->map || desc.user.key)
        desc.user.source = source;
    if (strategy)
        shape_draw(d, draw, &desc);
    return desc;
}

static void check_way(const test_device *d, clscan_task task, clscan_strategy strategy, const way *w,
                      clscan_segments segments, bool reverse, unsigned draw) {
    static arrays a;
    const size_t sizes[] = { 0, 1, 31, 65, 257, 1000, N };
    clscan_plan *plan = NULL;
    form f = { .way = w,
               .desc = description(d, task, strategy, w, segments, reverse, draw),
               .count_type = draw % COUNT(counts),
               .parts = task == CLSCAN_TASK_PARTITION ? 2 : 1 };
    assert_ok(clscan_plan_create(d->device, &f.desc, &plan));
    for (unsigned i = 0; i < COUNT(sizes); i++) {
        const bool offsets = segments == CLSCAN_SEGMENTS_OFFSETS, small = i % 3 == 2;
        f.draw = draw + i;
        f.count = sizes[i];
        f.gaps = offsets && i % 2;
        f.on_host = (draw + i) % 4 == 1;
        f.counted = (draw + i) % 4 == 2;
        f.init = f.parts == 2 ? NO_INIT : (init)(oracle_draw(7 + i, f.draw) % INITS);
        f.init = f.init == INIT_IN_TOTAL && f.draw % 3 == 0 ? INIT_IN_CELL : f.init;
        f.held = f.init ? ALREADY : 0;
        fill(&f, &a);
        f.room = small ? f.count / 5 + 1 : f.held + f.count + 1;
        f.starts = small && !offsets ? a.segments * f.parts / 3 + 1 : a.segments * f.parts + 1;
        if (f.on_host)
            run_on_host(&f, plan, &a);
        else
            run_on_device(&f, d, plan, &a);
    }
    clscan_plan_destroy(plan);
}

/* Each strategy runs with each kind of segments in both directions. The ways and the types of counts are shared. */
enum { KINDS = 4, CASES = 2 * KINDS };
static void check_number(const test_device *d, clscan_strategy strategy, size_t i) {
    const clscan_segments segments = (clscan_segments)(CLSCAN_SEGMENTS_FLAGS + i % KINDS);
    check_way(d, CLSCAN_TASK_SELECT, strategy, &ways[(i + 2 * strategy) % COUNT(ways)], segments, i / KINDS,
              (unsigned)(strategy + i / 2 + i % KINDS));
}

static void test_every_strategy(void **state) {
    test_device_for_strategies(*state, CASES, check_number);
}

/* A partition has one strategy, here in the shape of the tuning table or in a shape that is drawn. */
static void test_partitions(void **state) {
    for (unsigned i = 0; i < CASES; i++)
        check_way(*state, CLSCAN_TASK_PARTITION, i % 3 ? CLSCAN_STRATEGY_REDUCE_SCAN : CLSCAN_STRATEGY_AUTO,
                  &ways[i % COUNT(ways)], (clscan_segments)(CLSCAN_SEGMENTS_FLAGS + i % KINDS), i / KINDS, i);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_strategy), cmocka_unit_test(test_partitions) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
