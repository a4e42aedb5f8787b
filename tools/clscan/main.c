/* The command-line tool: finds the subcommand and runs it. */
#include "common/child.h"
#include "common/message.h"
#include "common/signals.h"
#include "options/options.h"
#include "pages.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_help(void) {
    puts("usage: clscan SUBCOMMAND [OPTION]...\nPrefix scans, selections, reductions, sorts and histograms on any "
         "OpenCL device.\n");
    for (int i = 0; subcommand_at(i); i++)
        printf("  %-9s  %s\n", subcommand_at(i)->name, subcommand_at(i)->summary);
    puts("\nclscan SUBCOMMAND --help describes a subcommand, and clscan --version prints the version.\n"
         "clscan --man prints the man page, and clscan --completion the completion for bash; both are installed.\n\n"
         "Examples:\n  clscan devices\n  seq 10 | clscan scan");
}

/* Prints lines with an indentation. */
static void print_indented(const char *lines) {
    for (size_t length; *lines; lines += length + 1) {
        length = strcspn(lines, "\n");
        printf("  %.*s\n", (int)length, lines);
    }
}

/* `socket` is the socket of a child process, and below 0 in other processes. */
static int run(const subcommand *command, int argc, char **argv, int socket) {
    options o;
    if (!options_parse(command, argc, argv, &o))
        return EXIT_ERROR;
    if (socket >= 0 && command->serve)
        return command->serve(&o, socket);
    if (!o.help)
        return command->run(&o);
    printf("usage: clscan %s [OPTION]...%s%s\n%s.\n", command->name, command->most_operands ? " " : "",
           command->operands, command->summary);
    options_help(command);
    printf("%s%s\nExamples:\n", *command->notes ? "\n" : "", command->notes);
    print_indented(command->examples);
    return EXIT_OK;
}

static int dispatch(int argc, char **argv, int socket) {
    const char *name = argc > 1 ? argv[1] : "";
    const int version = clscan_version();
    for (int i = 0; subcommand_at(i); i++)
        if (strcmp(subcommand_at(i)->name, name) == 0)
            return run(subcommand_at(i), argc - 1, argv + 1, socket);
    if (strcmp(name, "--version") == 0)
        printf("clscan %d.%d.%d\n", version / 10000, version / 100 % 100, version % 100);
    else if (strcmp(name, "--man") == 0)
        pages_print_man();
    else if (strcmp(name, "--completion") == 0)
        pages_print_completion();
    else if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        print_help();
    else if (*name)
        return complain("'%s' is not a subcommand; clscan --help lists them", name), EXIT_ERROR;
    else
        return complain("a subcommand is missing; clscan --help lists them"), EXIT_ERROR;
    return EXIT_OK;
}

/* Opens standard files that the calling process has closed. Otherwise the next opened file would get the number of, for
 * example, stdout, and the output would go into that file. Each is opened in the wrong direction, so that its use fails
 * as the use of a closed file does. */
static void occupy_standard_files(void) {
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) < 0 && errno == EBADF)
            open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* Runs the subcommand. Errors of all printf calls are reported once, at the end. */
int main(int argc, char **argv) {
    occupy_standard_files();
    signals_arm();
    child_remember(argv);
    const bool is_child = argc > 3 && strcmp(argv[1], CHILD_SUBCOMMAND) == 0;
    const int status = is_child ? dispatch(argc - 2, argv + 2, atoi(argv[2])) : dispatch(argc, argv, -1);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    complain("stdout: can't write: %s", strerror(errno));
    return EXIT_ERROR;
}
