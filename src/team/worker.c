#include "team/worker.h"

#include "base/try.h"

/* Returns the next job, or NULL if the thread ends. */
static cs_job *take_job(cs_worker *w) {
    pthread_mutex_lock(&w->mutex);
    while (!w->first && !w->ends)
        pthread_cond_wait(&w->changed, &w->mutex);
    cs_job *const job = w->first;
    if (job)
        w->first = job->next;
    pthread_mutex_unlock(&w->mutex);
    return job;
}

static void *run_jobs(void *worker) {
    for (cs_job *job; (job = take_job(worker));)
        job->run(job->user);
    return NULL;
}

clscan_status cs_worker_start(cs_worker *w) {
    clscan_status status = CLSCAN_OK;
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->changed, NULL);
    const int error = pthread_create(&w->thread, NULL, run_jobs, w);
    w->started = error == 0;
    FAIL_IF(error, CLSCAN_ERROR_OUT_OF_MEMORY, "a team needs a thread, and pthread_create failed: error %d", error);
done:
    return status;
}

void cs_worker_add(cs_worker *w, cs_job *job) {
    pthread_mutex_lock(&w->mutex);
    job->next = NULL;
    if (w->first)
        w->last->next = job;
    else
        w->first = job;
    w->last = job;
    pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->mutex);
}

void cs_worker_stop(cs_worker *w) {
    if (!w->started)
        return;
    pthread_mutex_lock(&w->mutex);
    w->ends = true;
    pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->mutex);
    pthread_join(w->thread, NULL);
    pthread_cond_destroy(&w->changed);
    pthread_mutex_destroy(&w->mutex);
}
