/* An output file appears whole or not at all: it is written under another name in the same folder, and renamed. Files
 * that are open already, such as /dev/stderr, devices and pipes are written directly. */
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
    char *path;            /* the final path; NULL for stdout, devices and pipes, which are written directly */
    unfinished *temporary; /* the path before the file is renamed; NULL like `path` */
    output_room *room;     /* NULL unless reserved */
    char *memory;          /* the whole file in memory; NULL if the file is written by calls of write */
    size_t written;        /* bytes of `memory` that were written */
} output_file;

/* Opens an output. The path "-" is stdout. This function and the others complain on failure. */
bool output_open(const char *path, output_file *out);

/* Returns true if a second output to `path` would replace the file that `out` will become. */
bool output_is_at(const output_file *out, const char *path);

/* Starts to reserve disk space and memory for a file of `size` bytes. Call it once, before anything is written. */
void output_reserve(output_file *out, size_t size);

/* Returns a reserved file as memory. Results that are put there before output_write are not copied again. Returns NULL,
 * without a complaint, if the file cannot be mapped. */
char *output_memory(output_file *out);

bool output_write(output_file *out, const void *data, size_t size);

/* Returns true if what is written can be replaced by output_rewrite: other processes do not see the file yet. */
bool output_can_rewrite(const output_file *out);

/* Replaces the first bytes of the file. */
bool output_rewrite(output_file *out, const void *data, size_t size);

/* Returns the path of the file before output_commit. */
const char *output_path_now(const output_file *out);

/* Renames the file to its final path. */
bool output_commit(output_file *out);

/* Closes the output, and removes the file unless it was committed. May be called more than once. */
void output_close(output_file *out);

#endif
