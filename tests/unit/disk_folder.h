/* A folder of the disk cache with a few entries, for the tests of the folder and of its entries. */
#ifndef TESTS_UNIT_DISK_FOLDER_H
#define TESTS_UNIT_DISK_FOLDER_H

#include "program/disk_cache.h"
#include "support/check.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/clscan-disk-cache-XXXXXX", folder[64], elsewhere[64];
static cs_disk_cache cache; /* open in `folder`, which is empty when a test begins */
static const size_t plenty = 1 << 20;
static const char content[] = "what a driver made of a program";

static inline cs_digest key_of(int number) {
    return (cs_digest) { { (unsigned char)number, 0xab } };
}

/* Returns the path of the entry's file. */
static inline const char *path_of(int number) {
    static char path[160];
    char name[CS_ENTRY_NAME];
    const cs_digest key = key_of(number);
    cs_entry_name(&key, name);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static inline const char *store(int number, size_t size) {
    const cs_digest key = key_of(number);
    char bytes[5000];
    memset(bytes, number, sizeof bytes);
    memcpy(bytes, content, size < sizeof content ? size : sizeof content);
    return cs_disk_cache_store(&cache, &key, &(cs_disk_entry) { .label = "a device", .bytes = bytes, .size = size });
}

static inline const char *load(int number) {
    const cs_digest key = key_of(number);
    cs_disk_entry entry;
    const char *wrong = cs_disk_cache_load(&cache, &key, &entry);
    if (wrong) {
        assert_null(entry.bytes);
        return wrong;
    }
    assert_string_equal(entry.label, "a device");
    assert_memory_equal(entry.bytes, content, entry.size < sizeof content ? entry.size : sizeof content);
    free(entry.bytes);
    return NULL;
}

static inline size_t entries(void) {
    size_t count;
    free(cs_disk_cache_list(&cache, &count));
    return count;
}

static inline int command(const char *format, const char *path) {
    char text[256];
    snprintf(text, sizeof text, format, path);
    return system(text);
}

static inline int set_up(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "%s/a/b", root);
    snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", root);
    return command("rm -rf %s/*", root) || cs_disk_cache_open(&cache, folder, plenty);
}

static inline int tear_down(void **state) {
    (void)state;
    cs_disk_cache_close(&cache);
    return 0;
}

static inline void make_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static inline void set_age(const char *path, time_t seconds) {
    const struct timespec then = { .tv_sec = time(NULL) - seconds }, both[] = { then, then };
    assert_int_equal(utimensat(AT_FDCWD, path, both, 0), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
#define run_in_folder(tests)                                                                                           \
    (mkdtemp(root) ? cmocka_run_group_tests(tests, NULL, NULL) + command("rm -rf %s", root) : 1)

#endif
