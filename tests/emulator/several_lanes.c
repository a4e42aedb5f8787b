/* Selections and partitions in work-groups that consist of several sub-groups with ballots: selections of runs, and the
 * strategies that compact the kept elements. The results, the indices, the array that is carried along and the number
 * of kept elements are compared with plain C. The cases have both directions, counts around multiples of the tile, and
 * outputs that are too small. No array is written past its end. Other tests draw smaller work-groups, which have no
 * sub-groups on AMD's devices. */
#include "support/guarded.h"
#include "support/runs.h"

#include <string.h>

enum { N = 3001, FROM = 3, FIRST_INDEX = 1000, WG_SIZE = 64, ITEMS = 12, GROUPS = 3 };

static const char source[] = "static bool kept(uint x) { return x % 3 == 0; }\n"
                             "static ulong wide(uint x) { return x * 5ul; }\n";

typedef enum outputs { ELEMENTS = 0, INDICES = 1, CARRIED = 2, MAPPED = 4 } outputs;

typedef struct way {
    clscan_task task;
    clscan_strategy strategy;
    clscan_mask mask; /* without a mask the predicate decides */
    outputs outputs;  /* a set of enumerators; the elements are always stored */
    bool reverse;
} way;

#define SELECT(strategy, mask, outputs, reverse)                                                                       \
    { CLSCAN_TASK_SELECT, CLSCAN_STRATEGY_##strategy, CLSCAN_MASK_##mask, outputs, reverse }
#define PARTITION(mask, outputs, reverse)                                                                              \
    { CLSCAN_TASK_PARTITION, CLSCAN_STRATEGY_REDUCE_SCAN, CLSCAN_MASK_##mask, outputs, reverse }
#define RUNS(task, strategy, outputs, reverse)                                                                         \
    { CLSCAN_TASK_##task, CLSCAN_STRATEGY_##strategy, CLSCAN_MASK_NONE, outputs, reverse }

/* An array of each kind: of the input with FROM elements before the first one, of the outputs from their beginning. */
typedef struct arrays {
    cl_uint elements[FROM + N];
    cl_ulong mapped[N], indices[N];
    cl_ushort carried[FROM + N];
    unsigned char flags[FROM + N];
    cl_uint bits[N / 32 + 1];
} arrays;

static bool is_of_runs(const way *w) {
    return w->task == CLSCAN_TASK_UNIQUE || w->task == CLSCAN_TASK_UNIQUE_LAST;
}

static bool is_kept(const way *w, const cl_uint *x, size_t i, size_t count) {
    if (w->task == CLSCAN_TASK_UNIQUE)
        return i == 0 || x[i - 1] != x[i];
    if (w->task == CLSCAN_TASK_UNIQUE_LAST)
        return i + 1 == count || x[i] != x[i + 1];
    return x[i] % 3 == 0;
}

static void fill(const way *w, arrays *in) {
    static cl_uint numbers[N];
    memset(in, 0, sizeof *in);
    runs_draw(numbers, N, SOME_RUNS, 3);
    for (size_t i = 0; i < N; i++) {
        const cl_uint x = is_of_runs(w) ? numbers[i] : (cl_uint)(oracle_draw(1, i) % 1000);
        in->elements[FROM + i] = x;
        in->carried[FROM + i] = (cl_ushort)(i * 7);
        in->flags[FROM + i] = x % 3 == 0 ? (unsigned char)(1 + i % 255) : 0;
        in->bits[i / 32] |= (cl_uint)(x % 3 == 0) << i % 32;
    }
}

static void put(const arrays *in, size_t i, size_t place, arrays *e) {
    e->elements[place] = in->elements[FROM + i];
    e->mapped[place] = in->elements[FROM + i] * 5ul;
    e->carried[place] = in->carried[FROM + i];
    e->indices[place] = FIRST_INDEX + i;
}

/* Computes the outputs, with the elements that are not kept after those that are. Returns how many are kept. */
static size_t expect(const way *w, const arrays *in, size_t count, arrays *e) {
    size_t place = 0, kept = 0;
    for (int rest = 0; rest < 2; rest++) {
        for (size_t k = 0; k < count; k++) {
            const size_t i = w->reverse ? count - 1 - k : k;
            if (is_kept(w, in->elements + FROM, i, count) != rest)
                put(in, i, place++, e);
        }
        kept = rest ? kept : place;
    }
    return kept;
}

static void check_output(const test_device *d, guarded *g, const void *expected, size_t bytes) {
    static unsigned char got[N * sizeof(cl_ulong)];
    assert_true(guarded_read(d, g, got));
    assert_memory_equal(got, expected, bytes);
    guarded_release(g);
}

/* Runs the plan on `count` elements. Each output has room for `room` elements. */
static void check_call(const test_device *d, clscan_plan *plan, const way *w, size_t count, size_t room) {
    static arrays in, e;
    const bool mapped = w->outputs & MAPPED, carries = w->outputs & CARRIED, indexed = w->outputs & INDICES;
    fill(w, &in);
    const cl_uint kept = (cl_uint)expect(w, &in, count, &e);
    const size_t size = mapped ? sizeof *e.mapped : sizeof *e.elements,
                 all = w->task == CLSCAN_TASK_PARTITION ? count : kept, written = all < room ? all : room;
    const clscan_ref none = { .buffer = NULL };
    const bool bits = w->mask == CLSCAN_MASK_BITS;
    guarded elements = guarded_create(d, (FROM + count) * sizeof *in.elements, in.elements),
            carried = guarded_create(d, (FROM + count) * sizeof *in.carried, in.carried),
            mask = bits ? guarded_create(d, sizeof in.bits, in.bits) : guarded_create(d, FROM + count, in.flags),
            out = guarded_create(d, room * size, NULL), out1 = guarded_create(d, room * sizeof *e.carried, NULL),
            indices = guarded_create(d, room * sizeof *e.indices, NULL), total = guarded_create(d, sizeof kept, NULL);
    const clscan_args args = { .in = { { .buffer = elements.part, .offset = FROM },
                                       carries ? (clscan_ref) { .buffer = carried.part, .offset = FROM } : none },
                               .mask = w->mask ? (clscan_ref) { .buffer = mask.part, .offset = bits ? 0 : FROM } : none,
                               .out = { { .buffer = out.part }, { .buffer = carries ? out1.part : NULL } },
                               .indices.buffer = indexed ? indices.part : NULL,
                               .total.buffer = total.part,
                               .first_index = indexed ? FIRST_INDEX : 0,
                               .count = count };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    check_output(d, &total, &kept, sizeof kept);
    check_output(d, &out, mapped ? (const void *)e.mapped : e.elements, written * size);
    check_output(d, &out1, e.carried, carries ? written * sizeof *e.carried : 0);
    check_output(d, &indices, e.indices, indexed ? written * sizeof *e.indices : 0);
    guarded *const inputs[] = { &elements, &carried, &mask };
    for (size_t i = 0; i < COUNT(inputs); i++)
        guarded_release(inputs[i]);
}

static clscan_desc description(const way *w) {
    const char *carried = w->outputs & CARRIED ? "ushort" : NULL;
    const bool keeps = !w->mask && !is_of_runs(w), mapped = w->outputs & MAPPED;
    return (clscan_desc) { .task = w->task,
                           .reverse = w->reverse,
                           .value.name = mapped ? "ulong" : "uint",
                           .in = { { .name = "uint" }, { .name = carried } },
                           .out[1].name = carried,
                           .index_type.name = w->outputs & INDICES ? "ulong" : NULL,
                           .mask = w->mask,
                           .user = { .source = keeps || mapped ? source : NULL,
                                     .keep = keeps ? "kept" : NULL,
                                     .map = mapped ? "wide" : NULL },
                           .tuning = { .strategy = w->strategy,
                                       .group = CLSCAN_GROUP_KOGGE_STONE,
                                       .wg_size = WG_SIZE,
                                       .items = ITEMS,
                                       .num_groups = GROUPS } };
}

/* One-pass strategies have their tiles in packet rows, the last of which are in local memory. */
static void check_shape(const clscan_plan *plan, const way *w) {
    clscan_call_info info = CLSCAN_CALL_INFO_INIT;
    const clscan_args args = { .count = N };
    const bool in_rows = w->strategy != CLSCAN_STRATEGY_REDUCE_SCAN;
    assert_ok(clscan_plan_call_info(plan, &args, &info));
    assert_int_equal(info.tuning.wg_size, WG_SIZE);
    assert_int_equal(info.tuning.items, ITEMS);
    assert_int_equal(info.tuning.private_rows > 0, in_rows);
    assert_int_equal(info.tuning.local_rows > 0, in_rows);
}

static void check_way(const test_device *d, const way *w) {
    enum { TILE = WG_SIZE * ITEMS };
    static const struct {
        size_t count, room;
    } calls[] = { { N, N }, { N, 500 }, { N, N - 1 }, { 3 * TILE, N }, { 3 * TILE + 1, N }, { TILE - 1, 7 }, { 1, 1 } };
    const clscan_desc desc = description(w);
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    check_shape(plan, w);
    for (size_t i = 0; i < COUNT(calls); i++)
        check_call(d, plan, w, calls[i].count, calls[i].room);
    clscan_plan_destroy(plan);
}

static void check_ways(const test_device *d, const way *ways, size_t n) {
    for (size_t i = 0; i < n; i++)
        check_way(d, &ways[i]);
}

/* Selections of runs by one pass: cl/tile/selected_run_tile.h. */
static void test_runs(void **state) {
    static const way ways[] = { RUNS(UNIQUE, LOOKBACK, ELEMENTS, false),
                                RUNS(UNIQUE, LOOKBACK, INDICES | CARRIED, true),
                                RUNS(UNIQUE_LAST, LOOKBACK, CARRIED, false), RUNS(UNIQUE_LAST, LOOKBACK, INDICES, true),
                                RUNS(UNIQUE_LAST, CHAINED, MAPPED | INDICES, true) };
    check_ways(*state, ways, COUNT(ways));
}

/* Packet rows: cl/tile/selected_packet_rows.h. */
static void test_selected_packet_rows(void **state) {
    static const way ways[] = {
        SELECT(LOOKBACK, NONE, ELEMENTS, false),         SELECT(LOOKBACK, NONE, ELEMENTS, true),
        SELECT(LOOKBACK, NONE, INDICES | CARRIED, true), SELECT(LOOKBACK, NONE, MAPPED | INDICES, false),
        SELECT(LOOKBACK, FLAGS, CARRIED, false),         SELECT(LOOKBACK, BITS, INDICES, true),
        SELECT(CHAINED, NONE, ELEMENTS, false)
    };
    check_ways(*state, ways, COUNT(ways));
}

/* Tiles whose carry is known, without and with the elements that are not kept: cl/tile/selected_span_tile.h. */
static void test_selected_span_tiles(void **state) {
    static const way ways[] = {
        SELECT(REDUCE_SCAN, NONE, ELEMENTS, true), SELECT(REDUCE_SCAN, NONE, INDICES | CARRIED, false),
        SELECT(REDUCE_SCAN, FLAGS, INDICES, true), PARTITION(NONE, ELEMENTS, false),
        PARTITION(NONE, INDICES | CARRIED, true),  PARTITION(FLAGS, MAPPED | CARRIED, false)
    };
    check_ways(*state, ways, COUNT(ways));
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_runs), cmocka_unit_test(test_selected_packet_rows),
                                        cmocka_unit_test(test_selected_span_tiles) };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
