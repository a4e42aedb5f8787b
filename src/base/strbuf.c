#include "base/strbuf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(cs_strbuf *text, size_t more) {
    size_t need = text->size + more + 1;
    if (text->failed || need <= text->capacity)
        return !text->failed;
    size_t capacity = need < 256 ? 256 : need + need / 8;
    char *data = realloc(text->data, capacity);
    if (!data) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void cs_strbuf_add_bytes(cs_strbuf *text, const char *bytes, size_t size) {
    if (!reserve(text, size))
        return;
    memcpy(text->data + text->size, bytes, size);
    text->size += size;
    text->data[text->size] = '\0';
}

void cs_strbuf_add(cs_strbuf *text, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const int length = vsnprintf(NULL, 0, format, args); /* negative: longer than INT_MAX */
    text->failed = text->failed || length < 0;
    if (length >= 0 && reserve(text, (size_t)length)) {
        vsnprintf(text->data + text->size, (size_t)length + 1, format, again);
        text->size += (size_t)length;
    }
    va_end(again);
    va_end(args);
}

void cs_strbuf_free(cs_strbuf *text) {
    free(text->data);
    *text = (cs_strbuf) { 0 };
}

char *cs_strdup(const char *s) {
    size_t size = strlen(s) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, s, size) : NULL;
}
