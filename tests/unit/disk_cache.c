/* The folder of the disk cache: where it is, and which entries are removed to make room. */
#include "unit/disk_folder.h"

static void test_closed(void **state) {
    (void)state;
    cs_disk_cache_close(&cache);
    assert_non_null(store(1, 10));
    assert_non_null(load(1));
    assert_int_equal(entries(), 0);
}

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
    for (int i = 0; i < 4; i++) {
        static const char *const ends[] = { "", "/", "//", "/./" };
        char link[128];
        snprintf(link, sizeof link, "%s%s", elsewhere, ends[i]);
        assert_non_null(open_other(link));
        snprintf(link, sizeof link, "%s%s", folder, ends[i]);
        assert_null(open_other(link));
    }
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
    cs_strbuf path = { 0 };
    cache_home ? setenv("XDG_CACHE_HOME", cache_home, 1) : unsetenv("XDG_CACHE_HOME");
    home ? setenv("HOME", home, 1) : unsetenv("HOME");
    cs_disk_cache_path(&path);
    snprintf(text, sizeof text, "%s", path.data ? path.data : "none");
    cs_strbuf_free(&path);
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

enum { DAY = 24 * 60 * 60 };

static void test_oldest_make_room(void **state) {
    (void)state;
    cache.limit = 20000;
    for (int i = 1; i <= 3; i++) {
        assert_null(store(i, 5000));
        set_age(path_of(i), i == 2 ? 9 * DAY : 2 * DAY);
    }
    assert_null(load(1)); /* this is a use of the entry */
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
    assert_string_equal(store(6, 100), "it is larger than all may be together");
    assert_int_equal(entries(), 3);
}

/* An entry's time of use is updated once a day at most, so that readers do not write each time. */
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

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_closed),       TEST(test_folders_that_are_not_used),
        TEST(test_path),         TEST(test_oldest_make_room),
        TEST(test_a_recent_use), TEST(test_drafts),
    };
    return run_in_folder(tests);
}
