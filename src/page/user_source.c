#include "page/user_source.h"

#include "base/try.h"
#include "page/identifiers.h"
#include "source/embedded.h"
#include "source/strip_comments.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 256 /* the limit of clang's -fbracket-depth */ };

/* The brackets that are open at a position of the text. */
typedef struct nesting {
    char bracket[DEEPEST]; /* the closing bracket */
    unsigned long line[DEEPEST];
    size_t depth;
} nesting;

typedef struct reader {
    const char *field;
    const char *at; /* the position in the text without comments */
    unsigned long line;
    bool line_begins;  /* only blanks come before `at` in its line */
    bool in_directive; /* words of directives are not declarations */
    nesting brackets, conditions;
    const char *last[2];                 /* the last two words, the latest first */
    bool enumerates;                     /* the outermost open brace belongs to an enum */
    bool declares;                       /* the text may declare functions; false for expressions */
    bool pastes;                         /* ## */
    unsigned long overloads, attributes; /* lines of the last overloadable and of the last attribute */
    bool counts; /* brackets have to match; false once #if or macros may select or contain brackets */
} reader;

#define REFUSE_IF(condition, format, ...)                                                                              \
    FAIL_IF(condition, CLSCAN_ERROR_INVALID_DESC, "%s, line %lu: " format, r->field, r->line, __VA_ARGS__)

/* ------------------------------------------------------------------------------------------------------- words */

static bool is_blank(char c) {
    return c != '\0' && strchr(" \t\v\f\n", c);
}

static bool is_word(const char *s, size_t length, const char *word) {
    return length == strlen(word) && memcmp(s, word, length) == 0;
}

static bool is_one_of(const char *s, size_t length, const char *const *words) {
    while (*words && !is_word(s, length, *words))
        words++;
    return *words != NULL;
}

typedef struct token {
    const char *at;
    size_t length;
} token;

static int compare_words(const void *sought, const void *other) {
    const token *a = sought;
    const char *b = *(const char *const *)other;
    const int order = strncmp(a->at, b, a->length);
    return order != 0 ? order : b[a->length] ? -1 : 0;
}

/* Returns the kernel file whose text a user's macro of this name would change, or NULL if no file has the name. */
static const char *used_by(const char *name, size_t length) {
    const token sought = { name, length };
    const char *file = NULL;
    if (!bsearch(&sought, cs_embedded_words, cs_embedded_word_count, sizeof *cs_embedded_words, compare_words))
        return NULL;
    for (size_t i = 0; i < cs_embedded_count && !file; i++) {
        cs_strbuf bare = { 0 };
        cs_strip_comments(&bare, cs_embedded_files[i].text);
        if (bare.data && cs_text_has_word(bare.data, name, length))
            file = cs_embedded_files[i].name;
        cs_strbuf_free(&bare);
    }
    return file;
}

/* Returns true if the name is that type, or a vector of it. */
static bool is_type(const cs_type_row *row, const char *name, size_t length) {
    const size_t n = strlen(row->name);
    return length >= n && memcmp(name, row->name, n) == 0 && strspn(name + n, "0123456789") == length - n;
}

/* Returns the target type of a conversion, such as int4 of convert_int4_sat; for other names, the name itself. */
static const char *target_of_conversion(const char *name, size_t *length) {
    static const char *const prefixes[] = { "as_", "convert_" };
    for (size_t i = 0; i < 2; i++) {
        const size_t n = strlen(prefixes[i]);
        if (*length > n && memcmp(name, prefixes[i], n) == 0) {
            const char *type = name + n, *suffix = memchr(type, '_', *length - n);
            *length = suffix ? (size_t)(suffix - type) : *length - n;
            return type;
        }
    }
    return name;
}

/* Returns true if the page of some plan may use the name: a type, a limit of a type, or a conversion. */
static bool is_of_pages(const char *name, size_t length) {
    bool found = false;
    name = target_of_conversion(name, &length);
    for (cs_type type = 0; type < CS_TYPE_USER && !found; type++) {
        const cs_type_row *row = cs_type_at(type);
        found = is_type(row, name, length) || cs_text_has_word(row->lowest, name, length) ||
                cs_text_has_word(row->highest, name, length);
    }
    return found;
}

static bool is_in_body(const reader *r) {
    return r->brackets.depth > 0 && r->brackets.bracket[0] == '}';
}

/* Functions of OpenCL C that the kernels call. is_called adds conversions. */
/* clang-format off */ /* it would break the groups of names, and align them in columns */
static const char *const called[] = {
    "min", "max", "all", "clz", "popcount", "exp", "log", "mul_hi", "barrier", "prefetch",
    "get_local_id", "get_group_id", "get_global_id", "get_global_size", "get_num_groups",
    "atom_or", "atom_xchg", "atomic_add", "atomic_inc", "atomic_max", "atomic_min", "atomic_or", "atomic_xchg",
    "atomic_load_explicit", "atomic_store_explicit", "atomic_work_item_fence",
    "get_max_sub_group_size", "get_sub_group_local_id", "sub_group_all", "sub_group_barrier", "sub_group_broadcast",
    "sub_group_reduce_max", "sub_group_reduce_min", "sub_group_scan_inclusive_max",
    "sub_group_shuffle", "sub_group_shuffle_up", "intel_sub_group_shuffle", NULL
};
/* clang-format on */

static bool is_called(const char *name, size_t length) {
    size_t rest = length;
    return is_one_of(name, length, called) || (target_of_conversion(name, &rest) != name && is_of_pages(name, length));
}

/* Returns true if the name is declared at file scope, where the kernels see it. They do not see members, parameters and
 * names inside functions. */
static bool is_declared(const reader *r, size_t n) {
    /* The name of a function may be in parentheses. */
    const char *after_name = r->at + n + strspn(r->at + n, ") \t\v\f\n");
    if (!r->declares || r->in_directive)
        return false;
    return is_in_body(r) ? r->enumerates : r->brackets.depth == 0 || *after_name == '(';
}

/* Refuses to declare a name of OpenCL's functions, because the kernels would use the user's declaration. */
static clscan_status check_name(const reader *r, size_t n) {
    clscan_status status = CLSCAN_OK;
    REFUSE_IF(is_declared(r, n) && is_called(r->at, n), "%.*s is a function of OpenCL C, which the kernels call",
              (int)n, r->at);
done:
    return status;
}

static clscan_status read_word(reader *r) {
    static const char *const assembler[] = { "asm", "__asm", "__asm__", NULL };
    static const char *const attributes[] = { "__attribute__", "__attribute", NULL };
    static const char *const overloads[] = { "overloadable", "__overloadable__", NULL };
    clscan_status status = CLSCAN_OK;
    const size_t n = cs_identifier_length(r->at);
    REFUSE_IF(cs_identifier_is_reserved(r->at, n), "%.*s: names that begin with clscan_ or CLSCAN_ are the library's",
              (int)n, r->at);
    REFUSE_IF(is_one_of(r->at, n, assembler), "%.*s is not OpenCL C", (int)n, r->at);
    REFUSE_IF(r->in_directive && is_one_of(r->at, n, overloads),
              "%.*s in a macro: it might overload what the kernels call", (int)n, r->at);
    if (is_one_of(r->at, n, overloads))
        r->overloads = r->line;
    if (is_one_of(r->at, n, attributes))
        r->attributes = r->line;
    REFUSE_IF(is_word(r->at, n, "_Pragma"), "%s, which would last until the end of the library's kernels", "_Pragma");
    TRY(check_name(r, n));
    r->last[1] = r->last[0];
    r->last[0] = r->at;
    r->at += n;
done:
    return status;
}

/* ------------------------------------------------------------------------------------------------------ brackets */

static clscan_status open(reader *r, nesting *n, char closed_by) {
    clscan_status status = CLSCAN_OK;
    REFUSE_IF(n->depth == DEEPEST, "what is open is deeper than %d", DEEPEST);
    n->bracket[n->depth] = closed_by;
    n->line[n->depth++] = r->line;
done:
    return status;
}

static clscan_status close(reader *r, char bracket) {
    clscan_status status = CLSCAN_OK;
    nesting *n = &r->brackets;
    REFUSE_IF(r->counts && n->depth == 0, "'%c' closes nothing", bracket);
    REFUSE_IF(r->counts && n->bracket[n->depth - 1] != bracket, "'%c' where '%c' should close what line %lu opens",
              bracket, n->bracket[n->depth - 1], n->line[n->depth - 1]);
    n->depth -= n->depth > 0;
done:
    return status;
}

/* Returns the bracket at s, or 0 if there is none. Digraphs are two characters long. */
static char bracket_at(const char *s, size_t *length) {
    static const char pairs[][4] = { "<%{", "%>}", "<:[", ":>]" };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (strncmp(s, pairs[i], 2) == 0)
            return *length = 2, pairs[i][2];
    return *length = 1, *s && strchr("(){}[]", *s) ? *s : '\0';
}

/* Returns true for the word enum, which stands before a tag or an opening brace. */
static bool is_enum(const char *word) {
    return word && is_word(word, cs_identifier_length(word), "enum");
}

static clscan_status read_bracket(reader *r, char bracket, size_t length) {
    clscan_status status = CLSCAN_OK;
    static const char opening[] = "({[", closing[] = ")}]";
    const char *opens = strchr(opening, bracket);
    if (bracket == '{' && r->brackets.depth == 0)
        r->enumerates = is_enum(r->last[0]) || is_enum(r->last[1]);
    TRY(opens ? open(r, &r->brackets, closing[opens - opening]) : close(r, bracket));
    r->at += length;
done:
    return status;
}

/* ---------------------------------------------------------------------------------------------------- directives */

static clscan_status read_condition(reader *r, const char *word, size_t n) {
    static const char *const ifs[] = { "if", "ifdef", "ifndef", NULL };
    static const char *const elses[] = { "else", "elif", "elifdef", "elifndef", "endif", NULL };
    clscan_status status = CLSCAN_OK;
    const bool begins = is_one_of(word, n, ifs), goes_on = is_one_of(word, n, elses);
    if (begins)
        TRY(open(r, &r->conditions, '\0'));
    REFUSE_IF(goes_on && r->conditions.depth == 0, "#%.*s without #if", (int)n, word);
    r->conditions.depth -= is_word(word, n, "endif");
    r->counts = r->counts && !begins;
done:
    return status;
}

/* A macro must not have a name that the library's text uses, because that text follows the user's text. */
static clscan_status check_macro_name(const reader *r, const char *name, size_t n) {
    clscan_status status = CLSCAN_OK;
    bool in_page = false;
    const char *file = used_by(name, n);
    REFUSE_IF(!file && strncmp(name, "__", 2) == 0, "%.*s: macros that begin with two underscores are the compiler's",
              (int)n, name);
    REFUSE_IF(!file && is_of_pages(name, n), "the macro %.*s would change what the library writes of types", (int)n,
              name);
    if (!file)
        TRY(cs_page_has_identifier(name, n, &in_page));
    REFUSE_IF(file || in_page, "the macro %.*s would change cl/%s, which uses that name: give it an underscore", (int)n,
              name, file ? file : "problem.h");
done:
    return status;
}

/* Checks a macro. A macro may contain half of a pair of brackets, so the count of brackets stops there. */
static clscan_status read_macro(reader *r, const char *rest) {
    clscan_status status = CLSCAN_OK;
    rest += strspn(rest, " \t\v\f");
    const size_t n = cs_identifier_length(rest);
    REFUSE_IF(n == 0, "a macro has no %s", "name");
    TRY(check_macro_name(r, rest, n));
    const size_t to_line_end = strcspn(rest, "\n"), to_bracket = strcspn(rest, "{}[]");
    r->counts = r->counts && to_bracket >= to_line_end;
done:
    return status;
}

/* Returns true for a pragma that does not affect the kernels: one for the next loop, or one that disables nothing. */
static bool is_harmless(const char *pragma) {
    static const char *const harmless[] = { "OPENCL", "unroll", "nounroll", NULL };
    const char *takes = strstr(pragma, "disable");
    return is_one_of(pragma, cs_identifier_length(pragma), harmless) &&
           (!takes || takes > pragma + strcspn(pragma, "\n"));
}

static clscan_status read_directive(reader *r, size_t length) {
    static const char *const files[] = { "include", "include_next", "import", "embed", NULL };
    clscan_status status = CLSCAN_OK;
    const char *word = r->at + length + strspn(r->at + length, " \t\v\f");
    const size_t n = cs_identifier_length(word);
    const char *next = word + n + strspn(word + n, " \t\v\f");
    REFUSE_IF(is_one_of(word, n, files), "#%.*s: there are no files to include", (int)n, word);
    REFUSE_IF(is_word(word, n, "pragma") && !is_harmless(next),
              "#pragma %.*s would last until the end of the library's kernels", (int)strcspn(next, "\n"), next);
    REFUSE_IF(is_word(word, n, "line") || (*word >= '0' && *word <= '9'),
              "#%.*s: the compiler's errors name lines of this text, which it would change", (int)n, word);
    TRY(read_condition(r, word, n));
    if (is_word(word, n, "define") || is_word(word, n, "undef"))
        TRY(read_macro(r, word + n));
    r->in_directive = true;
    r->at = word;
done:
    return status;
}

/* --------------------------------------------------------------------------------------------------- all of it */

static clscan_status read_character(reader *r) {
    clscan_status status = CLSCAN_OK;
    const unsigned char c = (unsigned char)*r->at;
    REFUSE_IF(c >= 127 || (c < 32 && !is_blank(*r->at)), "byte 0x%02X is not of OpenCL C", c);
    r->line += c == '\n';
    r->pastes = r->pastes || (r->in_directive && (strncmp(r->at, "##", 2) == 0 || strncmp(r->at, "%:%:", 4) == 0));
    r->line_begins = c == '\n' || (r->line_begins && is_blank(*r->at));
    r->in_directive = r->in_directive && c != '\n';
    r->at++;
done:
    return status;
}

static clscan_status read_one(reader *r) {
    size_t length = strncmp(r->at, "%:", 2) == 0 ? 2 : 1;
    const bool directive = r->line_begins && (*r->at == '#' || length == 2);
    if (!is_blank(*r->at))
        r->line_begins = false;
    if (directive)
        return read_directive(r, length);
    if (cs_identifier_length(r->at))
        return read_word(r);
    const char bracket = bracket_at(r->at, &length);
    return bracket ? read_bracket(r, bracket, length) : read_character(r);
}

/* Finds a trigraph: three characters that stand for one, such as '#' or '\\'. The latter joins lines, in comments too.
 */
static const char *find_trigraph(const char *text) {
    const char *at = strstr(text, "??");
    while (at && !(at[2] && strchr("=/'()!<>-", at[2])))
        at = strstr(at + 1, "??");
    return at;
}

static clscan_status check_ends(reader *r) {
    clscan_status status = CLSCAN_OK;
    const nesting *open[] = { &r->conditions, &r->brackets };
    for (int i = 0; i < 2; i++)
        if (open[i]->depth > 0 && (i == 0 || r->counts)) {
            r->line = open[i]->line[open[i]->depth - 1];
            REFUSE_IF(i == 0, "%s is not closed", "#if");
            REFUSE_IF(true, "a '%c' is missing for what opens here", open[i]->bracket[open[i]->depth - 1]);
        }
done:
    return status;
}

/* Refuses text that might overload functions of the kernels. Only the compiler knows which names and brackets result
 * from macros and conditions, so such text is refused if in doubt. */
static clscan_status check_overloads(reader *r) {
    clscan_status status = CLSCAN_OK;
    const bool hides = r->attributes && r->pastes, unclear = r->overloads && !r->counts;
    r->line = hides ? r->attributes : r->overloads;
    REFUSE_IF(hides, "an attribute in text that makes names by %s: it might overload what the kernels call", "##");
    REFUSE_IF(unclear, "overloadable in text with %s or brackets in macros: it might overload what the kernels call",
              "#if");
done:
    return status;
}

clscan_status cs_user_source_check(const char *field, const char *text, bool declares) {
    clscan_status status = CLSCAN_OK;
    cs_strbuf bare = { 0 };
    reader all = { .field = field, .line = 1, .line_begins = true, .declares = declares, .counts = true }, *r = &all;
    cs_strbuf_add(&bare, "%s", "");
    const unsigned long open_comment = cs_strip_comments(&bare, text);
    TRY_ALLOC(!bare.failed);
    FAIL_IF(strstr(text, "#include CLSCAN_"), CLSCAN_ERROR_INVALID_DESC,
            "%s has a line \"#include CLSCAN_\" of the library's", field);
    const char *joins = strstr(text, "?\?/"), *trigraph = joins ? joins : find_trigraph(bare.data);
    FAIL_IF(trigraph, CLSCAN_ERROR_INVALID_DESC, "%s: '%.3s' is a trigraph", field, trigraph);
    r->line = open_comment;
    REFUSE_IF(open_comment, "the comment that begins here does not %s", "end");
    r->line = 1;
    for (r->at = bare.data; *r->at;)
        TRY(read_one(r));
    TRY(check_ends(r));
    TRY(check_overloads(r));
    FAIL_IF(strstr(text, "\n#line"), CLSCAN_ERROR_INVALID_DESC,
            "%s has a line in a comment or string that begins with #line: errors would be reported at wrong lines",
            field);
done:
    cs_strbuf_free(&bare);
    return status;
}

clscan_status cs_user_source_check_desc(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    if (desc->user.identity)
        TRY(cs_user_source_check("desc.user.identity", desc->user.identity, false));
    if (desc->user.source)
        TRY(cs_user_source_check("desc.user.source", desc->user.source, true));
done:
    return status;
}
