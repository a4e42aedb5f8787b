#ifndef CLSCAN_TOOL_TEXT_KEYS_H
#define CLSCAN_TOOL_TEXT_KEYS_H

#include "formats/text_lines.h"
#include <stdint.h>

/* Reads a key from each line of a text: its column `column`, or the whole line if `column` is 0. The key is a uint that
 * differs from the key before if the texts differ. Complains on failure. */
bool text_keys_read(const input *in, const data_options *options, size_t column, array *keys);

/* The keys so far of a text that is read piece by piece: the number of the last key, and a copy of its text. */
typedef struct text_keys {
    uint32_t run;
    char *last;
    size_t length, room;
    bool any;
} text_keys;

/* Appends the keys of up to `most` lines to `keys`, which have room for them. Complains on failure. */
bool text_keys_next(text_keys *state, text_lines *lines, size_t column, size_t most, array *keys);
void text_keys_close(text_keys *state);

#endif
