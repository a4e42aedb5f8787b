/* Stream compaction by every strategy. The store function reads the records again from two arrays of different types,
 * or stores the element from which `map` computed the flag. */
#include "support/guarded.h"
#include "support/shape.h"

#include <math.h>
#include <oracle.h>

enum { N = 3001, VALUES_FROM = 3, LABELS_FROM = 5, KEPT_FROM = 2 };

static const char source[] =
    "static uint wanted(const global float *value, const global uchar *label, ulong i) {\n"
    "    return value[i] < 0.25f && label[i] != 7;\n"
    "}\n"
    "static void keep(global float *kept, global ushort *labels, const global float *value,\n"
    "                 const global uchar *label, ulong i, uint x, uint inclusive, uint exclusive) {\n"
    "    if (x) {\n"
    "        kept[exclusive] = value[i];\n"
    "        labels[exclusive] = label[i] << 8 | label[i];\n"
    "    }\n"
    "}\n"
    "static float judged(const global float *value, const global uchar *label, ulong i) {\n"
    "    return label[i] == 7 ? 1 : value[i];\n"
    "}\n"
    "static uint low(float x) { return x < 0.25f; }\n"
    "static void keep_judged(global float *kept, global ushort *labels, const global float *value,\n"
    "                        const global uchar *label, ulong i, float x, uint inclusive, uint exclusive) {\n"
    "    if (low(x)) {\n"
    "        kept[exclusive] = x;\n"
    "        labels[exclusive] = label[i] << 8 | label[i];\n"
    "    }\n"
    "}\n"
    "static void keep_low(global float *kept, global ushort *places, const global float *value, ulong i, float x,\n"
    "                     uint inclusive, uint exclusive) {\n"
    "    if (low(x)) {\n"
    "        kept[exclusive] = x;\n"
    "        places[exclusive] = (ushort)i;\n"
    "    }\n"
    "}\n";

/* Without `load`, all values that are low are kept: with their labels, which only `store` reads, or if there is no
 * array of labels, with their places. */
static const struct {
    const char *load, *map, *store, *label;
} ways[] = { { "wanted", NULL, "keep", "uchar" },
             { "judged", "low", "keep_judged", "uchar" },
             { NULL, "low", "keep_judged", "uchar" },
             { NULL, "low", "keep_low", NULL } };

typedef struct records {
    float value[VALUES_FROM + N];
    cl_uchar label[LABELS_FROM + N];
    float kept[N]; /* the expected results */
    cl_ushort labels[N];
    cl_uint n;
} records;

static void fill(records *r, size_t way, bool reverse) {
    const bool labelled = ways[way].label, by_label = ways[way].load;
    r->n = 0;
    for (size_t i = 0; i < VALUES_FROM + N; i++)
        r->value[i] = (float)(oracle_draw(1, i) % 1000) / 1000;
    for (size_t i = 0; i < LABELS_FROM + N; i++)
        r->label[i] = (cl_uchar)(oracle_draw(2, i) % 16);
    for (size_t n = 0; n < N; n++) {
        const size_t i = reverse ? N - 1 - n : n;
        const cl_uchar label = r->label[LABELS_FROM + i];
        if (r->value[VALUES_FROM + i] < 0.25f && (!by_label || label != 7)) {
            r->kept[r->n] = r->value[VALUES_FROM + i];
            r->labels[r->n++] = (cl_ushort)(labelled ? label * 0x101u : i);
        }
    }
}

static clscan_desc description(const test_device *d, clscan_strategy strategy, size_t way, bool reverse) {
    clscan_desc desc = {
        .value.name = "uint", .tuning.strategy = strategy, .tuning.group = CLSCAN_GROUP_KOGGE_STONE, .reverse = reverse
    };
    desc.user.source = source;
    desc.user.load = ways[way].load;
    desc.user.map = ways[way].map;
    desc.user.store = ways[way].store;
    desc.in[0].name = desc.out[0].name = "float";
    desc.in[1].name = ways[way].label;
    desc.out[1].name = "ushort";
    shape_draw(d, strategy, &desc);
    return desc;
}

/* Kernels read and write no element past the ends of the arrays. */
static void check_compaction(const test_device *d, clscan_strategy strategy, size_t way, bool reverse) {
    static records r, got;
    cl_uint n = 0;
    fill(&r, way, reverse);
    clscan_plan *plan = NULL;
    const clscan_desc desc = description(d, strategy, way, reverse);
    guarded value = guarded_create(d, sizeof r.value, r.value), label = guarded_create(d, sizeof r.label, r.label),
            kept = guarded_create(d, (KEPT_FROM + r.n) * sizeof *r.kept, NULL),
            labels = guarded_create(d, r.n * sizeof *r.labels, NULL), total = guarded_create(d, sizeof n, NULL);
    const clscan_args args = { .in[0].buffer = value.part,
                               .in[0].offset = VALUES_FROM,
                               .in[1].buffer = ways[way].label ? label.part : NULL,
                               .in[1].offset = ways[way].label ? LABELS_FROM : 0,
                               .out[0].buffer = kept.part,
                               .out[0].offset = KEPT_FROM,
                               .out[1].buffer = labels.part,
                               .total.buffer = total.part,
                               .count = N };
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    float with_offset[KEPT_FROM + N];
    assert_true(guarded_read(d, &kept, with_offset));
    assert_true(guarded_read(d, &labels, got.labels));
    assert_true(guarded_read(d, &total, &n));
    assert_int_equal(n, r.n);
    assert_memory_equal(with_offset + KEPT_FROM, r.kept, r.n * sizeof *r.kept);
    assert_memory_equal(got.labels, r.labels, r.n * sizeof *r.labels);
    guarded *const all[] = { &value, &label, &kept, &labels, &total };
    for (size_t i = 0; i < COUNT(all); i++)
        guarded_release(all[i]);
    clscan_plan_destroy(plan);
}

static void test_every_strategy(void **state) {
    const test_device *d = *state;
    for (clscan_strategy s = CLSCAN_STRATEGY_AUTO; clscan_strategy_name(s); s++)
        for (size_t way = 0; way < COUNT(ways); way++)
            if (test_device_runs(d, s))
                check_compaction(d, s, way, (s + way) % 2);
}

/* A map function computes the elements of an operator with an accumulator. */
static void test_state_of_what_is_mapped(void **state) {
    enum { FEW = 300 };
    const test_device *d = *state;
    const clscan_desc desc = { .value.name = "float",
                               .op = CLSCAN_OP_ARGMAX,
                               .tuning.strategy = CLSCAN_STRATEGY_SINGLE_GROUP,
                               .user.map = "fabs" };
    float x[FEW], out[FEW];
    cl_ulong places[FEW], place = 0;
    clscan_plan *plan = NULL;
    for (size_t i = 0; i < FEW; i++)
        x[i] = (float)(oracle_draw(3, i) % 2001) - 1000;
    guarded in = guarded_create(d, sizeof x, x), most = guarded_create(d, sizeof out, NULL),
            at = guarded_create(d, sizeof places, NULL);
    const clscan_args args = {
        .in[0].buffer = in.part, .out[0].buffer = most.part, .out[1].buffer = at.part, .count = FEW
    };
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_true(guarded_read(d, &most, out) && guarded_read(d, &at, places) && guarded_read(d, &in, NULL));
    for (size_t i = 0; i < FEW; i++) {
        place = fabsf(x[i]) > fabsf(x[place]) ? i : place;
        assert_true(places[i] == place && out[i] == fabsf(x[place]));
    }
    guarded_release(&in);
    guarded_release(&most);
    guarded_release(&at);
    clscan_plan_destroy(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_strategy),
                                        cmocka_unit_test(test_state_of_what_is_mapped) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
