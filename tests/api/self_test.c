/* The self-test: kernels that a driver spoils give way to others, and none does that is right. The driver is spoilt by
 * the linker, which puts the functions below in place of OpenCL's. */
#include "api/scans.h"

#include <oracle.h>
#include <stdio.h>
#include <time.h>

/* NEXT() is what the linker calls the function of OpenCL's. */
#define NEXT(name) __real_##name
#define CALL(name) name
#define HOOK(type, name, parameters)                                                                                   \
    type __real_##name parameters;                                                                                     \
    type __wrap_##name parameters;                                                                                     \
    type __wrap_##name parameters
#include "spoilt/driver.h"

/* --------------------------------------------------------------------------------------------------- what is told */

static char told[1 << 14];

static void listen(const char *line, void *user) {
    (void)user;
    if (strncmp(line, "self-test: ", 11) == 0 && strlen(told) + strlen(line) + 2 < sizeof told)
        strcat(strcat(told, line), "\n");
}

/* A plan by a device with the self-test on. */
static clscan_device *device_with_test(const dut *d) {
    clscan_device_options options = CLSCAN_DEVICE_OPTIONS_INIT;
    clscan_device *device = NULL;
    options.self_test = 1;
    options.log = listen;
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    return device;
}

static clscan_status make(const dut *d, const clscan_desc *desc, clscan_plan **plan) {
    clscan_device *device = device_with_test(d);
    told[0] = '\0';
    const clscan_status status = clscan_plan_create(device, desc, plan);
    clscan_device_destroy(device);
    return status;
}

/* An odd number of items that nobody has asked for yet: programs that no verdict is known of. */
static clscan_desc new_desc(clscan_strategy strategy) {
    static unsigned items = 1;
    clscan_desc desc = small_tiles(strategy);
    desc.items = items += 2;
    if (strategy == CLSCAN_SLICES)
        desc.wg_size = 1;
    return desc;
}

/* With these kernels spoilt, this is told and the plan is right all the same. */
static void expect(const dut *d, clscan_strategy strategy, const char *kernels, const char *words) {
    const clscan_desc desc = new_desc(strategy);
    clscan_plan *plan = NULL;
    spoilt = kernels;
    assert_ok(make(d, &desc, &plan));
    assert_has(told, words);
    assert_scans(d, plan);
    clscan_plan_destroy(plan);
    spoilt = "";
}

/* ---------------------------------------------------------------------------------------------------------- tests */

static void test_right_ones_stay(void **state) {
    const dut *d = *state;
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++)
        if (dut_runs(d, strategy)) {
            expect(d, strategy, "", clscan_strategy_name(strategy));
            assert_null(strstr(told, "wrong"));
            assert_null(strstr(told, "place"));
        }
}

static void test_one_after_the_other_gives_way(void **state) {
    const dut *d = *state;
    const clscan_strategy first = dut_runs(d, CLSCAN_SLICES) ? CLSCAN_SLICES : CLSCAN_HIERARCHICAL;
    if (first == CLSCAN_SLICES)
        expect(d, first, "clscan_slices ",
               "slices is wrong from element 100 of |reduce_scan takes the place of slices");
    expect(d, CLSCAN_REDUCE_SCAN, "clscan_scan_spans ", "reduce_scan is wrong|single_group takes the place");
    expect(d, CLSCAN_SINGLE_GROUP, "clscan_single_group ",
           "single_group is wrong|plain takes the place of single_group");
}

/* Who spoils the plainest one leaves nothing to trust. */
/* PoCL lets go of what has run a moment after it has said so. */
static void assert_nothing_lost(const dut *d, cl_uint before) {
    const struct timespec moment = { 0, 10000000 };
    for (int i = 0; i < 200 && references(d) > before; i++)
        nanosleep(&moment, NULL);
    assert_true(references(d) <= before);
}

static void refuse_plain(const dut *d, const char *words) {
    const clscan_desc desc = new_desc(CLSCAN_HIERARCHICAL);
    const cl_uint before = references(d);
    clscan_plan *plan = (clscan_plan *)(uintptr_t)1;
    spoilt = "clscan_plain ";
    assert_fails(make(d, &desc, &plan), CLSCAN_WRONG_RESULTS, words);
    spoilt = "";
    assert_null(plan);
    assert_nothing_lost(d, before);
}

static void test_nothing_to_trust(void **state) {
    refuse_plain(*state, "once to this and once to that|from element 100 on");
    always_so = true;
    refuse_plain(*state, "elements one by one wrongly, from element 100 on");
    spoilt_at = 0;
    refuse_plain(*state, "elements one by one wrongly, from element 0 on");
    spoilt_at = 400;
    always_so = false;
}

static void test_columns(void **state) {
    const dut *d = *state;
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = NULL;
    desc.layout = CLSCAN_ROWS;
    desc.op = CLSCAN_XOR;
    spoilt = "clscan_columns clscan_columns_whole clscan_column_blocks ";
    assert_ok(make(d, &desc, &plan));
    assert_has(told, "columns is wrong|a scan of rows takes the place of columns");
    clscan_plan_destroy(plan);
    spoilt = "";
}

static void test_verdicts_are_kept(void **state) {
    const dut *d = *state;
    const clscan_desc desc = new_desc(CLSCAN_REDUCE_SCAN);
    clscan_device *device = device_with_test(d);
    clscan_plan *plan = NULL;
    spoilt = "clscan_scan_spans ";
    assert_ok(clscan_plan_create(device, &desc, &plan));
    clscan_plan_destroy(plan);
    spoilt = "";
    launches = 0;
    told[0] = '\0';
    assert_ok(clscan_plan_create(device, &desc, &plan));
    assert_int_equal(launches, 0);
    assert_has(told, "single_group takes the place of reduce_scan");
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

static void test_what_fails_once_is_no_verdict(void **state) {
    const dut *d = *state;
    const clscan_desc desc = new_desc(CLSCAN_REDUCE_SCAN);
    clscan_device *device = device_with_test(d);
    clscan_plan *plan = NULL;
    spoilt = "clscan_scan_spans ";
    refused = true;
    told[0] = '\0';
    assert_ok(clscan_plan_create(device, &desc, &plan));
    assert_has(told, "single_group takes the place of reduce_scan");
    clscan_plan_destroy(plan);
    spoilt = "";
    refused = false;
    told[0] = '\0';
    assert_ok(clscan_plan_create(device, &desc, &plan));
    assert_has(told, "reduce_scan is right");
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

/* No false alarm, whatever is scanned and however it lies. */
static void accept(const dut *d, const clscan_desc *desc, const char *what) {
    clscan_plan *plan = NULL;
    assert_ok(make(d, desc, &plan));
    if (strstr(told, "wrong") || strstr(told, "place") || !strstr(told, "right"))
        fail_msg("%s: %s", what, told);
    clscan_plan_destroy(plan);
}

static clscan_desc small_desc(void) {
    clscan_desc desc = small_tiles(CLSCAN_REDUCE_SCAN);
    desc.wg_size = 1;
    desc.groups = 2;
    return desc;
}

static void test_every_operator(void **state) {
    const dut *d = *state;
    for (clscan_op op = 0; clscan_op_name(op); op++) {
        const bool whole = op == CLSCAN_ADD_CHECKED || (op >= CLSCAN_AND && op <= CLSCAN_ADD_SAT);
        clscan_desc desc = small_desc();
        desc.type = op == CLSCAN_ADD_SAT ? CLSCAN_USHORT : whole ? CLSCAN_INT : CLSCAN_FLOAT;
        desc.op = op;
        accept(d, &desc, clscan_op_name(op));
    }
}

static void test_every_layout(void **state) {
    const dut *d = *state;
    for (clscan_segments segments = CLSCAN_NO_SEGMENTS; segments <= CLSCAN_OFFSETS; segments++)
        for (int rows = 0; rows <= (segments != CLSCAN_OFFSETS); rows++) {
            clscan_desc desc = small_desc();
            char what[64];
            desc.segments = segments;
            desc.layout = rows ? CLSCAN_ROWS : CLSCAN_CONTIGUOUS;
            desc.kind = rows ? CLSCAN_EXCLUSIVE : CLSCAN_INCLUSIVE;
            desc.reverse = rows;
            desc.components = rows ? 0 : 3;
            desc.in[0].type = rows ? "uchar" : NULL;
            desc.out[0].type = rows ? "double" : NULL;
            snprintf(what, sizeof what, "segments %d, rows %d", (int)segments, rows);
            accept(d, &desc, what);
        }
}

/* Affine maps, of floats whose rounding is another in each association; what is greatest with a sum of powers; a struct
 * with padding; permutations, whose index beyond them would crash; what is not associative, with an identity. */
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
    clscan_user user;
    clscan_type type;
    const void *sample;
    size_t count;
} operators[] = {
    { { "affine", 8,
        "typedef struct { uint a, b; } affine;\n"
        "static affine then(affine f, affine g) { affine h = { f.a * g.a, f.b * g.a + g.b }; return h; }",
        "then", "{ 1, 0 }" },
      CLSCAN_USER,
      maps,
      3 },
    { { "affine", 8,
        "typedef struct { float a, b; } affine;\n"
        "static affine next(affine f, affine g) { affine h = { f.a * g.a, f.b * g.a + g.b }; return h; }",
        "next", "{ 1, 0 }" },
      CLSCAN_USER,
      floats,
      4 },
    { { "power", 8,
        "typedef struct { float m, s; } power;\n"
        "static power both(power a, power b) {\n"
        "    const float m = max(a.m, b.m);\n"
        "    power c = { m, a.s * exp(a.m - m) + b.s * exp(b.m - m) };\n"
        "    return c;\n}",
        "both", "{ -1e30f, 0 }" },
      CLSCAN_USER,
      floats,
      4 },
    { { "gap", 16,
        "typedef struct { char c; long l; } gap;\n"
        "static gap last(gap a, gap b) { gap r; r.c = max(a.c, b.c); r.l = a.l + b.l; return r; }",
        "last", "{ CHAR_MIN, 0 }" },
      CLSCAN_USER,
      gaps,
      2 },
    { { NULL, 0,
        "static uint after(uint p, uint q) {\n"
        "    union { uint all; uchar of[4]; } a = { p }, b = { q }, c = { 0 };\n"
        "    for (int i = 0; i < 4; i++) { volatile uchar *at = &b.of[a.of[i] * (a.of[i] < 4 ? 1 : 1 << 28)];\n"
        "        c.of[i] = *at; }\n"
        "    return c.all;\n}",
        "after", "0x03020100" },
      CLSCAN_UINT,
      places,
      3 },
    { { NULL, 0, "static int far(int a, int b) { return a ? b ? a - b : a : b; }", "far", "0" }, CLSCAN_INT, ints, 3 },
};

static void test_operators_of_the_users(void **state) {
    const dut *d = *state;
    for (size_t i = 0; i < COUNT(operators); i++)
        for (clscan_kind kind = CLSCAN_INCLUSIVE; kind <= CLSCAN_EXCLUSIVE; kind++) {
            clscan_desc desc = small_desc();
            desc.type = operators[i].type;
            desc.user = operators[i].user;
            desc.kind = kind;
            desc.reverse = i % 2;
            desc.segments = i == 3 ? CLSCAN_HEAD_FLAGS : CLSCAN_NO_SEGMENTS;
            desc.layout = i == 4 ? CLSCAN_ROWS : CLSCAN_CONTIGUOUS;
            desc.sample = operators[i].sample;
            desc.sample_count = operators[i].count;
            accept(d, &desc, desc.user.combine);
        }
}

/* What tells nothing is not launched, or not held against a kernel. */
static void expect_none(const dut *d, const clscan_desc *desc, bool launched, const char *words) {
    clscan_plan *plan = NULL;
    launches = 0;
    assert_ok(make(d, desc, &plan));
    assert_true(launched == (launches > 0));
    assert_has(told, words);
    assert_null(strstr(told, "place"));
    clscan_plan_destroy(plan);
}

static void test_nothing_to_try_it_on(void **state) {
    const dut *d = *state;
    clscan_desc desc = small_desc();
    desc.user = (clscan_user) { NULL, 0, "static int less(int a, int b) { return a - b; }", "less", NULL };
    expect_none(d, &desc, false, "none, operators of the user's are tried on desc.sample only");
    desc.sample = ints;
    desc.sample_count = COUNT(ints);
    expect_none(d, &desc, false, "none, without an identity");
    desc.user.identity = "0";
    expect_none(d, &desc, true, "none, beside its identity less leaves no element as it is");
    desc.out[0].type = "long";
    expect_none(d, &desc, false, "none, an identity is no element of an array that is converted");
}

/* A kernel that is wrong gives way for operators of the user's too. */
static void test_wrong_for_the_users(void **state) {
    const dut *d = *state;
    clscan_desc desc = new_desc(CLSCAN_REDUCE_SCAN);
    clscan_plan *plan = NULL;
    desc.user = (clscan_user) { NULL, 0, "static int both(int a, int b) { return a + b; }", "both", "0" };
    desc.sample = ints;
    desc.sample_count = COUNT(ints);
    spoilt = "clscan_scan_spans ";
    assert_ok(make(d, &desc, &plan));
    assert_has(told, "reduce_scan is wrong|single_group takes the place");
    assert_scans(d, plan);
    clscan_plan_destroy(plan);
    spoilt = "";
}

static void test_functions_of_the_users(void **state) {
    const dut *d = *state;
    clscan_desc desc = small_desc();
    desc.user.source = "int far(const global int *in, ulong i) { return in[i * i * i]; }";
    desc.load = "far";
    expect_none(d, &desc, false, "none, functions of the user's may read and write anywhere");
    desc = small_desc();
    desc.user.source = "bool alike(int a, int b) { return a == b; }";
    desc.same_key = "alike";
    desc.segments = CLSCAN_EQUAL_KEYS;
    expect_none(d, &desc, false, "none, a function of the user's may want other keys");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right_ones_stay),        cmocka_unit_test(test_one_after_the_other_gives_way),
        cmocka_unit_test(test_nothing_to_trust),       cmocka_unit_test(test_columns),
        cmocka_unit_test(test_verdicts_are_kept),      cmocka_unit_test(test_what_fails_once_is_no_verdict),
        cmocka_unit_test(test_every_operator),         cmocka_unit_test(test_every_layout),
        cmocka_unit_test(test_operators_of_the_users), cmocka_unit_test(test_wrong_for_the_users),
        cmocka_unit_test(test_nothing_to_try_it_on),   cmocka_unit_test(test_functions_of_the_users),
    };
    return cmocka_run_group_tests(tests, dut_open, dut_close);
}
