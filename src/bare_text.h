/* OpenCL C as its compiler reads it first: lines that go on in the next one are one line, comments are blanks, strings
 * are empty. As many lines as before come out. */
#ifndef CS_BARE_TEXT_H
#define CS_BARE_TEXT_H

#include "text.h"

/* 0, or the line where the last comment begins, which does not end. */
unsigned long cs_bare_text(cs_text *bare, const char *text);

#endif
