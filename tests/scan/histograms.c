/* Histograms of elements of every type by every kind of bins, compared with plain C that sorts the elements and counts
 * between the edges. Even bins of floating-point numbers are computed in a wider type, and elements next to an edge may
 * be in either bin, as clscan_bins says. Laws: the counts sum to the number of elements in the bins, and weights of 1
 * change nothing. No array is written past its end. */
#include "support/guarded.h"

#include <float.h>
#include <math.h>
#include <oracle.h>
#include <stdlib.h>
#include <string.h>

enum { N = 20011, MOST_BINS = 200000, OFFSET = 3 };

static const double two_63 = 9223372036854775808.0;

/* An element as a number: integers are exact in both members, modulo 2^64 in `word`. */
typedef struct number {
    double x;
    cl_ulong word;
} number;

typedef struct element_type {
    const char *name;
    size_t size;
    enum { SIGNED, UNSIGNED, FLOATING } class;
} element_type;

static const element_type types[] = {
    { "int", 4, SIGNED },     { "uint", 4, UNSIGNED },   { "long", 8, SIGNED }, { "ulong", 8, UNSIGNED },
    { "short", 2, SIGNED },   { "ushort", 2, UNSIGNED }, { "char", 1, SIGNED }, { "uchar", 1, UNSIGNED },
    { "float", 4, FLOATING }, { "double", 8, FLOATING },
};

/* ------------------------------------------------------------------------------------------------- elements */

/* RANDOM: integers of all magnitudes, and floating-point numbers with special ones. EDGES: the edges of the bins, and
 * the numbers next to them. OUTSIDE: one number that is in few bins. */
typedef enum data { RANDOM, EDGES, EQUAL, OUTSIDE } data;

/* Returns the distance from the lower bound of even bins of integers to edge k: k * width / count, rounded up. */
static cl_ulong distance_of_edge(const clscan_bins *b, cl_ulong k) {
    const double span = b->upper - b->lower;
    const cl_ulong width = span >= 2 * two_63 ? 0 : (cl_ulong)span, step = (width - 1) / b->count;
    return k * step + (k * ((width - 1) % b->count + 1) + b->count - 1) / b->count;
}

static cl_ulong lower_of(const clscan_bins *b) {
    return b->lower < 0 ? (cl_ulong)(cl_long)b->lower : (cl_ulong)b->lower;
}

/* Returns a random edge. An edge of even bins of floating-point numbers is rounded. */
static double random_edge(const clscan_bins *b, size_t i) {
    const uint64_t k = oracle_draw(24, i) % 8 == 0 ? b->count : oracle_draw(25, i) % (b->count + 1);
    return b->edges ? b->edges[k] : b->lower + (double)k * ((b->upper - b->lower) / b->count);
}

static cl_ulong random_integer_edge(const clscan_bins *b, size_t i) {
    const cl_ulong near = oracle_draw(26, i) % 3 - 1;
    if (b->edges)
        return (cl_ulong)(cl_long)fmax(fmin(random_edge(b, i), 1e18), -1e18) + near;
    return lower_of(b) + distance_of_edge(b, oracle_draw(25, i) % (b->count + 1)) + near;
}

static double random_floating(size_t i) {
    static const double special[] = { NAN, INFINITY, -INFINITY, 0, -0.0, 1, 100, 1e300, -1e300, 1e-320 };
    const uint64_t draw = oracle_draw(21, i);
    return draw % 16 == 0 ? special[draw / 16 % COUNT(special)] : (double)(draw >> 40) / 65536 - 100;
}

static cl_ulong random_integer(const element_type *t, size_t i) {
    const uint64_t draw = oracle_draw(22, i), small = draw >> (oracle_draw(23, i) % 64);
    return t->class == SIGNED && draw & 1 ? -small : small;
}

static double floating(const clscan_bins *b, data what, size_t i) {
    return what == OUTSIDE ? -1e30 : what == EDGES ? random_edge(b, i) : random_floating(i);
}

static cl_ulong integer(const element_type *t, const clscan_bins *b, data what, size_t i) {
    return what == OUTSIDE ? ~(cl_ulong)0 / 2 : what == EDGES ? random_integer_edge(b, i) : random_integer(t, i);
}

static float narrowed(double x) {
    return isfinite(x) ? (float)fmax(fmin(x, 1e38), -1e38) : (float)x;
}

static void write_element(const element_type *t, const clscan_bins *b, data what, size_t i, unsigned char *to) {
    static const double towards[] = { -INFINITY, INFINITY };
    const size_t from = what == EQUAL ? 5 : i;
    const double edge = floating(b, what, from), near = nextafter(edge, towards[i % 2]);
    const double x = what == EDGES && i % 3 == 0 ? near : edge;
    const float f = what == EDGES && i % 3 == 0 ? nextafterf(narrowed(edge), (float)towards[i % 2]) : narrowed(x);
    const cl_ulong word = integer(t, b, what, from);
    if (t->class == FLOATING)
        memcpy(to, t->size == sizeof f ? (const void *)&f : (const void *)&x, t->size);
    else
        memcpy(to, &word, t->size); /* the low bytes come first */
}

static number read_element(const element_type *t, const unsigned char *from) {
    cl_ulong word = 0;
    float f;
    double x;
    memcpy(&f, from, t->size < sizeof f ? t->size : sizeof f);
    memcpy(&x, from, t->size < sizeof x ? t->size : sizeof x);
    memcpy(&word, from, t->size);
    if (t->class == FLOATING)
        return (number) { t->size == sizeof f ? f : x, 0 };
    const cl_ulong sign = (cl_ulong)1 << (8 * t->size - 1);
    if (t->class == SIGNED)
        word = (word ^ sign) - sign;
    return (number) { t->class == SIGNED ? (double)(cl_long)word : (double)word, word };
}

/* -------------------------------------------------------------------------------------------------- the oracle */

/* Returns whether an integer is not below edge k of even bins. */
static bool is_from_edge(const element_type *t, const clscan_bins *b, number a, cl_ulong k) {
    const bool below = t->class == SIGNED ? (double)(cl_long)a.word < b->lower : (double)a.word < b->lower;
    const bool is_past_all = b->upper - b->lower >= 2 * two_63 && k == b->count;
    const cl_ulong distance = a.word - lower_of(b);
    const bool wraps = t->class == UNSIGNED && b->lower < 0 && distance < a.word; /* the distance is above 2^64 */
    return !below && !is_past_all && (wraps || distance >= distance_of_edge(b, k));
}

typedef struct bin_range {
    size_t first, last; /* the bins that an element may be in: one bin, unless roundings may decide */
} bin_range;

static size_t bin_at(const clscan_bins *b, long double place) {
    return place < 0 ? 0 : place >= b->count ? b->count - 1 : (size_t)place;
}

/* The place of an element in even bins of floating-point numbers, computed in a wider type. The kernel rounds the lower
 * bound, the quotient, the difference and the product, each by at most `unit` times the number itself, or twice that
 * where it rounds the bound up. Which elements are in any bin is exact. */
static bin_range bins_by_place(const element_type *t, const clscan_bins *b, double x) {
    const long double unit = t->size == sizeof(double) ? DBL_EPSILON / 2 : FLT_EPSILON / 2;
    const long double scale = b->count / ((long double)b->upper - b->lower),
                      place = (x - (long double)b->lower) * scale;
    const long double rounding = unit * (3.01L * place + 2.01L * fabsl((long double)b->lower * scale));
    if (!(x >= b->lower && x < b->upper))
        return (bin_range) { b->count, b->count };
    return (bin_range) { bin_at(b, place - rounding), bin_at(b, place + rounding) };
}

/* Returns the bin of an element, or a number that is not a bin. Edges and integers are searched from the first edge. */
static size_t bin_of(const element_type *t, const clscan_bins *b, number a) {
    size_t low = 0, high = b->count + 1; /* edges up to `low` are not above the element */
    while (low < high) {
        const size_t k = (low + high) / 2;
        const bool from = b->kind == CLSCAN_BIN_KIND_EVEN ? is_from_edge(t, b, a, k) : a.x >= b->edges[k];
        low = from ? k + 1 : low;
        high = from ? high : k;
    }
    return low - 1;
}

static bin_range bins_of(const element_type *t, const clscan_bins *b, number a) {
    if (b->kind == CLSCAN_BIN_KIND_EVEN && t->class == FLOATING)
        return bins_by_place(t, b, a.x);
    return (bin_range) { bin_of(t, b, a), bin_of(t, b, a) };
}

/* ----------------------------------------------------------------------------------------------------- trials */

typedef struct trial {
    const element_type *type;
    clscan_desc desc;
    data what;
    bool weighted;
} trial;

static unsigned weight_of(const trial *t, size_t i) {
    return t->weighted ? (unsigned)(i % 7) : 1;
}

/* The counts, with each element in the first and in the last bin that it may be in. Both are the same but for a few
 * elements of floating-point types. */
typedef struct expected_counts {
    cl_ulong first[MOST_BINS], last[MOST_BINS];
} expected_counts;
static size_t expect(const trial *t, const unsigned char *elements, size_t count, expected_counts *e) {
    size_t inside = 0, undecided = 0;
    memset(e->first, 0, t->desc.bins.count * sizeof *e->first);
    memset(e->last, 0, t->desc.bins.count * sizeof *e->last);
    for (size_t i = 0; i < count; i++) {
        const bin_range bins = bins_of(t->type, &t->desc.bins, read_element(t->type, elements + i * t->type->size));
        if (bins.first >= t->desc.bins.count)
            continue;
        e->first[bins.first] += weight_of(t, i);
        e->last[bins.last] += weight_of(t, i);
        undecided += bins.first != bins.last;
        inside++;
    }
    assert_true(t->what != RANDOM || undecided <= inside / 8);
    return inside;
}

/* Compares the number of elements up to each bin, which is greatest if each element is in the first of its bins. */
static void check_counts(const trial *t, const expected_counts *e, const void *got, size_t inside) {
    const bool wide = t->desc.value.name && strstr(t->desc.value.name, "long");
    cl_ulong sum = 0, least = 0, most = 0;
    for (size_t bin = 0; bin < t->desc.bins.count; bin++) {
        sum += wide ? ((const cl_ulong *)got)[bin] : ((const cl_uint *)got)[bin];
        most += e->first[bin];
        least += e->last[bin];
        if (sum < least || sum > most)
            fail_msg("%s, %u bins from %g: up to bin %zu are %llu instead of %llu to %llu", t->type->name,
                     t->desc.bins.count, t->desc.bins.lower, bin, (unsigned long long)sum, (unsigned long long)least,
                     (unsigned long long)most);
    }
    assert_true(t->weighted || sum == inside);
}

/* Counts `count` elements. The number is on the device if `counted` is set. */
static void check_count(const test_device *d, const trial *t, clscan_plan *plan, const unsigned char *elements,
                        size_t count, bool counted) {
    static expected_counts expected;
    static cl_ulong got[MOST_BINS];
    const bool wide = t->desc.value.name && strstr(t->desc.value.name, "long");
    const size_t size = t->type->size, bytes = t->desc.bins.count * (wide ? sizeof(cl_ulong) : sizeof(cl_uint));
    const size_t all = counted ? N : count;
    const cl_uint on_device = (cl_uint)count;
    guarded in = guarded_create(d, (OFFSET + all) * size, elements), out = guarded_create(d, bytes, NULL),
            cell = guarded_create(d, sizeof on_device, &on_device);
    const clscan_args args = { .in[0] = { .buffer = in.part, .offset = OFFSET },
                               .out[0] = { .buffer = out.part, .capacity = t->desc.bins.count },
                               .count_at.buffer = counted ? cell.part : NULL,
                               .count = all };
    const size_t inside = expect(t, elements + OFFSET * size, count, &expected);
    for (int again = 0; again < 2; again++) {
        assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
        assert_true(guarded_read(d, &in, NULL) && guarded_read(d, &out, got));
        check_counts(t, &expected, got, inside);
    }
    guarded *const arrays[] = { &in, &out, &cell };
    for (size_t i = 0; i < COUNT(arrays); i++)
        guarded_release(arrays[i]);
}

/* Tries counts next to the sizes of chunks, tiles and spans. */
static void check_trial(const test_device *d, const trial *t) {
    static unsigned char elements[(OFFSET + N) * 8];
    static const size_t counts[] = { 0, 1, 511, 513, 4097, N };
    clscan_plan *plan = NULL;
    for (size_t i = 0; i < OFFSET + N; i++)
        write_element(t->type, &t->desc.bins, t->what, i < OFFSET ? i : i - OFFSET, elements + i * t->type->size);
    assert_ok(clscan_plan_create(d->device, &t->desc, &plan));
    for (size_t i = 0; i < COUNT(counts); i++)
        check_count(d, t, plan, elements, counts[i], false);
    check_count(d, t, plan, elements, 1000, true);
    clscan_plan_destroy(plan);
}

/* Shape 0 is the library's, shape 1 has three work-groups of one work-item, and shape 2 three of several. */
static void set_shape(const test_device *d, size_t shape, clscan_desc *desc) {
    desc->tuning.num_groups = shape > 0 ? 3 : 0;
    desc->tuning.wg_size = shape == 0 ? 0 : shape == 1 ? 1 : test_device_wg_size(d, CLSCAN_STRATEGY_REDUCE_SCAN, 32);
    desc->tuning.items = shape == 2 ? 8 : 0;
}

static void try_trial(const test_device *d, trial t, size_t shape) {
    set_shape(d, shape, &t.desc);
    UNLESS_REFUSED(check_trial(d, &t));
}

/* -------------------------------------------------------------------------------------------------------- tests */

typedef struct range {
    double lower, upper;
    unsigned count;
} range;

static void test_even_integers(void **state) {
    static const range ranges[] = {
        { 0, 256, 256 },   { -100, 101, 7 }, { 0, 4294967295.0, 1000 },  { -2147483648.0, 2147483648.0, 65536 },
        { 5, 6, 1 },       { 3, 13, 100 },   { 300, 1000, 3 },           { 0, 1e12, 999 },
        { -1000, 1e6, 2 }, { -128, 128, 2 }, { 7, 1000000014.0, 65535 },
    };
    const double least = -two_63, most = 2 * two_63;
    for (size_t i = 0; i < 8; i++) {
        const element_type *type = &types[i];
        for (size_t k = 0; k < 4; k++) {
            const range r =
                k == 3 ? (range) { type->class == SIGNED ? least : 0, type->class == SIGNED ? -least : most, 257 }
                       : ranges[(3 * i + k) % COUNT(ranges)];
            const clscan_bins bins = { .count = r.count, .lower = r.lower, .upper = r.upper };
            try_trial(*state,
                      (trial) { type,
                                { .struct_size = sizeof(clscan_desc),
                                  .task = CLSCAN_TASK_HISTOGRAM,
                                  .in[0].name = type->name,
                                  .bins = bins },
                                k == 3   ? EDGES
                                : k == 2 ? EQUAL
                                         : (data)((i + k) % 2),
                                false },
                      (i + k) % 3);
        }
    }
    skip_if_all_refused();
}

static void test_even_floats(void **state) {
    static const range ranges[] = { { -50, 50, 1000 }, { 0, 1, 256 }, { -1e30, 1e30, 3 } };
    for (size_t i = 8; i < COUNT(types); i++)
        for (size_t k = 0; k < COUNT(ranges); k++) {
            const clscan_bins bins = { .count = ranges[k].count, .lower = ranges[k].lower, .upper = ranges[k].upper };
            try_trial(*state,
                      (trial) { &types[i],
                                { .struct_size = sizeof(clscan_desc),
                                  .task = CLSCAN_TASK_HISTOGRAM,
                                  .in[0].name = types[i].name,
                                  .bins = bins },
                                k == 2 ? OUTSIDE : (data)((i + k) % 2),
                                false },
                      (i + k) % 3);
        }
    skip_if_all_refused();
}

/* The edges have gaps of all widths, equal neighbours, and infinities at both ends. */
static void test_edges(void **state) {
    static const double few[] = { -INFINITY, -1000, -3.5, 0, 0, 0.25, 7, 100, 1e6, 1e300, INFINITY }, two[] = { 0, 90 };
    static double many[1001];
    for (size_t i = 0; i < COUNT(many); i++)
        many[i] = (double)i * (double)i / 16 - 120;
    for (size_t i = 0; i < COUNT(types); i++) {
        static const clscan_bins ways[] = {
            { .kind = CLSCAN_BIN_KIND_EDGES, .count = COUNT(few) - 1, .edges = few },
            { .kind = CLSCAN_BIN_KIND_EDGES, .count = COUNT(many) - 1, .edges = many },
            { .kind = CLSCAN_BIN_KIND_EDGES, .count = 1, .edges = two },
        };
        const clscan_bins bins = ways[i % COUNT(ways)];
        for (size_t k = 0; k < 2; k++)
            try_trial(*state,
                      (trial) { &types[i],
                                { .struct_size = sizeof(clscan_desc),
                                  .task = CLSCAN_TASK_HISTOGRAM,
                                  .in[0].name = types[i].name,
                                  .bins = bins },
                                (data)k,
                                false },
                      (i + k) % 3);
    }
    skip_if_all_refused();
}

/* More bins than a table in local memory holds are counted in ranges, and many more in the workspace. */
static void test_many_bins(void **state) {
    static const unsigned counts[] = { 65536, MOST_BINS };
    static const char *const values[] = { "uint", "ulong" };
    for (size_t shape = 0; shape < 3; shape++)
        for (size_t i = 0; i < COUNT(counts); i++)
            try_trial(*state,
                      (trial) { &types[1],
                                { .struct_size = sizeof(clscan_desc),
                                  .task = CLSCAN_TASK_HISTOGRAM,
                                  .value.name = values[(i + shape) % 2],
                                  .in[0].name = "uint",
                                  .bins = { .count = counts[i], .upper = 4294967296.0 } },
                                EDGES,
                                false },
                      shape);
    skip_if_all_refused();
}

/* Weights that depend on the position, and counts and weights of 64 bits, whose sums carry into the high word. */
static void test_weights(void **state) {
    static const char source[] = "int weight(uint x, ulong position, ulong count) { return position % 7; }\n"
                                 "ulong wide(uint x, ulong position, ulong count) { return position % 7; }\n"
                                 "uint load(const global uint *a, ulong i, ulong k, ulong n) { return a[k]; }\n";
    const clscan_user users[] = { { .source = source, .map = "weight", .with_position = 1 },
                                  { .source = source, .load = "load", .map = "wide", .with_position = 1 } };
    for (size_t i = 0; i < COUNT(users); i++)
        for (size_t shape = 0; shape < 3; shape++)
            try_trial(*state,
                      (trial) { &types[1],
                                { .struct_size = sizeof(clscan_desc),
                                  .task = CLSCAN_TASK_HISTOGRAM,
                                  .value.name = i ? "ulong" : "int",
                                  .in[0].name = "uint",
                                  .user = users[i],
                                  .bins = { .count = 200, .upper = 1000 } },
                                shape == 1 ? EQUAL : RANDOM,
                                true },
                      shape);
    skip_if_all_refused();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_even_integers), cmocka_unit_test(test_even_floats), cmocka_unit_test(test_edges),
        cmocka_unit_test(test_many_bins),     cmocka_unit_test(test_weights),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
