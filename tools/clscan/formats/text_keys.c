/* Keys that are text. A scan only needs to know whether neighbouring keys are equal, so each line gets the number of
 * its run of equal texts. */
#include "formats/text_keys.h"
#include "common/message.h"
#include <stdlib.h>
#include <string.h>

static bool is_same(token a, token b) {
    const size_t length = (size_t)(a.end - a.begin);
    return length == (size_t)(b.end - b.begin) && memcmp(a.begin, b.begin, length) == 0;
}

/* Keeps a copy of the key, because the next lines may take the memory of these. */
static bool keep(text_keys *state, token key) {
    const size_t length = (size_t)(key.end - key.begin);
    if (length > state->room || !state->last) {
        char *bigger = realloc(state->last, 2 * length + 1);
        if (!bigger)
            return complain("out of memory for a key");
        state->last = bigger;
        state->room = 2 * length + 1;
    }
    memcpy(state->last, key.begin, length);
    state->length = length;
    state->any = true;
    return true;
}

bool text_keys_next(text_keys *state, text_lines *lines, size_t column, size_t most, array *keys) {
    token line, key, last = { state->last, state->any ? state->last + state->length : state->last };
    bool any = state->any;
    const size_t before = keys->count;
    while (keys->count < most && text_next_line(lines, &line)) {
        if (!text_column(lines, line, column, &key))
            return false;
        state->run += any && !is_same(last, key);
        any = true;
        last = key;
        ((uint32_t *)keys->owned)[keys->count++] = state->run;
    }
    return keys->count == before || keep(state, last);
}

void text_keys_close(text_keys *state) {
    free(state->last);
    *state = (text_keys) { .run = 0 };
}

bool text_keys_read(const input *in, const data_options *options, size_t column, array *keys) {
    text_lines lines = text_lines_of(in, options);
    text_keys state = { .run = 0 };
    bool ok = array_allocate(keys, ORACLE_UINT, sizeof state.run, 0);
    for (size_t room = 0; ok && lines.at < lines.end;)
        ok = array_make_room(keys, &room, 1) && text_keys_next(&state, &lines, column, room, keys);
    text_keys_close(&state);
    if (!ok)
        array_free(keys);
    return ok;
}
