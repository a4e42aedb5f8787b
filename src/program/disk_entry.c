#define _DEFAULT_SOURCE /* for getentropy */
#include "program/disk_entry.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[8] = "clscan\n";

/* The header of a file. Numbers are in the machine's byte order: in a file from a machine of the other order, `version`
 * does not match. */
typedef struct header {
    char magic[sizeof magic];
    uint64_t version, size; /* size: of the bytes after the header */
    cs_digest key, seal;    /* seal: the digest of label and bytes */
    char label[CS_ENTRY_LABEL];
} header;

enum { VERSION = 1 };

void cs_entry_name(const cs_digest *key, char name[CS_ENTRY_NAME]) {
    for (size_t i = 0; i < sizeof key->bytes; i++)
        snprintf(name + 2 * i, 3, "%02x", key->bytes[i]);
}

static cs_digest seal_of(const char *label, const void *bytes, size_t size) {
    cs_sha256 hash = cs_sha256_begin();
    cs_sha256_add(&hash, label, CS_ENTRY_LABEL);
    cs_sha256_add(&hash, bytes, size);
    return cs_sha256_end(&hash);
}

/* --------------------------------------------------------------------------------------------------- reading */

static bool read_all(int file, void *to, size_t size) {
    for (char *at = to; size > 0;) {
        const ssize_t n = read(file, at, size);
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        at += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

static const char *check_file(const struct stat *about) {
    if (!S_ISREG(about->st_mode))
        return "not a regular file";
    if (about->st_uid != geteuid())
        return "another user's file";
    if (about->st_size > CS_MAX_ENTRY)
        return "too large";
    if (about->st_mode & (S_IWGRP | S_IWOTH))
        return "others can write to it";
    return about->st_size < (off_t)sizeof(header) ? "shorter than a header" : NULL;
}

/* Returns true if a label is a string followed by zeros only, so that equal labels are equal bytes. */
static bool is_padded(const char label[CS_ENTRY_LABEL]) {
    const char *at = memchr(label, '\0', CS_ENTRY_LABEL), *const end = label + CS_ENTRY_LABEL;
    while (at && at < end && *at == '\0')
        at++;
    return at == end;
}

static const char *check_header(const header *h, const char *name, const struct stat *about) {
    char key[CS_ENTRY_NAME];
    cs_entry_name(&h->key, key);
    if (memcmp(h->magic, magic, sizeof magic) != 0 || h->version != VERSION)
        return "not of this format";
    if (strcmp(key, name) != 0)
        return "another entry under this name";
    if (h->size != (uint64_t)about->st_size - sizeof *h)
        return "not as long as its header says";
    return is_padded(h->label) ? NULL : "a label that is not padded";
}

static const char *read_bytes(int file, const header *h, cs_disk_entry *entry) {
    entry->size = h->size;
    memcpy(entry->label, h->label, sizeof h->label);
    entry->bytes = malloc(h->size + 1); /* at least one byte: malloc(0) may return NULL */
    if (!entry->bytes || !read_all(file, entry->bytes, h->size))
        return "can't be read";
    const cs_digest seal = seal_of(entry->label, entry->bytes, entry->size);
    return memcmp(&seal, &h->seal, sizeof seal) == 0 ? NULL : "its bytes have changed";
}

static const char *read_file(int file, const char *name, cs_disk_entry *entry) {
    const char *wrong;
    struct stat about;
    header h;
    if (fstat(file, &about) != 0)
        return strerror(errno);
    if ((wrong = check_file(&about)))
        return wrong;
    entry->used = about.st_mtime;
    if (!read_all(file, &h, sizeof h))
        return "can't be read";
    return (wrong = check_header(&h, name, &about)) ? wrong : read_bytes(file, &h, entry);
}

const char *cs_entry_read(int folder, const char *name, cs_disk_entry *entry) {
    *entry = (cs_disk_entry) { .size = 0 };
    const int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return errno == ENOENT ? "it is not there yet" : strerror(errno);
    const char *wrong = read_file(file, name, entry);
    if (wrong) {
        free(entry->bytes);
        entry->bytes = NULL;
    }
    close(file);
    return wrong;
}

/* --------------------------------------------------------------------------------------------------- writing */

static bool write_all(int file, const void *from, size_t size) {
    for (const char *at = from; size > 0;) {
        const ssize_t n = write(file, at, size);
        if (n < 0 && errno != EINTR)
            return false;
        at += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* Checks the size in advance: beyond RLIMIT_FSIZE, posix_fallocate and write would raise SIGXFSZ. */
static const char *check_size(size_t size) {
    struct rlimit most;
    if (size > CS_MAX_ENTRY)
        return "too large";
    return getrlimit(RLIMIT_FSIZE, &most) == 0 && most.rlim_cur < size ? "RLIMIT_FSIZE is lower" : NULL;
}

static bool write_file(int file, const header *h, const void *bytes) {
#ifndef __APPLE__
    if ((errno = posix_fallocate(file, 0, (off_t)(sizeof *h + h->size))) != 0)
        return false;
#endif
    return write_all(file, h, sizeof *h) && write_all(file, bytes, h->size) && fsync(file) == 0;
}

/* Creates a draft under a random name, which no other process can predict. Returns -1 and sets errno on failure. */
static int open_draft(int folder, char draft[CS_ENTRY_NAME]) {
    uint64_t random;
    if (getentropy(&random, sizeof random) != 0)
        return -1;
    snprintf(draft, CS_ENTRY_NAME, CS_DRAFT "%016llx", (unsigned long long)random);
    return openat(folder, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

/* Writes a draft and renames it, so that readers see the old file or the new one. If two processes write the same key
 * concurrently, the last one wins; their bytes are equivalent. */
static const char *write_header_and_bytes(int folder, const header *h, const void *bytes) {
    char name[CS_ENTRY_NAME], draft[CS_ENTRY_NAME];
    const char *wrong = NULL;
    const int file = open_draft(folder, draft);
    if (file < 0)
        return strerror(errno);
    cs_entry_name(&h->key, name);
    if (!write_file(file, h, bytes) || renameat(folder, draft, folder, name) != 0) {
        wrong = strerror(errno);
        unlinkat(folder, draft, 0);
    }
    close(file);
    return wrong;
}

const char *cs_entry_write(int folder, const cs_digest *key, const cs_disk_entry *entry) {
    header h = { .version = VERSION, .size = entry->size, .key = *key };
    const char *wrong = check_size(sizeof h + entry->size);
    if (wrong)
        return wrong;
    memcpy(h.magic, magic, sizeof magic);
    snprintf(h.label, sizeof h.label, "%s", entry->label);
    h.seal = seal_of(h.label, entry->bytes, entry->size);
    return write_header_and_bytes(folder, &h, entry->bytes);
}
