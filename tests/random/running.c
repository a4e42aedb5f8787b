#include "random/running.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static const int signals[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTERM };
static struct sigaction before[COUNT(signals)];

/* The line is written before the signal comes, because few functions can be called in a signal handler. */
static char text[1200];
static volatile size_t length;

void running_set(const test_case *tc) {
    char line[1024];
    test_case_print(tc, line, sizeof line);
    length = 0;
    const int bytes = snprintf(text, sizeof text, "test_random --case '%s': ended by a signal\n", line);
    length = bytes > 0 && (size_t)bytes < sizeof text ? (size_t)bytes : 0;
}

/* Prints the line and restores the action from before, such as a sanitizer's. When this handler returns, the
 * instruction that faulted faults again, and abort() aborts again. */
static void print(int signal_number) {
    const ssize_t written = write(STDOUT_FILENO, text, length);
    (void)written;
    for (size_t i = 0; i < COUNT(signals); i++)
        if (signals[i] == signal_number)
            sigaction(signal_number, &before[i], NULL);
    if (signal_number == SIGTERM)
        raise(signal_number);
}

void running_watch(void) {
    const struct sigaction ours = { .sa_handler = print };
    for (size_t i = 0; i < COUNT(signals); i++)
        sigaction(signals[i], &ours, &before[i]);
}
