/* What the tool says to people: everything here goes to stderr. */
#ifndef CLSCAN_TOOL_MESSAGE_H
#define CLSCAN_TOOL_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__GNUC__) || defined(__clang__)
#define MESSAGE_FORMAT __attribute__((format(printf, 1, 2)))
#else
#define MESSAGE_FORMAT
#endif

/* The tool's exit statuses. */
enum { EXIT_OK = 0, EXIT_MISMATCH = 1, EXIT_ERROR = 2 };

/* One line, "clscan: ..."; returns false, so that failing functions end with `return complain(...)`. */
MESSAGE_FORMAT bool complain(const char *format, ...);

/* As complain, with the sentence and the build log of the library call that just failed. */
bool complain_of_library(const char *doing);

/* True for CL_SUCCESS; else complains of the call. */
bool opencl(int error, const char *call);

/* One line of news. Clears the progress line first. */
MESSAGE_FORMAT void say(const char *format, ...);

/* "s" unless `count` is one. */
const char *plural(size_t count);

/* Colour marks, empty unless stderr is a terminal and NO_COLOR is unset. */
const char *colour_good(void);
const char *colour_bad(void);
const char *colour_off(void);

/* Draws a bar of `done` in `total` with what is being done, where stderr is a terminal; else does nothing. */
void progress(size_t done, size_t total, const char *what);
/* Draws one line of words instead. Any thread may call it, while another one complains or says something. */
void progress_line(const char *words);
bool progress_is_shown(void);
void progress_clear(void); /* before other words on the same terminal */

/* Another process may have drawn the bar: the next words here clear its line, too. */
void progress_continue(void);

#endif
