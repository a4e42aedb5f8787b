/* The compiler's log, with places named by source file and line. */
#ifndef CS_BUILD_LOG_H
#define CS_BUILD_LOG_H

/* NVIDIA's compiler, and Mesa 26.2.6 with LLVM 22, ignore #line and name places by the line of the whole text, for
 * example "<kernel>:26" and "input.cl:26". Returns a copy of `log` in which such places have the file and line that the
 * #line directives of `text` give them ("user:3"). If a #line of `text` gives a file the same name, its places are left
 * alone. The caller frees the copy. Returns NULL if there is no memory. */
char *cs_build_log_translate(const char *log, const char *text);

/* A page declares each of the user's functions with the types that the function has to have. #line gives each
 * declaration a file name that begins with CS_TYPES_OF. The names of its parameters begin with CS_PARAMETER. */
#define CS_TYPES_OF  "the types of "
#define CS_PARAMETER "clscan_the_"

/* If the message names such a file of `text`, returns the declaration that stands there as the user would write it,
 * which the caller frees. Returns NULL if it names none, or if there is no memory. */
char *cs_build_log_declaration(const char *message, const char *text);

#endif
