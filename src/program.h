/* Compiled programs of one device, each built once; the key is the whole text. Two threads that ask for the same one
 * at once build it once: the second waits. */
#ifndef CS_PROGRAM_H
#define CS_PROGRAM_H

#include "clscan/clscan.h"
#include "log.h"
#include <pthread.h>

typedef struct cs_program_cache {
    cl_context context;
    cl_device_id id;
    const char *device_name;
    const char *options; /* for the compiler */
    const cs_log *log;
    pthread_mutex_t mutex;
    pthread_cond_t built;
    struct cs_program_entry *entries;
    clscan_cache_stats stats;
} cs_program_cache;

void cs_program_cache_init(cs_program_cache *cache, cl_context context, cl_device_id id, const char *device_name,
                           const cs_log *log);
void cs_program_cache_destroy(cs_program_cache *cache);
clscan_cache_stats cs_program_cache_stats(cs_program_cache *cache);

/* Gives a program, retained for the caller. `title` is for the log. */
clscan_status cs_program_get(cs_program_cache *cache, const char *title, const char *text, cl_program *program);

#endif
