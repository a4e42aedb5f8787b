/* A whole input file in memory: mapped if possible, otherwise read (feed.h). */
#ifndef CLSCAN_TOOL_INPUT_H
#define CLSCAN_TOOL_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct input {
    const char *name; /* for messages */
    const char *data;
    size_t size;
    bool is_stream; /* a pipe or a device, not a file */
    dev_t device;   /* with the inode: which file it is, whatever path leads to it */
    ino_t inode;
    void *mapped; /* input_close releases one of these two, or neither */
    void *allocated;
} input;

void input_close(input *in);

/* Returns true if `path` leads to the file that was opened. Pipes and devices do not count. */
bool input_is_at(const input *in, const char *path);

#endif
