/* A copy by all cores of the host, as a bound for a scan on its processor: past the caches, which is the fastest where
 * there is more than they hold, or through them. */
#ifndef CLSCAN_TOOL_HOST_COPY_H
#define CLSCAN_TOOL_HOST_COPY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct host_copy host_copy;

/* Starts the threads, which then wait. NULL after complaining. */
host_copy *host_copy_open(unsigned threads, bool cached);
void host_copy_close(host_copy *h);

/* Each thread copies its part; returns when all have. */
void host_copy_run(host_copy *h, void *to, const void *from, size_t bytes);

/* "non-temporal", or "memcpy": asked for, or where the compiler has nothing better. */
const char *host_copy_how(const host_copy *h);

#endif
