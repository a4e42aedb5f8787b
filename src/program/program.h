/* Compiled programs of one device, each built once; the key is the whole text. Two threads that ask for the same one
 * at once build it once: the second waits. Of those that nobody uses any more, some stay for who comes next. With a
 * disk cache they come from there, and go there once they have run. */
#ifndef CS_PROGRAM_H
#define CS_PROGRAM_H

#include "base/log.h"
#include "clscan/clscan.h"
#include "program/disk_cache.h"
#include <pthread.h>

/* Of the self-test. */
typedef enum cs_verdict { CS_UNKNOWN, CS_RIGHT, CS_WRONG } cs_verdict;

typedef struct cs_program {
    struct cs_program *next;
    char *text;
    const char *title; /* for people; static */
    size_t users;
    cl_program program; /* NULL while a thread builds it */
    bool has_key;       /* only with a disk cache */
    cs_digest key;      /* in the disk cache, of all that the driver built the program from */
    bool on_disk;       /* or need not be */
    cl_event first_run; /* NULL: none yet, or it is over */
    cs_verdict verdict;
} cs_program;

typedef struct cs_program_cache {
    cl_context context;
    cl_device_id id;
    const char *device_name;
    const char *options; /* for the compiler */
    const cs_log *log;
    cs_disk_cache disk; /* without a folder unless somebody opens it, before the first program */
    pthread_mutex_t mutex;
    pthread_cond_t built;
    cs_program *programs; /* the last one asked for first */
    clscan_cache_stats stats;
} cs_program_cache;

void cs_program_cache_init(cs_program_cache *cache, cl_context context, cl_device_id id, const char *device_name,
                           const cs_log *log);
void cs_program_cache_destroy(cs_program_cache *cache);
clscan_cache_stats cs_program_cache_stats(cs_program_cache *cache);

/* Gives a program, which lives until it is put back as often as it was given. `title` is static. */
clscan_status cs_program_get(cs_program_cache *cache, const char *title, const char *text, cs_program **program);
void cs_program_put(cs_program_cache *cache, cs_program *program);

/* PoCL compiles a kernel when it first runs, and its binary stays what it was when first asked for. So a program is
 * saved, once for every machine, by whoever comes by when its first run is over: a later enqueue, a scan of host
 * arrays, the end of plan or device, these also where it has not run. Nobody waits for a run, nor is a plan locked
 * meanwhile. */
bool cs_program_wants_run(cs_program_cache *cache, const cs_program *program);
void cs_program_note_run(cs_program_cache *cache, cs_program *program, cl_event run);
void cs_program_save(cs_program_cache *cache, cs_program *program, bool at_its_end);

#endif
