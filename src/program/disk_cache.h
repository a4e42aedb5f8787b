/* Bytes by key in a folder, for the programs that come after this one. Locks nothing, and whatever goes wrong is a
 * miss. Thread-safe, but for opening and closing. */
#ifndef CS_DISK_CACHE_H
#define CS_DISK_CACHE_H

#include "base/strbuf.h"
#include "program/disk_entry.h"

typedef struct cs_disk_cache {
    int folder;   /* -1: there is none; then every load misses, and nothing is stored */
    size_t limit; /* bytes of all entries together */
} cs_disk_cache;

/* Appends the user's own folder: $XDG_CACHE_HOME/clscan, else ~/.cache/clscan; nothing where neither is known. */
void cs_disk_cache_path(cs_strbuf *path);

/* Makes the folder where it is missing, but uses none that others can write to. NULL, or why there is none. */
const char *cs_disk_cache_open(cs_disk_cache *cache, const char *path, size_t limit);
void cs_disk_cache_close(cs_disk_cache *cache);

/* NULL, or why it is a miss. A hit counts as a use. */
const char *cs_disk_cache_load(const cs_disk_cache *cache, const cs_digest *key, cs_disk_entry *entry);

/* NULL, or why it is not there now. The entries used longest ago make room. */
const char *cs_disk_cache_store(const cs_disk_cache *cache, const cs_digest *key, const cs_disk_entry *entry);

void cs_disk_cache_drop(const cs_disk_cache *cache, const cs_digest *key);

/* ------------------------------------------------------------------------------------- for who looks after it */

typedef struct cs_disk_file {
    char name[CS_ENTRY_NAME];
    size_t size;
    time_t used;
} cs_disk_file;

/* The files that are named like entries, used longest ago first; to be freed. NULL where there are none. */
cs_disk_file *cs_disk_cache_list(const cs_disk_cache *cache, size_t *count);

/* Removes what of this cache is in the folder, and nothing else. */
void cs_disk_cache_clear(const cs_disk_cache *cache);

#endif
