#include "common/json.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

json json_begin(void) {
    putchar('{');
    return (json) { .empty = true };
}

static void quoted(const char *text) {
    putchar('"');
    for (const char *c = text; *c; c++)
        if (*c == '"' || *c == '\\')
            printf("\\%c", *c);
        else if ((unsigned char)*c < 0x20 || *c == 0x7F)
            printf("\\u%04x", (unsigned)*c);
        else
            putchar(*c);
    putchar('"');
}

static void key_is(json *object, const char *key) {
    if (!object->empty)
        putchar(',');
    object->empty = false;
    quoted(key);
    putchar(':');
}

void json_text(json *object, const char *key, const char *value) {
    key_is(object, key);
    quoted(value);
}

void json_integer(json *object, const char *key, uint64_t value) {
    key_is(object, key);
    printf("%" PRIu64, value);
}

/* JSON has no infinity and no NaN. */
void json_number(json *object, const char *key, double value) {
    key_is(object, key);
    if (isfinite(value))
        printf("%.6g", value);
    else
        fputs("null", stdout);
}

void json_bool(json *object, const char *key, bool value) {
    key_is(object, key);
    fputs(value ? "true" : "false", stdout);
}

void json_end(json *object) {
    (void)object;
    puts("}");
    fflush(stdout);
}
