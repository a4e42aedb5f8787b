#include "formats/output_file.h"
#include "common/message.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool cant_write(const output_file *out) {
    return complain("%s: can't write: %s", out->name, strerror(errno));
}

/* Returns the permissions of the new file. If it replaces a file, it gets the permissions of that file without the
 * set-user-ID and set-group-ID bits, because the owner may change. A new file gets permissions by the umask. */
static mode_t mode_for(const struct stat *old) {
    if (old)
        return old->st_mode & 0777;
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Returns the path of `name` in the folder of `path`, to be freed. */
static char *in_same_folder(const char *path, const char *name) {
    const char *slash = strrchr(path, '/');
    const size_t folder = slash ? (size_t)(slash + 1 - path) : 0;
    char *joined = calloc(folder + strlen(name) + 1, 1);
    if (joined)
        strcpy((char *)memcpy(joined, path, folder) + folder, name);
    return joined;
}

/* Returns the path to which the symbolic link at `path` leads, to be freed. NULL if there is no symbolic link. */
static char *link_target(const char *path) {
    char target[4096] = "";
    const ssize_t length = readlink(path, target, sizeof target - 1);
    if (length <= 0)
        return NULL;
    return *target == '/' ? strdup(target) : in_same_folder(path, target);
}

/* Follows symbolic links, which stay links: the file is written where they lead, even if that file does not exist yet,
 * which realpath would refuse. Links that lead in a circle were refused by stat before. */
static char *place_of(const char *path) {
    char *place = realpath(path, NULL), *next;
    if (place || !(place = strdup(path)))
        return place;
    while ((next = link_target(place))) {
        free(place);
        place = next;
    }
    return place;
}

/* Uses a short temporary name. The file's own name with a suffix might be too long. */
static bool open_beside(output_file *out, const char *path, const struct stat *old) {
    out->path = place_of(path);
    char *name = out->path ? in_same_folder(out->path, ".clscan.XXXXXX") : NULL;
    unfinished *temporary = name ? unfinished_note(name) : NULL;
    free(name);
    if (!temporary)
        return complain("out of memory");
    out->file = mkstemp(unfinished_path(temporary));
    if (out->file < 0) {
        cant_write(out);
        unfinished_forget(temporary);
        return false;
    }
    out->temporary = temporary;
    return fchmod(out->file, mode_for(old)) == 0 || cant_write(out);
}

/* Returns the file descriptor of this process that the path names, as /dev/stderr and /dev/fd/3 do, or -1. */
static int descriptor_of(const char *path) {
    static const char *const folders[] = { "/dev/fd/", "/proc/self/fd/" };
    if (strcmp(path, "/dev/stdout") == 0)
        return STDOUT_FILENO;
    if (strcmp(path, "/dev/stderr") == 0)
        return STDERR_FILENO;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const char *number = path + strlen(folders[i]);
        if (strncmp(path, folders[i], strlen(folders[i])) == 0 && *number && strlen(number) < 6 &&
            strspn(number, "0123456789") == strlen(number))
            return atoi(number);
    }
    return -1;
}

/* An open file is written from its position on, and not replaced: others write to it, too. */
static bool open_place(output_file *out, const char *path) {
    struct stat old;
    const int open_file = descriptor_of(path);
    if (open_file >= 0) {
        out->file = dup(open_file);
        return out->file >= 0 || cant_write(out);
    }
    const bool exists = stat(path, &old) == 0;
    if (!exists && errno != ENOENT)
        return cant_write(out);
    if (!exists || (S_ISREG(old.st_mode) && access(path, W_OK) == 0))
        return open_beside(out, path, exists ? &old : NULL);
    out->file = open(path, O_WRONLY);
    return out->file >= 0 || cant_write(out);
}

bool output_open(const char *path, output_file *out) {
    const bool is_stdout = strcmp(path, "-") == 0;
    *out = (output_file) { .name = is_stdout ? "stdout" : path, .file = STDOUT_FILENO, .is_stdout = is_stdout };
    if (is_stdout)
        return true;
    out->file = -1;
    const bool ok = open_place(out, path);
    if (!ok)
        output_close(out);
    return ok;
}

static const char *name_in_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool have_one_folder(const char *path, const char *other) {
    char *a = in_same_folder(path, "."), *b = in_same_folder(other, ".");
    struct stat x, y;
    const bool same = a && b && stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
    free(a);
    free(b);
    return same;
}

bool output_is_at(const output_file *out, const char *path) {
    char *place = out->temporary ? place_of(path) : NULL;
    const bool same =
        place && strcmp(name_in_folder(place), name_in_folder(out->path)) == 0 && have_one_folder(place, out->path);
    free(place);
    return same;
}

/* Only a temporary file is reserved. A file that other processes see, or a device, is written from start to end. */
void output_reserve(output_file *out, size_t size) {
    if (out->temporary && size > 0)
        out->room = output_room_begin(out->file, size);
}

char *output_memory(output_file *out) {
    out->memory = output_room_memory(out->room);
    return out->memory;
}

static bool write_in_memory(output_file *out, const void *data, size_t size) {
    char *to = out->memory + out->written;
    if (data != to)
        memcpy(to, data, size);
    out->written += size;
    return true;
}

bool output_write(output_file *out, const void *data, size_t size) {
    const char *from = data;
    if (out->memory)
        return write_in_memory(out, data, size);
    while (size > 0) {
        const ssize_t written = write(out->file, from, size);
        if (written < 0 && errno != EINTR)
            return cant_write(out);
        if (written > 0) {
            from += written;
            size -= (size_t)written;
        }
    }
    return true;
}

bool output_can_rewrite(const output_file *out) {
    return out->temporary && !out->memory;
}

bool output_rewrite(output_file *out, const void *data, size_t size) {
    return pwrite(out->file, data, size, 0) == (ssize_t)size || cant_write(out);
}

const char *output_path_now(const output_file *out) {
    return out->temporary ? unfinished_path(out->temporary) : out->name;
}

static void free_room(output_file *out) {
    output_room_free(out->room);
    out->room = NULL;
    out->memory = NULL;
}

/* A full disk or a file server may report an error only in close(). */
bool output_commit(output_file *out) {
    if (out->is_stdout)
        return true;
    const int file = out->file;
    out->file = -1;
    free_room(out);
    if (close(file) != 0)
        return cant_write(out);
    if (!out->temporary)
        return true;
    if (rename(unfinished_path(out->temporary), out->path) != 0)
        return cant_write(out);
    unfinished_forget(out->temporary);
    out->temporary = NULL;
    return true;
}

void output_close(output_file *out) {
    free_room(out);
    if (out->file >= 0 && !out->is_stdout)
        close(out->file);
    if (out->temporary) {
        unlink(unfinished_path(out->temporary));
        unfinished_forget(out->temporary);
    }
    free(out->path);
    *out = (output_file) { .name = out->name, .file = -1 };
}
