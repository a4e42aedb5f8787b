/* Narration: lines of text that explain what the library decides, sent to the user's callback or to stderr. */
#ifndef CS_LOG_H
#define CS_LOG_H

#include "base/strbuf.h"
#include "clscan/clscan.h"

typedef struct cs_log {
    clscan_log_fn line; /* NULL: lines are dropped */
    void *user;
} cs_log;

/* Returns the callback of `options` if there is one, else stderr if CLSCAN_EXPLAIN=1, else a log that drops its lines.
 * `options` may be NULL. */
cs_log cs_log_choose(const clscan_device_options *options);

/* Sends one line, without a newline. Lines are cut to 511 bytes. */
void cs_log_line(const cs_log *log, const char *format, ...) CS_PRINTF(2, 3);

#endif
