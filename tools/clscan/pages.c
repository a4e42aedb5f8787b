#include "pages.h"
#include "options/option_values.h"
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------ man page */

/* Escapes characters that are special in roff, or that roff would replace by typographic ones. */
static const char *in_roff(char c) {
    static const char *const names[128] = {
        ['\\'] = "\\e", ['-'] = "\\-", ['`'] = "\\(ga", ['\''] = "\\(aq", ['^'] = "\\(ha", ['~'] = "\\(ti"
    };
    return names[c & 127];
}

/* Protects a line that begins with a dot, which roff would take as a request. */
static void print_roff(const char *text, size_t length) {
    fputs(length > 0 && *text == '.' ? "\\&" : "", stdout);
    for (size_t i = 0; i < length; i++)
        if (in_roff(text[i]))
            fputs(in_roff(text[i]), stdout);
        else
            putchar(text[i]);
}

static void print_words(const char *text) {
    print_roff(text, strlen(text));
}

/* Prints notes. Their lines are broken for a terminal, and blank lines divide paragraphs. */
static void print_notes(const char *notes) {
    fputs(*notes ? ".SS Notes\n" : "", stdout);
    for (size_t length; *notes; notes += length + 1) {
        length = strcspn(notes, "\n");
        if (length > 0)
            print_roff(notes, length);
        puts(length > 0 ? "" : ".PP");
    }
}

/* Prints lines of shell as they are. */
static void print_examples(const char *lines) {
    puts(".SS Examples\n.nf");
    for (size_t length; *lines; lines += length + 1) {
        length = strcspn(lines, "\n");
        print_roff(lines, length);
        putchar('\n');
    }
    puts(".fi");
}

/* Prints an option: its names in the first line of a paragraph, then the help. */
static void print_man_option(const option_row *row) {
    puts(".TP");
    if (row->letter)
        printf("\\fB\\-%c\\fR, ", row->letter);
    fputs("\\fB\\-\\-", stdout);
    print_words(row->name);
    printf("\\fR%s", row->value ? " \\fI" : "");
    print_words(row->value ? row->value : "");
    puts("\\fR");
    print_words(row->help);
    putchar('\n');
    for (int i = 0; row->names && row->names(i); i++)
        printf("%s%s\n", row->names(i), row->names(i + 1) ? "," : "");
}

static void print_man_heading(const char *text) {
    printf(".SS %s\n", text);
}

static void print_man_subcommand(const subcommand *command) {
    printf(".SH \"clscan %s [OPTION]...%s%s\"\n", command->name, command->most_operands ? " " : "", command->operands);
    print_words(command->summary);
    puts(".");
    options_visit(command, print_man_heading, print_man_option);
    print_notes(command->notes);
    print_examples(command->examples);
}

void pages_print_man(void) {
    const int version = clscan_version();
    printf(".TH CLSCAN 1 \"\" \"clscan %d.%d.%d\" \"User Commands\"\n", version / 10000, version / 100 % 100,
           version % 100);
    puts(".SH NAME\nclscan \\- prefix scans, selections, reductions, sorts and histograms on any OpenCL device\n"
         ".SH SYNOPSIS\n\\fBclscan\\fR \\fISUBCOMMAND\\fR [\\fIOPTION\\fR]...");
    for (int i = 0; subcommand_at(i); i++)
        print_man_subcommand(subcommand_at(i));
}

/* ------------------------------------------------------------------------------------------------ completion */

/* Returns true for options whose value is, or may be, a file or a folder: FILE, COLUMN|FILE or DIR. */
static bool takes_file(const option_row *row) {
    return row->value && (strstr(row->value, "FILE") || strcmp(row->value, "DIR") == 0);
}

static void print_values(const option_row *row) {
    if (strcmp(row->value, "FORMAT") == 0)
        fputs("npy raw text", stdout);
    for (int i = 0; row->names && row->names(i); i++)
        printf("%s%s", i ? " " : "", row->names(i));
}

/* Prints the possible values of options, for each subcommand. */
static void print_value_cases(const subcommand *command) {
    for (int i = 0; option_row_at(i); i++) {
        const option_row *row = option_row_at(i);
        if (!(row->commands & command->bit) || !row->value)
            continue;
        printf("    %s:--%s", command->name, row->name);
        if (row->letter)
            printf(" | %s:-%c", command->name, row->letter);
        fputs(") ", stdout);
        if (takes_file(row)) {
            puts("files=1 ;;");
            continue;
        }
        fputs("words='", stdout);
        print_values(row);
        puts("' ;;");
    }
}

/* Prints the possible operands: words that '|' divides, or files if a dash may stand for them. */
static void print_word_case(const subcommand *command) {
    const bool has_files = command->fewest_operands < command->most_operands;
    printf("    %s:*) %swords='", command->name, has_files ? "files=1 " : "");
    for (int i = 0; option_row_at(i); i++)
        if (option_row_at(i)->commands & command->bit)
            printf("--%s ", option_row_at(i)->name);
    for (const char *c = strchr(command->operands, '|') ? command->operands : ""; *c; c++)
        putchar(*c == '|' ? ' ' : *c);
    puts("' ;;");
}

/* Bash makes a word of each '=', and compgen completes what follows the last comma of a list. */
void pages_print_completion(void) {
    puts("# bash completion for clscan\n"
         "_clscan() {\n"
         "    local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} words='' files='' list=''\n"
         "    [ \"$word\" != = ] || word=''\n"
         "    [ \"$option\" != = ] || option=${COMP_WORDS[COMP_CWORD - 2]}\n"
         "    [ \"${COMP_WORDS[COMP_CWORD]}\" != = ] || option=${COMP_WORDS[COMP_CWORD - 1]}\n"
         "    [ \"$COMP_CWORD\" -gt 1 ] || option=''\n"
         "    case \"${COMP_WORDS[1]}:$option\" in");
    for (int i = 0; subcommand_at(i); i++) {
        print_value_cases(subcommand_at(i));
        print_word_case(subcommand_at(i));
    }
    fputs("    *) words='--help --version", stdout);
    for (int i = 0; subcommand_at(i); i++)
        printf(" %s", subcommand_at(i)->name);
    puts("' ;;\n"
         "    esac\n"
         "    case $word in *,*) list=${word%,*}, ;; esac\n"
         "    COMPREPLY=($(compgen ${list:+-P \"$list\"} -W \"$words\" -- \"${word##*,}\"))\n"
         "    [ -z \"$files\" ] || case $word in -*) ;; *) COMPREPLY=($(compgen -f -- \"$word\")) ;; esac\n"
         "}\n"
         "complete -o filenames -F _clscan clscan");
}
