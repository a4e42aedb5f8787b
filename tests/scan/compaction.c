/* Stores that read the input: records in two arrays of different types, those kept side by side, by every strategy. */
#include "support/guarded.h"
#include "support/shape.h"

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
    "}\n";

typedef struct records {
    float value[VALUES_FROM + N];
    cl_uchar label[LABELS_FROM + N];
    float kept[N]; /* what must come of them */
    cl_ushort labels[N];
    cl_uint n;
} records;

static void fill(records *r, bool reverse) {
    r->n = 0;
    for (size_t i = 0; i < VALUES_FROM + N; i++)
        r->value[i] = (float)(oracle_draw(1, i) % 1000) / 1000;
    for (size_t i = 0; i < LABELS_FROM + N; i++)
        r->label[i] = (cl_uchar)(oracle_draw(2, i) % 16);
    for (size_t n = 0; n < N; n++) {
        const size_t i = reverse ? N - 1 - n : n;
        const cl_uchar label = r->label[LABELS_FROM + i];
        if (r->value[VALUES_FROM + i] < 0.25f && label != 7) {
            r->kept[r->n] = r->value[VALUES_FROM + i];
            r->labels[r->n++] = (cl_ushort)(label << 8 | label);
        }
    }
}

static clscan_desc description(const dut *d, clscan_strategy strategy, bool reverse) {
    clscan_desc desc = { .type = CLSCAN_UINT, .strategy = strategy, .group = CLSCAN_KOGGE_STONE, .reverse = reverse };
    desc.user.source = source;
    desc.load = "wanted";
    desc.store = "keep";
    desc.in[0].type = desc.out[0].type = "float";
    desc.in[1].type = "uchar";
    desc.out[1].type = "ushort";
    shape_draw(d, strategy, &desc);
    return desc;
}

/* Not one element more than there are is written, or read. */
static void check_compaction(const dut *d, clscan_strategy strategy, bool reverse) {
    static records r, got;
    cl_uint n = 0;
    fill(&r, reverse);
    clscan_plan *plan = NULL;
    const clscan_desc desc = description(d, strategy, reverse);
    guarded value = guarded_create(d, sizeof r.value, r.value), label = guarded_create(d, sizeof r.label, r.label),
            kept = guarded_create(d, (KEPT_FROM + r.n) * sizeof *r.kept, NULL),
            labels = guarded_create(d, r.n * sizeof *r.labels, NULL), total = guarded_create(d, sizeof n, NULL);
    const clscan_args args = { .in = value.part,
                               .in_offset = VALUES_FROM,
                               .more_in = { label.part },
                               .more_in_offset = { LABELS_FROM },
                               .out = kept.part,
                               .out_offset = KEPT_FROM,
                               .more_out = { labels.part },
                               .total = total.part,
                               .count = N };
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(clscan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
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
    const dut *d = *state;
    for (clscan_strategy s = CLSCAN_STRATEGY_AUTO; clscan_strategy_name(s); s++)
        for (int reverse = 0; reverse < 2; reverse++)
            if (dut_runs(d, s))
                check_compaction(d, s, reverse);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_strategy) };
    return cmocka_run_group_tests(tests, dut_open, dut_close);
}
