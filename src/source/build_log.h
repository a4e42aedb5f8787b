/* The compiler's log, in the reader's lines. */
#ifndef CS_BUILD_LOG_H
#define CS_BUILD_LOG_H

/* NVIDIA's compiler does not heed #line and names places by the line of the whole text, "<kernel>:26". Gives a copy of
 * `log` that has them by file and line, as the #line directives of `text` say ("user:3"). NULL without memory. */
char *cs_build_log_translate(const char *log, const char *text);

#endif
