/* The compiler's log, with places named by source file and line. */
#ifndef CS_BUILD_LOG_H
#define CS_BUILD_LOG_H

/* NVIDIA's compiler ignores #line and names places by the line of the whole text, for example "<kernel>:26". Returns a
 * copy of `log` in which such places have the file and line that the #line directives of `text` give them ("user:3").
 * The caller frees the copy. Returns NULL if there is no memory. */
char *cs_build_log_translate(const char *log, const char *text);

#endif
