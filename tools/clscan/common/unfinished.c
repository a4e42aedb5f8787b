#include "common/unfinished.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct unfinished {
    unfinished *next;
    pid_t owner; /* a child of fork() has the list too */
    bool is_noted;
    char path[];
};

/* The file that was added last. Only the main thread adds files, while a signal handler on any thread may walk the
 * list. Each entry is therefore complete before it is linked. */
static unfinished *files;

unfinished *unfinished_note(const char *path) {
    unfinished *file = calloc(1, sizeof *file + strlen(path) + 1);
    if (!file)
        return NULL;
    strcpy(file->path, path);
    file->owner = getpid();
    file->is_noted = true;
    file->next = files;
    __atomic_store_n(&files, file, __ATOMIC_RELEASE);
    return file;
}

char *unfinished_path(unfinished *file) {
    return file->path;
}

void unfinished_forget(unfinished *file) {
    __atomic_store_n(&file->is_noted, false, __ATOMIC_RELEASE);
}

void unfinished_remove(void) {
    for (const unfinished *file = __atomic_load_n(&files, __ATOMIC_ACQUIRE); file; file = file->next)
        if (__atomic_load_n(&file->is_noted, __ATOMIC_ACQUIRE) && file->owner == getpid())
            unlink(file->path);
}
