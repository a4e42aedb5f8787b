#include "common/message.h"
#include <clscan/clscan.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The lock protects the flag and the output on stderr, because another thread may draw a progress line. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool bar_is_drawn;

bool progress_is_shown(void) {
    const char *terminal = getenv("TERM");
    return isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
}

void progress_continue(void) {
    pthread_mutex_lock(&lock);
    bar_is_drawn = progress_is_shown();
    pthread_mutex_unlock(&lock);
}

/* The lock is held. */
static void clear(void) {
    if (bar_is_drawn)
        fputs("\r\033[K", stderr);
    bar_is_drawn = false;
}

void progress_clear(void) {
    pthread_mutex_lock(&lock);
    clear();
    pthread_mutex_unlock(&lock);
}

/* Names and contents of files may have control characters, which must not reach a terminal. */
static void replace_controls(char *text) {
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == '\177')
            *c = '?';
}

bool complain(const char *format, ...) {
    char sentence[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    replace_controls(sentence);
    pthread_mutex_lock(&lock);
    clear();
    fprintf(stderr, "clscan: %s\n", sentence);
    pthread_mutex_unlock(&lock);
    return false;
}

/* Replaces the field by the option everywhere. Frees `text`, which may be NULL, and returns the new text; NULL if there
 * is no memory. */
static char *replaced(char *text, field_name name) {
    const size_t length = strlen(name.field);
    size_t found = 0;
    for (const char *at = text; at && (at = strstr(at, name.field)); at += length)
        found++;
    char *result = text ? malloc(strlen(text) + found * strlen(name.option) + 1) : NULL, *end = result;
    for (const char *at = text; result && *at;)
        if (strncmp(at, name.field, length) == 0) {
            end = stpcpy(end, name.option);
            at += length;
        } else {
            *end++ = *at++;
        }
    if (result)
        *end = '\0';
    free(text);
    return result;
}

/* Replaces `more`, `count` names, and then the library's names of fields. Frees `text` as `replaced` does. */
static char *name_options(char *text, const field_name *more, size_t count) {
    static const field_name names[] = { { "desc.value.name", "--type" },
                                        { "desc.op", "--op" },
                                        { "desc.tuning.strategy", "--strategy" },
                                        { "desc.tuning.num_groups", "--groups" },
                                        { "desc.tuning.group", "--group" },
                                        { "desc.tuning.wg_size", "--wg-size" },
                                        { "desc.tuning.items", "--items" },
                                        { "desc.in[0].name", "--in-type" },
                                        { "desc.out[0].name", "--out-type" },
                                        { "desc.key.name", "--key-type" },
                                        { "desc.segments", "--segments" },
                                        { "args.dims[0].out_stride", "--stride" },
                                        { "args.count", "COUNT" },
                                        { "desc.value.size", "--type-size" },
                                        { "desc.user.source", "--op-source" },
                                        { "desc.user.combine", "--combine" },
                                        { "desc.user.identity", "--identity" },
                                        { "desc.min_run_length", "--min-length" },
                                        { "desc.user.keep", "--where" } };
    for (size_t i = 0; i < count; i++)
        text = replaced(text, more[i]);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        text = replaced(text, names[i]);
    return text;
}

/* Removes the first error of the log from the end of the sentence, because the whole log is printed after it. */
static void leave_to_log(char *sentence, const char *log) {
    for (char *colon = sentence; *log && (colon = strstr(colon, ": ")); colon++)
        if (strstr(log, colon + 2)) {
            *colon = '\0';
            return;
        }
}

/* Prints each line of the compiler's log with a prefix. The prefix distinguishes the log from lines that a driver
 * prints on stderr itself, such as "1 error generated." of PoCL. */
static void print_log(const char *log) {
    for (size_t length; *log; log += length + (log[length] == '\n')) {
        length = strcspn(log, "\n");
        fprintf(stderr, "clscan: compiler: %.*s\n", (int)length, log);
    }
}

bool complain_of_library_as(const char *doing, const field_name *names, size_t count) {
    static const char introduction[] = "; the compiler's log follows (the driver itself may print lines such as "
                                       "\"1 error generated.\")";
    char *log = strdup(clscan_last_build_log()), *sentence = strdup(clscan_last_message());
    if (log && sentence)
        leave_to_log(sentence, log);
    sentence = name_options(sentence, names, count);
    log = name_options(log, names, count);
    if (log && sentence) {
        complain("%s: %s%s", doing, sentence, *log ? introduction : "");
        print_log(log);
    } else {
        complain("%s: out of memory", doing);
    }
    free(log);
    free(sentence);
    return false;
}

bool complain_of_library(const char *doing) {
    return complain_of_library_as(doing, NULL, 0);
}

bool opencl(int error, const char *call) {
    return error == CL_SUCCESS || complain("%s failed: OpenCL error %d", call, error);
}

void say(const char *format, ...) {
    va_list arguments;
    pthread_mutex_lock(&lock);
    clear();
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    pthread_mutex_unlock(&lock);
}

const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

static const char *colour(const char *code) {
    const char *no_color = getenv("NO_COLOR");
    return progress_is_shown() && !(no_color && *no_color) ? code : "";
}

const char *colour_good(void) {
    return colour("\033[32m");
}

const char *colour_bad(void) {
    return colour("\033[31m");
}

const char *colour_off(void) {
    return colour("\033[0m");
}

void progress(size_t done, size_t total, const char *what) {
    enum { WIDTH = 30 };
    if (!progress_is_shown())
        return;
    const int filled = total ? (int)(done * WIDTH / total) : WIDTH;
    pthread_mutex_lock(&lock);
    fprintf(stderr, "\r\033[K[%.*s%*s] %zu/%zu %.40s", filled, "##############################", WIDTH - filled, "",
            done, total, what);
    fflush(stderr);
    bar_is_drawn = true;
    pthread_mutex_unlock(&lock);
}

void progress_line(const char *words) {
    char line[100];
    snprintf(line, sizeof line, "%s", words);
    replace_controls(line);
    pthread_mutex_lock(&lock);
    fprintf(stderr, "\r\033[K%s", line);
    fflush(stderr);
    bar_is_drawn = true;
    pthread_mutex_unlock(&lock);
}
