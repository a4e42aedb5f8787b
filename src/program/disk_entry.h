/* One file of the disk cache: bytes under a key, sealed. Whoever reads one takes it for a stranger's. */
#ifndef CS_DISK_ENTRY_H
#define CS_DISK_ENTRY_H

#include "base/sha256.h"
#include <time.h>

enum { CS_ENTRY_NAME = 2 * sizeof(cs_digest) + 1, CS_ENTRY_LABEL = 96, CS_MAX_ENTRY = 64 << 20 };

#define CS_DRAFT "draft-" /* how names begin of files that are being written */

typedef struct cs_disk_entry {
    char label[CS_ENTRY_LABEL]; /* for people */
    void *bytes;                /* of one that was read: to be freed */
    size_t size;
    time_t used; /* for the last time, known to the day; not written */
} cs_disk_entry;

/* The key in hexadecimal digits: the file's name. */
void cs_entry_name(const cs_digest *key, char name[CS_ENTRY_NAME]);

/* Both are about a file of the open folder, and give NULL, or why they failed: nothing is to be freed then, and no
 * file has changed. A file of another user, or one that others can write to, is not read: its seal proves nothing. */
const char *cs_entry_read(int folder, const char *name, cs_disk_entry *entry);
const char *cs_entry_write(int folder, const cs_digest *key, const cs_disk_entry *entry);

#endif
