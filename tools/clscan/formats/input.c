#include "formats/input.h"
#include "common/message.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool cant_read(const input *in) {
    return complain("%s: can't read: %s", in->name, strerror(errno));
}

static bool grow(input *in, size_t *room) {
    const size_t more = *room ? 2 * *room : (size_t)1 << 16;
    void *bigger = realloc(in->allocated, more);
    if (!bigger)
        return complain("%s: out of memory after %zu byte%s", in->name, in->size, plural(in->size));
    in->allocated = bigger;
    in->data = bigger;
    *room = more;
    return true;
}

static bool read_all(int file, input *in) {
    size_t room = 0;
    for (;;) {
        if (in->size == room && !grow(in, &room))
            return false;
        const ssize_t got = read(file, (char *)in->allocated + in->size, room - in->size);
        if (got == 0)
            return true;
        if (got > 0)
            in->size += (size_t)got;
        else if (errno != EINTR)
            return cant_read(in);
    }
}

/* Maps a file only if its position is at the start. A stdin from which another program has read is read from there on.
 */
static bool can_map(int file, const struct stat *status) {
    return S_ISREG(status->st_mode) && status->st_size > 0 && lseek(file, 0, SEEK_CUR) == 0;
}

static bool map_or_read(int file, input *in) {
    struct stat status;
    if (fstat(file, &status) != 0)
        return cant_read(in);
    if (S_ISDIR(status.st_mode))
        return complain("%s: is a folder", in->name);
    in->is_stream = !S_ISREG(status.st_mode);
    in->device = status.st_dev;
    in->inode = status.st_ino;
    if (!can_map(file, &status))
        return read_all(file, in);
    void *mapped = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (mapped == MAP_FAILED)
        return read_all(file, in);
    in->mapped = mapped;
    in->data = mapped;
    in->size = (size_t)status.st_size;
    return true;
}

bool input_open(const char *path, input *in) {
    const bool is_stdin = strcmp(path, "-") == 0;
    *in = (input) { .name = is_stdin ? "stdin" : path, .data = "" };
    const int file = is_stdin ? STDIN_FILENO : open(path, O_RDONLY);
    if (file < 0)
        return cant_read(in);
    const bool ok = map_or_read(file, in);
    if (!is_stdin)
        close(file);
    if (!ok)
        input_close(in);
    return ok;
}

void input_close(input *in) {
    if (in->mapped)
        munmap(in->mapped, in->size);
    free(in->allocated);
    *in = (input) { .name = in->name, .data = "" };
}

bool input_is_at(const input *in, const char *path) {
    struct stat status;
    return in->name && !in->is_stream && strcmp(path, "-") != 0 && stat(path, &status) == 0 &&
           status.st_dev == in->device && status.st_ino == in->inode;
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
