/* The self-test of user operators. The operators are called with elements of desc.sample only. */
#include "api/self_test.h"
#include "device/device.h"

/* One line for each operator: affine maps; float sums that round differently in each association; a maximum with a sum;
 * a struct with padding; permutations, whose index beyond them would crash; an operator that is not associative. */
static const cl_uint maps[] = { 3, 1, 5, 2, 7, 0xFFFFFFFF };
static const cl_float floats[] = { 0.5625f, 0.8f, 1.4375f, -0.3f, 1.2f, 0.9f, 0.6f, -0.999f };
static const struct {
    cl_char c;
    cl_char padding[7];
    cl_long l;
} gaps[] = { { 5, { 0 }, 1 }, { -5, { 1, 2, 3, 4, 5, 6, 7 }, 2 } };
static const cl_uint places[] = { 0x03020100, 0x00010203, 0x02030001 };
static const cl_int ints[] = { 0, 7, -3, 2 };
static const struct {
    clscan_type value;
    clscan_user user;
    clscan_sample sample;
} operators[] = {
    { { .name = "affine", .size = 8 },
      { .source = "typedef struct { uint a, b; } affine;\n"
                  "static affine then(affine f, affine g) { affine h = { f.a * g.a, f.b * g.a + g.b }; return h; }",
        .combine = "then",
        .identity = "{ 1, 0 }" },
      { .elements = maps, .count = 3 } },
    { { .name = "affine", .size = 8 },
      { .source = "typedef struct { float a, b; } affine;\n"
                  "static affine next(affine f, affine g) { affine h = { f.a * g.a, f.b * g.a + g.b }; return h; }",
        .combine = "next",
        .identity = "{ 1, 0 }" },
      { .elements = floats, .count = 4 } },
    { { .name = "power", .size = 8 },
      { .source = "typedef struct { float m, s; } power;\n"
                  "static power both(power a, power b) {\n"
                  "    const float m = max(a.m, b.m);\n"
                  "    power c = { m, a.s * exp(a.m - m) + b.s * exp(b.m - m) };\n"
                  "    return c;\n}",
        .combine = "both",
        .identity = "{ -1e30f, 0 }" },
      { .elements = floats, .count = 4 } },
    { { .name = "gap", .size = 16 },
      { .source = "typedef struct { char c; long l; } gap;\n"
                  "static gap last(gap a, gap b) { gap r; r.c = max(a.c, b.c); r.l = a.l + b.l; return r; }",
        .combine = "last",
        .identity = "{ CHAR_MIN, 0 }" },
      { .elements = gaps, .count = 2 } },
    { { .name = "uint" },
      { .source =
            "static uint after(uint p, uint q) {\n"
            "    union { uint all; uchar of[4]; } a = { p }, b = { q }, c = { 0 };\n"
            "    for (int i = 0; i < 4; i++) { volatile uchar *at = &b.of[a.of[i] * (a.of[i] < 4 ? 1 : 1 << 28)];\n"
            "        c.of[i] = *at; }\n"
            "    return c.all;\n}",
        .combine = "after",
        .identity = "0x03020100" },
      { .elements = places, .count = 3 } },
    { { .name = "int" },
      { .source = "static int far(int a, int b) { return a ? b ? a - b : a : b; }", .combine = "far", .identity = "0" },
      { .elements = ints, .count = 3 } },
};

static bool is_pocl(const test_device *d) {
    char version[256];
    assert_cl(clGetDeviceInfo(d->id, CL_DEVICE_VERSION, sizeof version, version, NULL));
    return strstr(version, "PoCL") != NULL;
}

/* A compiler may write the padding of a struct. Intel's does, PoCL's does not. Written bytes count as part of the
 * value, so the operator seems to change elements of the sample, and the self-test gives no verdict. */
static void accept_padding(const test_device *d, const clscan_desc *desc) {
    clscan_plan *plan = NULL;
    assert_ok(make(d, desc, &plan));
    if (!strstr(log_lines, "right"))
        assert_has(log_lines, "none, the operator changes elements that are combined with its identity");
    assert_null(strstr(log_lines, "wrong"));
    assert_null(strstr(log_lines, "place"));
    clscan_plan_destroy(plan);
}

static void test_operators_of_the_users(void **state) {
    const test_device *d = *state;
    for (size_t i = 0; i < COUNT(operators); i++)
        for (clscan_kind kind = CLSCAN_KIND_INCLUSIVE; kind <= CLSCAN_KIND_EXCLUSIVE; kind++) {
            clscan_desc desc = small_desc();
            desc.value = operators[i].value;
            desc.user = operators[i].user;
            desc.kind = kind;
            desc.reverse = i % 2;
            desc.segments = i == 3 ? CLSCAN_SEGMENTS_FLAGS : CLSCAN_SEGMENTS_NONE;
            desc.layout = i == 4 ? CLSCAN_LAYOUT_ROWS : CLSCAN_LAYOUT_CONTIGUOUS;
            desc.sample = operators[i].sample;
            if (operators[i].sample.elements == gaps && !is_pocl(d))
                accept_padding(d, &desc);
            else
                accept(d, &desc, desc.user.combine);
        }
}

/* If a trial could not detect a wrong kernel, it is not run, or no kernel is replaced because of it. */
static void expect_none(const test_device *d, const clscan_desc *desc, bool launched, const char *words) {
    clscan_plan *plan = NULL;
    assert_ok(make(d, desc, &plan));
    assert_true(launched == (launches > 0));
    assert_has(log_lines, words);
    assert_null(strstr(log_lines, "place"));
    clscan_plan_destroy(plan);
}

static const clscan_user sum_of_the_users = { .source = "static int both(int a, int b) { return a + b; }",
                                              .combine = "both",
                                              .identity = "0" };

static clscan_desc desc_of_the_users(clscan_user user, const cl_int *sample, size_t count) {
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    desc.user = user;
    desc.sample.elements = sample;
    desc.sample.count = count;
    return desc;
}

static void test_nothing_to_try_it_on(void **state) {
    const test_device *d = *state;
    clscan_desc desc = small_desc();
    desc.user = (clscan_user) { .source = "static int less(int a, int b) { return a - b; }", .combine = "less" };
    expect_none(d, &desc, false, "none, a user operator is tested on desc.sample.elements only");
    desc.sample.elements = ints;
    desc.sample.count = COUNT(ints);
    expect_none(d, &desc, false, "none, the operator has no identity");
    desc.user.identity = "0";
    expect_none(d, &desc, true, "none, the operator changes elements that are combined with its identity");
    desc.user = (clscan_user) { .combine = "min", .identity = "INT_MAX" };
    desc.in[0].name = "uchar";
    expect_none(d, &desc, true, "none, the converted input cannot hold the identity");
}

/* A sample of identities, or of values that act as one, cannot detect an error, so no verdict is stored. */
static void test_nothing_but_identities(void **state) {
    static const cl_int zeros[2];
    static const cl_float negative_zero = -0.0f;
    const test_device *d = *state;
    clscan_desc singles = small_desc(), alike = desc_of_the_users(sum_of_the_users, zeros, COUNT(zeros));
    clscan_device *device = device_with_test(d);
    singles.value.name = "float";
    singles.user = (clscan_user) { .source = "static float plus(float a, float b) { return a + b; }",
                                   .combine = "plus",
                                   .identity = "0" };
    singles.sample.elements = &negative_zero;
    singles.sample.count = 1;
    expect_none(d, &singles, true, "none, no element of desc.sample.elements differs from the identity");
    log_lines[0] = '\0';
    clscan_plan_destroy(new_plan(device, &alike));
    assert_has(log_lines, "none, no element of desc.sample.elements differs from the identity");
    assert_null(strstr(log_lines, "is right"));
    alike.sample.elements = ints;
    alike.sample.count = COUNT(ints);
    corrupt = "clscan_scan_spans ";
    clscan_plan_destroy(new_plan(device, &alike));
    corrupt = "";
    assert_has(log_lines, "reduce_scan is wrong|single_group takes the place");
    clscan_device_destroy(device);
}

/* A wrong kernel is also found and replaced if the operator is the user's. */
static void test_wrong_for_the_users(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = desc_of_the_users(sum_of_the_users, ints, COUNT(ints));
    clscan_plan *plan = NULL;
    corrupt = "clscan_scan_spans ";
    assert_ok(make(d, &desc, &plan));
    assert_has(log_lines, "reduce_scan is wrong|single_group takes the place");
    assert_scans(d, plan);
    clscan_plan_destroy(plan);
    corrupt = "";
}

/* The self-test converts the sample to the type of the array and back. Elements that the array's type cannot represent
 * are skipped. */
static void test_conversions_of_the_users(void **state) {
    const test_device *d = *state;
    static const struct {
        const char *value, *in, *out;
        size_t vectors;
    } converted[] = {
        { "int", "uchar", NULL, 0 },
        { "int", "double", "short", 0 },
        { "int3", NULL, "float3", 2 },
        { "int2", "char2", "ulong2", 4 },
    };
    static const cl_int4 vectors[] = { { { 1, 2, 3 } }, { { 100, -5, 1000 } } };
    for (size_t i = 0; i < COUNT(converted); i++) {
        clscan_desc desc = desc_of_the_users(sum_of_the_users, ints, COUNT(ints));
        clscan_plan *plan = NULL;
        if (converted[i].in && strcmp(converted[i].in, "double") == 0 && !d->device->caps.has_double)
            continue;
        desc.value.name = converted[i].value;
        desc.in[0].name = converted[i].in;
        desc.out[0].name = converted[i].out;
        if (converted[i].vectors) {
            desc.user =
                (clscan_user) { .source = "#define added(a, b) ((a) + (b))", .combine = "added", .identity = "0" };
            desc.sample.elements = vectors;
            desc.sample.count = converted[i].vectors;
        }
        accept(*state, &desc, converted[i].in ? converted[i].in : converted[i].out);
        corrupt = "clscan_scan_spans ";
        assert_ok(make(*state, &desc, &plan));
        corrupt = "";
        assert_has(log_lines, "reduce_scan is wrong|single_group takes the place");
        clscan_plan_destroy(plan);
    }
}

static void test_functions_of_the_users(void **state) {
    const test_device *d = *state;
    clscan_desc desc = small_desc();
    desc.user.source = "int far(const global int *in, ulong i) { return in[i * i * i]; }";
    desc.user.load = "far";
    expect_none(d, &desc, false, "none, the user's functions may read and write anywhere");
    desc.task = CLSCAN_TASK_SORT;
    desc.tuning.strategy = CLSCAN_STRATEGY_AUTO;
    expect_none(d, &desc, false, "none, the user's load function may read anywhere");
    desc = small_desc();
    desc.user.map = "abs";
    expect_none(d, &desc, false, "none, the user's map function may expect other elements");
    desc = small_desc();
    desc.user.source = "bool alike(int a, int b) { return a == b; }";
    desc.user.same_key = "alike";
    desc.segments = CLSCAN_SEGMENTS_KEYS;
    expect_none(d, &desc, false, "none, the user's same_key function may expect other keys");
    desc.task = CLSCAN_TASK_SORT;
    desc.tuning.strategy = CLSCAN_STRATEGY_AUTO;
    expect_none(d, &desc, false, "none, the user's same_key function may expect other keys");
    desc.user.same_key = NULL;
    desc.user.source = NULL;
    desc.user.key = "abs";
    desc.key.name = "uint";
    expect_none(d, &desc, false, "none, the user's key function may expect other keys");
    desc.task = CLSCAN_TASK_SCAN;
    expect_none(d, &desc, false, "none, the user's key function may expect other keys");
    desc.task = CLSCAN_TASK_HISTOGRAM;
    desc.in[0].name = "int";
    desc.bins = (clscan_bins) { .count = 9, .upper = 9 };
    expect_none(d, &desc, false, "none, the user's key function may expect other keys");
    desc.user = (clscan_user) { .source = "bool alike(uint a, uint b) { return a == b; }", .same_key = "alike" };
    expect_none(d, &desc, false, "none, the user's same_key function may expect other keys");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operators_of_the_users),   cmocka_unit_test(test_wrong_for_the_users),
        cmocka_unit_test(test_conversions_of_the_users), cmocka_unit_test(test_nothing_to_try_it_on),
        cmocka_unit_test(test_nothing_but_identities),   cmocka_unit_test(test_functions_of_the_users),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
