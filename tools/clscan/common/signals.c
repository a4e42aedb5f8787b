#include "common/signals.h"
#include "common/message.h"
#include "common/unfinished.h"
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* Ends the process by the same signal, which is blocked until the handler returns. */
static void ended(int signal_number) {
    const struct sigaction usual = { .sa_handler = SIG_DFL };
    unfinished_remove();
    sigaction(signal_number, &usual, NULL);
    raise(signal_number);
}

/* SIGBUS in a mapped file means that the file was cut short: the tool says so and exits as after any other error. Any
 * other SIGBUS is a crash. The first of several threads ends the process. A handler may call write, but not printf. */
static void lost(int signal_number, siginfo_t *info, void *context) {
    static volatile sig_atomic_t ending;
    static const char sentence[] = "clscan: a file was cut short while it was in use, or its disk failed\n";
    (void)context;
    if (info->si_code != BUS_ADRERR) {
        ended(signal_number);
        return;
    }
    while (ending++)
        pause();
    (void)!write(STDERR_FILENO, sentence, sizeof sentence - 1);
    unfinished_remove();
    _exit(EXIT_ERROR);
}

/* The handler stays installed, because several threads may get the signal. */
void signals_arm_files(void) {
    const struct sigaction for_all = { .sa_sigaction = lost, .sa_flags = SA_SIGINFO | SA_ONSTACK };
    sigaction(SIGBUS, &for_all, NULL);
}

/* Handlers get a stack of their own, because a compiler that recurses too deep has used up the stack of the main
 * thread. With a sanitizer, the main thread has such a stack already. */
static void give_stack(void) {
    static char stack[1 << 16];
    const stack_t ours = { .ss_sp = stack, .ss_size = sizeof stack };
    stack_t old;
    if (sigaltstack(NULL, &old) == 0 && (old.ss_flags & SS_DISABLE))
        sigaltstack(&ours, NULL);
}

/* A signal that is ignored, as SIGHUP under nohup, stays ignored. */
static void arm_unless_ignored(int signal_number) {
    const struct sigaction ours = { .sa_handler = ended };
    struct sigaction old;
    if (sigaction(signal_number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(signal_number, &ours, NULL);
}

/* A fault that is ignored kills the process too, but without the handler: its signal is always caught. */
static void arm(int signal_number) {
    const struct sigaction ours = { .sa_handler = ended, .sa_flags = SA_ONSTACK };
    sigaction(signal_number, &ours, NULL);
}

/* A driver, or its compiler, may crash, call abort() or call exit(). */
void signals_arm(void) {
    static const int interrupts[] = { SIGINT,  SIGTERM, SIGHUP,  SIGPIPE, SIGQUIT,   SIGXCPU,
                                      SIGALRM, SIGUSR1, SIGUSR2, SIGPROF, SIGVTALRM, SIGPOLL },
                     crashes[] = { SIGSEGV, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP };
    atexit(unfinished_remove);
    give_stack();
    for (size_t i = 0; i < sizeof interrupts / sizeof *interrupts; i++)
        arm_unless_ignored(interrupts[i]);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        arm(crashes[i]);
    signals_arm_files();
    signal(SIGXFSZ, SIG_IGN); /* write() says so too */
}
