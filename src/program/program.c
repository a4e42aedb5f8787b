#include "program/program.h"

#include "base/try.h"
#include "program/binary.h"
#include "source/build_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cs_program_cache_init(cs_program_cache *cache, cl_context context, cl_device_id id, const char *device_name,
                           const cs_log *log) {
    *cache =
        (cs_program_cache) { .context = context, .id = id, .device_name = device_name, .log = log, .disk.folder = -1 };
    pthread_mutex_init(&cache->mutex, NULL);
    pthread_cond_init(&cache->built, NULL);
}

static void free_program(cs_program *p) {
    if (p->program)
        clReleaseProgram(p->program);
    free(p->page);
    free(p->file);
    free(p);
}

void cs_program_cache_destroy(cs_program_cache *cache) {
    while (cache->programs) {
        cs_program *p = cache->programs;
        cache->programs = p->next;
        free_program(p);
    }
    cs_disk_cache_close(&cache->disk);
    pthread_cond_destroy(&cache->built);
    pthread_mutex_destroy(&cache->mutex);
}

clscan_cache_stats cs_program_cache_stats(cs_program_cache *cache) {
    pthread_mutex_lock(&cache->mutex);
    clscan_cache_stats stats = cache->stats;
    pthread_mutex_unlock(&cache->mutex);
    return stats;
}

/* Returns the build log, which the caller frees, or NULL if there is none. This fails silently, because the caller
 * reports the failure of the build. */
static char *build_log(const cs_program_cache *cache, cl_program program, const char *text) {
    char *log = NULL, *translated = NULL;
    size_t size = 0;
    if (clGetProgramBuildInfo(program, cache->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) == CL_SUCCESS)
        log = calloc(size + 1, 1);
    if (log && clGetProgramBuildInfo(program, cache->id, CL_PROGRAM_BUILD_LOG, size, log, NULL) == CL_SUCCESS)
        translated = cs_build_log_translate(log, text);
    free(log);
    return translated;
}

/* Adds to the message which types a function of the user's has to have, if the build failed because of them. */
static void add_types_to_message(const char *text) {
    char *declaration = cs_build_log_declaration(cs_message(), text);
    if (declaration)
        cs_message_add("; it has to be: %s", declaration);
    free(declaration);
}

/* Adds the caller's build options to the message, because they may be the reason why the build failed. */
static void add_options_to_message(const cs_program_cache *cache) {
    if (cache->own_options && *cache->own_options)
        cs_message_add("; options.build_options is \"%s\"", cache->own_options);
}

static clscan_status build_once(const cs_program_cache *cache, const char *text, cl_program *out) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(cache->context, 1, &text, NULL, &error);
    TRY(cs_check_cl(error, "clCreateProgramWithSource"));
    error = clBuildProgram(program, 1, &cache->id, cache->options, NULL, NULL);
    if (error == CL_BUILD_PROGRAM_FAILURE) {
        status = cs_fail_build(error, cache->device_name, build_log(cache, program, text));
        add_types_to_message(text);
        add_options_to_message(cache);
        goto done;
    }
    status = cs_check_cl(error, "clBuildProgram");
    if (status != CLSCAN_OK)
        add_options_to_message(cache);
    TRY(status);
    *out = program;
    program = NULL;
done:
    if (program)
        clReleaseProgram(program);
    return status;
}

/* Builds a second time if the first build fails and its log mentions no error. PoCL can fail like this when processes
 * that start together race for files in PoCL's cache (PoCL issue 1480). */
static clscan_status build_source(const cs_program_cache *cache, const cs_program *p, const char *text,
                                  cl_program *out) {
    const clscan_status status = build_once(cache, text, out);
    if (status != CLSCAN_ERROR_BUILD_FAILURE || strstr(cs_build_log(), "error"))
        return status;
    cs_log_line(cache->log, "program cache: %s did not build, and the compiler does not say why; building once more",
                p->title);
    return build_once(cache, text, out);
}

/* Builds the program from the disk cache. Returns false if that fails; the caller then builds from source. Removes an
 * entry that does not build, so that a new one can replace it. */
static bool load(cs_program_cache *cache, cs_program *p, const char *text, cl_program *out) {
    cs_disk_entry entry;
    if (cache->disk.folder < 0)
        return false;
    const char *wrong = cs_binary_key(cache->id, cache->options, text, &p->key);
    p->has_key = !wrong;
    if (wrong || (wrong = cs_disk_cache_load(&cache->disk, &p->key, &entry))) {
        cs_log_line(cache->log, "disk cache: %s not taken: %s", p->title, wrong);
        return false;
    }
    *out = cs_binary_build(cache->context, cache->id, cache->options, entry.bytes, entry.size);
    free(entry.bytes);
    if (!*out)
        cs_disk_cache_drop(&cache->disk, &p->key);
    cs_log_line(cache->log, "disk cache: %s, %zu bytes%s", p->title, entry.size, *out ? "" : ", which do not build");
    return *out != NULL;
}

static clscan_status load_or_build(cs_program_cache *cache, cs_program *p, cl_program *out) {
    clscan_status status = CLSCAN_OK;
    cs_strbuf text = { 0 };
    TRY(cs_source_flatten(&text, &p->source, p->file));
    p->on_disk = load(cache, p, text.data, out);
    if (p->on_disk)
        goto done;
    cs_log_line(cache->log, "program cache: miss, building %s", p->title);
    TRY(build_source(cache, p, text.data, out));
done:
    cs_strbuf_free(&text);
    return status;
}

static cs_program *find(const cs_program_cache *cache, const cs_source *source, const char *file) {
    for (cs_program *p = cache->programs; p; p = p->next)
        if (strcmp(p->file, file) == 0 && cs_source_equal(&p->source, source))
            return p;
    return NULL;
}

static void push(cs_program_cache *cache, cs_program *p) {
    p->next = cache->programs;
    cache->programs = p;
    cache->stats.programs++;
}

static void unlink_program(cs_program_cache *cache, const cs_program *p) {
    cs_program **link = &cache->programs;
    while (*link != p)
        link = &(*link)->next;
    *link = p->next;
    cache->stats.programs--;
}

/* Adds a program. Returns NULL if there is no memory. */
static cs_program *add(cs_program_cache *cache, const char *title, const cs_source *source, const char *file) {
    cs_program *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->title = title;
    p->page = cs_strdup(source->problem);
    p->file = cs_strdup(file);
    p->source = *source;
    p->source.problem = p->page;
    if (!p->page || !p->file) {
        free_program(p);
        return NULL;
    }
    push(cache, p);
    return p;
}

/* Builds without holding the lock, so that other threads can get other programs meanwhile. A failed build leaves no
 * program: each thread that waited for it then builds the program itself, and so gets a log of its own. */
static clscan_status build(cs_program_cache *cache, cs_program *p) {
    cl_program program = NULL;
    pthread_mutex_unlock(&cache->mutex);
    clscan_status status = load_or_build(cache, p, &program);
    pthread_mutex_lock(&cache->mutex);
    p->program = program;
    cache->stats.disk_hits += p->on_disk;
    if (status != CLSCAN_OK) {
        unlink_program(cache, p);
        free_program(p);
    }
    pthread_cond_broadcast(&cache->built);
    return status;
}

clscan_status cs_program_get(cs_program_cache *cache, const char *title, const cs_source *source, const char *file,
                             cs_program **program) {
    clscan_status status = CLSCAN_OK;
    cs_program *p;
    pthread_mutex_lock(&cache->mutex);
    while ((p = find(cache, source, file)) && !p->program)
        pthread_cond_wait(&cache->built, &cache->mutex);
    if (p) {
        cs_log_line(cache->log, "program cache: hit for %s", title);
        cache->stats.hits++;
        unlink_program(cache, p);
        push(cache, p);
    } else {
        cache->stats.misses++;
        TRY_ALLOC(p = add(cache, title, source, file));
        TRY(build(cache, p));
    }
    p->users++;
    *program = p;
done:
    pthread_mutex_unlock(&cache->mutex);
    return status;
}

/* If more than MOST programs are unused, returns the least recently requested of them, else NULL. Programs under
 * construction count as used. */
static cs_program *superfluous(const cs_program_cache *cache) {
    enum { MOST = 32 }; /* PoCL holds 1 MB for each program */
    cs_program *last = NULL;
    size_t unused = 0;
    for (cs_program *p = cache->programs; p; p = p->next)
        if (p->users == 0 && p->program) {
            unused++;
            last = p;
        }
    return unused > MOST ? last : NULL;
}

void cs_program_put(cs_program_cache *cache, cs_program *program) {
    pthread_mutex_lock(&cache->mutex);
    program->users--;
    cs_program *p = superfluous(cache);
    if (p)
        unlink_program(cache, p);
    pthread_mutex_unlock(&cache->mutex);
    if (!p)
        return;
    cs_log_line(cache->log, "program cache: %s is released, because too many programs are unused", p->title);
    free_program(p);
}

/* ----------------------------------------------------------------------------------------- storing on disk */

bool cs_program_claim_store(cs_program_cache *cache, cs_program *p) {
    if (cache->disk.folder < 0)
        return false;
    pthread_mutex_lock(&cache->mutex);
    const bool ours = !p->on_disk;
    p->on_disk = true;
    pthread_mutex_unlock(&cache->mutex);
    return ours;
}

static const char *store(const cs_program_cache *cache, const cs_program *p, cs_disk_entry *entry) {
    if (!p->has_key)
        return "it has no key";
    snprintf(entry->label, sizeof entry->label, "%s, %s", cache->device_name, p->title);
    entry->bytes = cs_binary_of(p->program, cache->id, &entry->size);
    return entry->bytes ? cs_disk_cache_store(&cache->disk, &p->key, entry) : "the driver gives no binary";
}

void cs_program_store(cs_program_cache *cache, cs_program *p) {
    cs_disk_entry entry = { .size = 0 };
    const char *wrong = store(cache, p, &entry);
    free(entry.bytes);
    cs_log_line(cache->log, "disk cache: %s, %zu bytes, %s%s", p->title, entry.size, wrong ? "not stored: " : "stored",
                wrong ? wrong : "");
    pthread_mutex_lock(&cache->mutex);
    cache->stats.disk_stores += !wrong;
    pthread_mutex_unlock(&cache->mutex);
}
