#ifndef CLSCAN_TOOL_TEXT_KEYS_H
#define CLSCAN_TOOL_TEXT_KEYS_H

#include "formats/format.h"

/* A key for each line of a text, its column `column` (0: all of it), as a uint that differs from the one before where
 * the text does. Complains on failure. */
bool text_keys_read(const input *in, const data_options *options, size_t column, array *keys);

#endif
