/* clscan cache: looks after the folder of compiled programs. */
#include "common/json.h"
#include "common/message.h"
#include "options/options.h"
#include "program/disk_cache.h" /* the library's inside */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct folder {
    const char *path;
    cs_disk_cache cache;
    cs_disk_file *files;
    size_t count;
} folder;

enum { SHORT_KEY = 16, MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

static double age_of(const cs_disk_file *file) {
    const double age = difftime(time(NULL), file->used);
    return age > 0 ? age : 0;
}

static void print_json(const cs_disk_file *file, const char *label, const char *wrong) {
    json object = json_begin();
    json_text(&object, "key", file->name);
    json_integer(&object, "bytes", file->size);
    json_integer(&object, "age_seconds", (uint64_t)age_of(file));
    json_text(&object, "program", label);
    json_text(&object, "result", wrong ? wrong : "ok");
    json_end(&object);
}

static void print_words(const cs_disk_file *file, const char *label, const char *wrong) {
    const double age = age_of(file);
    char text[32];
    if (age < HOUR)
        snprintf(text, sizeof text, "%.0f min", age / MINUTE);
    else if (age < 2 * DAY)
        snprintf(text, sizeof text, "%.0f h", age / HOUR);
    else
        snprintf(text, sizeof text, "%.0f days", age / DAY);
    printf("%.*s  %8zu bytes  %8s  %s%s%s\n", SHORT_KEY, file->name, file->size, text, label, wrong ? "damaged: " : "",
           wrong ? wrong : "");
}

/* Reads them all; prints all, or what is wrong. Returns how many are. */
static size_t read_files(const options *o, const folder *f, bool all) {
    size_t damaged = 0;
    for (size_t i = 0; i < f->count; i++) {
        cs_disk_entry entry;
        const char *wrong = cs_entry_read(f->cache.folder, f->files[i].name, &entry);
        const char *label = wrong ? "" : entry.label;
        damaged += wrong != NULL;
        if (o->json)
            print_json(&f->files[i], label, wrong);
        else if (all || wrong)
            print_words(&f->files[i], label, wrong);
        free(entry.bytes);
    }
    return damaged;
}

static size_t size_of_all(const folder *f) {
    size_t size = 0;
    for (size_t i = 0; i < f->count; i++)
        size += f->files[i].size;
    return size;
}

static int list(const options *o, const folder *f) {
    read_files(o, f, true);
    say("%zu file%s, %zu bytes, in %s", f->count, plural(f->count), size_of_all(f), f->path);
    return EXIT_OK;
}

static int verify(const options *o, const folder *f) {
    const size_t damaged = read_files(o, f, false);
    say("%zu file%s, %zu damaged", f->count, plural(f->count), damaged);
    return damaged ? EXIT_MISMATCH : EXIT_OK;
}

static int clear(const options *o, const folder *f) {
    (void)o;
    size_t left = 0;
    cs_disk_cache_clear(&f->cache);
    free(cs_disk_cache_list(&f->cache, &left));
    if (left > 0)
        return complain("%zu of %zu files can't be removed from %s", left, f->count, f->path), EXIT_ERROR;
    say("%zu file%s, %zu bytes, removed from %s", f->count, plural(f->count), size_of_all(f), f->path);
    return EXIT_OK;
}

static int print_path(const options *o, const folder *f) {
    json object;
    if (!o->json)
        return puts(f->path), EXIT_OK;
    object = json_begin();
    json_text(&object, "path", f->path);
    json_end(&object);
    return EXIT_OK;
}

static const struct action {
    const char *name;
    int (*run)(const options *o, const folder *f);
    bool looks_inside;
} actions[] = {
    { "path", print_path, false },
    { "list", list, true },
    { "verify", verify, true },
    { "clear", clear, true },
};
enum { ACTIONS = sizeof actions / sizeof *actions };

static int run_inside(const struct action *action, const options *o, folder *f) {
    const char *wrong = cs_disk_cache_open(&f->cache, f->path, 0);
    if (wrong)
        return complain("%s: %s", f->path, wrong), EXIT_ERROR;
    f->files = cs_disk_cache_list(&f->cache, &f->count);
    const int status = action->run(o, f);
    free(f->files);
    cs_disk_cache_close(&f->cache);
    return status;
}

int command_cache(const options *o) {
    cs_strbuf path = { 0 };
    int status = EXIT_ERROR, i = 0;
    while (i < ACTIONS && strcmp(actions[i].name, o->operands[0]) != 0)
        i++;
    cs_disk_cache_path(&path);
    folder f = { .path = path.data };
    if (i == ACTIONS)
        complain("'%s' is none of path, list, verify, clear", o->operands[0]);
    else if (!path.data)
        complain("there is no folder: neither XDG_CACHE_HOME nor HOME is there");
    else
        status = actions[i].looks_inside ? run_inside(&actions[i], o, &f) : actions[i].run(o, &f);
    cs_strbuf_free(&path);
    return status;
}
