/* clscan cache: lists, checks and clears the folder of compiled programs. */
#include "common/json.h"
#include "common/message.h"
#include "options/options.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHORT_KEY = 16, MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

static void print_json(const clscan_cache_entry *entry) {
    json object = json_begin();
    json_text(&object, "key", entry->key);
    json_integer(&object, "bytes", entry->bytes);
    json_integer(&object, "age_seconds", (uint64_t)entry->age);
    json_text(&object, "program", entry->label);
    json_text(&object, "result", entry->damage ? entry->damage : "ok");
    json_end(&object);
}

static void print_words(const clscan_cache_entry *entry) {
    const double age = entry->age;
    char text[32];
    if (age < HOUR)
        snprintf(text, sizeof text, "%.0f min", age / MINUTE);
    else if (age < 2 * DAY)
        snprintf(text, sizeof text, "%.0f h", age / HOUR);
    else
        snprintf(text, sizeof text, "%.0f days", age / DAY);
    printf("%.*s  %8zu bytes  %8s  %s%s%s\n", SHORT_KEY, entry->key, entry->bytes, text, entry->label,
           entry->damage ? "damaged: " : "", entry->damage ? entry->damage : "");
}

/* Which entries are printed, and how; counts of all entries. */
typedef struct listing {
    const options *o;
    bool damaged_only;
    size_t count, damaged, bytes;
} listing;

static void add_entry(const clscan_cache_entry *entry, void *user) {
    listing *all = user;
    all->count++;
    all->damaged += entry->damage != NULL;
    all->bytes += entry->bytes;
    if (all->o->json)
        print_json(entry);
    else if (entry->damage || !all->damaged_only)
        print_words(entry);
}

static bool visit(listing *all) {
    return clscan_cache_visit("", add_entry, all) == CLSCAN_OK || complain_of_library("can't read the cache");
}

static int list(const options *o, const char *path) {
    listing all = { .o = o };
    if (!visit(&all))
        return EXIT_ERROR;
    say("%zu file%s, %zu bytes, in %s", all.count, plural(all.count), all.bytes, path);
    return EXIT_OK;
}

static int verify(const options *o, const char *path) {
    listing all = { .o = o, .damaged_only = true };
    (void)path;
    if (!visit(&all))
        return EXIT_ERROR;
    say("%zu file%s, %zu damaged", all.count, plural(all.count), all.damaged);
    return all.damaged ? EXIT_MISMATCH : EXIT_OK;
}

static int clear(const options *o, const char *path) {
    size_t count = 0, bytes = 0;
    (void)o;
    if (clscan_cache_clear("", &count, &bytes) != CLSCAN_OK)
        return complain_of_library("can't clear the cache"), EXIT_ERROR;
    say("%zu file%s, %zu bytes, removed from %s", count, plural(count), bytes, path);
    return EXIT_OK;
}

static int print_path(const options *o, const char *path) {
    json object;
    if (!o->json)
        return puts(path), EXIT_OK;
    object = json_begin();
    json_text(&object, "path", path);
    json_end(&object);
    return EXIT_OK;
}

static const struct action {
    const char *name;
    int (*run)(const options *o, const char *path);
} actions[] = {
    { "path", print_path },
    { "list", list },
    { "verify", verify },
    { "clear", clear },
};
enum { ACTIONS = sizeof actions / sizeof *actions };

/* Returns the path of the folder, which the caller frees; NULL after complaining. */
static char *find_folder(void) {
    char *path = NULL;
    size_t needed = 0;
    if (clscan_cache_path(NULL, 0, &needed) != CLSCAN_OK || !(path = malloc(needed)) ||
        clscan_cache_path(path, needed, NULL) != CLSCAN_OK)
        complain_of_library("can't find the cache");
    else if (*path)
        return path;
    else
        complain("no cache folder: neither XDG_CACHE_HOME nor HOME is set to an absolute path");
    free(path);
    return NULL;
}

int command_cache(const options *o) {
    int i = 0;
    while (i < ACTIONS && strcmp(actions[i].name, o->operands[0]) != 0)
        i++;
    if (i == ACTIONS)
        return complain("'%s' is none of path, list, verify, clear", o->operands[0]), EXIT_ERROR;
    char *path = find_folder();
    const int status = path ? actions[i].run(o, path) : EXIT_ERROR;
    free(path);
    return status;
}
