#include "source/build_log.h"

#include "base/strbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct place {
    char file[128];
    unsigned long line;
} place;

/* Finds the file and line that line `number` of the text comes from. Returns false if the text has no such line, or no
 * #line before it. */
static bool find_place(const char *text, unsigned long number, place *p) {
    *p = (place) { .line = 0 };
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

char *cs_build_log_translate(const char *log, const char *text) {
    static const char unnamed[] = "<kernel>:";
    cs_strbuf out = { 0 };
    for (const char *next; (next = strstr(log, unnamed));) {
        char *end;
        place p;
        unsigned long number = strtoul(next + sizeof unnamed - 1, &end, 10);
        cs_strbuf_add_bytes(&out, log, (size_t)(next - log));
        if (find_place(text, number, &p))
            cs_strbuf_add(&out, "%s:%lu", p.file, p.line);
        else
            cs_strbuf_add_bytes(&out, next, (size_t)(end - next));
        log = end;
    }
    cs_strbuf_add(&out, "%s", log);
    if (out.failed)
        cs_strbuf_free(&out);
    return out.data;
}
