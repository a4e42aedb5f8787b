/* User functions must have exactly the types that the header says: others do not compile, and the message has the right
 * declaration. */
#include "api/scans.h"

#include <stdio.h>

/* A map from short to float, a load and a store for these types, an operator, and keys. The types fit all functions
 * that the description names. */
static clscan_desc desc_of(const char *source) {
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_SINGLE_GROUP);
    desc.value.name = "float";
    desc.in[0].name = "short";
    desc.in[1].name = "uchar";
    desc.out[0].name = "half_of";
    desc.out[0].size = 8;
    desc.user.source = source;
    desc.user.map = "to_float";
    desc.user.load = "get";
    desc.user.store = "put";
    desc.user.combine = "join";
    desc.user.identity = "0";
    desc.segments = CLSCAN_SEGMENTS_KEYS;
    desc.key.name = "char";
    desc.key_in.name = "long";
    desc.user.key = "key_of";
    desc.user.same_key = "is_same";
    return desc;
}

#define TYPES "typedef struct { float x, y; } half_of;\n"
#define MAP   "float to_float(short x) { return x; }\n"
#define LOAD  "static short get(const global short *a, global const uchar *b, const ulong i) { return a[i] + b[i]; }\n"
#define JOIN  "static inline float join(float a, float b) { return a + b; }\n"
#define STORE                                                                                                          \
    "static void put(global half_of *restrict o, const __global short *a, const global uchar *b, ulong i, short x,\n"  \
    "                float s, const float before) { o[i].x = s + before + x + a[i] + b[i]; }\n"
#define SAME "static int is_same(char a, char b) { return a == b; }\n"
#define KEY  "static char key_of(const long x) { return x / 100; }\n"

static const char *const right[] = { MAP, LOAD, STORE, JOIN, SAME, KEY };
enum { FUNCTIONS = COUNT(right) };

static void write_source(char *text, size_t size, size_t which, const char *instead) {
    int length = snprintf(text, size, "%s", TYPES);
    for (size_t i = 0; i < FUNCTIONS; i++)
        length += snprintf(text + length, size - (size_t)length, "%s", i == which ? instead : right[i]);
}

static void test_right_ones(void **state) {
    static const struct {
        size_t which;
        const char *text;
    } others[] = {
        { FUNCTIONS, "" },
        { 0, "inline float to_float(const short x) { return x; }" },
        { 0, "#define to_float(x) ((float)(x))\n" },
        { 0, "#define MAKE(name, T) T name(short x) { return x; }\nMAKE(to_float, float)\n" },
        { 0, "float to_float(short x);\nfloat to_float(short x) { return x; }\n" },
        { 0, "float (to_float)(short x) { return x; }\n" },
        { 0, "float __attribute__((overloadable)) to_float(short x) { return x; }\n"
             "float __attribute__((overloadable)) to_float(int x) { return x; }\n" },
        { 4, "static bool is_same(const char a, const char b) { return a == b; }\n" },
        { 4, "#define is_same(a, b) ((a) == (b))\n" },
        { 5, "#define key_of(x) ((char)(x))\n" },
    };
    for (size_t i = 0; i < COUNT(others); i++) {
        char source[2048];
        write_source(source, sizeof source, others[i].which, others[i].text);
        const clscan_desc desc = desc_of(source);
        clscan_plan_destroy(new_plan(((const test_device *)*state)->device, &desc));
    }
}

/* Each of these functions would compile if C converted its arguments. */
static void test_wrong_ones(void **state) {
    static const char map[] = "float to_float(short x)",
                      load[] = "short get(const global short *in, const global uchar *in1, ulong i)",
                      join[] = "float join(float earlier, float later)", same[] = "int is_same(char a, char b)",
                      key[] = "char key_of(long x)",
                      store[] = "void put(global half_of *out, const global short *in, const global uchar *in1, ulong "
                                "i, short x, float inclusive, float exclusive)";
    static const struct {
        size_t which;
        const char *field, *right, *text;
    } wrong[] = {
        { 0, "map", map, "static float to_float(int x) { return x; }\n" },
        { 0, "map", map, "static int to_float(short x) { return x; }\n" },
        { 0, "map", map, "#define MAKE(name) float name(float x) { return x; }\nMAKE(to_float)\n" },
        { 1, "load", load,
          "short get(const global short *a, const global uchar *b, uint i) { return a[i] + b[i]; }\n" },
        { 1, "load", load, "int get(const global short *a, const global uchar *b, ulong i) { return a[i] + b[i]; }\n" },
        { 1, "load", load, "short get(const global short *a, ulong i) { return a[i]; }\n" },
        { 2, "store", store,
          "void put(global half_of *o, const global short *a, const global uchar *b, ulong i, int x, float s, float t) "
          "{ o[i].x = x; }\n" },
        { 2, "store", store,
          "void put(global half_of *o, const global short *a, const global uchar *b, ulong i, short x, int s, float t) "
          "{ o[i].x = s; }\n" },
        { 2, "store", store,
          "void put(global half_of *o, const global short *a, const global uchar *b, ulong i, short x, float s, int t) "
          "{ o[i].x = t; }\n" },
        { 2, "store", store,
          "int put(global half_of *o, const global short *a, const global uchar *b, ulong i, short x, float s, float "
          "t) { o[i].x = x; return 0; }\n" },
        { 3, "combine", join, "static float join(int a, float b) { return a + b; }\n" },
        { 3, "combine", join, "static int join(float a, float b) { return a + b; }\n" },
        { 4, "same_key", same, "static int is_same(int a, int b) { return a == b; }\n" },
        { 4, "same_key", same, "static int is_same(char a) { return a; }\n" },
        { 5, "key", key, "static char key_of(char x) { return x; }\n" },
        { 5, "key", key, "static long key_of(long x) { return x; }\n" },
    };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        char source[2048], words[512];
        clscan_plan *plan;
        write_source(source, sizeof source, wrong[i].which, wrong[i].text);
        snprintf(words, sizeof words, "the types of desc.user.%s:|; it has to be: %s", wrong[i].field, wrong[i].right);
        const clscan_desc desc = desc_of(source);
        assert_fails(clscan_plan_create(((const test_device *)*state)->device, &desc, &plan),
                     CLSCAN_ERROR_BUILD_FAILURE, words);
    }
}

/* The parameter has a type to which C converts the value silently, as when a scan of ints calls a store of floats. */
static void test_a_store_alone(void **state) {
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_LOOKBACK);
    clscan_plan *plan;
    desc.user.store = "put";
    desc.user.source = "void put(global int *out, const global int *in, ulong i, int x, float s, int before) { }";
    assert_fails(clscan_plan_create(((const test_device *)*state)->device, &desc, &plan), CLSCAN_ERROR_BUILD_FAILURE,
                 "it has to be: void put(global int *out, const global int *in, ulong i, int x, int inclusive, int "
                 "exclusive)");
    desc.user.source = "void put(global int *out, const global int *in, ulong i, int x, int s, int before) "
                       "{ out[i] = s; }";
    plan = new_plan(((const test_device *)*state)->device, &desc);
    assert_scans(*state, plan);
    clscan_plan_destroy(plan);
}

static void test_positions(void **state) {
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_SINGLE_GROUP);
    clscan_plan *plan;
    desc.user.with_position = 1;
    desc.user.map = "more";
    desc.user.source = "int more(int x) { return x; }";
    assert_fails(clscan_plan_create(((const test_device *)*state)->device, &desc, &plan), CLSCAN_ERROR_BUILD_FAILURE,
                 "it has to be: int more(int x /* desc.in[0].name is NULL */, ulong position, ulong count)");
    desc.user.source = "int more(int x, ulong k, ulong n) { return k < n ? x : 0; }";
    plan = new_plan(((const test_device *)*state)->device, &desc);
    assert_scans(*state, plan);
    clscan_plan_destroy(plan);
}

/* If the caller has forgotten the type of keys, or of the elements that have keys, the message names its field. */
static void test_types_that_are_missing(void **state) {
    static const struct {
        clscan_desc desc;
        const char *right;
    } cases[] = {
        { { .segments = CLSCAN_SEGMENTS_KEYS,
            .user = { .key = "f", .source = "static long f(long x) { return x / 9; }" } },
          "int /* desc.key.name is NULL */ f(int x /* desc.key_in.name is NULL */)" },
        { { .segments = CLSCAN_SEGMENTS_KEYS,
            .key.name = "long",
            .user = { .key = "f", .source = "static long f(uint x) { return x / 9; }" } },
          "long f(long x /* desc.key_in.name is NULL */)" },
        { { .segments = CLSCAN_SEGMENTS_KEYS,
            .user = { .same_key = "f", .source = "static bool f(long a, long b) { return a == b; }" } },
          "int f(int a, int b /* desc.key.name is NULL */)" },
        { { .task = CLSCAN_TASK_UNIQUE, .user = { .key = "f", .source = "static long f(float x) { return x; }" } },
          "int /* desc.key.name is NULL */ f(int x /* desc.in[0].name is NULL */)" },
        { { .task = CLSCAN_TASK_UNIQUE,
            .in[0].name = "short",
            .value.name = "short",
            .user = { .key = "f",
                      .same_key = "g",
                      .source =
                          "static int f(short x) { return x; } static int g(short a, short b) { return a == b; }" } },
          "int g(int a, int b /* desc.key.name is NULL */)" },
        { { .task = CLSCAN_TASK_UNIQUE,
            .user = { .same_key = "f", .source = "static bool f(long a, long b) { return a == b; }" } },
          "int f(int a, int b /* desc.in[0].name is NULL */)" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char words[256];
        clscan_plan *plan;
        snprintf(words, sizeof words, "it has to be: %s", cases[i].right);
        assert_fails(clscan_plan_create(((const test_device *)*state)->device, &cases[i].desc, &plan),
                     CLSCAN_ERROR_BUILD_FAILURE, words);
    }
}

/* Functions of OpenCL C are overloaded, so that a prototype would hide them. The text may use them, and may have
 * parameters and members of their names. */
static void test_functions_of_opencl(void **state) {
    static const char *const sources[] = {
        NULL,
        "int to_int(int hadd) { return hadd; }",
        "typedef struct { int hadd; } pair;\n#define TWICE hadd\nint to_int(int x) { return max(hadd(x, x), x); }",
    };
    for (size_t i = 0; i < COUNT(sources); i++)
        for (int k = 0; k < 2; k++) {
            clscan_desc desc = small_tiles(CLSCAN_STRATEGY_SINGLE_GROUP);
            desc.user = (clscan_user) { .source = sources[i], .combine = k ? "hadd" : "max", .identity = "INT_MIN" };
            desc.user.map = sources[i] ? "to_int" : NULL;
            clscan_plan_destroy(new_plan(((const test_device *)*state)->device, &desc));
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right_ones),
        cmocka_unit_test(test_wrong_ones),
        cmocka_unit_test(test_a_store_alone),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_types_that_are_missing),
        cmocka_unit_test(test_functions_of_opencl),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
