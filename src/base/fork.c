#include "base/fork.h"

#include "base/try.h"

#include <pthread.h>
#include <unistd.h>

static bool forked;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void in_child(void) {
    forked = true;
}

static void watch(void) {
    pthread_atfork(NULL, NULL, in_child);
}

/* A fork handler costs callers nothing. Comparing process ids instead would cost each call 0.3 us for getpid(). */
void cs_fork_watch(void) {
    pthread_once(&once, watch);
}

bool cs_forked(void) {
    return forked;
}

clscan_status cs_fork_check(void) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(
        cs_forked(), CLSCAN_ERROR_FORKED,
        "process %ld is a fork of a process that had used OpenCL through clscan, and OpenCL's threads do not survive "
        "a fork. Fork before the first device is opened, or exec in the child",
        (long)getpid());
done:
    return status;
}
