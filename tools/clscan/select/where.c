#include "select/where.h"
#include "common/message.h"
#include "formats/feed.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the end of a character or a string in quotes, or NULL if it has no end. */
static const char *end_of_quote(const char *text) {
    for (const char *c = text + 1; *c; c++)
        if (*c == *text)
            return c + 1;
        else if (*c == '\\' && !*++c)
            return NULL;
    return NULL;
}

/* Returns what a character of an expression may not be outside of quotes, or NULL if it may. */
static const char *forbidden(const char *c) {
    return *c == ';'                                                   ? "a semicolon ends it"
           : *c == '#'                                                 ? "it has a directive"
           : *c == '\\'                                                ? "it has a backslash outside of quotes"
           : *c == '/' && (c[1] == '/' || c[1] == '*')                 ? "it has a comment"
           : iscntrl((unsigned char)*c) && !isspace((unsigned char)*c) ? "it has a control character"
                                                                       : NULL;
}

bool where_is_closed(const char *text) {
    const char *wrong = text[strspn(text, " \t\r\n")] ? NULL : "it is empty";
    int depth = 0;
    for (const char *c = text; *c && !wrong;) {
        if (*c == '\'' || *c == '"') {
            c = end_of_quote(c);
            if (!c)
                return complain("--where: '%s' is not an expression: a quote does not end", text);
            continue;
        }
        wrong = forbidden(c);
        depth += *c == '(' ? 1 : *c == ')' ? -1 : 0;
        if (depth < 0)
            wrong = "a parenthesis is closed that was not opened";
        c++;
    }
    if (!wrong && depth > 0)
        wrong = "a parenthesis is not closed";
    return !wrong || complain("--where: '%s' is not an expression: %s", text, wrong);
}

/* The expression begins a line, so that a column in the compiler's log is a column of the option's value. The function
 * compares the expression with 0, because a conversion of 0.5 to int would be 0, unless the expression is a part. */
bool where_write(const char *text, bool is_part, const char *type, const char *op_source, where *w) {
    static const char function[] = "%s\nstatic int " WHERE_FUNCTION "(const %s x) { return (\n%s)%s; }\n";
    const char *not_zero = " != 0";
    char *before = op_source ? input_string(op_source) : strdup(""), *line = strdup(text);
    size_t lines = 3;
    *w = (where) { .source = NULL };
    const size_t size =
        before && line ? sizeof function + strlen(not_zero) + strlen(before) + strlen(type) + strlen(line) : 0;
    if (size > 0 && (w->source = malloc(size))) {
        for (char *c = line; (c = strpbrk(c, "\n\r\v\f"));)
            *c = ' ';
        for (const char *c = before; (c = strchr(c, '\n')); c++)
            lines++;
        snprintf(w->source, size, function, before, type, line, is_part ? "" : not_zero);
        snprintf(w->in_log, sizeof w->in_log, "user:%zu:", lines);
        snprintf(w->in_message, sizeof w->in_message, "desc.user.source, line %zu:", lines);
    } else if (before || !op_source) {
        complain("out of memory");
    }
    free(before);
    free(line);
    return w->source != NULL;
}
