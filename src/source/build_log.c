#include "source/build_log.h"

#include "base/strbuf.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct source_line {
    char file[128];
    unsigned long line;
} source_line;

/* Finds the file and line that line `number` of the text comes from. Returns false if the text has no such line, or no
 * #line before it. */
static bool find_source_line(const char *text, unsigned long number, source_line *p) {
    *p = (source_line) { .line = 0 };
    for (unsigned long n = 1; *text; n++, p->line++) {
        if (n == number)
            return p->file[0] != '\0';
        if (*text == '#' && sscanf(text, "#line %lu \"%127[^\"]\"", &p->line, p->file) >= 1)
            p->line--; /* a #line gives the number of the line after it */
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return false;
}

/* The names of the whole text in the logs of NVIDIA's compiler, and of Mesa's. */
static const char *const names_of_text[] = { "<kernel>", "input.cl" };
enum { NAMES = sizeof names_of_text / sizeof *names_of_text };

/* Returns the first place "`name`:" in the log, or NULL. In "my-input.cl:3" and "./input.cl:3", the name is part of the
 * name of another file. */
static const char *find_name(const char *log, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = log; (at = strstr(at, name)); at++)
        if (at[length] == ':' && (at == log || !(isalnum((unsigned char)at[-1]) || strchr("._-/\\", at[-1]))))
            return at;
    return NULL;
}

/* Returns true if a #line of the text gives a file this name, so that the compiler may mean that file. */
static bool has_file(const char *text, const char *name) {
    char line[32];
    snprintf(line, sizeof line, "\"%s\"", name);
    return strstr(text, line) != NULL;
}

/* Copies the log to `out`. Where a place has this name, the copy has the file and line that #line gives instead. */
static void translate(cs_strbuf *out, const char *log, const char *text, const char *name) {
    for (const char *next; (next = find_name(log, name));) {
        char *end;
        source_line p;
        unsigned long number = strtoul(next + strlen(name) + 1, &end, 10);
        cs_strbuf_add_bytes(out, log, (size_t)(next - log));
        if (find_source_line(text, number, &p))
            cs_strbuf_add(out, "%s:%lu", p.file, p.line);
        else
            cs_strbuf_add_bytes(out, next, (size_t)(end - next));
        log = end;
    }
    cs_strbuf_add(out, "%s", log);
}

char *cs_build_log_translate(const char *log, const char *text) {
    cs_strbuf out = { 0 };
    size_t i = 0;
    while (i < NAMES && (!find_name(log, names_of_text[i]) || has_file(text, names_of_text[i])))
        i++;
    if (i < NAMES)
        translate(&out, log, text, names_of_text[i]);
    else
        cs_strbuf_add(&out, "%s", log);
    if (out.failed)
        cs_strbuf_free(&out);
    return out.data;
}

/* Returns the text after the next #line of a file whose name begins with CS_TYPES_OF, or NULL. *file becomes the name,
 * which `length` characters have. */
static const char *next_types(const char *text, const char **file, size_t *length) {
    static const char begin[] = "#line 1 \"" CS_TYPES_OF;
    const char *line = strstr(text, begin);
    if (!line)
        return NULL;
    *file = strchr(line, '"') + 1;
    *length = strcspn(*file, "\"\n");
    return *file + *length;
}

static bool names(const char *message, const char *file, size_t length) {
    while ((message = strstr(message, CS_TYPES_OF)) && strncmp(message, file, length) != 0)
        message++;
    return message != NULL;
}

/* Copies the last line before the next #line, up to its semicolon. */
static char *copy_declaration(const char *text) {
    const char *end = strstr(text, ";\n#line"), *begin = end;
    cs_strbuf out = { 0 };
    while (begin && begin > text && begin[-1] != '\n')
        begin--;
    while (begin && begin < end) {
        if (strncmp(begin, CS_PARAMETER, strlen(CS_PARAMETER)) == 0)
            begin += strlen(CS_PARAMETER);
        cs_strbuf_add_bytes(&out, begin++, 1);
    }
    if (out.failed)
        cs_strbuf_free(&out);
    return out.data;
}

char *cs_build_log_declaration(const char *message, const char *text) {
    const char *file;
    size_t length;
    while ((text = next_types(text, &file, &length)))
        if (names(message, file, length))
            return copy_declaration(text);
    return NULL;
}
