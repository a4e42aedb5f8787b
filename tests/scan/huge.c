/* huge STRATEGY EXPONENT DIFFERENCE [TEST]: scans of 2^EXPONENT + DIFFERENCE elements, which need no memory. The load
 * function computes each element from its index, so that every prefix depends on all bits of the index. The store
 * function compares the results, and marks which elements were stored. */
#include "support/test_device.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRACE = 1024 /* one in so many elements is marked; no tile is as small */ };

/* The prefixes are hash values of the index. An element is the difference of two prefixes. */
static const char sums[] = "typedef uint element;\n"
                           "static element prefix(ulong i) { return mixed(i); }\n"
                           "static element before(ulong i) { return i ? prefix(i - 1) : 0; }\n"
                           "static element make(const global uint *in, ulong i) { return prefix(i) - before(i); }\n"
                           "static bool same(element a, element b) { return a == b; }\n"
                           "static element combine(element a, element b) { return a + b; }\n";

/* Affine maps modulo 2^32, which do not commute. The prefixes are hash values, and an element maps one prefix to the
 * next. */
static const char maps[] = "typedef struct { uint a, b; } element;\n"
                           "static element map(uint a, uint b) { element f = { a, b }; return f; }\n"
                           "static element combine(element f, element g) { return map(f.a * g.a, f.b * g.a + g.b); }\n"
                           "static bool same(element f, element g) { return f.a == g.a && f.b == g.b; }\n"
                           "static element prefix(ulong i) { return map(mixed(i) | 1, mixed(~i)); }\n"
                           "static element before(ulong i) { return i ? prefix(i - 1) : map(1, 0); }\n"
                           "static uint inverse(uint a) {\n"
                           "    uint x = 3 * a ^ 2;\n"
                           "    x *= 2 - a * x;\n"
                           "    x *= 2 - a * x;\n"
                           "    return x * (2 - a * x);\n"
                           "}\n"
                           "static element make(const global uint *in, ulong i) {\n"
                           "    const element p = prefix(i), q = before(i);\n"
                           "    const uint a = p.a * inverse(q.a);\n"
                           "    return map(a, p.b - q.b * a);\n"
                           "}\n";

static const char mixed[] = "static uint mixed(ulong i) {\n"
                            "    uint x = (uint)i * 0x9E3779B1u ^ (uint)(i >> 32) * 0x85EBCA77u;\n"
                            "    x = (x ^ x >> 15) * 0xC2B2AE3Du;\n"
                            "    return x ^ x >> 13;\n"
                            "}\n";

static const char check[] =
    "static void check(global ulong *wrong, global uchar *seen, const global uint *in, ulong i, element x,\n"
    "                  element inclusive, element exclusive) {\n"
    "    if (!same(inclusive, prefix(i)) || !same(exclusive, before(i)))\n"
    "        *wrong = i + 1;\n"
    "    if (i %% %d == 0)\n"
    "        seen[i / %d] = 1;\n"
    "    if (i == %" PRIu64 "ul)\n"
    "        seen[i / %d + 1] = 1;\n"
    "}\n";

typedef struct huge {
    clscan_strategy strategy;
    uint64_t count;
    const char *operator;
    size_t size;
    const char *identity;
} huge;

static clscan_plan *plan_of(const test_device *d, const huge *h) {
    char source[4096], last[1024];
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = NULL;
    snprintf(last, sizeof last, check, TRACE, TRACE, h->count - 1, TRACE);
    snprintf(source, sizeof source, "%s%s%s", mixed, h->operator, last);
    desc.value = (clscan_type) { .name = "element", .size = h->size };
    desc.user = (clscan_user) { .source = source, .combine = "combine", .identity = h->identity };
    desc.tuning.strategy = h->strategy;
    desc.in[0].name = "uint";
    desc.out[0].name = "ulong";
    desc.out[1].name = "uchar";
    desc.user.load = "make";
    desc.user.store = "check";
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    return plan;
}

/* Asserts that all marked elements were stored. */
static void judge_trace(const test_device *d, cl_mem seen, size_t size) {
    unsigned char *trace = malloc(size);
    assert_non_null(trace);
    assert_cl(clEnqueueReadBuffer(d->in_order, seen, CL_TRUE, 0, size, trace, 0, NULL, NULL));
    const unsigned char *missed = memchr(trace, 0, size);
    if (missed)
        fail_msg("nothing stored at %zu", (size_t)(missed - trace) * TRACE);
    free(trace);
}

static void scan(const test_device *d, const huge *h) {
    const size_t size = (size_t)((h->count - 1) / TRACE + 2);
    const cl_ulong zero = 0;
    const unsigned char none = 0;
    cl_ulong wrong = 0;
    clscan_plan *plan = plan_of(d, h);
    cl_mem in = test_device_buffer(d, CL_MEM_READ_ONLY, sizeof(cl_uint), NULL);
    cl_mem out = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof zero, &zero);
    cl_mem seen = test_device_buffer(d, CL_MEM_READ_WRITE, size, NULL);
    const clscan_args args = { .in[0].buffer = in, .out[0].buffer = out, .out[1].buffer = seen, .count = h->count };
    assert_cl(clEnqueueFillBuffer(d->in_order, seen, &none, 1, 0, size, 0, NULL, NULL));
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, out, CL_TRUE, 0, sizeof wrong, &wrong, 0, NULL, NULL));
    if (wrong > 0)
        fail_msg("%s, %" PRIu64 " elements: wrong at %" PRIu64 ", among others", clscan_strategy_name(h->strategy),
                 h->count, wrong - 1);
    judge_trace(d, seen, size);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseMemObject(seen);
    clscan_plan_destroy(plan);
}

static huge asked;

static void test_sums(void **state) {
    const huge h = { asked.strategy, asked.count, sums, sizeof(cl_uint), "0" };
    scan(*state, &h);
}

static void test_maps(void **state) {
    const huge h = { asked.strategy, asked.count, maps, 2 * sizeof(cl_uint), "{ 1, 0 }" };
    scan(*state, &h);
}

static int open_for_strategy(void **state) {
    test_device_open(state);
    if (!test_device_runs(*state, asked.strategy))
        exit(77);
    return 0;
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_maps),
    };
    if (argc < 4)
        return 2;
    if (argc > 4)
        cmocka_set_test_filter(argv[4]);
    for (asked.strategy = 0; strcmp(clscan_strategy_name(asked.strategy), argv[1]) != 0;)
        if (!clscan_strategy_name(++asked.strategy))
            return 2;
    asked.count = (UINT64_C(1) << atoi(argv[2])) + (uint64_t)atoll(argv[3]);
    return cmocka_run_group_tests(tests, open_for_strategy, test_device_close);
}
