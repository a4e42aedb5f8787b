#include "program/cache_folder.h"

#include "base/try.h"
#include "program/disk_cache.h"

#include <stdlib.h>

static clscan_status open_folder(const char *folder, cs_strbuf *path, cs_disk_cache *cache) {
    clscan_status status = CLSCAN_OK;
    cs_strbuf_add(path, "%s", folder);
    if (!*folder)
        cs_disk_cache_path(path);
    TRY_ALLOC(!path->failed);
    const char *wrong = cs_disk_cache_look(cache, path->data);
    TRY_ALLOC(wrong != cs_disk_cache_no_memory);
    FAIL_IF(wrong, CLSCAN_ERROR_FILE, "%s%s%s", path->data, *path->data ? ": " : "", wrong);
done:
    return status;
}

static void visit_file(const cs_disk_cache *cache, const cs_disk_file *file, clscan_cache_fn visit, void *user) {
    cs_disk_entry read;
    const char *wrong = cs_entry_read(cache->folder, file->name, &read);
    const double age = difftime(time(NULL), file->used);
    const clscan_cache_entry entry = { .struct_size = sizeof entry,
                                       .key = file->name,
                                       .label = wrong ? "" : read.label,
                                       .damage = wrong,
                                       .bytes = file->size,
                                       .age = age > 0 ? age : 0 };
    visit(&entry, user);
    free(read.bytes);
}

clscan_status cs_cache_visit(const char *folder, clscan_cache_fn visit, void *user) {
    clscan_status status = CLSCAN_OK;
    cs_strbuf path = { 0 };
    cs_disk_cache cache = { .folder = -1 };
    cs_disk_file *files = NULL;
    size_t count = 0;
    TRY(open_folder(folder, &path, &cache));
    files = cs_disk_cache_list(&cache, &count);
    for (size_t i = 0; i < count; i++)
        visit_file(&cache, &files[i], visit, user);
done:
    free(files);
    cs_disk_cache_close(&cache);
    cs_strbuf_free(&path);
    return status;
}

/* Returns how many entries there are, and the bytes of all of them. */
static size_t count_entries(const cs_disk_cache *cache, size_t *bytes) {
    size_t count = 0;
    cs_disk_file *files = cs_disk_cache_list(cache, &count);
    *bytes = 0;
    for (size_t i = 0; i < count; i++)
        *bytes += files[i].size;
    free(files);
    return count;
}

clscan_status cs_cache_clear(const char *folder, size_t *entries, size_t *bytes) {
    clscan_status status = CLSCAN_OK;
    cs_strbuf path = { 0 };
    cs_disk_cache cache = { .folder = -1 };
    size_t bytes_before = 0, bytes_after = 0;
    TRY(open_folder(folder, &path, &cache));
    const size_t before = count_entries(&cache, &bytes_before);
    cs_disk_cache_clear(&cache);
    const size_t after = count_entries(&cache, &bytes_after);
    FAIL_IF(after > 0, CLSCAN_ERROR_FILE, "%zu of %zu entries can't be removed from %s", after, before, path.data);
    if (entries)
        *entries = before;
    if (bytes)
        *bytes = bytes_before;
done:
    cs_disk_cache_close(&cache);
    cs_strbuf_free(&path);
    return status;
}
