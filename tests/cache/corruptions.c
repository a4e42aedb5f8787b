/* Entries that are damaged in many ways. The scan is right, and the library writes a new entry. */
#include "cache/folder.h"

static uint64_t random_state = 1;

static size_t random_below(size_t n) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(random_state >> 33) % n;
}

static void flip_a_bit(unsigned char *bytes, size_t *size) {
    bytes[random_below(*size)] ^= (unsigned char)(1 << random_below(8));
}

static void flip_in_header(unsigned char *bytes, size_t *size) {
    (void)size;
    bytes[random_below(184)] ^= (unsigned char)(1 << random_below(8));
}

static void cut(unsigned char *bytes, size_t *size) {
    (void)bytes;
    *size = random_below(*size);
}

static void cut_the_last(unsigned char *bytes, size_t *size) {
    (void)bytes;
    --*size;
}

static void add_some(unsigned char *bytes, size_t *size) {
    (void)bytes;
    *size += 1 + random_below(64); /* the array has room, filled with zeros */
}

static void make_random(unsigned char *bytes, size_t *size) {
    for (size_t i = 0; i < *size; i++)
        bytes[i] = (unsigned char)random_below(256);
}

static void (*const corruptions[])(unsigned char *bytes, size_t *size) = { flip_a_bit,   flip_in_header, cut,
                                                                           cut_the_last, add_some,       make_random };

static void corrupt(const char *path, size_t how) {
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    size_t size = (size_t)about.st_size;
    unsigned char *bytes = calloc(size + 64, 1);
    FILE *file = fopen(path, "rb");
    assert_true(bytes && file && fread(bytes, 1, size, file) == size);
    fclose(file);
    corruptions[how % COUNT(corruptions)](bytes, &size);
    file = fopen(path, "wb");
    assert_true(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
    free(bytes);
}

/* No damaged entry reaches the driver, because some drivers would crash. */
static void test_corruptions(void **state) {
    const test_device *d = *state;
    char path[256];
    scan_once(d, folder);
    snprintf(path, sizeof path, "%s", the_entry());
    for (size_t i = 0; i < 100; i++) {
        corrupt(path, i);
        const clscan_cache_stats stats = scan_once(d, folder);
        if (stats.disk_hits != 0 || stats.disk_stores != 1)
            fail_msg("corruption %zu: %zu hits, %zu stores", i, stats.disk_hits, stats.disk_stores);
        if (i % COUNT(corruptions) == 0)
            assert_disk(scan_once(d, folder), 1, 0); /* the entry was written again */
    }
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test_setup(test_corruptions, empty_folder) };
    return run_in_folder(tests);
}
