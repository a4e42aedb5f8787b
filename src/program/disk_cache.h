/* A folder of entries, which are bytes under a key, for later processes. Files are replaced atomically, so the cache
 * needs no locks. Every failure counts as a miss. Functions are thread-safe, except for opening and closing. */
#ifndef CS_DISK_CACHE_H
#define CS_DISK_CACHE_H

#include "base/strbuf.h"
#include "program/disk_entry.h"

typedef struct cs_disk_cache {
    int folder;   /* -1: there is no folder, so every load misses and nothing is stored */
    size_t limit; /* the most bytes of all entries together */
} cs_disk_cache;

/* Appends the path of the user's own folder: $XDG_CACHE_HOME/clscan, else ~/.cache/clscan. Appends nothing if neither
 * variable holds an absolute path, or if the process runs with raised privileges. */
void cs_disk_cache_path(cs_strbuf *path);

/* The reason that the following functions return if there is no memory. */
extern const char cs_disk_cache_no_memory[];

/* Opens the folder, and makes it if it is missing. Refuses a folder that other users own or can write to. `limit` is in
 * bytes. Returns NULL, or the reason why there is no folder. */
const char *cs_disk_cache_open(cs_disk_cache *cache, const char *path, size_t limit);

/* Does the same without making the folder: a folder that does not exist counts as an empty one, and *cache has none.
 * Nothing may be stored. */
const char *cs_disk_cache_look(cs_disk_cache *cache, const char *path);

void cs_disk_cache_close(cs_disk_cache *cache);

/* Returns NULL on a hit, or the reason for the miss. A hit counts as a use of the entry. On a hit, the caller frees
 * entry->bytes. */
const char *cs_disk_cache_load(const cs_disk_cache *cache, const cs_digest *key, cs_disk_entry *entry);

/* Stores an entry, and removes the least recently used ones while the cache exceeds its limit. Returns NULL, or the
 * reason why the entry was not stored. */
const char *cs_disk_cache_store(const cs_disk_cache *cache, const cs_digest *key, const cs_disk_entry *entry);

/* Removes an entry, if it exists. */
void cs_disk_cache_drop(const cs_disk_cache *cache, const cs_digest *key);

/* ------------------------------------------------------------------------------------ inspection and clearing */

typedef struct cs_disk_file {
    char name[CS_ENTRY_NAME];
    size_t size;
    time_t used;
} cs_disk_file;

/* Returns the files that are named like entries, the least recently used first, in a list that the caller frees.
 * Returns NULL if there are none. */
cs_disk_file *cs_disk_cache_list(const cs_disk_cache *cache, size_t *count);

/* Removes all entries and drafts, but no other file of the folder. */
void cs_disk_cache_clear(const cs_disk_cache *cache);

#endif
