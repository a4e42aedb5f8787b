#include "files/pipeline.h"
#include "common/message.h"
#include <pthread.h>

typedef struct pipeline {
    clscan_stream *stream;
    const pipeline_ends *ends;
    pthread_mutex_t lock; /* protects the fields below */
    pthread_cond_t changed;
    size_t sent, received; /* how often pieces were sent to the stream, and results received from it */
    bool finished, failed;
} pipeline;

static bool complain_of_stream(const pipeline *p) {
    return complain_of_library(p->ends->cannot);
}

/* Each end counts the elements it has passed on, and wakes the other end. */
static void count(pipeline *p, size_t *events) {
    pthread_mutex_lock(&p->lock);
    ++*events;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

static size_t counted(pipeline *p, const size_t *events) {
    pthread_mutex_lock(&p->lock);
    const size_t n = *events;
    pthread_mutex_unlock(&p->lock);
    return n;
}

static void set(pipeline *p, bool *flag) {
    pthread_mutex_lock(&p->lock);
    *flag = true;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

/* Waits until the other end has done more than `seen`. Returns false if no more follows. */
static bool wait_for(pipeline *p, const size_t *events, size_t seen) {
    pthread_mutex_lock(&p->lock);
    while (*events == seen && !p->failed && !p->finished)
        pthread_cond_wait(&p->changed, &p->lock);
    const bool more = !p->failed && *events != seen;
    pthread_mutex_unlock(&p->lock);
    return more;
}

static bool has_failed(pipeline *p) {
    pthread_mutex_lock(&p->lock);
    const bool failed = p->failed;
    pthread_mutex_unlock(&p->lock);
    return failed;
}

/* ------------------------------------------------------------------------------------------------------- writing */

/* The number of sent pieces is read before the results are asked for, so that no piece is missed that is sent
 * meanwhile. Where there are no results, the stream may have given up pieces that have none, so the other end looks for
 * room again. */
static bool write_results(pipeline *p, bool *more) {
    const size_t seen = counted(p, &p->sent);
    clscan_args results = CLSCAN_ARGS_INIT;
    if (clscan_stream_peek(p->stream, &results) != CLSCAN_OK)
        return complain_of_stream(p);
    if (results.count == 0) {
        count(p, &p->received);
        *more = wait_for(p, &p->sent, seen);
        return true;
    }
    if (!p->ends->write(p->ends->context, &results))
        return false;
    if (clscan_stream_release(p->stream, results.count) != CLSCAN_OK)
        return complain_of_stream(p);
    count(p, &p->received);
    return true;
}

static void *write_all(void *argument) {
    pipeline *p = argument;
    bool more = true;
    while (more && !has_failed(p))
        if (!write_results(p, &more))
            set(p, &p->failed);
    return NULL;
}

/* ------------------------------------------------------------------------------------------------------- reading */

static bool flush(pipeline *p) {
    if (clscan_stream_flush(p->stream) != CLSCAN_OK)
        return complain_of_stream(p);
    count(p, &p->sent);
    return true;
}

/* Reads into the room at the head of the ring, or waits for room. *waiting is how many elements of an unfinished piece
 * are in the ring. */
static bool read_elements(pipeline *p, size_t *waiting, bool *ended) {
    const size_t seen = counted(p, &p->received);
    size_t n = 0;
    clscan_args room = CLSCAN_ARGS_INIT;
    if (*waiting > 0 && p->ends->is_idle(p->ends->context)) {
        *waiting = 0;
        return flush(p);
    }
    if (clscan_stream_reserve(p->stream, &room) != CLSCAN_OK)
        return complain_of_stream(p);
    if (room.count == 0) {
        wait_for(p, &p->received, seen);
        return true;
    }
    if (!p->ends->read(p->ends->context, &room, &n, ended))
        return false;
    if (clscan_stream_commit(p->stream, n) != CLSCAN_OK)
        return complain_of_stream(p);
    *waiting = n == room.count ? 0 : *waiting + n;
    if (n == room.count)
        count(p, &p->sent);
    return true;
}

/* Without a failure, the other thread goes on until it has written all results. */
static void read_all(pipeline *p) {
    size_t waiting = 0;
    bool ended = false, ok = true;
    while (ok && !ended && !has_failed(p))
        ok = read_elements(p, &waiting, &ended);
    if (ok && !has_failed(p) && clscan_stream_finish(p->stream) != CLSCAN_OK)
        ok = complain_of_stream(p);
    if (ok)
        count(p, &p->sent);
    set(p, ok ? &p->finished : &p->failed);
}

bool pipeline_run(clscan_stream *stream, const pipeline_ends *ends) {
    pipeline p = { .stream = stream, .ends = ends };
    pthread_t thread;
    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.changed, NULL);
    const bool started = pthread_create(&thread, NULL, write_all, &p) == 0 || complain("can't start a thread");
    if (started) {
        read_all(&p);
        pthread_join(thread, NULL);
    }
    pthread_cond_destroy(&p.changed);
    pthread_mutex_destroy(&p.lock);
    return started && !p.failed;
}
