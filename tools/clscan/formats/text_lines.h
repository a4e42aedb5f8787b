/* The lines of a text and their columns. Empty lines at its end do not count. */
#ifndef CLSCAN_TOOL_TEXT_LINES_H
#define CLSCAN_TOOL_TEXT_LINES_H

#include "formats/feed.h"
#include "formats/format.h"

typedef struct token {
    const char *begin, *end;
} token;

typedef struct text_lines {
    const char *name;     /* the name of the file */
    const char *begin;    /* the beginning of the text that is in memory */
    size_t before;        /* bytes of the file before it */
    const char *at, *end; /* the text that is not read yet */
    size_t line;          /* the number of the line that was read last, from 1 */
    char delimiter;       /* the character between columns; NUL if a line has one column */
} text_lines;

/* Begins to read lines: after a byte order mark and the lines to be skipped. */
text_lines text_lines_of(const input *in, const data_options *options);

/* Begins to read lines of a file that is read piece by piece. */
text_lines text_lines_begin(const feed *from, const data_options *options);

/* Takes the lines that were found from the feed, after they have been read, and finds the next whole lines. There may
 * be none yet. Reads once at most. Complains on failure. */
bool text_lines_refill(text_lines *t, feed *from, const data_options *options);

/* Makes lines of the whole lines that have come, without taking them from the feed. */
text_lines text_lines_at_hand(const feed *from, const data_options *options);

/* Reads the next line. Returns false at the end of the text. */
bool text_next_line(text_lines *t, token *line);

/* Finds column `column` of the line just read, counted from 1, without blanks around it. 0 stands for the whole line.
 * Complains if there is no such column. */
bool text_column(const text_lines *t, token line, size_t column, token *found);

/* Returns advice in brackets for text that looks like several columns: which value of --delimiter divides it. "" if
 * nothing looks like a delimiter. */
const char *text_delimiter_advice(token text);

#endif
