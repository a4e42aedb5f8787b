/* OpenCL C as its compiler reads it first: lines that go on in the next one are one line, comments are blanks, strings
 * are empty. As many lines as before come out. */
#ifndef CS_STRIP_COMMENTS_H
#define CS_STRIP_COMMENTS_H

#include "base/strbuf.h"
#include <stdbool.h>

/* 0, or the line where the last comment begins, which does not end. */
unsigned long cs_strip_comments(cs_strbuf *bare, const char *text);

/* Characters of the word that begins at `s`; 0 where none does. */
size_t cs_word_length(const char *s);

/* Returns true if only the library's kernels may use the name: it begins with clscan_ or CLSCAN_. */
bool cs_word_is_reserved(const char *name, size_t length);

/* Whether the text has the word. */
bool cs_text_has_word(const char *text, const char *word, size_t length);

#endif
