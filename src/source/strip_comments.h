/* Reduces OpenCL C to its code, as the first phases of a compiler do: joins continued lines, replaces each comment by a
 * blank, and empties strings. The number of lines does not change. */
#ifndef CS_STRIP_COMMENTS_H
#define CS_STRIP_COMMENTS_H

#include "base/strbuf.h"
#include <stdbool.h>

/* Appends the stripped text to `bare`. Returns 0, or if the last comment is not closed the line where it begins. */
unsigned long cs_strip_comments(cs_strbuf *bare, const char *text);

/* Returns the number of characters in the word that begins at `s`, or 0 if no word begins there. */
size_t cs_identifier_length(const char *s);

/* Returns true if only the library's kernels may use the name: it begins with clscan_ or CLSCAN_. */
bool cs_identifier_is_reserved(const char *name, size_t length);

/* Returns true if the text contains the word, which has `length` characters, as a whole word. */
bool cs_text_has_word(const char *text, const char *word, size_t length);

#endif
