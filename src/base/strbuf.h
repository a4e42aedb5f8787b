/* A string that grows. A failed allocation sticks: later additions do nothing, and one look at the end is enough. */
#ifndef CS_STRBUF_H
#define CS_STRBUF_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cs_strbuf {
    char *data; /* NUL-terminated once anything was added */
    size_t size, capacity;
    bool failed;
} cs_strbuf;

#if defined(__GNUC__)
#define CS_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define CS_PRINTF(text, first)
#endif

void cs_strbuf_add(cs_strbuf *text, const char *format, ...) CS_PRINTF(2, 3);
void cs_strbuf_add_bytes(cs_strbuf *text, const char *bytes, size_t size);
void cs_strbuf_free(cs_strbuf *text);

/* A copy that the caller frees; NULL when there is no memory. */
char *cs_strdup(const char *s);

#endif
