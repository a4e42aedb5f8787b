/* Narration: one line to whoever listens. */
#ifndef CS_LOG_H
#define CS_LOG_H

#include "base/strbuf.h"
#include "clscan/clscan.h"

typedef struct cs_log {
    clscan_log_fn line; /* NULL: nobody listens */
    void *user;
} cs_log;

/* The listener of the options, else stderr when CLSCAN_EXPLAIN=1. `options` may be NULL. */
cs_log cs_log_choose(const clscan_device_options *options);

void cs_log_line(const cs_log *log, const char *format, ...) CS_PRINTF(2, 3);

#endif
