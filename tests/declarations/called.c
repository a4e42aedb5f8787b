#include "declarations/called.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A set of words has one bit for all words with the same hash. A word that seems to be in the set because of another
 * one adds declarations which nothing needs. */
enum { WORD_BITS = 1 << 20 };
typedef struct words {
    unsigned char bits[WORD_BITS / 8];
} words;

static bool is_of_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static size_t word_length(const char *text, const char *end) {
    size_t length = 0;
    while (text + length < end && is_of_word(text[length]))
        length++;
    return length;
}

/* FNV-1a. */
static uint32_t hash(const char *word, size_t length) {
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)word[i]) * 16777619u;
    return (h ^ h >> 20) % WORD_BITS;
}

static void add_words(words *set, const char *text, const char *end) {
    while (text < end) {
        const size_t length = word_length(text, end);
        const uint32_t h = hash(text, length);
        set->bits[h / 8] |= (unsigned char)(1 << h % 8);
        text += length + 1;
    }
}

static bool has_word(const words *set, const char *word, size_t length) {
    const uint32_t h = hash(word, length);
    return set->bits[h / 8] >> h % 8 & 1;
}

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static char *copy(char *to, const char *from, size_t length) {
    memcpy(to, from, length);
    return to + length;
}

/* The last line of a text that ends at `end`, without a character before `begin`. */
static char *last_line(char *begin, char *end) {
    for (end -= end > begin; end > begin && end[-1] != '\n'; end--) {
    }
    return end;
}

/* Appends the lines of the header that the set needs. #endif removes its #if if nothing has been kept between them. */
static char *add_lines(char *const begin, const char *header, const words *set) {
    char *to = begin;
    for (const char *next; *header; header = next) {
        const char *newline = strchr(header, '\n');
        next = newline ? newline + 1 : header + strlen(header);
        const char *text = header;
        if (*header == '@') {
            const size_t length = word_length(header + 1, next);
            if (!has_word(set, header + 1, length))
                continue;
            text = header + 1 + length + 1;
        }
        char *const last = last_line(begin, to);
        if (begins(text, "#endif") && begins(last, "#if"))
            to = last;
        else
            to = copy(to, text, (size_t)(next - text));
    }
    return to;
}

char *declarations_called(const char *header, const char *begin, const char *end, size_t n, const char *const *texts,
                          const size_t *lengths) {
    words *set = calloc(1, sizeof *set);
    char *made = calloc(strlen(begin) + strlen(header) + strlen(end) + 1, 1);
    if (set && made) {
        for (size_t i = 0; i < n; i++)
            add_words(set, texts[i], texts[i] + (lengths && lengths[i] ? lengths[i] : strlen(texts[i])));
        char *to = add_lines(copy(made, begin, strlen(begin)), header, set);
        copy(to, end, strlen(end) + 1);
    } else {
        free(made);
        made = NULL;
    }
    free(set);
    return made;
}
