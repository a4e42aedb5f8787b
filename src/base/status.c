#include "base/status.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static __thread char message[1024];
static __thread cl_int cl_error;

/* The key's destructor frees the log when its thread ends. A thread-specific key, rather than a __thread pointer, is
 * safe if destructors of other keys call clscan after that: they see no log. */
static pthread_key_t log_key;
static bool has_log_key;
static pthread_once_t log_once = PTHREAD_ONCE_INIT;

static void make_log_key(void) {
    has_log_key = pthread_key_create(&log_key, free) == 0;
}

static char *kept_log(void) {
    pthread_once(&log_once, make_log_key);
    return has_log_key ? pthread_getspecific(log_key) : NULL;
}

static void keep_log(char *log) {
    char *const old = kept_log();
    const bool kept = has_log_key && pthread_setspecific(log_key, log) == 0;
    free(kept ? old : log);
}

static void record(cl_int error, char *log, const char *format, va_list args) {
    vsnprintf(message, sizeof message, format, args);
    cl_error = error;
    keep_log(log);
}

clscan_status cs_fail(clscan_status status, const char *format, ...) {
    va_list args;
    va_start(args, format);
    record(CL_SUCCESS, NULL, format, args);
    va_end(args);
    return status;
}

static clscan_status fail_cl(clscan_status status, cl_int error, char *log, const char *format, ...) CS_PRINTF(4, 5);
static clscan_status fail_cl(clscan_status status, cl_int error, char *log, const char *format, ...) {
    va_list args;
    va_start(args, format);
    record(error, log, format, args);
    va_end(args);
    return status;
}

static const char *cl_error_name(cl_int error) {
    switch (error) {
#define CL_ERROR(name)                                                                                                 \
    case name:                                                                                                         \
        return #name;
#include "base/cl_error.def"
#undef CL_ERROR
    default:
        return "an error of the OpenCL implementation";
    }
}

clscan_status cs_fail_cl(cl_int error, const char *call) {
    return fail_cl(CLSCAN_ERROR_OPENCL, error, NULL, "%.*s failed: %s (%d)", (int)strcspn(call, "("), call,
                   cl_error_name(error), error);
}

/* Returns the line after `line` if `line` ends in a colon, as a headline does. Otherwise returns `line`. */
static const char *skip_headline(const char *line) {
    const size_t length = strcspn(line, "\n");
    size_t end = length;
    while (end > 0 && line[end - 1] == ' ')
        end--;
    return end > 0 && line[end - 1] == ':' && line[length] ? line + length + 1 : line;
}

/* Returns the first line of the log that mentions an error, which says more than the status does. */
static const char *first_error(const char *log) {
    const char *error = strstr(log, "error");
    while (error && error > log && error[-1] != '\n')
        error--;
    return skip_headline(error ? error : log);
}

clscan_status cs_fail_build(cl_int error, const char *device, char *log) {
    const char *line = first_error(log && *log ? log : cl_error_name(error));
    return fail_cl(CLSCAN_ERROR_BUILD_FAILURE, error, log, "the kernels did not compile on %s: %.*s", device,
                   (int)strcspn(line, "\n"), line);
}

void cs_message_add(const char *format, ...) {
    const size_t length = strlen(message);
    va_list args;
    va_start(args, format);
    vsnprintf(message + length, sizeof message - length, format, args);
    va_end(args);
}

clscan_status cs_fail_memory(void) {
    return cs_fail(CLSCAN_ERROR_OUT_OF_MEMORY, "out of host memory");
}

const char *cs_message(void) {
    return message;
}

cl_int cs_cl_error(void) {
    return cl_error;
}

const char *cs_build_log(void) {
    const char *log = kept_log();
    return log ? log : "";
}
