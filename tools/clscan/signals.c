#include "signals.h"
#include "message.h"
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* The tool writes one file. */
static char *volatile unfinished;

static void remove_unfinished(void) {
    if (unfinished)
        unlink(unfinished);
}

/* A device's compiler may call exit(). */
void signals_unfinished(char *path) {
    if (path)
        atexit(remove_unfinished);
    unfinished = path;
}

static void interrupted(int signal_number) {
    remove_unfinished();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* Memory that is a file, and the file is not there any more. Only what a handler may call: printf is not. The first of
 * several threads ends the process. */
static void lost(int signal_number) {
    static volatile sig_atomic_t ending;
    static const char sentence[] = "clscan: a file was cut short while it was in use, or its disk failed\n";
    (void)signal_number;
    while (ending++)
        pause();
    (void)!write(STDERR_FILENO, sentence, sizeof sentence - 1);
    remove_unfinished();
    _exit(EXIT_ERROR);
}

/* Several threads may get there: the handler stays. */
void signals_arm_files(void) {
    const struct sigaction for_all = { .sa_handler = lost };
    sigaction(SIGBUS, &for_all, NULL);
}

/* A signal that is ignored, as under nohup, stays so. A driver may call abort(). */
void signals_arm(void) {
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT, SIGXCPU, SIGALRM, SIGABRT };
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (signal(signals[i], interrupted) == SIG_IGN)
            signal(signals[i], SIG_IGN);
    signals_arm_files();
    signal(SIGXFSZ, SIG_IGN); /* write() says so too */
}
