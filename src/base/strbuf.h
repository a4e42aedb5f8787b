/* A string that grows. A failed allocation sticks: later additions do nothing, so one check of `failed` at the end is
 * enough. A buffer begins as { 0 } and is released by cs_strbuf_free. */
#ifndef CS_STRBUF_H
#define CS_STRBUF_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cs_strbuf {
    char *data; /* NULL before the first addition, NUL-terminated after it */
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

/* Returns a copy that the caller frees, or NULL if there is no memory. */
char *cs_strdup(const char *s);

#endif
