#include "stream/copy.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

enum { LEAST_OF_THREAD = 1 << 20, PAGE = 4096 }; /* a thread copies whole pages, and not less than a megabyte */

typedef struct part {
    char *to;
    const char *from;
    size_t bytes;
} part;

static void *copy_part(void *argument) {
    const part *p = argument;
    memcpy(p->to, p->from, p->bytes);
    return NULL;
}

/* Returns the bytes of each part but the last. */
static size_t part_bytes(size_t bytes, unsigned threads) {
    const size_t even = bytes / threads / PAGE * PAGE + PAGE;
    return even > LEAST_OF_THREAD ? even : LEAST_OF_THREAD;
}

void cs_copy_by_threads(void *to, const void *from, size_t bytes, unsigned threads) {
    pthread_t thread[CS_MOST_COPY_THREADS];
    part parts[CS_MOST_COPY_THREADS];
    unsigned n = 0;
    const size_t step = part_bytes(bytes, threads);
    size_t at = 0;
    for (; bytes - at > step && n + 1 < threads; at += step) {
        parts[n] = (part) { (char *)to + at, (const char *)from + at, step };
        if (pthread_create(&thread[n], NULL, copy_part, &parts[n]) != 0)
            break;
        n++;
    }
    memcpy((char *)to + at, (const char *)from + at, bytes - at);
    while (n > 0)
        pthread_join(thread[--n], NULL);
}
