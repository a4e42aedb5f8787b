/* A file that is read piece by piece: bytes that are read wait in memory until they are taken. */
#ifndef CLSCAN_TOOL_FEED_H
#define CLSCAN_TOOL_FEED_H

#include "formats/input.h"

typedef struct feed {
    input in;        /* the file; data and size are the bytes that are read and not taken yet */
    int file;        /* -1: closed */
    char *buffer;    /* the memory of these bytes */
    size_t room;     /* bytes of the buffer */
    bool ended;      /* all bytes of the file are read */
    bool from_start; /* a regular file, which is read from its start */
    size_t taken;    /* bytes */
    size_t known;    /* bytes of a regular file from the first one that is read; SIZE_MAX: not known */
} feed;

/* Opens a file and reads its first bytes. The path "-" is stdin. A short text from a pipe may be read as a whole.
 * Complains on failure. feed_close accepts a feed of zeros. */
bool feed_open(const char *path, feed *f);
void feed_close(feed *f);

/* Reads once, into a buffer with room for at least `least` bytes. Waits until there is something to read. Complains on
 * failure. */
bool feed_more(feed *f, size_t least);

/* Returns true if a read would wait for longer than a moment. */
bool feed_is_idle(const feed *f);

/* Takes the first `n` bytes. */
void feed_take(feed *f, size_t n);

/* Copies up to `most` elements of `size` bytes each to `to`, and takes them. *n is the number. It is 0 at the end, and
 * also if no whole element has come yet. Reads once at most. Complains on failure. */
bool feed_read(feed *f, size_t size, void *to, size_t most, size_t *n);

/* Goes back to the first byte of a regular file. Complains on failure. */
bool feed_rewind(feed *f);

/* Makes an input of the whole file, of which nothing has been taken, and closes the feed. Complains on failure. */
bool feed_whole(feed *f, input *in);

/* Opens a file and reads it as a whole. The path "-" is stdin. Complains on failure. */
bool input_open(const char *path, input *in);

/* Returns a text file as a string, to be freed. NULL after complaining. */
char *input_string(const char *path);

#endif
