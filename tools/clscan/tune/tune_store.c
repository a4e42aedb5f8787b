/* Writes rows into the user's tuning file. Other rows stay, and a reader sees either the old file or the new one. */
#include "common/message.h"
#include "formats/feed.h"
#include "formats/output_file.h"
#include "tune/tune.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char head[] =
    "# Shapes, written by clscan tune: the first row that holds is taken. Rows of tasks other than "
    "scans begin with task=TASK.\n"
    "# device  driver  up to  of bytes  strategy  group  wg_size  items  rows in registers  in "
    "local memory  work-groups a compute unit\n";

/* Returns the path at which the library looks for the tuning file, to be freed. */
static char *find_file(void) {
    size_t needed = 0;
    char *path = NULL;
    if (clscan_tuning_path(NULL, 0, &needed) != CLSCAN_OK || !(path = malloc(needed)) ||
        clscan_tuning_path(path, needed, NULL) != CLSCAN_OK) {
        complain_of_library("can't find the tuning file");
        free(path);
        return NULL;
    }
    if (*path)
        return path;
    free(path);
    complain("--store: CLSCAN_TUNING is empty, or there is no HOME: there is no tuning file");
    return NULL;
}

/* Makes the folders in the path of a file, as mkdir -p does. */
static bool make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool ok = mkdir(path, 0777) == 0 || errno == EEXIST;
        if (!ok)
            complain("%s: can't make the folder: %s", path, strerror(errno));
        *slash = '/';
        if (!ok)
            return false;
    }
    return true;
}

/* Returns true if the new rows replace a line: it has the same device, driver, task and element size. */
static bool is_replaced(const tuner *t, const char *line, size_t length, const char *same) {
    static const char task[] = "task=";
    char text[512];
    size_t size;
    if (length < strlen(same) || strncmp(line, same, strlen(same)) != 0)
        return false;
    snprintf(text, sizeof text, "%.*s", (int)(length - strlen(same)), line + strlen(same));
    return strncmp(text, task, strlen(task)) != 0 && sscanf(text, "%*s %zu", &size) == 1 && size == t->conditions.size;
}

/* Returns where the comments at the beginning of a file end. */
static size_t end_of_head(const input *old) {
    size_t at = 0;
    while (at < old->size && old->data[at] == '#') {
        const char *end = memchr(old->data + at, '\n', old->size - at);
        at = end ? (size_t)(end + 1 - old->data) : old->size;
    }
    return at;
}

/* Writes the comments. If the old file ends with a comment without a line break, a line break is added. */
static bool write_head(output_file *out, const input *old, size_t size) {
    const bool is_ended = size == 0 || old->data[size - 1] == '\n';
    return output_write(out, old->data, size) && (is_ended || output_write(out, "\n", 1));
}

static bool write_others(const tuner *t, output_file *out, const input *old, size_t from) {
    char *same = tune_row_beginning(&t->conditions);
    bool ok = same || complain("out of memory");
    for (size_t at = from; ok && at < old->size;) {
        const char *line = old->data + at, *end = memchr(line, '\n', old->size - at);
        const size_t length = end ? (size_t)(end - line) : old->size - at;
        if (!is_replaced(t, line, length, same))
            ok = output_write(out, line, length) && output_write(out, "\n", 1);
        at += length + 1;
    }
    free(same);
    return ok;
}

static bool write_rows(const tuner *t, output_file *out, const tune_row *rows, size_t count) {
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        char *line = tune_row_line(&t->conditions, &rows[i]);
        ok = line ? output_write(out, line, strlen(line)) : complain("out of memory");
        free(line);
    }
    return ok;
}

static bool write_file(tuner *t, const char *path, const tune_row *rows, size_t count) {
    char why[TUNE_WORDS];
    input old = { .data = head, .size = sizeof head - 1 };
    output_file out;
    const bool exists = access(path, F_OK) == 0;
    if (exists && !input_open(path, &old))
        return false;
    const size_t from = end_of_head(&old);
    bool ok = output_open(path, &out);
    if (ok) { /* the new rows come first, because the first row that holds is taken */
        ok = write_head(&out, &old, from) && write_rows(t, &out, rows, count) && write_others(t, &out, &old, from) &&
             (tune_accepts(t, output_path_now(&out), why) || complain("%s, with the new rows: %s", path, why)) &&
             output_commit(&out);
        output_close(&out);
    }
    if (exists)
        input_close(&old);
    return ok;
}

bool tune_can_store(tuner *t) {
    char why[TUNE_WORDS], *path = find_file();
    output_file out;
    bool ok = path != NULL;
    if (ok && access(path, F_OK) == 0)
        ok = tune_accepts(t, path, why) || complain("can't store rows: %s", why);
    ok = ok && make_folders(path) && output_open(path, &out);
    if (ok)
        output_close(&out);
    free(path);
    return ok;
}

bool tune_store(tuner *t, const tune_row *rows, size_t count) {
    char *path = find_file();
    const bool ok = path && make_folders(path) && write_file(t, path, rows, count);
    if (ok)
        say("%zu row%s stored in %s", count, plural(count), path);
    free(path);
    return ok;
}
