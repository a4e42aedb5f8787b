#include "set/waiter.h"

#include "base/try.h"
#include "set/exchange.h"

/* Returns the next exchange, or NULL if the thread ends. */
static cs_exchange *take(cs_waiter *w) {
    pthread_mutex_lock(&w->mutex);
    while (!w->first && !w->ends)
        pthread_cond_wait(&w->changed, &w->mutex);
    cs_exchange *const x = w->first;
    if (x)
        w->first = x->next;
    pthread_mutex_unlock(&w->mutex);
    return x;
}

static void *run(void *waiter) {
    for (cs_exchange *x; (x = take(waiter));)
        cs_exchange_complete(x);
    return NULL;
}

clscan_status cs_waiter_start(cs_waiter *w) {
    clscan_status status = CLSCAN_OK;
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->changed, NULL);
    const int error = pthread_create(&w->thread, NULL, run, w);
    w->started = error == 0;
    FAIL_IF(error, CLSCAN_ERROR_OUT_OF_MEMORY, "a set needs a thread, and pthread_create failed: error %d", error);
done:
    return status;
}

void cs_waiter_add(cs_waiter *w, cs_exchange *x) {
    pthread_mutex_lock(&w->mutex);
    x->next = NULL;
    if (w->first)
        w->last->next = x;
    else
        w->first = x;
    w->last = x;
    pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->mutex);
}

void cs_waiter_stop(cs_waiter *w) {
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
