/* User text that does not compile: the status, the sentence with the user's own line, the whole log. */
#include "api/scans.h"

#include <stdio.h>
#include <string.h>

static clscan_desc user_desc(const char *source) {
    clscan_desc desc = tiles_that_run(CLSCAN_STRATEGY_REDUCE_SCAN);
    desc.value = (clscan_type) { .name = "pair", .size = 8 };
    desc.user = (clscan_user) { .source = source, .combine = "join", .identity = "{ 0, 0 }" };
    return desc;
}

static void refuse_build(const test_device *d, const clscan_desc *desc, const char *words) {
    const cl_uint before = references(d);
    clscan_plan *plan = (clscan_plan *)(uintptr_t)1;
    assert_fails(clscan_plan_create(d->device, desc, &plan), CLSCAN_ERROR_BUILD_FAILURE, words);
    assert_null(plan);
    assert_int_equal(clscan_last_cl_error(), CL_BUILD_PROGRAM_FAILURE);
    assert_nothing_lost(d, before);
}

static void test_the_users_line(void **state) {
    const clscan_desc desc = user_desc("typedef struct { int x, y; } pair;\n"
                                       "static pair join(pair a, pair b) {\n"
                                       "    a.x += nowhere;\n"
                                       "    return a;\n"
                                       "}");
    refuse_build(*state, &desc, "did not compile|user:3|nowhere");
    assert_has(clscan_last_build_log(), "user:3|nowhere");
}

/* The sentence has one error, the log all of them. */
static void test_the_whole_log(void **state) {
    const clscan_desc desc = user_desc("typedef struct { int x, y; } pair;\n"
                                       "static int first(void) { return nowhere; }\n"
                                       "\n"
                                       "static int second(void) { return elsewhere; }\n"
                                       "static pair join(pair a, pair b) { return a; }\n");
    refuse_build(*state, &desc, "user:2|nowhere");
    assert_has(clscan_last_build_log(), "user:2|nowhere|user:4|elsewhere");
    assert_true(strlen(clscan_last_build_log()) > strlen(clscan_last_message()));
}

static void refuse_size(const test_device *d, const clscan_desc *desc, const char *words) {
    const cl_uint before = references(d);
    clscan_plan *plan = (clscan_plan *)(uintptr_t)1;
    assert_fails(clscan_plan_create(d->device, desc, &plan), CLSCAN_ERROR_INVALID_DESC, words);
    assert_null(plan);
    assert_nothing_lost(d, before);
}

static void test_wrong_size(void **state) {
    clscan_desc desc = user_desc("typedef struct { int x, y; } pair;\n"
                                 "static pair join(pair a, pair b) { a.x += b.x; a.y += b.y; return a; }\n");
    desc.value.size = 12;
    refuse_size(*state, &desc, "desc.value.size is 12 bytes|pair has 8 bytes");
    const clscan_desc selection = { .task = CLSCAN_TASK_SELECT,
                                    .mask = CLSCAN_MASK_FLAGS,
                                    .value = { .name = "pair", .size = 12 },
                                    .user.source = "typedef struct { int x, y; } pair;" };
    refuse_size(*state, &selection, "desc.value.size is 12 bytes|pair has 8 bytes");
    desc.value.size = 8;
    clscan_plan_destroy(new_plan(((const test_device *)*state)->device, &desc));
}

/* The sizes and offsets of all arrays depend on the size of the type, so a wrong size must not compile. */
static void test_wrong_sizes_of_arrays(void **state) {
    clscan_desc keys = tiles_that_run(CLSCAN_STRATEGY_REDUCE_SCAN), out = keys;
    keys.user.source = "typedef ulong mine;";
    keys.segments = CLSCAN_SEGMENTS_KEYS;
    keys.key = (clscan_type) { .name = "mine", .size = 1 };
    refuse_size(*state, &keys, "desc.key.size is 1 bytes|mine has 8 bytes");
    out.user.source = "typedef struct { long q[4]; } mine;\n"
                      "void put(global mine *o, const global int *in, ulong i, int x, int up_to, int before) { }";
    out.user.store = "put";
    out.out[0] = (clscan_type) { .name = "mine", .size = 1 };
    refuse_size(*state, &out, "desc.out[0].size is 1 bytes|mine has 32 bytes");
    out.out[0].size = 32;
    clscan_plan_destroy(new_plan(((const test_device *)*state)->device, &out));
}

/* Keys of a struct type need a function that compares them; keys of a type that is another name for int do not. */
static void test_keys_that_do_not_compare(void **state) {
    const test_device *d = *state;
    clscan_desc desc = tiles_that_run(CLSCAN_STRATEGY_REDUCE_SCAN);
    desc.segments = CLSCAN_SEGMENTS_KEYS;
    desc.key = (clscan_type) { .name = "place", .size = 8 };
    desc.user.source = "typedef struct { int x, y; } place;";
    refuse_size(d, &desc, "desc.key.name is \"place\"|desc.user.same_key");
    desc.user.source = "typedef ulong place;";
    clscan_plan_destroy(new_plan(d->device, &desc));
    desc.user.source = "typedef struct { int x, y; } place; place at(int x) { place p = { x, 0 }; return p; }";
    desc.user.key = "at";
    refuse_size(d, &desc, "desc.key.name is \"place\"|desc.user.same_key");
    desc.user.source = "typedef struct { int x, y; } place; int at(place p) { return p.x; }";
    desc.key_in = desc.key;
    desc.key = (clscan_type) { .name = NULL };
    clscan_plan_destroy(new_plan(d->device, &desc));
    desc.key_in.size = 4;
    refuse_size(d, &desc, "desc.key_in.size is 4 bytes, but place has 8");
}

/* same_key returns an int or a bool. */
static void test_result_of_same_key(void **state) {
    static const char *const right[] = { "int", "bool" }, *const wrong[] = { "char", "uint", "long" };
    const test_device *d = *state;
    char source[128];
    clscan_desc desc = tiles_that_run(CLSCAN_STRATEGY_REDUCE_SCAN);
    desc.segments = CLSCAN_SEGMENTS_KEYS;
    desc.user.source = source;
    desc.user.same_key = "same";
    for (size_t i = 0; i < COUNT(right); i++) {
        snprintf(source, sizeof source, "%s same(int a, int b) { return a == b; }", right[i]);
        clscan_plan_destroy(new_plan(d->device, &desc));
    }
    for (size_t i = 0; i < COUNT(wrong); i++) {
        snprintf(source, sizeof source, "%s same(int a, int b) { return a == b; }", wrong[i]);
        refuse_build(d, &desc, "it has to be: int same(int a, int b /* desc.key.name is NULL */)");
    }
}

/* Options that the compiler refuses are named. */
static void test_build_options(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = tiles_that_run(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_device_options options = test_device_options(NULL);
    clscan_device *device = NULL;
    clscan_plan *plan = NULL;
    options.build_options = "-no-such-option";
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    if (clscan_plan_create(device, &desc, &plan) != CLSCAN_OK) /* some compilers ignore the option */
        assert_has(clscan_last_message(), "options.build_options is \"-no-such-option\"");
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

/* The library assumes that the alignment of a user type is at most its size. A type with a greater alignment does not
 * compile. */
static void test_alignment(void **state) {
    clscan_desc desc = user_desc("typedef int pair __attribute__((aligned(64)));\n"
                                 "static int join(int a, int b) { return a + b; }");
    desc.value.size = 4;
    desc.user.identity = NULL;
    refuse_build(*state, &desc, "");
    assert_has(clscan_last_build_log(), "clscan_user_type_is_aligned_to_more_than_its_size");
}

/* The user's text may define names that the kernels use nearby, and may end with an unfinished declaration. */
static void test_names_and_ends(void **state) {
    static const char *const sources[] = {
        "constant int identity = 0; static int join(int a, int b) { return a + b; }",
        "constant int v = 0; static int join(int a, int b) { return a + b; }\n__attribute__((aligned(128)))",
        "enum { e = 0, v, x }; static int a(int p, int q) { return p + q; } const",
    };
    static const char *const identities[] = { "identity", "v", "e" }, *const names[] = { "join", "join", "a" };
    const test_device *d = *state;
    for (size_t i = 0; i < COUNT(sources); i++) {
        clscan_desc desc = tiles_that_run(CLSCAN_STRATEGY_REDUCE_SCAN);
        desc.user = (clscan_user) { .source = sources[i], .combine = names[i], .identity = identities[i] };
        clscan_plan *plan = new_plan(d->device, &desc);
        assert_scans(d, plan);
        clscan_plan_destroy(plan);
    }
}

static void test_no_source(void **state) {
    clscan_desc desc = user_desc(NULL);
    clscan_plan *plan = (clscan_plan *)(uintptr_t)1;
    assert_fails(clscan_plan_create(((const test_device *)*state)->device, &desc, &plan), CLSCAN_ERROR_INVALID_DESC,
                 "desc.value.name is \"pair\"|desc.user.source|is NULL");
    assert_null(plan);
    desc = tiles_that_run(CLSCAN_STRATEGY_SINGLE_GROUP);
    desc.user.combine = "max"; /* a function of OpenCL C, which needs no source */
    desc.user.identity = "INT_MIN";
    clscan_plan_destroy(new_plan(((const test_device *)*state)->device, &desc));
}

/* The function is declared and called, but not defined. The linker reports it, without a line. */
static void test_a_function_that_is_nowhere(void **state) {
    const clscan_desc desc = user_desc("typedef struct { int x, y; } pair;\n"
                                       "int elsewhere(int x);\n"
                                       "static pair join(pair a, pair b) { a.x += elsewhere(b.x); return a; }");
    refuse_build(*state, &desc, "did not compile|elsewhere");
}

/* No line of the user's text is mistaken for a line of the library. */
static void test_includes_are_not_ours(void **state) {
    const test_device *d = *state;
    clscan_desc desc =
        user_desc("/*\n#include \"nowhere.h\"\n*/\n"
                  "typedef struct { uint a, b; } pair;\n"
                  "static pair join(pair f, pair g) { pair h = { f.a + g.a, f.b + nowhere }; return h; }");
    refuse_build(d, &desc, "user:5");
}

/* Refuses a plan of `good` in which a field of the description has another value. */
#define REFUSE_BUILD(field, value, words)                                                                              \
    do {                                                                                                               \
        clscan_desc desc = good;                                                                                       \
        desc.field = (value);                                                                                          \
        refuse_build(*state, &desc, words);                                                                            \
    } while (0)

/* For mistakes outside of desc.user.source, the build log names the field of the description. */
static void test_the_field(void **state) {
    const char *pair = "typedef struct { int x, y; } pair;\n"
                       "static pair join(pair a, pair b) { a.x += b.x; a.y += b.y; return a; }";
    const clscan_desc good = user_desc(pair);
    REFUSE_BUILD(user.combine, "jion", "desc.user.combine:1|jion");
    REFUSE_BUILD(user.identity, "nothing", "desc.user.identity:1|nothing");
    REFUSE_BUILD(value.name, "pear", "desc.value.name:1|pear");
    const clscan_desc pears = { .user = { .source = "/* no pear */", .load = "gone" },
                                .in[0] = { .name = "pear", .size = 8 } };
    refuse_build(*state, &pears, "desc.in[0].name:1|pear");
}

/* The build log also names the field if a function is missing or has other parameters. */
static void test_the_functions(void **state) {
    clscan_desc good = { .tuning.strategy = CLSCAN_STRATEGY_SINGLE_GROUP,
                         .user.source = "void put(global int *out, ulong i, int x) { out[i] = x; }" };
    REFUSE_BUILD(user.load, "gone", "desc.user.load:1|gone");
    REFUSE_BUILD(user.map, "gone", "desc.user.map:1|gone");
    REFUSE_BUILD(user.store, "gone", "desc.user.store:1|gone");
    REFUSE_BUILD(user.store, "put", "desc.user.store:1");
    good.segments = CLSCAN_SEGMENTS_KEYS;
    REFUSE_BUILD(user.same_key, "gone", "desc.user.same_key:1|gone");
    REFUSE_BUILD(user.key, "gone", "desc.user.key:1|gone");
    good.key = (clscan_type) { .name = "pear", .size = 8 };
    REFUSE_BUILD(user.same_key, "gone", "desc.key.name:1|pear");
}

/* The library's code after the user's text compiles as usual, whatever the text ends with or has in its comments. */
static void test_ends_of_the_text(void **state) {
    static const char *const ends[] = { "",
                                        "\n",
                                        "\r\n",
                                        "\\",
                                        "\\\n",
                                        " // \\",
                                        "// ...",
                                        "\\  \n",
                                        "\n#",
                                        "\n#if 0\n}\n#endif",
                                        "// \xE2\x89\xA4 \x01" };
    const test_device *d = *state;
    for (size_t i = 0; i < COUNT(ends); i++) {
        char text[512];
        snprintf(
            text, sizeof text,
            "typedef struct { int x, y; } pair;\rstatic pair join(pair a, pair b) { a.x += b.x + \\\n%s; return a; }%s",
            i % 2 ? "0" : "nowhere", ends[i]);
        const clscan_desc desc = user_desc(text);
        if (i % 2)
            clscan_plan_destroy(new_plan(d->device, &desc));
        else
            refuse_build(d, &desc, "user:2|nowhere");
    }
}

/* The user's text has a line of a million characters. */
static void test_a_long_line(void **state) {
    enum { LENGTH = 1 << 20 };
    static char text[LENGTH + 256];
    memset(text, ' ', LENGTH);
    strcpy(text + LENGTH, "typedef struct { int x, y; } pair;\nstatic pair join(pair a, pair b) { return nowhere; }");
    const clscan_desc desc = user_desc(text);
    refuse_build(*state, &desc, "user:2|nowhere");
}

/* The log belongs to the last failure; another failure without one has none. */
static void test_log_of_another_failure(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = user_desc("nonsense");
    size_t bytes;
    refuse_build(d, &desc, "");
    assert_true(clscan_last_build_log()[0] != '\0');
    assert_fails(clscan_plan_workspace_size(NULL, 1, &bytes), CLSCAN_ERROR_INVALID_VALUE, "plan is NULL");
    assert_string_equal(clscan_last_build_log(), "");
    assert_int_equal(clscan_last_cl_error(), CL_SUCCESS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_users_line),
        cmocka_unit_test(test_the_whole_log),
        cmocka_unit_test(test_wrong_size),
        cmocka_unit_test(test_wrong_sizes_of_arrays),
        cmocka_unit_test(test_keys_that_do_not_compare),
        cmocka_unit_test(test_result_of_same_key),
        cmocka_unit_test(test_build_options),
        cmocka_unit_test(test_alignment),
        cmocka_unit_test(test_names_and_ends),
        cmocka_unit_test(test_no_source),
        cmocka_unit_test(test_a_function_that_is_nowhere),
        cmocka_unit_test(test_includes_are_not_ours),
        cmocka_unit_test(test_the_field),
        cmocka_unit_test(test_the_functions),
        cmocka_unit_test(test_ends_of_the_text),
        cmocka_unit_test(test_a_long_line),
        cmocka_unit_test(test_log_of_another_failure),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
