#ifndef CLSCAN_TOOL_TEXT_KEYS_H
#define CLSCAN_TOOL_TEXT_KEYS_H

#include "formats/format.h"

/* Reads a key from each line of a text: its column `column`, or the whole line if `column` is 0. The key is a uint that
 * differs from the key before if the texts differ. Complains on failure. */
bool text_keys_read(const input *in, const data_options *options, size_t column, array *keys);

#endif
