#include "program.h"

#include "build_log.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

typedef struct cs_program_entry {
    struct cs_program_entry *next;
    char *text;
    cl_program program; /* NULL while a thread builds it */
} cs_program_entry;

void cs_program_cache_init(cs_program_cache *cache, cl_context context, cl_device_id id, const char *device_name,
                           const cs_log *log) {
    *cache = (cs_program_cache) { .context = context, .id = id, .device_name = device_name, .log = log };
    pthread_mutex_init(&cache->mutex, NULL);
    pthread_cond_init(&cache->built, NULL);
}

static void free_entry(cs_program_entry *entry) {
    if (entry->program)
        clReleaseProgram(entry->program);
    free(entry->text);
    free(entry);
}

void cs_program_cache_destroy(cs_program_cache *cache) {
    while (cache->entries) {
        cs_program_entry *entry = cache->entries;
        cache->entries = entry->next;
        free_entry(entry);
    }
    pthread_cond_destroy(&cache->built);
    pthread_mutex_destroy(&cache->mutex);
}

clscan_cache_stats cs_program_cache_stats(cs_program_cache *cache) {
    pthread_mutex_lock(&cache->mutex);
    clscan_cache_stats stats = cache->stats;
    pthread_mutex_unlock(&cache->mutex);
    return stats;
}

/* NULL when it can't be had: the failure to report is the build's. */
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

static clscan_status build(const cs_program_cache *cache, const char *text, cl_program *out) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(cache->context, 1, &text, NULL, &error);
    TRY(cs_check_cl(error, "clCreateProgramWithSource"));
    error = clBuildProgram(program, 1, &cache->id, cache->options, NULL, NULL);
    if (error == CL_BUILD_PROGRAM_FAILURE)
        TRY(cs_fail_build(error, cache->device_name, build_log(cache, program, text)));
    TRY(cs_check_cl(error, "clBuildProgram"));
    *out = program;
    program = NULL;
done:
    if (program)
        clReleaseProgram(program);
    return status;
}

static cs_program_entry *find(const cs_program_cache *cache, const char *text) {
    for (cs_program_entry *entry = cache->entries; entry; entry = entry->next)
        if (strcmp(entry->text, text) == 0)
            return entry;
    return NULL;
}

/* An entry for the text, pushed in front. NULL when there is no memory. */
static cs_program_entry *add(cs_program_cache *cache, const char *text) {
    cs_program_entry *entry = calloc(1, sizeof *entry);
    if (!entry || !(entry->text = cs_strdup(text))) {
        free(entry);
        return NULL;
    }
    entry->next = cache->entries;
    cache->entries = entry;
    cache->stats.programs++;
    return entry;
}

static void drop(cs_program_cache *cache, cs_program_entry *entry) {
    cs_program_entry **link = &cache->entries;
    while (*link != entry)
        link = &(*link)->next;
    *link = entry->next;
    cache->stats.programs--;
    free_entry(entry);
}

/* Builds outside the lock, so that other programs can be had meanwhile; a failed build leaves no entry, and whoever
 * waited for it tries for itself and gets its own log. */
static clscan_status build_entry(cs_program_cache *cache, cs_program_entry *entry) {
    cl_program program = NULL;
    pthread_mutex_unlock(&cache->mutex);
    clscan_status status = build(cache, entry->text, &program);
    pthread_mutex_lock(&cache->mutex);
    entry->program = program;
    if (status != CLSCAN_OK)
        drop(cache, entry);
    pthread_cond_broadcast(&cache->built);
    return status;
}

clscan_status cs_program_get(cs_program_cache *cache, const char *title, const char *text, cl_program *program) {
    clscan_status status = CLSCAN_OK;
    cs_program_entry *entry;
    pthread_mutex_lock(&cache->mutex);
    while ((entry = find(cache, text)) && !entry->program)
        pthread_cond_wait(&cache->built, &cache->mutex);
    cs_log_line(cache->log, "program cache: %s %s", entry ? "hit for" : "miss, building", title);
    if (entry) {
        cache->stats.hits++;
    } else {
        cache->stats.misses++;
        TRY_ALLOC(entry = add(cache, text));
        TRY(build_entry(cache, entry));
    }
    CL(clRetainProgram(entry->program));
    *program = entry->program;
done:
    pthread_mutex_unlock(&cache->mutex);
    return status;
}
