/* A thread that does one job after the other. A team's worker waits for the summaries of its calls. With NVIDIA's
 * driver 580, a host callback (clSetEventCallback) comes 110 to 170 us after its command has ended, and a thread that
 * waits goes on after 10 to 50 us (two H200, November 27, 2026). */
#ifndef CS_TEAM_WORKER_H
#define CS_TEAM_WORKER_H

#include "base/status.h"

#include <pthread.h>
#include <stdbool.h>

typedef struct cs_job {
    struct cs_job *next;
    void (*run)(void *user);
    void *user;
} cs_job;

typedef struct cs_worker {
    pthread_mutex_t mutex; /* protects the next fields */
    pthread_cond_t changed;
    cs_job *first, *last; /* the jobs that are to be done */
    bool ends;            /* the thread ends when there are no more jobs */
    bool started;
    pthread_t thread;
} cs_worker;

/* Starts the thread. A worker of zeros, which was not started, may be stopped. */
clscan_status cs_worker_start(cs_worker *worker);

/* Adds a job, which lives until it has begun to run. */
void cs_worker_add(cs_worker *worker, cs_job *job);

/* Ends the thread when it has done all jobs. */
void cs_worker_stop(cs_worker *worker);

#endif
