/* Copies between arrays of the caller and the ring, by several threads. */
#ifndef CS_COPY_H
#define CS_COPY_H

#include <stddef.h>

enum { CS_MOST_COPY_THREADS = 64 };

/* Copies `bytes` by up to `threads` threads, one of which is the caller's. Short copies take one thread. A thread that
 * cannot be created leaves its part to the caller's. */
void cs_copy(void *to, const void *from, size_t bytes, unsigned threads);

#endif
