/* A copy by all cores of the host, as a bound for a scan on the same processor. It uses memcpy or non-temporal stores.
 * The latter are faster for arrays that are larger than the caches. */
#ifndef CLSCAN_TOOL_HOST_COPY_H
#define CLSCAN_TOOL_HOST_COPY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct host_copy host_copy;

/* Starts the threads, which then wait for host_copy_run. NULL after complaining. */
host_copy *host_copy_open(unsigned threads, bool cached);
void host_copy_close(host_copy *h);

/* Each thread copies its part; returns when all have. */
void host_copy_run(host_copy *h, void *to, const void *from, size_t bytes);

/* Returns how the copy stores: "non-temporal", or "memcpy" if `cached` was set or the compiler has no such stores. */
const char *host_copy_how(const host_copy *h);

#endif
