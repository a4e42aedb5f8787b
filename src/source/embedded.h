/* The files of cl/, as src/source/embed.cmake writes them into the library. */
#ifndef CS_EMBEDDED_H
#define CS_EMBEDDED_H

#include <stddef.h>

typedef struct cs_embedded_file {
    const char *name; /* relative to cl/ */
    const char *text;
    size_t size;
} cs_embedded_file;

extern const cs_embedded_file cs_embedded_files[];
extern const size_t cs_embedded_count;

/* All words of their code, in the order of strcmp(). */
extern const char *const cs_embedded_words[];
extern const size_t cs_embedded_word_count;

#endif
