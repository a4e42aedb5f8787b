/* Messages for people. All of them go to stderr. */
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

/* Prints one line, "clscan: ...". Returns false, so that failing functions end with `return complain(...)`. */
MESSAGE_FORMAT bool complain(const char *format, ...);

/* Complains with the message and the build log of the library call that just failed. Fields of descriptions get the
 * names of their options. */
bool complain_of_library(const char *doing);

/* A field of a description, or another word of the library's messages, and the option of the tool that it stands for.
 */
typedef struct field_name {
    const char *field, *option;
} field_name;

/* As complain_of_library, and first replaces `count` further names. */
bool complain_of_library_as(const char *doing, const field_name *names, size_t count);

/* Returns true for CL_SUCCESS. Otherwise complains of the OpenCL call. */
bool opencl(int error, const char *call);

/* Clears the progress line and prints one line. */
MESSAGE_FORMAT void say(const char *format, ...);

/* Returns "" if `count` is one, else "s". */
const char *plural(size_t count);

/* Escape sequences for colours. They are empty unless stderr is a terminal and NO_COLOR is unset. */
const char *colour_good(void);
const char *colour_bad(void);
const char *colour_off(void);

/* Draws a progress bar, `done` of `total`, with the words `what`. Does nothing unless stderr is a terminal. */
void progress(size_t done, size_t total, const char *what);
/* Draws a line of words instead of a bar. Any thread may call it while another one complains or says something. */
void progress_line(const char *words);
bool progress_is_shown(void);
void progress_clear(void); /* call it before other output on the same terminal */

/* Takes over a bar that another process may have drawn: the next message clears that line too. */
void progress_continue(void);

#endif
