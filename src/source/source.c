#include "source/source.h"

#include "base/try.h"
#include "source/embedded.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILES = 96, MAX_NAME = 128 };

static const char problem_page[] = "problem.h";

/* PoCL 3.1 does nothing, and reports no error, in a kernel that calls a function with printf in it. The function must
 * be inlined, and so must all functions that call it. With CLSCAN_PRINTS, cl/base.h leaves out its noinline. */
static const char begin_inlining[] =
    "#ifdef POCL_DEVICE_ADDRESS_BITS\n#define CLSCAN_PRINTS 1\n"
    "#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)\n#endif\n";
static const char end_inlining[] = "#ifdef CLSCAN_PRINTS\n#pragma clang attribute pop\n#endif\n";

/* The state while one file is flattened: the source of files, and the names of the files already included. */
typedef struct flattener {
    cs_strbuf *text;
    const cs_source *source;
    char seen[MAX_FILES][MAX_NAME];
    size_t num_seen;
} flattener;

static clscan_status find_embedded(const char *name, const char **content) {
    for (size_t i = 0; i < cs_embedded_count; i++)
        if (strcmp(cs_embedded_files[i].name, name) == 0) {
            *content = cs_embedded_files[i].text;
            return CLSCAN_OK;
        }
    return cs_fail(CLSCAN_ERROR_FILE, "there is no kernel file %s in the library", name);
}

static clscan_status read_from_dir(const char *dir, const char *name, cs_strbuf *content) {
    clscan_status status = CLSCAN_OK;
    FILE *file = NULL;
    cs_strbuf path = { 0 };
    char bytes[4096];
    cs_strbuf_add(&path, "%s/%s", dir, name);
    TRY_ALLOC(path.data);
    file = fopen(path.data, "rb");
    FAIL_IF(!file, CLSCAN_ERROR_FILE, "can't open kernel file %s: %s", path.data, strerror(errno));
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, file)) > 0;)
        cs_strbuf_add_bytes(content, bytes, n);
    FAIL_IF(ferror(file), CLSCAN_ERROR_FILE, "can't read kernel file %s: %s", path.data, strerror(errno));
done:
    if (file)
        fclose(file);
    cs_strbuf_free(&path);
    return status;
}

/* Finds the text of a file. A file of a folder is read into `buffer`, which the caller frees. */
static clscan_status find_file(const cs_source *source, const char *name, cs_strbuf *buffer, const char **content) {
    clscan_status status = CLSCAN_OK;
    if (strcmp(name, problem_page) == 0) {
        *content = source->problem;
    } else if (source->kernel_dir) {
        TRY(read_from_dir(source->kernel_dir, name, buffer));
        FAIL_IF(buffer->failed, CLSCAN_ERROR_OUT_OF_MEMORY, "out of host memory for kernel file %s", name);
        *content = buffer->data ? buffer->data : "";
    } else {
        TRY(find_embedded(name, content));
    }
done:
    return status;
}

static bool seen_before(const flattener *f, const char *name) {
    for (size_t i = 0; i < f->num_seen; i++)
        if (strcmp(f->seen[i], name) == 0)
            return true;
    return false;
}

/* Writes to `name` the file that a line of `file`, of `length` characters, includes, or "" if the line includes
 * nothing. The problem page contains the user's text, which must not include kernel files: in the page only CLSCAN_OP
 * and CLSCAN_TASK count. */
static void included_file(const flattener *f, const char *file, const char *line, size_t length, char name[MAX_NAME]) {
    static const char include[] = "#include \"", group[] = "#include CLSCAN_GROUP", op[] = "#include CLSCAN_OP",
                      task[] = "#include CLSCAN_TASK";
    const bool in_page = strcmp(file, problem_page) == 0;
    const char *begin = line + sizeof include - 1;
    name[0] = '\0';
    if (in_page && strncmp(line, op, sizeof op - 1) == 0)
        snprintf(name, MAX_NAME, "op/%s.h", f->source->op);
    if (in_page && strncmp(line, task, sizeof task - 1) == 0)
        snprintf(name, MAX_NAME, "task/%s.h", f->source->task);
    if (in_page)
        return;
    if (strncmp(line, group, sizeof group - 1) == 0)
        snprintf(name, MAX_NAME, "group/%s.h", f->source->group);
    else if (strncmp(line, include, sizeof include - 1) == 0 && memchr(begin, '"', length - (sizeof include - 1)))
        snprintf(name, MAX_NAME, "%.*s", (int)strcspn(begin, "\""), begin);
}

static clscan_status flatten(flattener *f, const char *name);

/* Returns true if the line ends a branch of an #if. If the preprocessor skipped that branch, it also skipped the #line
 * after an include there, so the lines that follow need another #line. */
static bool ends_branch(const char *line) {
    return strncmp(line, "#else", strlen("#else")) == 0 || strncmp(line, "#elif", strlen("#elif")) == 0 ||
           strncmp(line, "#endif", strlen("#endif")) == 0;
}

static clscan_status flatten_lines(flattener *f, const char *name, const char *content) {
    clscan_status status = CLSCAN_OK;
    char included[MAX_NAME];
    unsigned number = 1;
    bool includes = false;
    for (const char *line = content; *line; number++) {
        size_t length = strcspn(line, "\n");
        included_file(f, name, line, length, included);
        if (included[0]) {
            TRY(flatten(f, included));
            includes = true;
        } else {
            cs_strbuf_add_bytes(f->text, line, length);
            cs_strbuf_add(f->text, "\n");
        }
        if (included[0] || (includes && ends_branch(line)))
            cs_strbuf_add(f->text, "#line %u \"cl/%s\"\n", number + 1, name);
        line += length + (line[length] == '\n');
    }
done:
    return status;
}

static clscan_status flatten(flattener *f, const char *name) {
    clscan_status status = CLSCAN_OK;
    cs_strbuf buffer = { 0 };
    const char *content = NULL;
    if (seen_before(f, name))
        goto done;
    FAIL_IF(f->num_seen == MAX_FILES || strlen(name) >= MAX_NAME, CLSCAN_ERROR_FILE,
            "kernel file %s: more than %d files, or a name of more than %d characters", name, MAX_FILES, MAX_NAME - 1);
    strcpy(f->seen[f->num_seen++], name);
    TRY(find_file(f->source, name, &buffer, &content));
    cs_strbuf_add(f->text, "#line 1 \"cl/%s\"\n", name);
    TRY(flatten_lines(f, name, content));
done:
    cs_strbuf_free(&buffer);
    return status;
}

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool cs_source_equal(const cs_source *a, const cs_source *b) {
    return same_text(a->kernel_dir, b->kernel_dir) && same_text(a->problem, b->problem) &&
           same_text(a->group, b->group) && same_text(a->op, b->op) && same_text(a->task, b->task) &&
           a->inlines_all == b->inlines_all;
}

clscan_status cs_source_flatten(cs_strbuf *text, const cs_source *source, const char *file) {
    clscan_status status = CLSCAN_OK;
    flattener *f = calloc(1, sizeof *f);
    TRY_ALLOC(f);
    f->text = text;
    f->source = source;
    if (source->inlines_all)
        cs_strbuf_add(text, begin_inlining);
    TRY(flatten(f, file));
    if (source->inlines_all)
        cs_strbuf_add(text, end_inlining);
    FAIL_IF(text->failed, CLSCAN_ERROR_OUT_OF_MEMORY, "out of host memory for the kernels of %s", file);
done:
    free(f);
    return status;
}
