#include "formats/feed.h"
#include "common/message.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_ROOM = 1 << 16, MOMENT = 20 }; /* bytes, milliseconds */

static bool cant_read(const feed *f) {
    return complain("%s: can't read: %s", f->in.name, strerror(errno));
}

/* A file that another process has made non-blocking is waited for, too. */
static bool wait_for_data(const feed *f, int milliseconds) {
    struct pollfd one = { .fd = f->file, .events = POLLIN };
    return poll(&one, 1, milliseconds) != 0;
}

static bool read_once(feed *f, void *to, size_t most, size_t *got) {
    for (;;) {
        const ssize_t bytes = read(f->file, to, most);
        *got = bytes > 0 ? (size_t)bytes : 0;
        f->ended = bytes == 0 && most > 0;
        if (bytes >= 0)
            return true;
        if (errno == EAGAIN || errno == EWOULDBLOCK)
            wait_for_data(f, -1);
        else if (errno != EINTR)
            return cant_read(f);
    }
}

/* ------------------------------------------------------------------------------------------------------ the bytes */

/* Moves the bytes to the beginning of the buffer, and makes room for `least` more. */
static bool make_room(feed *f, size_t least) {
    size_t room = f->room ? f->room : FIRST_ROOM;
    while (room < SIZE_MAX / 2 && room - f->in.size < least)
        room *= 2;
    if (f->in.size > 0)
        memmove(f->buffer, f->in.data, f->in.size);
    char *bigger = room > f->room ? realloc(f->buffer, room) : f->buffer;
    if (!bigger)
        return complain("%s: out of memory after %zu byte%s", f->in.name, f->in.size, plural(f->in.size));
    f->room = room;
    f->in.data = f->buffer = bigger;
    return true;
}

bool feed_more(feed *f, size_t least) {
    const size_t used = f->buffer ? (size_t)(f->in.data - f->buffer) + f->in.size : 0;
    size_t got = 0;
    if (f->ended)
        return true;
    if (f->room - used < least && !make_room(f, least))
        return false;
    char *end = f->buffer + (f->in.data - f->buffer) + f->in.size;
    const bool ok = read_once(f, end, f->room - (size_t)(end - f->buffer), &got);
    f->in.size += got;
    return ok;
}

bool feed_is_idle(const feed *f) {
    return f->in.is_stream && !f->ended && !wait_for_data(f, MOMENT);
}

void feed_take(feed *f, size_t n) {
    f->in.data += n;
    f->in.size -= n;
    f->taken += n;
}

/* Puts `n` bytes back that were read into other memory. The buffer is empty. */
static bool put_back(feed *f, const char *bytes, size_t n) {
    if (n == 0)
        return true;
    if (!make_room(f, n))
        return false;
    memcpy(f->buffer, bytes, n);
    f->in.size = n;
    return true;
}

/* Bytes that are read already are copied, and others are read to their place. */
bool feed_read(feed *f, size_t size, void *to, size_t most, size_t *n) {
    const size_t there = f->in.size / size;
    size_t got = 0;
    *n = there < most ? there : most;
    if (*n > 0) {
        memcpy(to, f->in.data, *n * size);
        feed_take(f, *n * size);
        return true;
    }
    if (f->in.size > 0)
        return feed_more(f, size);
    if (f->ended || !read_once(f, to, most * size, &got))
        return f->ended;
    *n = got / size;
    f->taken += *n * size;
    return put_back(f, (char *)to + *n * size, got - *n * size);
}

/* ------------------------------------------------------------------------------------------------------- the file */

/* A stdin from which another program has read is read from there on. */
static bool describe(feed *f) {
    struct stat status;
    if (fstat(f->file, &status) != 0)
        return cant_read(f);
    if (S_ISDIR(status.st_mode))
        return complain("%s: is a folder", f->in.name);
    const bool regular = S_ISREG(status.st_mode) && status.st_size > 0;
    const off_t at = regular ? lseek(f->file, 0, SEEK_CUR) : 0;
    f->in.is_stream = !S_ISREG(status.st_mode);
    f->in.device = status.st_dev;
    f->in.inode = status.st_ino;
    f->from_start = regular && at == 0;
    if (regular && at >= 0)
        f->known = at < status.st_size ? (size_t)(status.st_size - at) : 0;
    return true;
}

/* Reads until the buffer is full, or until no more bytes come at the moment. The first bytes say what the format is: of
 * binary data that come slowly, there have to be a few. */
static bool read_beginning(feed *f) {
    enum { OF_FORMAT = 6 };
    do {
        if (!feed_more(f, 1))
            return false;
        const bool may_be_text = memchr(f->in.data, '\n', f->in.size) != NULL;
        if (f->in.is_stream && (may_be_text || f->in.size >= OF_FORMAT) && feed_is_idle(f))
            break;
    } while (!f->ended && f->in.size < f->room);
    return true;
}

bool feed_open(const char *path, feed *f) {
    const bool is_stdin = strcmp(path, "-") == 0;
    *f = (feed) { .in = { .name = is_stdin ? "stdin" : path, .data = "" }, .known = SIZE_MAX };
    f->file = is_stdin ? STDIN_FILENO : open(path, O_RDONLY);
    if (f->file < 0)
        return cant_read(f);
    const bool ok = describe(f) && read_beginning(f);
    if (ok && f->ended)
        f->known = f->in.size;
    if (!ok)
        feed_close(f);
    return ok;
}

void feed_close(feed *f) {
    if (f->file > STDIN_FILENO)
        close(f->file);
    free(f->buffer);
    *f = (feed) { .in = { .name = f->in.name, .data = "", .is_stream = f->in.is_stream }, .file = -1 };
}

bool feed_rewind(feed *f) {
    if (lseek(f->file, (off_t)0 - (off_t)(f->taken + f->in.size), SEEK_CUR) < 0)
        return cant_read(f);
    f->in.size = f->taken = 0;
    f->in.data = f->buffer;
    f->ended = false;
    return read_beginning(f);
}

static void *map(const feed *f) {
    void *mapped = f->from_start ? mmap(NULL, f->known, PROT_READ, MAP_PRIVATE, f->file, 0) : MAP_FAILED;
    return mapped == MAP_FAILED ? NULL : mapped;
}

bool feed_whole(feed *f, input *in) {
    void *mapped = map(f);
    while (!mapped && !f->ended)
        if (!feed_more(f, 1))
            return false;
    *in = f->in;
    in->mapped = mapped;
    if (mapped) {
        in->data = mapped;
        in->size = f->known;
    } else {
        in->allocated = f->buffer;
        f->buffer = NULL;
    }
    feed_close(f);
    return true;
}

bool input_open(const char *path, input *in) {
    feed from;
    *in = (input) { .name = strcmp(path, "-") == 0 ? "stdin" : path, .data = "" };
    const bool ok = feed_open(path, &from) && feed_whole(&from, in);
    if (!ok)
        feed_close(&from);
    return ok;
}

char *input_string(const char *path) {
    input in;
    if (!input_open(path, &in))
        return NULL;
    const char *end = memchr(in.data, '\0', in.size);
    char *text = end ? NULL : malloc(in.size + 1);
    if (text) {
        memcpy(text, in.data, in.size);
        text[in.size] = '\0';
    } else if (end) {
        complain("%s: byte %zu is 0, so this is not text", path, (size_t)(end - in.data));
    } else {
        complain("%s: out of memory", path);
    }
    input_close(&in);
    return text;
}
