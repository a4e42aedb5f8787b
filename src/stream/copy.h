/* Copies between arrays of the caller and the ring, by several threads. */
#ifndef CS_COPY_H
#define CS_COPY_H

#include <stddef.h>

enum { CS_MOST_COPY_THREADS = 64 };

/* Copies `bytes` by up to `threads` threads, including the caller's. Short copies take one thread. If a thread cannot
 * be created, the caller's thread copies its part. */
void cs_copy_by_threads(void *to, const void *from, size_t bytes, unsigned threads);

#endif
