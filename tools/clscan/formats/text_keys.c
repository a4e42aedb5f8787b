/* Keys that are text. A scan only needs to know whether neighbouring keys are equal, so each line gets the number of
 * its run of equal texts. */
#include "formats/text_keys.h"
#include "common/message.h"
#include "formats/text_lines.h"
#include <stdint.h>
#include <string.h>

static bool is_same(token a, token b) {
    const size_t length = (size_t)(a.end - a.begin);
    return length == (size_t)(b.end - b.begin) && memcmp(a.begin, b.begin, length) == 0;
}

bool text_keys_read(const input *in, const data_options *options, size_t column, array *keys) {
    text_lines lines = text_lines_of(in, options);
    token line, key, last = { NULL, NULL };
    uint32_t run = 0;
    if (!array_allocate(keys, ORACLE_UINT, sizeof run, 0))
        return false;
    for (size_t room = 0; text_next_line(&lines, &line); last = key) {
        if (!text_column(&lines, line, column, &key) || !array_make_room(keys, &room, 1)) {
            array_free(keys);
            return false;
        }
        run += last.begin && !is_same(last, key);
        ((uint32_t *)keys->owned)[keys->count++] = run;
    }
    return true;
}
