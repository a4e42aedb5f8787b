#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void to_stderr(const char *line, void *user) {
    (void)user;
    fprintf(stderr, "clscan: %s\n", line);
}

cs_log cs_log_choose(const clscan_device_options *options) {
    const char *explain = getenv("CLSCAN_EXPLAIN");
    if (options && options->log)
        return (cs_log) { options->log, options->log_user };
    return (cs_log) { explain && strcmp(explain, "1") == 0 ? to_stderr : NULL, NULL };
}

void cs_log_line(const cs_log *log, const char *format, ...) {
    if (!log->line)
        return;
    char line[512];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    log->line(line, log->user);
}
