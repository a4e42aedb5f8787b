#include "common/child.h"
#include "common/message.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const double end_seconds = 10; /* for a child to close its device, or to die of SIGKILL */

static char **program;

void child_remember(char **argv) {
    program = argv;
}

/* ----------------------------------------------------------------------------------------------- the socket */

/* A child that has died must not end the parent by SIGPIPE. */
static bool put(int socket, const void *bytes, size_t size) {
    for (const char *at = bytes; size > 0;) {
        const ssize_t sent = send(socket, at, size, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR)
            return false;
        at += sent < 0 ? 0 : sent;
        size -= sent < 0 ? 0 : (size_t)sent;
    }
    return true;
}

/* Waits until the socket can be read. The time is counted in slices. If the terminal stops both processes (Ctrl-Z), at
 * most one slice of the stopped time counts. */
static bool wait_for(int socket, double limit) {
    const double slice = limit < 1 ? limit : 1;
    struct pollfd at = { .fd = socket, .events = POLLIN };
    for (double waited = 0; waited < limit;) {
        const int ready = poll(&at, 1, (int)(1000 * slice) + 1);
        if (ready > 0)
            return true;
        waited += ready == 0 ? slice : 0;
    }
    return false;
}

typedef enum received { RECEIVED, ENDED, TIMED_OUT } received;

static received get(int socket, void *bytes, size_t size, double limit) {
    for (char *at = bytes; size > 0;) {
        if (!wait_for(socket, limit))
            return TIMED_OUT;
        const ssize_t got = recv(socket, at, size, 0);
        if (got == 0 || (got < 0 && errno != EINTR))
            return ENDED;
        at += got < 0 ? 0 : got;
        size -= got < 0 ? 0 : (size_t)got;
    }
    return RECEIVED;
}

/* ------------------------------------------------------------------------------------------------- a process */

/* Returns the arguments of a child, to be freed: `trials`, the socket, and the arguments of this process. */
static char **arguments_for(char *socket) {
    static char subcommand[] = CHILD_SUBCOMMAND;
    size_t count = 0;
    while (program[count])
        count++;
    char **arguments = calloc(count + 3, sizeof *arguments);
    if (arguments) {
        arguments[0] = program[0];
        arguments[1] = subcommand;
        arguments[2] = socket;
        memcpy(arguments + 3, program + 1, (count - 1) * sizeof *arguments);
    }
    return arguments;
}

/* Without /proc, the tool is searched in PATH, as the shell did. */
static bool spawn(child *c, int socket) {
    char number[16];
    snprintf(number, sizeof number, "%d", socket);
    char **arguments = arguments_for(number);
    if (!arguments)
        return complain("out of memory");
    int error = posix_spawn(&c->pid, "/proc/self/exe", NULL, NULL, arguments, environ);
    if (error)
        error = posix_spawnp(&c->pid, program[0], NULL, NULL, arguments, environ);
    free(arguments);
    if (error)
        c->pid = 0;
    return !error || complain("can't start %s as a child process: %s", program[0], strerror(error));
}

static bool start(child *c) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        return complain("can't make a pair of sockets: %s", strerror(errno));
    c->socket = pair[0];
    fcntl(c->socket, F_SETFD, FD_CLOEXEC);
    const bool ok = spawn(c, pair[1]);
    close(pair[1]);
    if (!ok)
        close(c->socket);
    return ok;
}

/* Returns true if the child has closed its end of the socket, as the last thing that it does. */
static bool has_ended(const child *c) {
    received got;
    char ignored;
    do
        got = get(c->socket, &ignored, 1, end_seconds);
    while (got == RECEIVED);
    return got == ENDED;
}

/* Returns the status as waitpid does. A process that a broken device keeps alive in spite of SIGKILL is left behind:
 * its status is 0. */
static int reap(child *c) {
    const int how = has_ended(c) ? 0 : WNOHANG;
    int status = 0;
    while (waitpid(c->pid, &status, how) < 0 && errno == EINTR) {
    }
    close(c->socket);
    c->pid = 0;
    return status;
}

/* ------------------------------------------------------------------------------------------------- how it ended */

static const char *name_of_signal(int number) {
    static const struct {
        int number;
        const char *name;
    } names[] = { { SIGSEGV, "SIGSEGV" }, { SIGBUS, "SIGBUS" },   { SIGILL, "SIGILL" }, { SIGFPE, "SIGFPE" },
                  { SIGABRT, "SIGABRT" }, { SIGTRAP, "SIGTRAP" }, { SIGSYS, "SIGSYS" }, { SIGPIPE, "SIGPIPE" } };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].number == number)
            return names[i].name;
    return NULL;
}

/* Linux ends a process by SIGKILL where memory runs out. */
static void tell_signal(child *c, int number) {
    const char *name = name_of_signal(number);
    if (name)
        snprintf(c->how, sizeof c->how, "%s in the driver", name);
    else if (number == SIGKILL)
        snprintf(c->how, sizeof c->how, "SIGKILL, out of memory?");
    else
        snprintf(c->how, sizeof c->how, "signal %d in the driver", number);
}

/* A signal of the terminal that ended the child was meant for the whole run. */
static void pass_on(int number) {
    if (number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT)
        raise(number);
}

static child_answer lose(child *c, bool hung, const char *what) {
    if (hung)
        kill(c->pid, SIGKILL);
    const int status = reap(c);
    c->result = hung ? "hung" : "crashed";
    if (hung)
        snprintf(c->how, sizeof c->how, "no answer in %g s", c->limit);
    else if (WIFSIGNALED(status))
        tell_signal(c, WTERMSIG(status));
    else
        snprintf(c->how, sizeof c->how, "exit status %d in the driver", WEXITSTATUS(status));
    if (!hung && WIFSIGNALED(status))
        pass_on(WTERMSIG(status));
    say("%s%s%s: %s: %s", colour_bad(), c->result, colour_off(), c->how, what);
    return CHILD_LOST;
}

/* --------------------------------------------------------------------------------------------------- the parent */

child_answer child_ask(child *c, const void *request, size_t request_size, void *reply, size_t reply_size,
                       const char *what) {
    if (c->pid == 0 && !start(c))
        return CHILD_FAILED;
    if (!put(c->socket, request, request_size))
        return lose(c, false, what);
    const received got = get(c->socket, reply, reply_size, c->limit);
    return got == RECEIVED ? CHILD_REPLIED : lose(c, got == TIMED_OUT, what);
}

bool child_end(child *c) {
    if (c->pid == 0)
        return true;
    shutdown(c->socket, SHUT_WR);
    if (!has_ended(c))
        kill(c->pid, SIGKILL);
    const int status = reap(c);
    if (!WIFSIGNALED(status))
        return WEXITSTATUS(status) == EXIT_OK;
    tell_signal(c, WTERMSIG(status));
    pass_on(WTERMSIG(status));
    say("crashed: %s: closing the device", WTERMSIG(status) == SIGKILL ? "not done in 10 s" : c->how);
    return true;
}

/* ---------------------------------------------------------------------------------------------------- the child */

/* A hung driver does not read the socket. */
static void *end_with_parent(void *socket) {
    struct pollfd at = { .fd = *(int *)socket, .events = 0 };
    while (poll(&at, 1, -1) < 0 || !(at.revents & (POLLHUP | POLLERR | POLLNVAL))) {
    }
    _exit(EXIT_ERROR);
}

/* Signals stay with the thread that runs the driver. */
static bool watch(int *socket) {
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int error = pthread_create(&thread, NULL, end_with_parent, socket);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return (!error && pthread_detach(thread) == 0) || complain("can't start a thread: %s", strerror(error));
}

static bool receive(int socket, void *bytes, size_t size) {
    ssize_t got;
    while ((got = recv(socket, bytes, size, MSG_WAITALL)) < 0 && errno == EINTR) {
    }
    return got == (ssize_t)size;
}

/* A driver's compiler may start processes, which must not hold the socket. No file is mapped here: SIGBUS is the
 * driver's own. */
int child_serve(int socket, size_t request_size, size_t reply_size, child_serve_fn serve, void *state) {
    static int watched;
    void *request = malloc(request_size), *reply = calloc(1, reply_size);
    int status = EXIT_ERROR;
    watched = socket;
    signal(SIGBUS, SIG_DFL);
    if (!request || !reply)
        complain("out of memory");
    else if (fcntl(socket, F_SETFD, FD_CLOEXEC) != 0)
        complain("'%s' is for the tool's own use", CHILD_SUBCOMMAND);
    else if (watch(&watched)) {
        status = EXIT_OK;
        while (status == EXIT_OK && receive(socket, request, request_size)) {
            memset(reply, 0, reply_size);
            progress_continue();
            serve(state, request, reply);
            status = put(socket, reply, reply_size) ? EXIT_OK : EXIT_ERROR;
        }
    }
    free(request);
    free(reply);
    return status;
}
