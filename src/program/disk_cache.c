#define _GNU_SOURCE /* for secure_getenv */
#include "program/disk_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __APPLE__
#define secure_getenv(name) (issetugid() ? NULL : getenv(name))
#endif

/* ------------------------------------------------------------------------------------------------- the folder */

void cs_disk_cache_path(cs_strbuf *path) {
    const char *cache = secure_getenv("XDG_CACHE_HOME"), *home = secure_getenv("HOME");
    if (cache && *cache == '/') /* the specification says to ignore relative paths */
        cs_strbuf_add(path, "%s/clscan", cache);
    else if (home && *home == '/')
        cs_strbuf_add(path, "%s/.cache/clscan", home);
}

/* Removes slashes at the end. With them, O_NOFOLLOW would not apply: "link/" names the folder that the link points
 * to. */
static void cut_slashes(char *path) {
    char *end = path + strlen(path) - 1;
    while (end > path && (*end == '/' || (*end == '.' && end[-1] == '/')))
        *end-- = '\0';
}

/* Makes a folder and its parents, like mkdir -p. Failures are ignored here: opening the folder reports them. */
static void make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    mkdir(path, 0700);
}

static const char *check_folder(int folder) {
    struct stat about;
    if (fstat(folder, &about) != 0)
        return strerror(errno);
    if (about.st_uid != geteuid())
        return "it is another user's";
    return about.st_mode & (S_IWGRP | S_IWOTH) ? "others can write to it" : NULL;
}

const char cs_disk_cache_no_memory[] = "out of memory";

static const char *open_folder(cs_disk_cache *cache, const char *path, bool make) {
    char *copy = *path ? cs_strdup(path) : NULL;
    if (!copy)
        return *path ? cs_disk_cache_no_memory : "neither XDG_CACHE_HOME nor HOME is set to an absolute path";
    cut_slashes(copy);
    if (make)
        make_folders(copy);
    cache->folder = open(copy, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const bool missing = cache->folder < 0 && errno == ENOENT && !make;
    const char *wrong = missing ? NULL : cache->folder < 0 ? strerror(errno) : check_folder(cache->folder);
    free(copy);
    if (wrong)
        cs_disk_cache_close(cache);
    return wrong;
}

const char *cs_disk_cache_open(cs_disk_cache *cache, const char *path, size_t limit) {
    *cache = (cs_disk_cache) { -1, limit };
    return open_folder(cache, path, true);
}

const char *cs_disk_cache_look(cs_disk_cache *cache, const char *path) {
    *cache = (cs_disk_cache) { -1, 0 };
    return open_folder(cache, path, false);
}

void cs_disk_cache_close(cs_disk_cache *cache) {
    if (cache->folder >= 0)
        close(cache->folder);
    cache->folder = -1;
}

/* ------------------------------------------------------------------------------------------------ all entries */

typedef void (*visitor)(int folder, const char *name, const struct stat *about, void *user);

static void visit_files(const cs_disk_cache *cache, visitor visit, void *user) {
    /* Open the folder again: a duplicate of the descriptor would share its read position with other threads. */
    const int folder = openat(cache->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *files = folder < 0 ? NULL : fdopendir(folder);
    struct stat about;
    if (!files && folder >= 0)
        close(folder);
    for (const struct dirent *file; files && (file = readdir(files));)
        if (fstatat(folder, file->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0)
            visit(folder, file->d_name, &about, user);
    if (files)
        closedir(files);
}

static bool is_entry(const char *name) {
    return strlen(name) == CS_ENTRY_NAME - 1 && strspn(name, "0123456789abcdef") == CS_ENTRY_NAME - 1;
}

static bool is_draft(const char *name) {
    return strncmp(name, CS_DRAFT, strlen(CS_DRAFT)) == 0;
}

typedef struct listing {
    cs_disk_file *files;
    size_t count, room;
} listing;

static void add_file(int folder, const char *name, const struct stat *about, void *user) {
    listing *all = user;
    (void)folder;
    if (!is_entry(name))
        return;
    if (all->count == all->room) {
        const size_t room = all->room ? 2 * all->room : 64;
        cs_disk_file *files = realloc(all->files, room * sizeof *files);
        if (!files)
            return;
        all->files = files;
        all->room = room;
    }
    cs_disk_file *f = &all->files[all->count++];
    *f = (cs_disk_file) { .size = (size_t)about->st_size, .used = about->st_mtime };
    strcpy(f->name, name);
}

static int by_use(const void *a, const void *b) {
    const cs_disk_file *x = a, *y = b;
    return (x->used > y->used) - (x->used < y->used);
}

cs_disk_file *cs_disk_cache_list(const cs_disk_cache *cache, size_t *count) {
    listing all = { .count = 0 };
    visit_files(cache, add_file, &all);
    if (all.count)
        qsort(all.files, all.count, sizeof *all.files, by_use);
    *count = all.count;
    return all.files;
}

static void remove_ours(int folder, const char *name, const struct stat *about, void *user) {
    (void)about, (void)user;
    if (is_entry(name) || is_draft(name))
        unlinkat(folder, name, 0);
}

void cs_disk_cache_clear(const cs_disk_cache *cache) {
    visit_files(cache, remove_ours, NULL);
}

/* Removes a draft that is older than an hour: its writer has crashed or was killed. */
static void remove_stale_draft(int folder, const char *name, const struct stat *about, void *user) {
    enum { HOUR = 60 * 60 };
    if (is_draft(name) && *(const time_t *)user - about->st_mtime > HOUR)
        unlinkat(folder, name, 0);
}

static void sweep(const cs_disk_cache *cache) {
    size_t count, size = 0;
    time_t now = time(NULL);
    cs_disk_file *files = cs_disk_cache_list(cache, &count);
    for (size_t i = 0; i < count; i++)
        size += files[i].size;
    for (size_t i = 0; i < count && size > cache->limit; i++)
        if (unlinkat(cache->folder, files[i].name, 0) == 0)
            size -= files[i].size;
    free(files);
    visit_files(cache, remove_stale_draft, &now);
}

/* ------------------------------------------------------------------------------------------------ one entry */

void cs_disk_cache_drop(const cs_disk_cache *cache, const cs_digest *key) {
    char name[CS_ENTRY_NAME];
    cs_entry_name(key, name);
    unlinkat(cache->folder, name, 0);
}

const char *cs_disk_cache_load(const cs_disk_cache *cache, const cs_digest *key, cs_disk_entry *entry) {
    enum { DAY = 24 * 60 * 60 };
    char name[CS_ENTRY_NAME];
    cs_entry_name(key, name);
    const char *wrong = cs_entry_read(cache->folder, name, entry);
    if (!wrong && time(NULL) - entry->used > DAY)
        utimensat(cache->folder, name, NULL, AT_SYMLINK_NOFOLLOW);
    return wrong;
}

const char *cs_disk_cache_store(const cs_disk_cache *cache, const cs_digest *key, const cs_disk_entry *entry) {
    if (entry->size > cache->limit)
        return "it is larger than all may be together";
    const char *wrong = cs_entry_write(cache->folder, key, entry);
    sweep(cache);
    return wrong;
}
