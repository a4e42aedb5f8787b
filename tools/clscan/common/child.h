/* Trials in a child process: a driver that crashes or hangs ends the child, and the run goes on with a new child.
 *
 * OpenCL does not survive fork(). The child is therefore this tool, started anew as
 *
 *     clscan trials SOCKET SUBCOMMAND OPTION...
 *
 * where SOCKET is the number of the file through which the parent sends requests and reads replies. Each request is
 * one struct of the subcommand, and so is each reply. `trials` is not for users: --help does not list it.
 *
 * The parent makes no OpenCL call. The child keeps its device and data for the next request. After a crash, a new child
 * opens the device and makes the data again. Both processes write their messages to the same stderr. If the parent ends
 * in any way, the child ends too. */
#ifndef CLSCAN_TOOL_CHILD_H
#define CLSCAN_TOOL_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define CHILD_SUBCOMMAND "trials"

enum { CHILD_SECONDS = 600 }; /* the usual limit */

/* A zeroed child with a limit is ready to be asked. */
typedef struct child {
    double limit; /* seconds that a request may take until the child counts as hung */
    pid_t pid;    /* 0 while no child runs */
    int socket;
    const char *result; /* how the last child was lost: "crashed" or "hung" */
    char how[64];       /* in more words: "SIGSEGV in the driver" */
} child;

typedef enum child_answer {
    CHILD_REPLIED,
    CHILD_LOST,  /* The child crashed or hung, and one line says so; the next request starts a new child. */
    CHILD_FAILED /* No child could be started, and a complaint says why. */
} child_answer;

/* Remembers the command line for child processes; getopt may permute the array later. */
void child_remember(char **argv);

/* Sends the request to the child, which is started if none runs, and waits for the reply. `what` says in words what is
 * tried: it ends the line about a crash. A child that a signal of the terminal has ended ends the parent, too. */
child_answer child_ask(child *c, const void *request, size_t request_size, void *reply, size_t reply_size,
                       const char *what);

/* Lets the child close its device and end. If the child crashes while it ends, one line says so. Returns false if the
 * child ended with another exit status than 0, which it has complained about. Does nothing if no child runs. */
bool child_end(child *c);

/* In the child: answers requests until the parent has no more. `serve` fills the reply, which is zeroed before. Returns
 * the exit status. */
typedef void (*child_serve_fn)(void *state, const void *request, void *reply);
int child_serve(int socket, size_t request_size, size_t reply_size, child_serve_fn serve, void *state);

#endif
