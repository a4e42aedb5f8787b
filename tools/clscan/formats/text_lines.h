/* The lines of a text and their columns. Empty lines at its end do not count. */
#ifndef CLSCAN_TOOL_TEXT_LINES_H
#define CLSCAN_TOOL_TEXT_LINES_H

#include "formats/format.h"

typedef struct token {
    const char *begin, *end;
} token;

typedef struct text_lines {
    const char *name;     /* the name of the file */
    const char *begin;    /* the beginning of the file */
    const char *at, *end; /* the text that is not read yet */
    size_t line;          /* the number of the line that was read last, from 1 */
    char delimiter;       /* the character between columns; NUL if a line has one column */
} text_lines;

/* Begins to read lines: after a byte order mark and the lines to be skipped. */
text_lines text_lines_of(const input *in, const data_options *options);

/* Reads the next line. Returns false at the end of the text. */
bool text_next_line(text_lines *t, token *line);

/* Finds column `column` of the line just read, counted from 1, without blanks around it. 0 stands for the whole line.
 * Complains if there is no such column. */
bool text_column(const text_lines *t, token line, size_t column, token *found);

#endif
