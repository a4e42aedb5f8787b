/* The check of the user's text: refused texts with the line in the message, and accepted texts. */
#include "page/user_source.h"
#include "source/embedded.h"
#include "source/strip_comments.h"
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void accept(const char *text) {
    assert_ok(cs_user_source_check("desc.user.source", text, true));
}

static void refuse(const char *text, const char *words) {
    assert_fails(cs_user_source_check("desc.user.source", text, true), CLSCAN_ERROR_INVALID_DESC, words);
    assert_has(clscan_last_message(), "desc.user.source");
}

static void test_brackets(void **state) {
    (void)state;
    accept("int f(int a) { return (a[0] + 1); } // }\n/* ) */ constant char c = '{', *s = \"]\\\"}\";");
    accept("typedef int2 pair;");
    accept("");
    refuse("int f(int a) {\n  return a;\n", "line 1: a '}' is missing");
    refuse("int f(int a) {\n  return (a;\n}", "line 3: '}' where ')' should close what line 2 opens");
    refuse("\n\n}", "line 3: '}' closes nothing");
    refuse("int f(int a) {\n return a; // }\n", "line 1: a '}'");
    refuse("int f(int a) {\n return a; /* }\n", "line 2: the comment that begins here does not end");
    refuse("int f(int a) {\n return '}';\n", "line 1: a '}'");
    refuse("int f(int a) <%\n return a<:0);\n%>", "line 2: ')' where ']'");
    accept("int f(int a) <% return a<:0:>; %>");
    char *deep = malloc(2000);
    memset(deep, '(', 1999);
    deep[1999] = '\0';
    refuse(deep, "deeper than 256");
    free(deep);
}

/* Brackets are not matched across branches of #if and in macros, because only the compiler knows which branch
 * counts. */
static void test_brackets_and_conditions(void **state) {
    (void)state;
    accept("#ifdef X\nint f(int a) {\n#else\nint f(long a) {\n#endif\n return a; }");
    accept("#define BEGIN {\nint f(int a) BEGIN return a; } int g(int a) BEGIN return a; }");
    accept("#define SECOND(a, b) (b)\n# if 1\n#  if 0\n# endif\n#elif 1\n#endif // #endif");
    refuse("#if 1\nint f(void);\n", "line 1: #if is not closed");
    refuse("int f(void);\n#endif\n#if 1\n", "line 2: #endif without #if");
    refuse("int f(void);\n # /* */ else\n", "line 2: #else without #if");
}

static void test_files_and_pragmas(void **state) {
    (void)state;
    refuse("#include <math.h>", "line 1: #include: there are no files");
    refuse("\n  #  include \"/etc/hosts\"", "line 2: #include");
    refuse("/* a\n */ #inc\\\nlude \"x\"", "line 2: #include");
    refuse("%:include \"x\"", "#include");
    refuse("// a comment\r#include \"x\"", "line 2: #include");
    refuse("// a comment that \\\ngoes on\n#import \"x\"", "line 3: #import");
    refuse("#if 0\n#include \"x\"\n#endif", "line 2: #include");
    accept("// #include <x>\n/*\n#include <y>\n*/\nconstant char *s = \"\\\n#include <z>\";");
    accept("#pragma unroll 4\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#pragma nounroll\n#");
    refuse("#pragma pack(1)", "line 1: #pragma pack(1) would last");
    refuse("#pragma", "line 1: #pragma");
    refuse("#define P _Pragma(\"pack(1)\")", "line 1: _Pragma");
    refuse("int x \?\?=\n\?\?=include <x>", "'\?\?=' is a trigraph");
    refuse("// what?\?/\nint a;", "'?\?/' is a trigraph");
    refuse("constant char c = ?\?'a';", "'?\?'' is a trigraph");
    refuse("/*\n#include CLSCAN_OP\n*/", "#include CLSCAN_");
    accept("// what?\?!\nint a; /* ?\?\?? */ constant char *s = \"?\?=\";");
    refuse("#pragma OPENCL EXTENSION all : disable\n", "line 1: #pragma OPENCL EXTENSION all : disable would last");
}

static void test_names(void **state) {
    (void)state;
    refuse("int f(void);\ntypedef int clscan_value;", "line 2: clscan_value: names that begin with clscan_");
    refuse("#define CLSCAN_WG_SIZE 7", "line 1: the macro CLSCAN_WG_SIZE would change");
    refuse("#undef CLSCAN_ITEMS_X", "line 1: CLSCAN_ITEMS_X: names");
    refuse("int cls\\\ncan_x;", "clscan_x");
    accept("int my_clscan_x, clscan, CLSCANNER; // clscan_value\n");
    refuse("void f(void) {\n  __asm__ volatile(\"hlt\");\n}", "line 2: __asm__ is not OpenCL C");
    refuse("void f(void) { asm(\"\"); }", "asm");
    accept("int asmx, xasm;");
}

/* The kernels follow the user's macros, which may therefore not have names that the kernels use. */
static void test_macros(void **state) {
    (void)state;
    refuse("int x;\n#define count 7", "line 2: the macro count would change cl/|which uses that name");
    refuse("#define min(a, b) a", "the macro min");
    refuse("#define get_local_id(x) 0", "the macro get_local_id");
    refuse("#define int long", "the macro int");
    refuse("#define in1 7", "the macro in1 would change cl/problem.h, which uses that name");
    refuse("#define restrict", "the macro restrict would change cl/problem.h");
    refuse("#undef INFINITY", "the macro INFINITY");
    refuse("#define INT_MAX 7", "the macro INT_MAX would change what the library writes of types");
    refuse("#define int16 short", "the macro int16 would change");
    refuse("#define convert_long(x) (x)", "the macro convert_long");
    refuse("#define convert_int4_sat(x) (x)", "the macro convert_int4_sat");
    refuse("#define as_uint(x) (x)", "the macro as_uint");
    accept("#define as_rgb(x) (x)\n#define convert_to(x) (x)\n#define as_\n");
    refuse("#define __builtin_inff() 0", "line 1: __builtin_inff: macros that begin with two underscores");
    refuse("int x;\n#define", "line 2: a macro has no name");
    accept("#define int16_t short\n#define INT_M 7\n#define int_16 1");
    accept("#define LARGER(a, b) max(a, b)\n#define WAIT \\\n barrier(1)\nint f(int a) { return LARGER(a, 1); }");
    refuse("#define A 1\nint max(int a, int b) { return a; }", "line 2: max is a function");
    accept("#define MY_FACTOR 7\n#define SQUARE(x) ((x) * (x))\n#undef MY_FACTOR\n#define join_them(a, b) ((a) + (b))");
}

/* A function of the user's may not take the place of a function that the kernels call. */
static void test_functions(void **state) {
    (void)state;
    refuse("__attribute__((overloadable)) int\n min (int a, int b) { return a; }",
           "line 2: min is a function of OpenCL C");
    refuse("void barrier(int flags) {}", "barrier");
    refuse("float convert_float(int x) { return x; }", "convert_float is a function");
    refuse("__attribute__((overloadable)) ulong2 as_ulong2(char16 x) { return 0; }", "as_ulong2 is a function");
    accept("int (f)(int a) { return a; }\nint as_if(int a) { return a; }");
    refuse("size_t (get_local_id)(uint d) { return 0; }", "get_local_id is a function");
    accept("float scaled(float exp, float log) { return (exp) * (min(log, exp)); }");
    accept("int first(int a) { return min(a, 7); }\nint last(int tile) { return first(tile); }\nint count;");
    assert_ok(cs_user_source_check("desc.user.identity", "max(0.0f, -1.0f)", false));
    refuse("#define F(f) ulong __attribute__((overloadable)) f(ulong a, ulong b)\nF(min) { return 0; }",
           "line 1: overloadable in a macro");
    refuse("#define CAT(a, b) a##b\n__attribute__((CAT(over, loadable))) void CAT(bar, rier)(int f) {}",
           "line 2: an attribute in text that makes names by ##");
    refuse("#ifdef X\nint f(int a) {\n#else\nint f(long a) {\n#endif\n return 0; }\n"
           "int __attribute__((overloadable)) min(int a, int b) { return a; }",
           "line 7: overloadable in text with #if");
    accept("#define CAT(a, b) a##b\nint CAT(f, g)(int a) { return a; }");
    accept("float step(float a) { return a; }\nint store(int a) { return a; }");
    accept("__attribute__((overloadable)) float blend(float a) { return a; }");
}

/* A type, variable or constant at file scope may not have the name of a function of OpenCL's that the kernels call. */
static void test_declared_names(void **state) {
    (void)state;
    refuse("enum { one,\n min = 3 };", "line 2: min is a function of OpenCL C");
    refuse("enum which { max };", "line 1: max is a function");
    refuse("typedef enum <% barrier %> which;", "barrier");
    refuse("typedef struct { float x; } exp;", "line 1: exp is a function");
    refuse("constant int x = 1,\n log = 2;", "line 2: log is a function");
    accept("typedef struct { int min, max; } range;\nint f(int min, range max) { return min + max.min; }");
    accept("enum which { least };\nenum which f(float exp) { int min = least; return exp < min; }");
    accept("int f(enum which { one } log) { return log; }\nenum { two };\nint g() { int clz = two; return clz; }");
    assert_ok(cs_user_source_check("desc.user.identity", "min(1, 2)", false));
}

/* Returns true for words that may precede a bracket without being functions: keywords, attributes and parameters of
 * macros. */
static bool calls_nothing(const char *word) {
    static const char *const words[] = { "if",    "elif",   "else",   "endif",    "defined", "for",
                                         "while", "return", "sizeof", "volatile", "aligned", "reqd_work_group_size",
                                         "_as",   "name",   "step",   "store",    "way" };
    for (size_t i = 0; i < COUNT(words); i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return strncmp(word, "clscan_", 7) == 0 || strncmp(word, "CLSCAN_", 7) == 0 || strncmp(word, "__", 2) == 0;
}

static size_t check_calls(const char *text) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    size_t calls = 0;
    for (size_t n; *text; text += n ? n : 1) {
        n = strspn(text, letters);
        char word[80], source[128];
        snprintf(word, sizeof word, "%.*s", (int)n, text);
        if (n == 0 || text[n + strspn(text + n, " ")] != '(' || calls_nothing(word))
            continue;
        snprintf(source, sizeof source, "int %s(int a) { return a; }", word);
        refuse(source, word);
        calls++;
    }
    return calls;
}

/* The user's text may not define functions that the kernels call. */
static void test_what_kernels_call(void **state) {
    size_t calls = 0;
    (void)state;
    for (size_t i = 0; i < cs_embedded_count; i++) {
        cs_strbuf bare = { 0 };
        cs_strip_comments(&bare, cs_embedded_files[i].text);
        calls += check_calls(bare.data);
        cs_strbuf_free(&bare);
    }
    assert_true(calls > 50);
}

static void test_bytes(void **state) {
    (void)state;
    accept("// 0 \xE2\x89\xA4 n, \x01\nconstant char *s = \"\xC3\xA9\";\t\v\f\r\n");
    refuse("int a;\r\nint \xC3\xA9;", "line 2: byte 0xC3");
    refuse("\xEF\xBB\xBFint a;", "line 1: byte 0xEF");
    refuse("int a\x01;", "byte 0x01");
    refuse("int a\x7F;", "byte 0x7F");
}

static void test_long_lines(void **state) {
    enum { LENGTH = 1 << 20 };
    char *text = malloc(LENGTH + 16);
    (void)state;
    memset(text, ' ', LENGTH);
    strcpy(text + LENGTH, "\n}");
    refuse(text, "line 2: '}'");
    memset(text, 'x', LENGTH);
    strcpy(text + LENGTH, "\n}");
    refuse(text, "line 2: '}'");
    free(text);
}

/* The text may not rename its lines, because errors are reported by the numbers of its own lines. */
static void test_names_of_lines(void **state) {
    (void)state;
    refuse("\n#line 7 \"cl/base.h\"", "line 2: #line: the compiler's errors name lines of this text");
    refuse("#define LINE 7\n %: /**/ line LINE", "line 2: #line");
    refuse("# 7 \"cl/base.h\"", "line 1: #7");
    refuse("/*\n#line 7 \"cl/base.h\"\n*/", "in a comment or string that begins with #line");
    accept("/* #line 7 */ constant int line = __LINE__;");
}

/* Messages count lines as the compiler does: with any line ends, and with lines that a backslash continues. */
static void test_lines(void **state) {
    (void)state;
    refuse("\r\n\n\r}", "line 4: '}'");
    refuse("// \\\n\\\n\n}", "line 4: '}'");
    refuse("#define A \\  \n 1\n}", "line 3: '}'");
    refuse("/*\n\n*/ /*\n*/ }", "line 4: '}'");
    refuse("'\n}", "line 2: '}'");
    accept("int f(void); \\");
    accept("// \\");
    accept("int f(void); \\\n");
}

static void test_stripped_comments(void **state) {
    cs_strbuf bare = { 0 };
    (void)state;
    assert_int_equal(cs_strip_comments(&bare, "a/**/b \"x//\" 'y' // z\n/\\\n/ c\nd/*\n*/e"), 0);
    assert_string_equal(bare.data, "a b \"\" ''  \n \n\nd \ne");
    cs_strbuf_free(&bare);
    assert_int_equal(cs_strip_comments(&bare, "\n /\\\n* a"), 2);
    cs_strbuf_free(&bare);
}

/* Refuses a description with one of its two texts changed. */
static void refuse_texts(const char *identity, const char *source, const char *words) {
    const clscan_desc desc = { .value = { .name = "pair", .size = 8 },
                               .user = { .source = source, .combine = "join", .identity = identity } };
    assert_fails(cs_user_source_check_desc(&desc), CLSCAN_ERROR_INVALID_DESC, words);
}

static void test_descriptions(void **state) {
    const clscan_desc good = { .value = { .name = "pair", .size = 8 },
                               .user = { .source = "typedef int2 pair;", .combine = "join", .identity = "{ 0, 0 }" } };
    const clscan_desc none = { .op = 0 };
    (void)state;
    assert_ok(cs_user_source_check_desc(&good));
    assert_ok(cs_user_source_check_desc(&none));
    refuse_texts("{ 0, 0", good.user.source, "desc.user.identity, line 1: a '}' is missing");
    refuse_texts("{ 0, 0 } /*", good.user.source, "desc.user.identity, line 1: the comment");
    refuse_texts("clscan_identity()", good.user.source, "desc.user.identity, line 1: clscan_identity");
    refuse_texts(NULL, "typedef int2 pair; }", "desc.user.source, line 1: '}' closes");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brackets),
        cmocka_unit_test(test_brackets_and_conditions),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_files_and_pragmas),
        cmocka_unit_test(test_macros),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_names_of_lines),
        cmocka_unit_test(test_stripped_comments),
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_declared_names),
        cmocka_unit_test(test_what_kernels_call),
        cmocka_unit_test(test_descriptions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
