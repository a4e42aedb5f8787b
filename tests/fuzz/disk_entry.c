/* Fuzzes entries of the disk cache. First the input is a file: if it is accepted, writing the entry gives the same
 * file. Then the input is the content of an entry: reading gives it back, unless a bit of the file has changed. */
#include "program/disk_entry.h"
#include "fuzz/fuzz.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { KEY_AT = 8 + 2 * 8, MOST = 1 << 16 };

/* Returns the current folder. run.sh starts the target in a folder of its own. */
static int folder(void) {
    static int opened = -1;
    if (opened < 0)
        opened = open(".", O_RDONLY | O_DIRECTORY);
    MUST(opened >= 0);
    return opened;
}

static void put(const char *name, const void *bytes, size_t size) {
    const int file = openat(folder(), name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    MUST(file >= 0 && write(file, bytes, size) == (ssize_t)size && close(file) == 0);
}

static size_t get(const char *name, uint8_t bytes[MOST]) {
    const int file = openat(folder(), name, O_RDONLY);
    const ssize_t n = file < 0 ? -1 : read(file, bytes, MOST);
    MUST(n >= 0 && close(file) == 0);
    return (size_t)n;
}

/* Reads the input as an entry under the file name that its key requires. */
static void read_file(const uint8_t *data, size_t size) {
    static uint8_t again[MOST];
    char name[CS_ENTRY_NAME];
    cs_digest key = { { 0 } };
    cs_disk_entry entry;
    if (size >= KEY_AT + sizeof key)
        memcpy(&key, data + KEY_AT, sizeof key);
    cs_entry_name(&key, name);
    put(name, data, size);
    if (!cs_entry_read(folder(), name, &entry)) {
        MUST(!cs_entry_write(folder(), &key, &entry));
        MUST(get(name, again) == size && memcmp(again, data, size) == 0);
        free(entry.bytes);
    }
    unlinkat(folder(), name, 0);
}

static void write_and_read(const uint8_t *data, size_t size) {
    static uint8_t file[MOST];
    const cs_digest key = { { (unsigned char)size } };
    const cs_disk_entry entry = { .label = "label", .bytes = (void *)data, .size = size };
    cs_disk_entry again;
    char name[CS_ENTRY_NAME];
    cs_entry_name(&key, name);
    MUST(!cs_entry_write(folder(), &key, &entry) && !cs_entry_read(folder(), name, &again));
    MUST(again.size == size && memcmp(again.bytes, data, size) == 0 && strcmp(again.label, entry.label) == 0);
    free(again.bytes);
    const size_t length = get(name, file), bit = (size > 1 ? data[0] + 256u * data[1] : size) % (8 * length);
    file[bit / 8] ^= (uint8_t)(1 << bit % 8);
    put(name, file, length);
    MUST(cs_entry_read(folder(), name, &again));
    unlinkat(folder(), name, 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > MOST / 2)
        return 0;
    read_file(data, size);
    write_and_read(data, size);
    return 0;
}
