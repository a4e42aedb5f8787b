#include "source/strip_comments.h"

#include <string.h>

/* Returns the number of characters in the line end at `s`, which may be LF, CR or CR LF, or 0 if there is none. */
static size_t line_end_length(const char *s) {
    return s[0] == '\r' && s[1] == '\n' ? 2 : s[0] == '\n' || s[0] == '\r';
}

/* Returns the number of characters in the line continuation at `s`, or 0 if there is none. A continuation is a
 * backslash, blanks if any, and a line end: compilers accept blanks after the backslash. */
static size_t continuation_length(const char *s) {
    if (*s != '\\')
        return 0;
    const size_t blanks = strspn(s + 1, " \t\v\f"), end = line_end_length(s + 1 + blanks);
    return end ? 1 + blanks + end : 0;
}

/* Returns the number of characters from `s` to the next one in `ends` or the end of the text, but at least 1. The text
 * is not empty. */
static size_t plain_length(const char *s, const char *ends) {
    return 1 + strcspn(s + 1, ends);
}

/* Ends every line with LF and joins continued lines. Empty lines follow each joined line, so that line numbers stay the
 * same. */
static void join_lines(cs_strbuf *joined, const char *s) {
    size_t owed = 0, n;
    while (*s)
        if ((n = continuation_length(s)) > 0) {
            s += n;
            owed++;
        } else if ((n = line_end_length(s)) > 0) {
            s += n;
            for (owed++; owed > 0; owed--)
                cs_strbuf_add_bytes(joined, "\n", 1);
        } else {
            n = plain_length(s, "\\\r\n");
            cs_strbuf_add_bytes(joined, s, n);
            s += n;
        }
}

/* Returns the end of the string or character literal at `s`, and appends its quotes only. An unclosed literal ends at
 * the end of its line. */
static const char *pass_string(cs_strbuf *bare, const char *s) {
    const char quote = *s++;
    while (*s && *s != quote && *s != '\n')
        s += s[0] == '\\' && s[1] && s[1] != '\n' ? 2 : 1;
    cs_strbuf_add(bare, "%c%c", quote, quote);
    return s + (*s == quote);
}

/* Returns the end of the comment at `s`, or NULL if the comment is not closed. Appends a blank and the line ends in the
 * comment. */
static const char *pass_comment(cs_strbuf *bare, const char *s) {
    const bool to_line_end = s[1] == '/';
    cs_strbuf_add_bytes(bare, " ", 1);
    if (to_line_end)
        return s + strcspn(s, "\n");
    for (s += 2; *s && strncmp(s, "*/", 2) != 0; s++)
        if (*s == '\n')
            cs_strbuf_add_bytes(bare, "\n", 1);
    return *s ? s + 2 : NULL;
}

static unsigned long lines_before(const char *text, const char *end) {
    unsigned long lines = 0;
    for (; text < end; text++)
        lines += *text == '\n';
    return lines;
}

unsigned long cs_strip_comments(cs_strbuf *bare, const char *text) {
    cs_strbuf joined = { 0 };
    unsigned long open = 0;
    cs_strbuf_add(&joined, "%s", "");
    join_lines(&joined, text);
    const char *s = joined.failed ? "" : joined.data;
    while (s && *s) {
        const char *begin = s;
        if (*s == '"' || *s == '\'')
            s = pass_string(bare, s);
        else if (strncmp(s, "//", 2) == 0 || strncmp(s, "/*", 2) == 0)
            s = pass_comment(bare, s);
        else {
            const size_t n = plain_length(s, "\"'/");
            cs_strbuf_add_bytes(bare, s, n);
            s += n;
        }
        if (!s)
            open = 1 + lines_before(joined.data, begin);
    }
    bare->failed = bare->failed || joined.failed;
    cs_strbuf_free(&joined);
    return open;
}

size_t cs_identifier_length(const char *s) {
    size_t n = 0; /* a loop, because strspn() would build a table of the letters on every call */
    while ((s[n] >= 'a' && s[n] <= 'z') || (s[n] >= 'A' && s[n] <= 'Z') || (s[n] >= '0' && s[n] <= '9') || s[n] == '_')
        n++;
    return n;
}

bool cs_text_has_word(const char *text, const char *word, size_t length) {
    while (*text) {
        const size_t n = cs_identifier_length(text);
        if (n == length && memcmp(text, word, length) == 0)
            return true;
        text += n ? n : 1;
    }
    return false;
}

bool cs_identifier_is_reserved(const char *name, size_t length) {
    enum { PREFIX = 7 };
    return length >= PREFIX && (memcmp(name, "clscan_", PREFIX) == 0 || memcmp(name, "CLSCAN_", PREFIX) == 0);
}
