/* replay FILE...: gives a target an empty input, and then the content of each file, as libFuzzer does at its start.
 * Each content is in memory of exactly its size, so that a sanitizer sees what reads past it. */
#include "fuzz/fuzz.h"

#include <stdio.h>

/* Gives the target the bytes of a file. Returns 0, or 1 if the file cannot be read. */
static int replay(const char *path) {
    FILE *const file = fopen(path, "rb");
    long size = -1;
    if (file && fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    uint8_t *const data = size >= 0 ? malloc((size_t)size) : NULL;
    const int readable = data && fseek(file, 0, SEEK_SET) == 0 && fread(data, 1, (size_t)size, file) == (size_t)size;
    if (file)
        fclose(file);
    if (readable)
        LLVMFuzzerTestOneInput(data, (size_t)size);
    else
        perror(path);
    free(data);
    return !readable;
}

int main(int argc, char **argv) {
    int failed = argc < 2;
    LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
    for (int i = 1; i < argc; i++)
        failed |= replay(argv[i]);
    printf("%d inputs\n", argc);
    return failed;
}
