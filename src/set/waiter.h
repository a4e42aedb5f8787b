/* A thread of a set, which waits for the summaries of one call after the other. With NVIDIA's driver 580, a host
 * callback (clSetEventCallback) comes 110 to 170 us after its command has ended, and a thread that waits goes on after
 * some 10 us (two H200, November 27, 2026). */
#ifndef CS_SET_WAITER_H
#define CS_SET_WAITER_H

#include "base/status.h"

#include <pthread.h>
#include <stdbool.h>

struct cs_exchange;

typedef struct cs_waiter {
    pthread_mutex_t mutex; /* protects the next fields */
    pthread_cond_t changed;
    struct cs_exchange *first, *last; /* the exchanges that are waited for, in the order of their calls */
    bool ends;                        /* the thread ends when there are no more exchanges */
    bool started;
    pthread_t thread;
} cs_waiter;

/* Starts the thread. A waiter of zeros that was not started may be stopped. */
clscan_status cs_waiter_start(cs_waiter *waiter);

/* Hands an exchange to the thread, which calls cs_exchange_complete for it. */
void cs_waiter_add(cs_waiter *waiter, struct cs_exchange *exchange);

/* Ends the thread when it has completed all exchanges. */
void cs_waiter_stop(cs_waiter *waiter);

#endif
