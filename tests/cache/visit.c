/* The functions by which a caller finds, visits and clears the disk cache. */
#include "cache/folder.h"

/* A visitor's notes: the numbers of entries and of damaged entries, the sum of bytes, and the last entry. */
typedef struct seen {
    size_t count, damaged, bytes;
    char key[80], label[200], damage[200];
    double age;
} seen;

static void see(const clscan_cache_entry *entry, void *user) {
    seen *s = user;
    assert_int_equal(entry->struct_size, sizeof *entry);
    s->count++;
    s->damaged += entry->damage != NULL;
    s->bytes += entry->bytes;
    s->age = entry->age;
    snprintf(s->key, sizeof s->key, "%s", entry->key);
    snprintf(s->label, sizeof s->label, "%s", entry->label);
    snprintf(s->damage, sizeof s->damage, "%s", entry->damage ? entry->damage : "");
}

static seen visit(const char *path) {
    seen s = { .count = 0 };
    assert_ok(clscan_cache_visit(path, see, &s));
    return s;
}

static void test_path(void **state) {
    char path[128] = "", expected[128];
    size_t needed = 0;
    (void)state;
    setenv("XDG_CACHE_HOME", root, 1);
    snprintf(expected, sizeof expected, "%s/clscan", root);
    assert_ok(clscan_cache_path(path, sizeof path, &needed));
    assert_string_equal(path, expected);
    assert_int_equal(needed, strlen(expected) + 1);
    assert_ok(clscan_cache_path(NULL, 0, &needed));
    assert_fails(clscan_cache_path(NULL, 8, NULL), CLSCAN_ERROR_INVALID_VALUE, "path is NULL|size is 8");
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", "relative", 1);
    assert_ok(clscan_cache_path(path, sizeof path, &needed));
    assert_string_equal(path, "");
    assert_int_equal(needed, 1);
    assert_fails(clscan_cache_visit("", see, NULL), CLSCAN_ERROR_FILE, "neither XDG_CACHE_HOME nor HOME");
    setenv("XDG_CACHE_HOME", root, 1);
}

/* Looking at a folder that does not exist does not make it. */
static void test_missing(void **state) {
    size_t entries = 1, bytes = 1;
    (void)state;
    assert_int_equal(visit(folder).count, 0);
    assert_ok(clscan_cache_clear(folder, &entries, &bytes));
    assert_int_equal(entries, 0);
    assert_int_equal(bytes, 0);
    assert_int_not_equal(access(folder, F_OK), 0);
}

/* The folder "" stands for the default folder, which is `folder` here. */
static void test_entries(void **state) {
    const test_device *d = *state;
    const size_t stores = scan_once(d, folder).disk_stores;
    const seen s = visit("");
    assert_int_equal(s.count, stores);
    assert_int_equal(s.damaged, 0);
    assert_int_equal(strlen(s.key), 64);
    assert_non_null(strstr(s.label, ", "));
    assert_true(s.age >= 0 && s.age < 3600);
    assert_int_equal(visit(folder).bytes, s.bytes);
}

static void test_damage(void **state) {
    scan_once(*state, folder);
    const char *entry = the_entry();
    const seen before = visit(folder);
    assert_int_equal(truncate(entry, 300), 0);
    const seen s = visit(folder);
    assert_int_equal(s.count, before.count);
    assert_int_equal(s.damaged, 1);
    assert_true(s.bytes < before.bytes);
    if (s.count == 1) {
        assert_string_equal(s.damage, "not as long as its header says");
        assert_string_equal(s.label, "");
    }
}

static void test_clear(void **state) {
    size_t entries = 0, bytes = 0;
    char other[128], obstacle[160];
    scan_once(*state, folder);
    const seen before = visit(folder);
    snprintf(other, sizeof other, "%s/of-the-user", folder);
    fclose(fopen(other, "w"));
    assert_ok(clscan_cache_clear(folder, &entries, &bytes));
    assert_int_equal(entries, before.count);
    assert_int_equal(bytes, before.bytes);
    assert_int_equal(visit(folder).count, 0);
    assert_int_equal(access(other, F_OK), 0);
    snprintf(obstacle, sizeof obstacle, "%s/%s", folder, before.key);
    assert_int_equal(mkdir(obstacle, 0700), 0);
    assert_fails(clscan_cache_clear(folder, NULL, NULL), CLSCAN_ERROR_FILE, "1 of 1 entries can't be removed from ");
}

/* A visitor that clears the cache. */
static void clear(const clscan_cache_entry *entry, void *user) {
    see(entry, user);
    assert_ok(clscan_cache_clear(folder, NULL, NULL));
}

/* A visitor may call clscan. Entries that it removes are still visited, as damaged ones. */
static void test_calls(void **state) {
    const clscan_desc descs[] = { small_tiles(CLSCAN_STRATEGY_SINGLE_GROUP), small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN) };
    clscan_device *device = new_device(*state, folder);
    for (size_t i = 0; i < 2; i++)
        clscan_plan_destroy(new_plan(device, &descs[i]));
    const size_t stores = stats_of(device).disk_stores;
    clscan_device_destroy(device);
    assert_in_range(stores, 2, 10);
    seen s = { .count = 0 };
    assert_ok(clscan_cache_visit(folder, clear, &s));
    assert_int_equal(s.count, stores);
    assert_int_equal(s.damaged, stores - 1);
    assert_int_equal(visit(folder).count, 0);
}

static void test_refused(void **state) {
    (void)state;
    assert_fails(clscan_cache_visit(NULL, see, NULL), CLSCAN_ERROR_INVALID_VALUE, "folder is NULL");
    assert_fails(clscan_cache_visit(folder, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE, "visit is NULL");
    assert_fails(clscan_cache_clear(NULL, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE, "folder is NULL");
    assert_int_equal(mkdir(folder, 0700), 0);
    assert_int_equal(chmod(folder, 0777), 0);
    assert_fails(clscan_cache_visit(folder, see, NULL), CLSCAN_ERROR_FILE, "/clscan: others can write to it");
    assert_fails(clscan_cache_clear(folder, NULL, NULL), CLSCAN_ERROR_FILE, "/clscan: others can write to it");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup(name, empty_folder)
    const struct CMUnitTest tests[] = {
        TEST(test_path),  TEST(test_missing), TEST(test_entries), TEST(test_damage),
        TEST(test_clear), TEST(test_calls),   TEST(test_refused),
    };
    return run_in_folder(tests);
}
