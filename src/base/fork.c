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

/* A handler costs callers nothing; getpid(), to compare process numbers by, took 0.3 us. */
void cs_fork_watch(void) {
    pthread_once(&once, watch);
}

bool cs_forked(void) {
    return forked;
}

clscan_status cs_fork_check(void) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(cs_forked(), CLSCAN_FORKED,
            "process %ld is a fork of one that had used OpenCL by clscan: the threads of OpenCL are not here. Fork "
            "before the first device is opened, or exec",
            (long)getpid());
done:
    return status;
}
