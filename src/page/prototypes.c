#include "page/prototypes.h"

#include "source/build_log.h"
#include "source/strip_comments.h"

#include <string.h>

/* ------------------------------------------------------------- whether the user's text defines a function of the name
 */

static bool is_word(const char *s, size_t length, const char *word) {
    return length == strlen(word) && memcmp(s, word, length) == 0;
}

static const char *skip_blanks(const char *s) {
    return s + strspn(s, " \t\v\f\r\n");
}

/* Returns the depth of braces after the character. */
static size_t depth_after(const char *s, size_t depth) {
    const bool opens = *s == '{' || strncmp(s, "<%", 2) == 0, closes = *s == '}' || strncmp(s, "%>", 2) == 0;
    return opens ? depth + 1 : closes && depth > 0 ? depth - 1 : depth;
}

/* Returns true if a name at file scope names a function: a parameter list follows, or the name is alone in an argument
 * of a macro, which then makes the function. A name in parentheses does not count, because NVIDIA's compiler
 * (driver 580) takes `float (f)(short)` and `float f(short)` for different types. */
static bool is_of_function(char before, const char *after_name) {
    const bool in_parentheses = before == '(' && *after_name == ')' && *skip_blanks(after_name + 1) == '(';
    return *after_name == '(' || ((before == '(' || before == ',') && !in_parentheses);
}

/* Returns true if text without comments defines or declares a function of the name. Functions of OpenCL C are not
 * declared by the text, and a prototype would hide them. */
static bool declares(const char *text, const char *name) {
    size_t depth = 0;
    char before = '\n'; /* the last character that is not a blank; '\n' at the beginning of a line */
    while (*text) {
        const size_t n = cs_identifier_length(text);
        if (before == '\n' && *text == '#')
            text += strcspn(text, "\n");
        if (depth == 0 && is_word(text, n, name) && is_of_function(before, skip_blanks(text + n)))
            return true;
        depth = depth_after(text, depth);
        text += n > 0 ? n - 1 : 0;
        before = *text && strchr(" \t\v\f\r", *text) ? before : *text;
        text += *text != '\0';
    }
    return false;
}

/* If the user overloads a function, one of the overloads may have the right types. */
static bool overloads(const char *text) {
    return strstr(text, "overloadable") != NULL;
}

/* -------------------------------------------------------------------------------------------------- the prototypes */

typedef struct writer {
    cs_strbuf *page;
    const cs_problem *problem;
    const char *text; /* the user's, without comments */
} writer;

static void add_type(const writer *w, const char *array_type) {
    cs_strbuf_add(w->page, "%s%s", array_type ? array_type : w->problem->type, array_type ? "" : w->problem->lanes);
}

static void add_parameter(const writer *w, const char *type, const char *name) {
    add_type(w, type);
    cs_strbuf_add(w->page, " " CS_PARAMETER "%s", name);
}

/* Adds a comment that names the field `untyped` of the description, unless `untyped` is NULL because the caller has
 * given that field. The message of a failed build then shows why the declaration has this type. */
static void add_reason(const writer *w, const char *untyped) {
    if (untyped)
        cs_strbuf_add(w->page, " /* %s is NULL */", untyped);
}

/* Adds the parameter of an element of in[0]. */
static void add_element(const writer *w, const char *name) {
    add_parameter(w, w->problem->in[0], name);
    add_reason(w, w->problem->untyped.element);
}

static void add_arrays(const writer *w, const char *space, const char *array, const char *const *types, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        cs_strbuf_add(w->page, "%s ", space);
        add_type(w, types[i]);
        cs_strbuf_add(w->page, i > 0 ? " *" CS_PARAMETER "%s%u, " : " *" CS_PARAMETER "%s, ", array, i);
    }
}

/* Begins a prototype. If the user's text defines a macro of the same name, the compiler skips the prototype. */
static void begin(const writer *w, const char *field, const char *name) {
    cs_strbuf_add(w->page, "#ifndef %s\n#line 1 \"" CS_TYPES_OF "desc.user.%s\"\n", name, field);
}
static void end(const writer *w) {
    cs_strbuf_add(w->page, ");\n#line 1 \"cl/problem.h\"\n#endif\n");
}

/* Ends the prototype of a function that may get the position of its element. */
static void end_with_position(const writer *w) {
    if (w->problem->with_position)
        cs_strbuf_add(w->page, ", ulong " CS_PARAMETER "position, ulong " CS_PARAMETER "count");
    end(w);
}

static void write_combine(const writer *w) {
    begin(w, "combine", w->problem->combine);
    add_type(w, NULL);
    cs_strbuf_add(w->page, " %s(", w->problem->combine);
    add_parameter(w, NULL, "earlier");
    cs_strbuf_add(w->page, ", ");
    add_parameter(w, NULL, "later");
    end(w);
}

static void write_map(const writer *w) {
    const cs_problem *problem = w->problem;
    begin(w, "map", problem->user_map);
    add_type(w, problem->user_map_type);
    cs_strbuf_add(w->page, " %s(", problem->user_map);
    add_element(w, "x");
    end_with_position(w);
}

static void write_load(const writer *w) {
    const cs_problem *problem = w->problem;
    begin(w, "load", problem->load);
    add_type(w, problem->maps ? problem->in[0] : NULL);
    cs_strbuf_add(w->page, " %s(", problem->load);
    add_arrays(w, "const global", "in", problem->in, cs_traits_given_in(&problem->traits));
    cs_strbuf_add(w->page, "ulong " CS_PARAMETER "i");
    end_with_position(w);
}

static void write_store(const writer *w) {
    const cs_problem *problem = w->problem;
    begin(w, "store", problem->store);
    cs_strbuf_add(w->page, "void %s(", problem->store);
    add_arrays(w, "global", "out", problem->out, problem->traits.num_out);
    add_arrays(w, "const global", "in", problem->in, problem->traits.num_in);
    cs_strbuf_add(w->page, "ulong " CS_PARAMETER "i, ");
    add_parameter(w, problem->maps ? problem->in[0] : NULL, "x");
    cs_strbuf_add(w->page, ", ");
    add_parameter(w, NULL, "inclusive");
    cs_strbuf_add(w->page, ", ");
    add_parameter(w, NULL, "exclusive");
    end_with_position(w);
}

/* Begins the prototype of a function that returns an int or a bool. `arguments` are the arguments of an example call,
 * from which the prototype takes the function's own result type by __typeof__, if the compiler has it. An array of -1
 * elements does not compile if the result has another type. end_truth follows after the parameters. */
static void begin_truth(const writer *w, const char *field, const char *name, const char *arguments) {
    cs_strbuf_add(w->page, "#if defined(__clang__) || defined(__GNUC__)\n");
    begin(w, field, name);
    cs_strbuf_add(w->page, "typedef __typeof__(%s(%s)) " CS_PARAMETER "%s_result;\n", name, arguments, field);
    cs_strbuf_add(w->page,
                  "typedef char " CS_PARAMETER "%s_is_int_or_bool[__builtin_types_compatible_p(" CS_PARAMETER
                  "%s_result, int) || __builtin_types_compatible_p(" CS_PARAMETER "%s_result, bool) ? 1 : -1];\n",
                  field, field, field);
    cs_strbuf_add(w->page,
                  "#undef " CS_PARAMETER "int\n#define " CS_PARAMETER "int " CS_PARAMETER "%s_result\n" CS_PARAMETER
                  "int %s(", /* messages name this type as int */
                  field, name);
}
static void end_truth(const writer *w) {
    cs_strbuf_add(w->page, "#endif\n");
}

static void write_key(const writer *w) {
    begin(w, "key", w->problem->key_function);
    add_type(w, w->problem->computed_key);
    add_reason(w, w->problem->untyped.key);
    cs_strbuf_add(w->page, " %s(", w->problem->key_function);
    add_parameter(w, w->problem->key, "x");
    add_reason(w, w->problem->untyped.key_in);
    end(w);
}

static void write_same_key(const writer *w) {
    const cs_problem *problem = w->problem;
    cs_strbuf arguments = { 0 };
    cs_strbuf_add(&arguments, "*(%s *)0, *(%s *)0", problem->computed_key, problem->computed_key);
    begin_truth(w, "same_key", problem->same_key, arguments.data ? arguments.data : "");
    add_parameter(w, problem->computed_key, "a");
    cs_strbuf_add(w->page, ", ");
    add_parameter(w, problem->computed_key, "b");
    add_reason(w, problem->untyped.key);
    end(w);
    end_truth(w);
    w->page->failed = w->page->failed || arguments.failed;
    cs_strbuf_free(&arguments);
}

static void write_keep(const writer *w) {
    const cs_problem *problem = w->problem;
    cs_strbuf arguments = { 0 };
    cs_strbuf_add(&arguments, "*(%s%s *)0%s", problem->in[0] ? problem->in[0] : problem->type,
                  problem->in[0] ? "" : problem->lanes, problem->with_position ? ", (ulong)0, (ulong)0" : "");
    begin_truth(w, "keep", problem->keep, arguments.data ? arguments.data : "");
    add_element(w, "x");
    end_with_position(w);
    end_truth(w);
    w->page->failed = w->page->failed || arguments.failed;
    cs_strbuf_free(&arguments);
}

static void write_less(const writer *w) {
    const cs_problem *problem = w->problem;
    const char *type = problem->in[0] ? problem->in[0] : problem->type, *lanes = problem->in[0] ? "" : problem->lanes;
    cs_strbuf arguments = { 0 };
    cs_strbuf_add(&arguments, "*(%s%s *)0, *(%s%s *)0", type, lanes, type, lanes);
    begin_truth(w, "less", problem->less, arguments.data ? arguments.data : "");
    add_parameter(w, problem->in[0], "x");
    cs_strbuf_add(w->page, ", ");
    add_element(w, "y");
    end(w);
    end_truth(w);
    w->page->failed = w->page->failed || arguments.failed;
    cs_strbuf_free(&arguments);
}

static void write_bin(const writer *w) {
    const char *name = w->problem->bins.function;
    cs_strbuf_add(w->page, "#ifndef %s\n#line 1 \"" CS_TYPES_OF "desc.bins.function\"\n", name);
    cs_strbuf_add(w->page, "uint %s(", name);
    add_element(w, "x");
    end(w);
}

void cs_prototypes_write(cs_strbuf *page, const cs_problem *problem) {
    cs_strbuf bare = { 0 };
    cs_strip_comments(&bare, problem->source);
    const writer w = { page, problem, bare.data ? bare.data : "" };
    const struct {
        const char *name;
        void (*write)(const writer *w);
    } functions[] = { { problem->combine_is_function ? problem->combine : NULL, write_combine },
                      { problem->user_map, write_map },
                      { problem->keep, write_keep },
                      { problem->less, write_less },
                      { problem->load, write_load },
                      { problem->store, write_store },
                      { problem->key_function, write_key },
                      { problem->same_key, write_same_key },
                      { problem->bins.function, write_bin } };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (functions[i].name && !overloads(w.text) && declares(w.text, functions[i].name))
            functions[i].write(&w);
    page->failed = page->failed || bare.failed;
    cs_strbuf_free(&bare);
}
