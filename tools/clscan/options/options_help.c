#include "options/option_values.h"
#include "options/options.h"
#include <stdio.h>
#include <string.h>

enum { INDENT = 31, WIDTH = 100 };

/* Prints a blank, a word and the text `end`, on a new line if the line is full. Returns the column after the text. */
static size_t print_word(size_t column, const char *word, size_t length, const char *end) {
    const size_t needed = 1 + length + strlen(end);
    if (column + needed > WIDTH) {
        printf("\n%*s", INDENT, "");
        column = INDENT;
    }
    printf(" %.*s%s", (int)length, word, end);
    return column + needed;
}

static void print_row(const option_row *row) {
    char letter[5] = "    ", left[48];
    size_t column = INDENT;
    if (row->letter)
        snprintf(letter, sizeof letter, "-%c, ", row->letter);
    snprintf(left, sizeof left, "  %s--%s %s", letter, row->name, row->value ? row->value : "");
    printf("%-*s", INDENT, left);
    for (const char *word = row->help; *word; word += strspn(word, " ")) {
        const size_t length = strcspn(word, " ");
        column = print_word(column, word, length, "");
        word += length;
    }
    for (int i = 0; row->names && row->names(i); i++)
        column = print_word(column, row->names(i), strlen(row->names(i)), row->names(i + 1) ? "," : "");
    putchar('\n');
}

static void print_heading(const char *text) {
    printf("\n%s:\n", text);
}

void options_help(const subcommand *command) {
    options_visit(command, print_heading, print_row);
}
