#include "program/verdict.h"

#include <stdio.h>
#include <stdlib.h>

/* The version of the self-test. Verdicts of earlier versions, which tested less, have other keys and are not found. */
enum { SELF_TEST = 3 };

/* On disk, the key of a verdict is the key of its program with some bits changed. */
static bool find_key(const cs_program *p, cs_digest *key) {
    *key = p->key;
    key->bytes[0] ^= SELF_TEST;
    return p->has_key;
}

static void keep(cs_program_cache *cache, cs_program *p, cs_verdict verdict) {
    pthread_mutex_lock(&cache->mutex);
    p->verdict = verdict;
    pthread_mutex_unlock(&cache->mutex);
}

static cs_verdict load(const cs_program_cache *cache, const cs_program *p) {
    cs_digest key;
    cs_disk_entry entry;
    if (!find_key(p, &key) || cs_disk_cache_load(&cache->disk, &key, &entry))
        return CS_UNKNOWN;
    const unsigned char found = entry.size == 1 ? *(unsigned char *)entry.bytes : CS_UNKNOWN;
    free(entry.bytes);
    return found == CS_RIGHT || found == CS_WRONG ? (cs_verdict)found : CS_UNKNOWN;
}

static void store(const cs_program_cache *cache, const cs_program *p, cs_verdict verdict) {
    cs_digest key;
    unsigned char byte = (unsigned char)verdict;
    cs_disk_entry entry = { .bytes = &byte, .size = 1 };
    if (!find_key(p, &key))
        return;
    snprintf(entry.label, sizeof entry.label, "%s, %s: %s", cache->device_name, p->title,
             verdict == CS_RIGHT ? "right" : "wrong");
    const char *wrong = cs_disk_cache_store(&cache->disk, &key, &entry);
    if (wrong)
        cs_log_line(cache->log, "disk cache: verdict on %s, not stored: %s", p->title, wrong);
}

cs_verdict cs_verdict_recall(cs_program_cache *cache, cs_program *p) {
    pthread_mutex_lock(&cache->mutex);
    cs_verdict verdict = p->verdict;
    pthread_mutex_unlock(&cache->mutex);
    if (verdict == CS_UNKNOWN)
        keep(cache, p, verdict = load(cache, p));
    return verdict;
}

void cs_verdict_remember(cs_program_cache *cache, cs_program *p, cs_verdict verdict) {
    keep(cache, p, verdict);
    store(cache, p, verdict);
}
