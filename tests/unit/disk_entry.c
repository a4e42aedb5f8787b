/* Entries of the disk cache. Whatever file has the name of an entry, a load either returns what was stored, or
 * fails. */
#include "unit/disk_folder.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

static mode_t mode_of(const char *path) {
    struct stat about;
    assert_int_equal(lstat(path, &about), 0);
    return about.st_mode;
}

static void test_stored_is_loaded(void **state) {
    (void)state;
    assert_string_equal(load(1), "it is not there yet");
    assert_null(store(1, sizeof content));
    assert_null(load(1));
    assert_non_null(load(2));
    assert_null(store(1, 5000)); /* replaces the entry */
    assert_null(load(1));
    assert_null(store(2, 0));
    assert_null(load(2));
    assert_int_equal(entries(), 2);
    assert_int_equal(mode_of(folder), S_IFDIR | 0700);
    assert_int_equal(mode_of(path_of(1)), S_IFREG | 0600);
    const cs_digest key = key_of(1);
    cs_disk_cache_drop(&cache, &key);
    assert_non_null(load(1));
}

static size_t read_file(const char *path, char *bytes, size_t size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size = fread(bytes, 1, size, file);
    fclose(file);
    return size;
}

static void write_file(const char *path, const char *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void test_every_bit(void **state) {
    char bytes[1000];
    (void)state;
    assert_null(store(1, sizeof content));
    const size_t size = read_file(path_of(1), bytes, sizeof bytes);
    assert_true(size > sizeof content);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
        write_file(path_of(1), bytes, size);
        if (!load(1))
            fail_msg("bit %zu of %zu bytes was not noticed", bit, size);
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
    }
    write_file(path_of(1), bytes, size);
    assert_null(load(1));
}

static void test_every_length(void **state) {
    char bytes[1000] = { 0 };
    (void)state;
    assert_null(store(1, sizeof content));
    const size_t size = read_file(path_of(1), bytes, sizeof bytes);
    for (size_t length = 0; length < size + 100; length++) {
        write_file(path_of(1), bytes, length);
        assert_true((load(1) == NULL) == (length == size));
    }
}

static void test_under_another_key(void **state) {
    char other[160];
    (void)state;
    assert_null(store(1, sizeof content));
    snprintf(other, sizeof other, "%s", path_of(1));
    assert_int_equal(rename(other, path_of(2)), 0);
    assert_string_equal(load(2), "another entry under this name");
}

static void test_no_regular_file(void **state) {
    (void)state;
    assert_null(store(1, sizeof content));
    assert_int_equal(rename(path_of(1), elsewhere), 0);
    assert_int_equal(symlink(elsewhere, path_of(1)), 0); /* a link to an intact entry */
    assert_non_null(load(1));
    make_file(elsewhere, "untouched");
    assert_null(store(1, sizeof content));
    assert_int_equal(mode_of(path_of(1)), S_IFREG | 0600);
    char text[16] = { 0 };
    assert_int_equal(read_file(elsewhere, text, sizeof text), 9);
    assert_string_equal(text, "untouched");

    assert_int_equal(mkfifo(path_of(2), 0600), 0);
    assert_string_equal(load(2), "not a regular file");
    assert_null(store(2, sizeof content));
    assert_null(load(2));

    assert_int_equal(mkdir(path_of(3), 0700), 0);
    assert_string_equal(load(3), "not a regular file");
    assert_non_null(store(3, sizeof content));
    assert_null(load(1));
}

static void test_of_another_user(void **state) {
    (void)state;
    assert_null(store(1, sizeof content));
    if (chown(path_of(1), 12345, (gid_t)-1) != 0)
        skip();
    assert_string_equal(load(1), "another user's file");
    assert_null(store(1, sizeof content));
    assert_null(load(1));
}

/* An entry that others can write to is refused, because whoever writes the entry can also compute its digest. */
static void test_others_can_write(void **state) {
    (void)state;
    assert_null(store(1, sizeof content));
    for (int bit = 0; bit < 2; bit++) {
        assert_int_equal(chmod(path_of(1), bit ? 0620 : 0602), 0);
        assert_string_equal(load(1), "others can write to it");
        assert_null(store(1, sizeof content)); /* replaces the entry */
        assert_null(load(1));
        assert_int_equal(mode_of(path_of(1)), S_IFREG | 0600);
    }
    assert_int_equal(chmod(path_of(1), 0644), 0); /* others may read it */
    assert_null(load(1));
}

static void test_huge(void **state) {
    (void)state;
    make_file(path_of(1), "");
    assert_int_equal(truncate(path_of(1), (off_t)1 << 40), 0); /* a sparse file */
    assert_string_equal(load(1), "too large");
    set_age(path_of(1), 60);
    assert_null(store(2, sizeof content)); /* entries that are too large are removed first */
    assert_int_equal(entries(), 1);
    assert_null(load(2));
}

static size_t files_in_folder(void) {
    char text[16];
    char line[160];
    snprintf(line, sizeof line, "ls -A %s | wc -l", folder);
    FILE *pipe = popen(line, "r");
    assert_non_null(pipe);
    assert_non_null(fgets(text, sizeof text, pipe));
    pclose(pipe);
    return (size_t)atol(text);
}

/* By default the signal SIGXFSZ ends the process. The store must prevent it. */
static void test_file_size_limit(void **state) {
    struct rlimit before, low;
    (void)state;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    low = before;
    low.rlim_cur = 1000;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &low), 0);
    const char *large = store(1, 5000), *small = store(2, 500);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_string_equal(large, "RLIMIT_FSIZE is lower");
    assert_null(small);
    assert_int_equal(files_in_folder(), 1);
}

static void test_full_disk(void **state) {
    (void)state;
    if (command("mount -t tmpfs -o size=8k tmpfs %s 2>/dev/null", folder) != 0)
        skip();
    cs_disk_cache_close(&cache);
    assert_int_equal(chmod(folder, 0700), 0);
    const char *opened = cs_disk_cache_open(&cache, folder, plenty), *first = store(1, 3000), *second = store(2, 5000);
    const char *again = load(1);
    const size_t files = files_in_folder();
    cs_disk_cache_close(&cache);
    assert_int_equal(command("umount %s", folder), 0);
    assert_null(opened);
    assert_null(first);
    assert_string_equal(second, "No space left on device");
    assert_null(again);
    assert_int_equal(files, 1);
}

static void store_for_ever(int seed) {
    for (unsigned i = (unsigned)seed;; i++)
        store((int)(i % 3) + 1, 500 * (i % 10));
}

static ino_t file_of(int number) {
    struct stat about;
    assert_int_equal(stat(path_of(number), &about), 0);
    return about.st_ino;
}

/* If writers are killed at any moment, readers see an intact entry: either the old or the new one. */
static void test_writers_that_are_killed(void **state) {
    pid_t writers[4];
    (void)state;
    for (int i = 1; i <= 3; i++)
        assert_null(store(i, 100));
    for (int round = 0; round < 10; round++) {
        const ino_t before = file_of(1);
        for (size_t i = 0; i < COUNT(writers); i++)
            if ((writers[i] = fork()) == 0)
                store_for_ever((int)i);
        for (int i = 0; i < 37 * round || file_of(1) == before; i++)
            assert_null(load(i % 3 + 1)); /* the load compares the content */
        for (size_t i = 0; i < COUNT(writers); i++)
            kill(writers[i], SIGKILL);
        for (size_t i = 0; i < COUNT(writers); i++)
            waitpid(writers[i], NULL, 0);
    }
    for (int i = 1; i <= 3; i++)
        assert_null(load(i));
    assert_int_equal(entries(), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_stored_is_loaded),
        TEST(test_every_bit),
        TEST(test_every_length),
        TEST(test_under_another_key),
        TEST(test_no_regular_file),
        TEST(test_of_another_user),
        TEST(test_others_can_write),
        TEST(test_huge),
        TEST(test_file_size_limit),
        TEST(test_full_disk),
        TEST(test_writers_that_are_killed),
    };
    return run_in_folder(tests);
}
