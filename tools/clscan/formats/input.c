#include "formats/input.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

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
