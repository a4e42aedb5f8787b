/* The files of cl/, which src/source/embed.cmake embeds into the library. */
#ifndef CS_EMBEDDED_H
#define CS_EMBEDDED_H

#include <stddef.h>

typedef struct cs_embedded_file {
    const char *name; /* relative to cl/ */
    const char *text;
} cs_embedded_file;

extern const cs_embedded_file cs_embedded_files[];
extern const size_t cs_embedded_count;

/* All words in the code of the files, without those in comments and strings, sorted by strcmp(). */
extern const char *const cs_embedded_words[];
extern const size_t cs_embedded_word_count;

#endif
