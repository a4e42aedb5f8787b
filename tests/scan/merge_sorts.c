/* Sorts by the caller's comparison: of structs by two members, of texts in arrays of chars, of numbers and of vectors,
 * in both directions, in several shapes. The expected order is that of a stable insertion into a sorted list, computed
 * by the same comparison in plain C. Outputs may be too small, missing, or the inputs themselves, and the count may be
 * on the device. No array is written past its end, even if the comparison is not an order. */
#include "support/guarded.h"
#include "support/shape.h"

#include <oracle.h>
#include <stdio.h>
#include <string.h>

enum { N = 2503, FIRST_INDEX = 1000, MOST_BYTES = 36 };

static const char source[] =
    "typedef struct { uint a; short b; short rest; } two;\n"
    "typedef struct { char text[11]; } word;\n"
    "typedef struct { uint key; uint rest[8]; } wide;\n"
    "static bool two_before(two x, two y) { return x.a != y.a ? x.a < y.a : x.b < y.b; }\n"
    "static int word_before(word x, word y) {\n"
    "    uint i = 0;\n"
    "    while (i < 10 && x.text[i] && x.text[i] == y.text[i]) i++;\n"
    "    return x.text[i] < y.text[i];\n"
    "}\n"
    "static int wide_before(const wide x, const wide y) { return x.key < y.key; }\n"
    "static bool above(uint x, uint y) { return x > y; }\n"
    "#define LOW_LESS(x, y) ((x).s0 % 64 < (y).s0 % 64)\n"
    "static int never_settled(uint x, uint y) { return ((x ^ (y * 2654435761u)) >> 7) & 1; }\n";

/* Comparisons of the host, of elements in memory. */
static bool two_before(const unsigned char *x, const unsigned char *y) {
    cl_uint a[2];
    cl_short b[2];
    memcpy(&a[0], x, 4), memcpy(&a[1], y, 4);
    memcpy(&b[0], x + 4, 2), memcpy(&b[1], y + 4, 2);
    return a[0] != a[1] ? a[0] < a[1] : b[0] < b[1];
}
static bool word_before(const unsigned char *x, const unsigned char *y) {
    return strcmp((const char *)x, (const char *)y) < 0;
}
static cl_uint first(const unsigned char *x) {
    cl_uint number;
    memcpy(&number, x, sizeof number);
    return number;
}
static bool wide_before(const unsigned char *x, const unsigned char *y) {
    return first(x) < first(y);
}
static bool above(const unsigned char *x, const unsigned char *y) {
    return first(x) > first(y);
}
static bool low_less(const unsigned char *x, const unsigned char *y) {
    return first(x) % 64 < first(y) % 64;
}

typedef struct way {
    const char *type, *less;
    size_t size;
    bool (*before)(const unsigned char *x, const unsigned char *y);
} way;

static const way ways[] = {
    { "two", "two_before", 8, two_before },     { "word", "word_before", 11, word_before },
    { "wide", "wide_before", 36, wide_before }, { "uint", "above", 4, above },
    { "uint4", "LOW_LESS", 16, low_less },
};

/* The number from which element i is made. */
typedef cl_uint fill_fn(size_t i);

static cl_uint any(size_t i) {
    return (cl_uint)oracle_draw(1, i);
}
static cl_uint few(size_t i) {
    return (cl_uint)oracle_draw(2, i) % 5;
}
static cl_uint equal(size_t i) {
    (void)i;
    return 7;
}
static cl_uint ascending(size_t i) {
    return (cl_uint)i;
}
static cl_uint descending(size_t i) {
    return (cl_uint)(N - i);
}
static cl_uint sawtooth(size_t i) {
    return (cl_uint)(i % 97);
}

static fill_fn *const fills[] = { any, few, equal, ascending, descending, sawtooth };

static void write_element(const way *w, cl_uint number, size_t i, unsigned char *to) {
    unsigned char bytes[MOST_BYTES];
    for (size_t k = 0; k < sizeof bytes; k++)
        bytes[k] = (unsigned char)(i + k);
    if (w->before == word_before) {
        memset(bytes, 0, w->size);
        snprintf((char *)bytes, w->size, "%0*u", (int)(number % 3 + 1), (unsigned)number);
    } else {
        const cl_uint a = w->before == two_before ? number % 50 : number;
        const cl_short b = (cl_short)(number % 7);
        memcpy(bytes + 4, &b, sizeof b);
        memcpy(bytes, &a, sizeof a);
    }
    memcpy(to, bytes, w->size);
}

static cl_ushort carried_number(size_t i) {
    return (cl_ushort)(i * 7);
}

typedef struct arrays {
    unsigned char elements[N * MOST_BYTES];
    cl_ushort carried[N];
    cl_ulong indices[N];
} arrays;

static void fill(const way *w, fill_fn *number, arrays *a) {
    for (size_t i = 0; i < N; i++) {
        write_element(w, number(i), i, a->elements + i * w->size);
        a->carried[i] = carried_number(i);
    }
}

/* Returns where element i belongs among the first `n` of `order`: after all elements that may come before it. */
static size_t place_of(const way *w, const arrays *a, bool reverse, const size_t *order, size_t n, size_t i) {
    size_t low = 0, high = n;
    const unsigned char *x = a->elements + i * w->size;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        const unsigned char *y = a->elements + order[middle] * w->size;
        if (reverse ? w->before(y, x) : w->before(x, y))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void expect(const way *w, const arrays *a, size_t count, bool reverse, arrays *e) {
    static size_t order[N];
    for (size_t i = 0; i < count; i++) {
        const size_t at = place_of(w, a, reverse, order, i, i);
        memmove(order + at + 1, order + at, (i - at) * sizeof *order);
        order[at] = i;
    }
    for (size_t i = 0; i < count; i++) {
        memcpy(e->elements + i * w->size, a->elements + order[i] * w->size, w->size);
        e->carried[i] = a->carried[order[i]];
        e->indices[i] = FIRST_INDEX + order[i];
    }
}

/* The plan's own shape, a small one of several work-items, and a small one of a work-item alone, whose tiles have 64 to
 * 192 elements. */
typedef enum shape_kind { OWN, DRAWN, ALONE, SHAPES } shape_kind;

/* The properties in which calls differ: outputs that are missing or are the inputs, the room in outputs, and where the
 * count is. */
typedef struct call {
    size_t count, room;
    bool no_elements, in_place, counted;
} call;

typedef struct guards {
    guarded in, in1, out, out1, indices, count;
} guards;

/* Enqueues the sort. Then the outputs are in `out`, `out1` and `indices`, or in place in `in` and `in1`. */
static guards enqueue(const test_device *d, clscan_plan *plan, const way *w, bool more, const call *c,
                      const arrays *a) {
    const cl_uint on_device = (cl_uint)c->count;
    const size_t room = c->room > 0 ? c->room : 1;
    const clscan_ref none = { .buffer = NULL };
    guards g = { .in = guarded_create(d, N * w->size, a->elements),
                 .in1 = guarded_create(d, sizeof a->carried, a->carried),
                 .out = guarded_create(d, room * w->size, NULL),
                 .out1 = guarded_create(d, room * sizeof *a->carried, NULL),
                 .indices = guarded_create(d, room * sizeof *a->indices, NULL),
                 .count = guarded_create(d, sizeof on_device, &on_device) };
    clscan_args args = { .in[0].buffer = g.in.part,
                         .out[0].buffer = c->no_elements ? NULL
                                          : c->in_place  ? g.in.part
                                                         : g.out.part,
                         .count_at = c->counted ? (clscan_ref) { .buffer = g.count.part } : none,
                         .count = c->counted ? N : c->count };
    if (more) {
        args.in[1].buffer = g.in1.part;
        args.out[1].buffer = c->in_place ? g.in1.part : g.out1.part;
        args.indices.buffer = g.indices.part;
        args.first_index = FIRST_INDEX;
    }
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    return g;
}

static void release(const test_device *d, guards *g) {
    guarded *const all[] = { &g->in, &g->in1, &g->out, &g->out1, &g->indices, &g->count };
    for (size_t i = 0; i < COUNT(all); i++) {
        assert_true(guarded_read(d, all[i], NULL));
        guarded_release(all[i]);
    }
}

static void check_call(const test_device *d, clscan_plan *plan, const way *w, bool reverse, bool more, fill_fn *number,
                       const call *c) {
    static arrays a, e, got;
    const size_t written = c->count < c->room ? c->count : c->room;
    fill(w, number, &a);
    expect(w, &a, c->count, reverse, &e);
    guards g = enqueue(d, plan, w, more, c, &a);
    if (!c->no_elements) {
        assert_true(guarded_read(d, c->in_place ? &g.in : &g.out, got.elements));
        assert_memory_equal(got.elements, e.elements, written * w->size);
    }
    if (more) {
        assert_true(guarded_read(d, c->in_place ? &g.in1 : &g.out1, got.carried));
        assert_true(guarded_read(d, &g.indices, got.indices));
        assert_memory_equal(got.carried, e.carried, written * sizeof *e.carried);
        assert_memory_equal(got.indices, e.indices, written * sizeof *e.indices);
    }
    release(d, &g);
}

static clscan_desc description(const test_device *d, const way *w, shape_kind shape, bool reverse, bool more) {
    const bool users = clscan_type_size(w->type) == 0;
    clscan_desc desc = { .struct_size = sizeof(clscan_desc),
                         .task = CLSCAN_TASK_SORT,
                         .reverse = reverse,
                         .in[0] = { w->type, users ? w->size : 0 },
                         .user = { .source = source, .less = w->less },
                         .tuning.strategy = shape == DRAWN ? CLSCAN_STRATEGY_REDUCE_SCAN : CLSCAN_STRATEGY_AUTO };
    if (more) {
        desc.in[1].name = desc.out[1].name = "ushort";
        desc.index_type.name = "ulong";
    }
    if (shape == DRAWN) {
        desc.tuning.group = CLSCAN_GROUP_BLELLOCH;
        shape_draw(d, w->size + reverse, &desc);
    }
    if (shape == ALONE)
        desc.tuning = (clscan_tuning) { .wg_size = 1, .items = (unsigned)(1 + w->size % 3), .num_groups = 3 };
    return desc;
}

static void check_way(const test_device *d, const way *w, shape_kind shape, bool reverse, bool more) {
    const clscan_desc desc = description(d, w, shape, reverse, more);
    clscan_plan *plan = NULL;
    size_t counts[SHAPE_MAX_COUNTS];
    const size_t n = shape == DRAWN ? shape_counts(&desc, N, w->size, counts) : 0;
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    for (size_t i = 0; i < n; i++)
        check_call(d, plan, w, reverse, more, fills[i % COUNT(fills)], &(call) { .count = counts[i], .room = N });
    for (size_t i = 0; i < COUNT(fills); i++)
        check_call(d, plan, w, reverse, more, fills[i], &(call) { .count = N, .room = N });
    const call calls[] = { { .count = 1, .room = 1 },
                           { .count = N, .room = 10 },
                           { .count = N, .room = N - 1, .no_elements = more },
                           { .count = N, .room = N, .in_place = true },
                           { .count = 16, .room = 16, .in_place = true },
                           { .count = 60, .room = 60, .in_place = true },
                           { .count = 1234, .room = N, .counted = true },
                           { .count = 1234, .room = N, .counted = true, .in_place = true },
                           { .count = 0, .room = 1, .counted = true } };
    for (size_t i = 0; i < COUNT(calls); i++)
        check_call(d, plan, w, reverse, more, i % 2 ? any : few, &calls[i]);
    clscan_plan_destroy(plan);
}

static void try_way(const test_device *d, size_t i, unsigned k) {
    UNLESS_REFUSED(check_way(d, &ways[i], (shape_kind)(k % SHAPES), (k + i) / 2 % 2, (k + k / SHAPES + i) % 2 == 0));
}

/* Comparisons are combined with both directions, with and without further arrays, in the shape of AUTO and in small
 * ones. */
static void test_ways(void **state) {
    for (size_t i = 0; i < COUNT(ways); i++)
        for (unsigned k = 0; k < (is_whole_run() ? 4 : 1) * SHAPES; k++)
            try_way(*state, i, k);
    skip_if_all_refused();
}

/* A comparison that is not an order. The sort ends, nothing is written past an end, and every index is one of the
 * input. */
static void check_no_order(const test_device *d, shape_kind shape, bool reverse) {
    static const way w = { "uint", "never_settled", 4, above };
    static arrays a, got;
    const clscan_desc desc = description(d, &w, shape, reverse, true);
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    for (size_t i = 0; i < COUNT(fills); i++) {
        const call c = { .count = N, .room = N - i, .in_place = i % 2 };
        fill(&w, fills[i], &a);
        guards g = enqueue(d, plan, &w, true, &c, &a);
        assert_true(guarded_read(d, c.in_place ? &g.in : &g.out, got.elements));
        assert_true(guarded_read(d, c.in_place ? &g.in1 : &g.out1, got.carried));
        assert_true(guarded_read(d, &g.indices, got.indices));
        for (size_t k = 0; k < c.room; k++) {
            const size_t from = (size_t)got.indices[k] - FIRST_INDEX;
            assert_true(from < N);
            assert_memory_equal(got.elements + k * w.size, a.elements + from * w.size, w.size);
            assert_int_equal(got.carried[k], a.carried[from]);
        }
        release(d, &g);
    }
    clscan_plan_destroy(plan);
}

static void test_no_order(void **state) {
    UNLESS_REFUSED(check_no_order(*state, ALONE, false));
    UNLESS_REFUSED(check_no_order(*state, DRAWN, false));
    UNLESS_REFUSED(check_no_order(*state, DRAWN, true));
    skip_if_all_refused();
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_ways), cmocka_unit_test(test_no_order) };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
