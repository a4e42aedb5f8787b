/* The compiled programs of one device. A program is one kernel file of one source, and is built once: if two threads
 * request the same program concurrently, the second waits for the first. The whole text, of up to 170 kB, is made when
 * it is needed and not kept. Some unused programs are kept for later requests. With a disk cache, programs are loaded
 * from it, and stored there by the function that has built them for a new plan or device. All functions are
 * thread-safe, except for initialization and destruction. */
#ifndef CS_PROGRAM_H
#define CS_PROGRAM_H

#include "base/log.h"
#include "clscan/clscan.h"
#include "program/disk_cache.h"
#include "source/source.h"
#include <pthread.h>

/* A verdict of the self-test about a program. */
typedef enum cs_verdict { CS_UNKNOWN, CS_RIGHT, CS_WRONG } cs_verdict;

typedef struct cs_program {
    struct cs_program *next;
    cs_source source;  /* its page belongs to the program, and its other strings outlive the device */
    char *page;        /* source.problem */
    char *file;        /* the kernel file */
    const char *title; /* a name for people; a static string */
    size_t users;
    cl_program program; /* NULL while a thread builds it */
    bool has_key;       /* `key` is set; only with a disk cache */
    cs_digest key;      /* the key in the disk cache; see binary.h */
    bool on_disk;       /* the program is on disk, or a thread has begun to store it */
    cs_verdict verdict;
} cs_program;

typedef struct cs_program_cache {
    cl_context context;
    cl_device_id id;
    const char *device_name;
    const char *options;     /* compiler options */
    const char *own_options; /* the part of `options` that the caller gave; NULL before a device sets them */
    const cs_log *log;
    cs_disk_cache disk; /* has no folder, unless one is opened before the first program is requested */
    pthread_mutex_t mutex;
    pthread_cond_t built;
    cs_program *programs; /* the most recently requested one first */
    clscan_cache_stats stats;
} cs_program_cache;

void cs_program_cache_init(cs_program_cache *cache, cl_context context, cl_device_id id, const char *device_name,
                           const cs_log *log);
void cs_program_cache_destroy(cs_program_cache *cache);
clscan_cache_stats cs_program_cache_stats(cs_program_cache *cache);

/* Returns the program of a kernel file in *program, built if necessary, and takes a reference to it, which the caller
 * releases by cs_program_put. The page and the name of the file are copied. `title` and the other strings of the source
 * must outlive the device. Fails with CLSCAN_ERROR_BUILD_FAILURE and a build log if the text does not compile, and like
 * cs_source_flatten. */
clscan_status cs_program_get(cs_program_cache *cache, const char *title, const cs_source *source, const char *file,
                             cs_program **program);
void cs_program_put(cs_program_cache *cache, cs_program *program);

/* Storing programs on disk. Asking a driver for a binary can take as long as a compilation: PoCL 3.1 takes 0.17 s of
 * CPU time for a program of two kernels. A program is therefore stored when its plan is created, and not by an enqueue
 * or a destroyer. The kernels should have run before: PoCL compiles a kernel for its work-group size when the kernel
 * first runs, and a binary holds only kernels that were compiled before the first query for it.
 *
 * cs_program_claim_store returns true to exactly one caller, which must then call cs_program_store. It returns false to
 * every caller if there is no disk cache, or if the program came from there. */
bool cs_program_claim_store(cs_program_cache *cache, cs_program *program);
void cs_program_store(cs_program_cache *cache, cs_program *program);

#endif
