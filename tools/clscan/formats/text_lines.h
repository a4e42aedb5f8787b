/* The lines of a text and their columns. Empty lines at its end do not count. */
#ifndef CLSCAN_TOOL_TEXT_LINES_H
#define CLSCAN_TOOL_TEXT_LINES_H

#include "formats/format.h"

typedef struct token {
    const char *begin, *end;
} token;

typedef struct text_lines {
    const char *name;     /* of the file */
    const char *at, *end; /* what is not read yet */
    size_t line;          /* the last that was read, from 1 */
    char delimiter;       /* between columns; NUL where a line has none */
} text_lines;

/* Behind a byte order mark and what is to be skipped. */
text_lines text_lines_of(const input *in, const data_options *options);

/* False at the end. */
bool text_next_line(text_lines *t, token *line);

/* Column `column`, from 1, of the line just read, without the blanks around it; 0: the whole line. Complains where
 * there is none. */
bool text_column(const text_lines *t, token line, size_t column, token *found);

#endif
