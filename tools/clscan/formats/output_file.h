/* The output file appears whole or not at all: it is written under another name beside its place and renamed. */
#ifndef CLSCAN_TOOL_OUTPUT_FILE_H
#define CLSCAN_TOOL_OUTPUT_FILE_H

#include "common/unfinished.h"
#include "formats/output_room.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct output_file {
    const char *name; /* for messages */
    int file;
    bool is_stdout;
    char *path;            /* where it goes, and */
    unfinished *temporary; /* where it is until then; both NULL for stdout, devices and pipes */
    output_room *room;     /* NULL unless reserved */
    char *memory;          /* the whole file, NULL when it is written instead */
    size_t written;        /* to `memory` */
} output_file;

/* `path` "-" is stdout. Complains on failure, as the others do. */
bool output_open(const char *path, output_file *out);

/* Whether `path` leads to the file that `out` will be, and would replace it. */
bool output_is_at(const output_file *out, const char *path);

/* The file will have `size` bytes, which the tool begins to make room for. Once, before anything is written. */
void output_reserve(output_file *out, size_t size);

/* A reserved file as memory, to be filled in place before it is written, which then costs nothing. NULL, without a
 * complaint, where that can't be. */
char *output_memory(output_file *out);

bool output_write(output_file *out, const void *data, size_t size);

/* Where the bytes are before output_commit. */
const char *output_path_now(const output_file *out);

/* Puts the file in its place. */
bool output_commit(output_file *out);

/* Leaves no trace unless committed. Any number of times. */
void output_close(output_file *out);

#endif
