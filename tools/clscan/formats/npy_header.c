#include "formats/npy_header.h"
#include "common/message.h"
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const char *file; /* for messages */
    const char *text; /* ends with a NUL */
    const char *at;   /* the next character of the text */
} reader;

static bool expected(const reader *r, const char *what) {
    return complain("%s: bad npy header: %s expected at byte %zu", r->file, what, (size_t)(r->at - r->text));
}

static bool no_value(const reader *r, const char *key) {
    return complain("%s: bad npy header: '%s' is missing or malformed", r->file, key);
}

/* ------------------------------------------------------------------------------------------------ tokens */

static void skip_blanks(reader *r) {
    r->at += strspn(r->at, " \t\r\n");
}

static bool take(reader *r, const char *token) {
    const size_t length = strlen(token);
    skip_blanks(r);
    if (strncmp(r->at, token, length) != 0)
        return false;
    r->at += length;
    return true;
}

/* Escape sequences are not read: NumPy writes none. */
static bool take_string(reader *r, char *to, size_t room) {
    skip_blanks(r);
    const char quote = *r->at, ends[] = { quote, '\\', '\n', '\0' };
    const size_t length = quote == '\'' || quote == '"' ? strcspn(r->at + 1, ends) : room;
    if (length >= room || r->at[1 + length] != quote)
        return false;
    memcpy(to, r->at + 1, length);
    to[length] = '\0';
    r->at += 1 + length + 1;
    return true;
}

/* Reads a decimal number, with an L at its end as Python 2 wrote it. A number that is too large saturates. */
static bool take_extent(reader *r, unsigned long long *extent) {
    char *end;
    skip_blanks(r);
    if (!isdigit((unsigned char)*r->at) || (*r->at == '0' && isdigit((unsigned char)r->at[1])))
        return false;
    *extent = strtoull(r->at, &end, 10);
    r->at = end + (*end == 'L');
    return true;
}

/* ------------------------------------------------------------------------------------------------ values */

static bool read_descr(reader *r, npy_header *h) {
    if (take(r, "["))
        return complain("%s: a structured dtype is not supported; save it as .view('V<size>')", r->file);
    return take_string(r, h->descr, sizeof h->descr) || no_value(r, "descr");
}

static bool read_fortran_order(reader *r, npy_header *h) {
    h->fortran_order = take(r, "True");
    return h->fortran_order || take(r, "False") || no_value(r, "fortran_order");
}

/* Reads a tuple, (3,) or (2, 4). One extent without a comma is a number in brackets, not a tuple. */
static bool take_shape(reader *r, npy_header *h) {
    unsigned long long extent;
    bool comma = take(r, "(");
    while (!take(r, ")")) {
        if (!comma || h->dimensions == MAX_DIMENSIONS || !take_extent(r, &extent) || extent >= SIZE_MAX)
            return false;
        const bool fits = extent == 0 || h->count <= SIZE_MAX / extent;
        h->shape[h->dimensions++] = (size_t)extent;
        h->count = fits ? h->count * (size_t)extent : SIZE_MAX;
        comma = take(r, ",");
    }
    return h->dimensions > 1 || (h->dimensions == 1 && comma);
}

static bool read_shape(reader *r, npy_header *h) {
    skip_blanks(r);
    h->shape_text = r->at;
    const char *end = strchr(r->at, ')');
    if (*r->at != '(' || !end)
        return no_value(r, "shape");
    h->shape_length = (int)(end - r->at) + 1;
    h->count = 1;
    return take_shape(r, h) ||
           complain("%s: the shape is %.*s; 1 to %d dimensions are accepted, like (5,) or (2, 5), each less than %zu",
                    r->file, h->shape_length, h->shape_text, MAX_DIMENSIONS, SIZE_MAX);
}

/* -------------------------------------------------------------------------------------------------- dict */

static const struct key {
    const char *name;
    bool (*read)(reader *r, npy_header *h);
} keys[] = {
    { "descr", read_descr },
    { "fortran_order", read_fortran_order },
    { "shape", read_shape },
};
enum { KEYS = sizeof keys / sizeof *keys };

static bool read_pair(reader *r, bool seen[KEYS], npy_header *h) {
    char name[32];
    int k = 0;
    if (!take_string(r, name, sizeof name))
        return expected(r, "a key");
    while (k < KEYS && strcmp(keys[k].name, name) != 0)
        k++;
    if (k == KEYS)
        return complain("%s: bad npy header: '%s' is none of descr, fortran_order, shape", r->file, name);
    if (seen[k])
        return complain("%s: bad npy header: the key '%s' occurs twice", r->file, name);
    seen[k] = true;
    return take(r, ":") ? keys[k].read(r, h) : expected(r, "':'");
}

static bool read_dict(reader *r, bool seen[KEYS], npy_header *h) {
    if (!take(r, "{"))
        return expected(r, "'{'");
    do {
        if (take(r, "}"))
            return true;
        if (!read_pair(r, seen, h))
            return false;
    } while (take(r, ","));
    return take(r, "}") || expected(r, "',' or '}'");
}

bool npy_header_read(const char *file, const char *text, size_t length, npy_header *header) {
    reader r = { .file = file, .text = text, .at = text };
    bool seen[KEYS] = { false };
    *header = (npy_header) { .count = 0 };
    if (!read_dict(&r, seen, header))
        return false;
    skip_blanks(&r);
    if (r.at != text + length)
        return expected(&r, "the end");
    for (int k = 0; k < KEYS; k++)
        if (!seen[k])
            return no_value(&r, keys[k].name);
    return true;
}
