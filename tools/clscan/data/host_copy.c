#include "data/host_copy.h"
#include "common/message.h"
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ----------------------------------------------------------------------------------------- past the caches */

enum { LINE = 64 };

#if defined(__SSE2__) && (defined(__GNUC__) || defined(__clang__))
#include <immintrin.h>

/* Copies whole cache lines to an aligned place. Stores of 32 bytes, if the processor has them, fill a write buffer in
 * half the steps. */
__attribute__((target("avx"))) static void stream_avx(char *to, const char *from, size_t bytes) {
    for (size_t i = 0; i < bytes; i += LINE) {
        const __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)(from + i));
        const __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(from + i + LINE / 2));
        _mm256_stream_si256((__m256i *)(void *)(to + i), low);
        _mm256_stream_si256((__m256i *)(void *)(to + i + LINE / 2), high);
    }
}

static void stream_sse(char *to, const char *from, size_t bytes) {
    for (size_t i = 0; i < bytes; i += sizeof(__m128i))
        _mm_stream_si128((__m128i *)(void *)(to + i), _mm_loadu_si128((const __m128i *)(const void *)(from + i)));
}

static void stream(char *to, const char *from, size_t bytes) {
    if (__builtin_cpu_supports("avx"))
        stream_avx(to, from, bytes);
    else
        stream_sse(to, from, bytes);
    _mm_sfence();
}

static const char past_caches[] = "non-temporal";
#else
static void stream(char *to, const char *from, size_t bytes) {
    memcpy(to, from, bytes);
}

static const char past_caches[] = "memcpy";
#endif

static void copy_past(char *to, const char *from, size_t bytes) {
    const size_t to_line = (LINE - (uintptr_t)to % LINE) % LINE;
    const size_t head = to_line < bytes ? to_line : bytes;
    const size_t lines = (bytes - head) / LINE * LINE;
    memcpy(to, from, head);
    stream(to + head, from + head, lines);
    memcpy(to + head + lines, from + head + lines, bytes - head - lines);
}

static void copy_through(char *to, const char *from, size_t bytes) {
    memcpy(to, from, bytes);
}

/* ----------------------------------------------------------------------------------------------- the threads */

typedef struct worker {
    host_copy *all;
    unsigned number;
    pthread_t thread;
} worker;

struct host_copy {
    pthread_mutex_t lock;
    pthread_cond_t go, done;
    unsigned round, working; /* `round` grows with each copy */
    bool ending, cached;
    char *to;
    const char *from;
    size_t bytes;
    unsigned threads, started; /* the caller is the first of them */
    worker workers[];
};

static void copy_share(const host_copy *h, unsigned number) {
    const size_t share = (h->bytes / h->threads + LINE - 1) / LINE * LINE;
    const size_t first = share * number;
    if (first < h->bytes)
        (h->cached ? copy_through : copy_past)(h->to + first, h->from + first,
                                               h->bytes - first < share ? h->bytes - first : share);
}

/* Waits for the round after `round`. Returns false if the threads are to end instead. */
static bool next_round(host_copy *h, unsigned round) {
    pthread_mutex_lock(&h->lock);
    while (h->round == round && !h->ending)
        pthread_cond_wait(&h->go, &h->lock);
    const bool more = !h->ending;
    pthread_mutex_unlock(&h->lock);
    return more;
}

static void finish_share(host_copy *h) {
    pthread_mutex_lock(&h->lock);
    if (--h->working == 0)
        pthread_cond_signal(&h->done);
    pthread_mutex_unlock(&h->lock);
}

static void *work(void *argument) {
    const worker *w = argument;
    for (unsigned round = 0; next_round(w->all, round); round++) {
        copy_share(w->all, w->number);
        finish_share(w->all);
    }
    return NULL;
}

host_copy *host_copy_open(unsigned threads, bool cached) {
    host_copy *h = calloc(1, sizeof *h + threads * sizeof *h->workers);
    if (!h) {
        complain("out of memory");
        return NULL;
    }
    h->threads = threads;
    h->cached = cached;
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->go, NULL);
    pthread_cond_init(&h->done, NULL);
    for (h->started = 1; h->started < threads; h->started++) {
        worker *w = &h->workers[h->started];
        *w = (worker) { .all = h, .number = h->started };
        if (pthread_create(&w->thread, NULL, work, w) != 0) {
            complain("can't start %u threads", threads);
            host_copy_close(h);
            return NULL;
        }
    }
    return h;
}

void host_copy_close(host_copy *h) {
    if (!h)
        return;
    pthread_mutex_lock(&h->lock);
    h->ending = true;
    pthread_cond_broadcast(&h->go);
    pthread_mutex_unlock(&h->lock);
    for (unsigned i = 1; i < h->started; i++)
        pthread_join(h->workers[i].thread, NULL);
    pthread_cond_destroy(&h->done);
    pthread_cond_destroy(&h->go);
    pthread_mutex_destroy(&h->lock);
    free(h);
}

const char *host_copy_how(const host_copy *h) {
    return h->cached ? "memcpy" : past_caches;
}

void host_copy_run(host_copy *h, void *to, const void *from, size_t bytes) {
    pthread_mutex_lock(&h->lock);
    h->to = to;
    h->from = from;
    h->bytes = bytes;
    h->working = h->threads - 1;
    h->round++;
    pthread_cond_broadcast(&h->go);
    pthread_mutex_unlock(&h->lock);
    copy_share(h, 0);
    pthread_mutex_lock(&h->lock);
    while (h->working > 0)
        pthread_cond_wait(&h->done, &h->lock);
    pthread_mutex_unlock(&h->lock);
}
