/* Output files of the command line. However the process ends, committed files stay, and no other files do. */
#include "formats/output_file.h"
#include "common/message.h"
#include "common/signals.h"
#include "support/check.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/clscan-output-XXXXXX";

/* --------------------------------------------------------------------------------------------- ways to end early */

static int to_raise;

static void raise_it(void) {
    raise(to_raise);
}

static void *raise_on_thread(void *unused) {
    (void)unused;
    pthread_kill(pthread_self(), to_raise);
    return NULL;
}

static void raise_elsewhere(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, raise_on_thread, NULL);
    pthread_join(thread, NULL);
}

static void write_nowhere(void) {
    char *page = mmap(NULL, 1, PROT_NONE, MAP_PRIVATE, fileno(tmpfile()), 0);
    *page = 1;
}

/* Overflows the stack. The recursion ends only if `above` is not zero, which never happens. */
static int recurse(const volatile char *above) {
    volatile char mine[4096];
    mine[0] = above[0];
    return mine[0] ? 0 : recurse(mine) + mine[0];
}

static void use_up_the_stack(void) {
    volatile char none[1] = { 0 };
    exit(recurse(none));
}

/* Truncates the file behind mapped memory, and accesses the memory. */
static void lose_a_file(void) {
    FILE *file = tmpfile();
    char *page = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
    *page = 1;
}

static void exit_with_3(void) {
    exit(3);
}

/* A child inherits the list of files and the signal handlers, but must not remove its parent's files. */
static void end_after_children(void) {
    for (int i = 0; i < 2; i++) {
        const pid_t child = fork();
        if (child == 0)
            i ? exit(0) : raise_it();
        waitpid(child, NULL, 0);
    }
    _exit(access(".", F_OK) == 0 ? 4 : 5);
}

/* --------------------------------------------------------------------------------------------------------- cases */

/* Writes the names of the folder's files to `names`, each followed by a blank. Removes unfinished files, and returns
 * their number. */
static size_t look_around(char names[static 256]) {
    DIR *files = opendir(".");
    size_t temporary = 0;
    assert_non_null(files);
    names[0] = '\0';
    for (const struct dirent *file; (file = readdir(files));) {
        const bool is_temporary = strncmp(file->d_name, ".clscan.", 8) == 0;
        temporary += is_temporary;
        if (is_temporary)
            unlink(file->d_name);
        else if (file->d_name[0] != '.')
            strcat(strcat(names, file->d_name), " ");
    }
    closedir(files);
    return temporary;
}

/* Commits one file, closes another one without commit, and calls `end` while `count` files are being written. */
static void write_and_end(size_t count, void (*end)(void)) {
    static output_file outputs[9];
    const struct rlimit none = { 0 };
    setrlimit(RLIMIT_CORE, &none);
    signals_arm();
    for (size_t i = 0; i < count + 2; i++) {
        char name[32];
        snprintf(name, sizeof name, "out%zu", i);
        if (!output_open(name, &outputs[i]) || !output_write(&outputs[i], "half", 4))
            _exit(6);
    }
    if (!output_commit(&outputs[1]))
        _exit(7);
    output_close(&outputs[1]);
    output_close(&outputs[0]);
    end();
    _exit(8);
}

static int status_of(size_t count, void (*end)(void)) {
    int status = 0;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
        write_and_end(count, end);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void check_left(size_t temporary) {
    char names[256];
    assert_int_equal(look_around(names), temporary);
    assert_string_equal(names, "out1 ");
}

static const size_t counts[] = { 0, 1, 2, 7 };

static void check_death(void (*end)(void), int signal_number) {
    for (size_t i = 0; i < COUNT(counts); i++) {
        const int status = status_of(counts[i], end);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), signal_number);
        check_left(0);
    }
}

static void check_exit(void (*end)(void), int expected) {
    const int status = status_of(3, end);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), expected);
}

static void test_signals(void **state) {
    static const int signals[] = { SIGUSR1, SIGUSR2, SIGPROF, SIGVTALRM, SIGPOLL, SIGINT,  SIGTERM,
                                   SIGHUP,  SIGPIPE, SIGQUIT, SIGXCPU,   SIGALRM, SIGSEGV, SIGBUS,
                                   SIGFPE,  SIGILL,  SIGABRT, SIGSYS,    SIGTRAP };
    (void)state;
    for (size_t i = 0; i < COUNT(signals); i++) {
        to_raise = signals[i];
        check_death(raise_it, to_raise);
        check_death(raise_elsewhere, to_raise);
    }
}

static void test_faults(void **state) {
    (void)state;
    check_death(write_nowhere, SIGSEGV);
    check_death(use_up_the_stack, SIGSEGV);
    check_death(abort, SIGABRT);
}

static void test_exits(void **state) {
    (void)state;
    check_exit(exit_with_3, 3);
    check_left(0);
    check_exit(lose_a_file, EXIT_ERROR);
    check_left(0);
}

static void test_children_leave_files_alone(void **state) {
    (void)state;
    to_raise = SIGSEGV;
    check_exit(end_after_children, 4);
    check_left(3);
}

/* A process that ignores SIGHUP, as under nohup, continues. SIGSEGV ends the process even if it is ignored. */
static void test_what_is_ignored(void **state) {
    (void)state;
    to_raise = SIGHUP;
    signal(SIGHUP, SIG_IGN);
    check_exit(raise_it, 8);
    check_left(3);
    signal(SIGHUP, SIG_DFL);
    signal(SIGSEGV, SIG_IGN);
    check_death(write_nowhere, SIGSEGV);
    signal(SIGSEGV, SIG_DFL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signals),         cmocka_unit_test(test_faults),
        cmocka_unit_test(test_exits),           cmocka_unit_test(test_children_leave_files_alone),
        cmocka_unit_test(test_what_is_ignored),
    };
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return unlink("out1") + rmdir(folder) + failed;
}
