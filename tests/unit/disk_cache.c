/* The folder of the disk cache: whatever lies there, a load gives what was stored, or misses. */
#include "disk_cache.h"
#include "support/check.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char root[] = "/tmp/clscan-disk-cache-XXXXXX", folder[64], elsewhere[64];
static cs_disk_cache cache; /* open in `folder`, which is empty when a test begins */
static const size_t plenty = 1 << 20;
static const char content[] = "what a driver made of a program";

static cs_digest key_of(int number) {
    return (cs_digest) { { (unsigned char)number, 0xab } };
}

/* The entry's file. */
static const char *path_of(int number) {
    static char path[160];
    char name[CS_ENTRY_NAME];
    const cs_digest key = key_of(number);
    cs_entry_name(&key, name);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static const char *store(int number, size_t size) {
    const cs_digest key = key_of(number);
    char bytes[5000];
    memset(bytes, number, sizeof bytes);
    memcpy(bytes, content, size < sizeof content ? size : sizeof content);
    return cs_disk_cache_store(&cache, &key, &(cs_disk_entry) { .label = "a device", .bytes = bytes, .size = size });
}

static const char *load(int number) {
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

static size_t entries(void) {
    size_t count;
    free(cs_disk_cache_list(&cache, &count));
    return count;
}

static int command(const char *format, const char *path) {
    char text[256];
    snprintf(text, sizeof text, format, path);
    return system(text);
}

static int set_up(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "%s/a/b", root);
    snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", root);
    return command("rm -rf %s/*", root) || cs_disk_cache_open(&cache, folder, plenty);
}

static int tear_down(void **state) {
    (void)state;
    cs_disk_cache_close(&cache);
    return 0;
}

static mode_t mode_of(const char *path) {
    struct stat about;
    assert_int_equal(lstat(path, &about), 0);
    return about.st_mode;
}

static void make_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* ------------------------------------------------------------------------------------------------ what is whole */

static void test_stored_is_loaded(void **state) {
    (void)state;
    assert_string_equal(load(1), "No such file or directory");
    assert_null(store(1, sizeof content));
    assert_null(load(1));
    assert_non_null(load(2));
    assert_null(store(1, 5000)); /* in its place */
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

static void test_closed(void **state) {
    (void)state;
    cs_disk_cache_close(&cache);
    assert_non_null(store(1, 10));
    assert_non_null(load(1));
    assert_int_equal(entries(), 0);
}

/* ------------------------------------------------------------------------------------------------ what is damaged */

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
    assert_int_equal(symlink(elsewhere, path_of(1)), 0); /* to a whole entry */
    assert_non_null(load(1));
    make_file(elsewhere, "untouched");
    assert_null(store(1, sizeof content));
    assert_int_equal(mode_of(path_of(1)), S_IFREG | 0600);
    char text[16] = { 0 };
    assert_int_equal(read_file(elsewhere, text, sizeof text), 9);
    assert_string_equal(text, "untouched");

    assert_int_equal(mkfifo(path_of(2), 0600), 0);
    assert_string_equal(load(2), "no regular file");
    assert_null(store(2, sizeof content));
    assert_null(load(2));

    assert_int_equal(mkdir(path_of(3), 0700), 0);
    assert_string_equal(load(3), "no regular file");
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

static void set_age(const char *path, time_t seconds) {
    const struct timespec then = { .tv_sec = time(NULL) - seconds }, both[] = { then, then };
    assert_int_equal(utimensat(AT_FDCWD, path, both, 0), 0);
}

static void test_huge(void **state) {
    (void)state;
    make_file(path_of(1), "");
    assert_int_equal(truncate(path_of(1), (off_t)1 << 40), 0); /* a hole */
    assert_string_equal(load(1), "too large");
    set_age(path_of(1), 60);
    assert_null(store(2, sizeof content)); /* and what is too large makes room */
    assert_int_equal(entries(), 1);
    assert_null(load(2));
}

/* ----------------------------------------------------------------------------------------------------- the folder */

static const char *open_other(const char *path) {
    cs_disk_cache other;
    const char *wrong = cs_disk_cache_open(&other, path, plenty);
    assert_true((wrong == NULL) == (other.folder >= 0));
    cs_disk_cache_close(&other);
    return wrong;
}

static void test_folders_that_are_not_used(void **state) {
    (void)state;
    assert_null(open_other(folder));
    for (int bit = 0; bit < 2; bit++) {
        assert_int_equal(chmod(folder, bit ? 0720 : 0702), 0);
        assert_string_equal(open_other(folder), "others can write to it");
    }
    assert_int_equal(chmod(folder, 0755), 0);
    assert_null(open_other(folder));
    assert_int_equal(symlink(folder, elsewhere), 0);
    assert_non_null(open_other(elsewhere));
    unlink(elsewhere);
    make_file(elsewhere, "no folder");
    assert_non_null(open_other(elsewhere));
    assert_non_null(open_other("/proc/nowhere/clscan"));
    assert_non_null(open_other(""));
    if (chown(folder, 12345, (gid_t)-1) == 0)
        assert_string_equal(open_other(folder), "it is another user's");
    else
        assert_string_equal(open_other("/"), "it is another user's");
}

static const char *path_with(const char *cache_home, const char *home) {
    static char text[256];
    cs_text path = { 0 };
    cache_home ? setenv("XDG_CACHE_HOME", cache_home, 1) : unsetenv("XDG_CACHE_HOME");
    home ? setenv("HOME", home, 1) : unsetenv("HOME");
    cs_disk_cache_path(&path);
    snprintf(text, sizeof text, "%s", path.data ? path.data : "none");
    cs_text_free(&path);
    return text;
}

static void test_path(void **state) {
    (void)state;
    assert_string_equal(path_with("/x", "/h"), "/x/clscan");
    assert_string_equal(path_with(NULL, "/h"), "/h/.cache/clscan");
    assert_string_equal(path_with("", "/h"), "/h/.cache/clscan");
    assert_string_equal(path_with("relative", "/h"), "/h/.cache/clscan");
    assert_string_equal(path_with(NULL, NULL), "none");
    assert_string_equal(path_with(NULL, ""), "none");
}

/* ----------------------------------------------------------------------------------------------------- room */

enum { DAY = 24 * 60 * 60 };

static void test_oldest_make_room(void **state) {
    (void)state;
    cache.limit = 20000;
    for (int i = 1; i <= 3; i++) {
        assert_null(store(i, 5000));
        set_age(path_of(i), i == 2 ? 9 * DAY : 2 * DAY);
    }
    assert_null(load(1)); /* a use */
    struct stat about;
    assert_int_equal(stat(path_of(1), &about), 0);
    assert_true(time(NULL) - about.st_mtime < DAY);
    assert_null(store(4, 5000));
    assert_int_equal(entries(), 3);
    assert_non_null(load(2));
    assert_null(store(5, 5000));
    assert_non_null(load(3));
    assert_null(load(1));
    cache.limit = 1;
    assert_null(store(6, 100));
    assert_int_equal(entries(), 0);
}

/* A use within a day of the last is not noted: readers would write all the time. */
static void test_a_recent_use(void **state) {
    struct stat before, after;
    (void)state;
    assert_null(store(1, 100));
    set_age(path_of(1), DAY / 2);
    stat(path_of(1), &before);
    assert_null(load(1));
    stat(path_of(1), &after);
    assert_int_equal(before.st_mtime, after.st_mtime);
}

static void test_drafts(void **state) {
    char stale[160], fresh[160], other[160];
    (void)state;
    snprintf(stale, sizeof stale, "%s/" CS_DRAFT "0123456789abcdef", folder);
    snprintf(fresh, sizeof fresh, "%s/" CS_DRAFT "fedcba9876543210", folder);
    snprintf(other, sizeof other, "%s/of-the-user", folder);
    make_file(stale, "");
    make_file(fresh, "");
    make_file(other, "");
    set_age(stale, DAY);
    set_age(other, DAY);
    assert_null(store(1, 100));
    assert_int_not_equal(access(stale, F_OK), 0);
    assert_int_equal(access(fresh, F_OK), 0);
    cs_disk_cache_clear(&cache);
    assert_int_not_equal(access(fresh, F_OK), 0);
    assert_int_equal(access(other, F_OK), 0);
    assert_int_equal(entries(), 0);
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

/* The signal would end the process, which it does here too. */
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

/* ------------------------------------------------------------------------------------------------ many at once */

static void store_for_ever(int seed) {
    for (unsigned i = (unsigned)seed;; i++)
        store((int)(i % 3) + 1, 500 * (i % 10));
}

/* Whatever moment they end at, readers see a whole entry or none. */
static void test_writers_that_are_killed(void **state) {
    pid_t writers[4];
    size_t loaded = 0;
    (void)state;
    for (int round = 0; round < 10; round++) {
        for (size_t i = 0; i < COUNT(writers); i++)
            if ((writers[i] = fork()) == 0)
                store_for_ever((int)i);
        for (int i = 0; i < 100 + 37 * round; i++) {
            const char *wrong = load(i % 3 + 1); /* which looks at the bytes */
            loaded += !wrong;
            if (wrong && strcmp(wrong, "No such file or directory") != 0)
                fail_msg("a load says: %s", wrong);
        }
        for (size_t i = 0; i < COUNT(writers); i++)
            kill(writers[i], SIGKILL);
        for (size_t i = 0; i < COUNT(writers); i++)
            waitpid(writers[i], NULL, 0);
    }
    assert_true(loaded > 0);
    assert_int_equal(entries(), 3);
    for (int i = 1; i <= 3; i++)
        assert_null(load(i));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_stored_is_loaded),
        TEST(test_closed),
        TEST(test_every_bit),
        TEST(test_every_length),
        TEST(test_under_another_key),
        TEST(test_no_regular_file),
        TEST(test_of_another_user),
        TEST(test_huge),
        TEST(test_folders_that_are_not_used),
        TEST(test_path),
        TEST(test_oldest_make_room),
        TEST(test_a_recent_use),
        TEST(test_drafts),
        TEST(test_file_size_limit),
        TEST(test_full_disk),
        TEST(test_writers_that_are_killed),
    };
    if (!mkdtemp(root))
        return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return command("rm -rf %s", root) || failed;
}
