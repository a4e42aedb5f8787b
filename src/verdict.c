#include "verdict.h"

#include <pthread.h>
#include <stdlib.h>

/* FNV-1a, with the closing NUL, so that strings side by side do not run together. */
static cl_ulong add_to_hash(cl_ulong hash, const char *s) {
    do
        hash = (hash ^ (unsigned char)*s) * 1099511628211u;
    while (*s++);
    return hash;
}

cl_ulong cs_verdict_key(const cs_caps *caps, const char *options, const char *text) {
    const char *const parts[] = { caps->name, caps->version, caps->driver, options, text };
    cl_ulong hash = 14695981039346656037u;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        hash = add_to_hash(hash, parts[i]);
    return hash;
}

/* A ring: who has seen so many programs tries the oldest again. */
enum { MOST = 1024 };
static struct entry {
    cl_ulong key;
    cs_verdict verdict;
} entries[MOST];
static size_t next;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct entry *find(cl_ulong key) {
    for (size_t i = 0; i < MOST && entries[i].verdict != CS_UNKNOWN; i++)
        if (entries[i].key == key)
            return &entries[i];
    return NULL;
}

cs_verdict cs_verdict_recall(cl_ulong key) {
    pthread_mutex_lock(&mutex);
    const struct entry *found = find(key);
    const cs_verdict verdict = found ? found->verdict : CS_UNKNOWN;
    pthread_mutex_unlock(&mutex);
    return verdict;
}

void cs_verdict_remember(cl_ulong key, cs_verdict verdict) {
    pthread_mutex_lock(&mutex);
    struct entry *e = find(key);
    if (!e)
        e = &entries[next++ % MOST];
    *e = (struct entry) { key, verdict };
    pthread_mutex_unlock(&mutex);
}
