/* One JSON object on one line of stdout. */
#ifndef CLSCAN_TOOL_JSON_H
#define CLSCAN_TOOL_JSON_H

#include <stdbool.h>
#include <stdint.h>

typedef struct json {
    bool empty;
} json;

json json_begin(void);
void json_text(json *object, const char *key, const char *value);
void json_integer(json *object, const char *key, uint64_t value);
void json_number(json *object, const char *key, double value);
void json_bool(json *object, const char *key, bool value);
void json_end(json *object);

#endif
