/* One file of the disk cache: bytes under a key, with a digest that shows damage. A reader trusts nothing in a file
 * before it has checked it. */
#ifndef CS_DISK_ENTRY_H
#define CS_DISK_ENTRY_H

#include "base/sha256.h"
#include <time.h>

enum { CS_ENTRY_NAME = 2 * sizeof(cs_digest) + 1, CS_ENTRY_LABEL = 96, CS_MAX_ENTRY = 64 << 20 };

#define CS_DRAFT "draft-" /* the names of unfinished files begin with this */

typedef struct cs_disk_entry {
    char label[CS_ENTRY_LABEL]; /* a description for people */
    void *bytes;                /* freed by the caller if the entry was read */
    size_t size;
    time_t used; /* the last use, to within a day; only set by reading */
} cs_disk_entry;

/* Writes the key in hexadecimal digits, which is the name of the file. */
void cs_entry_name(const cs_digest *key, char name[CS_ENTRY_NAME]);

/* Read or write a file in the open folder. They return NULL, or the reason for the failure; after a failure there is
 * nothing to free, and no file has changed. A file of another user, or one that others can write to, is not read:
 * whoever can write the bytes can also write a digest that matches them. */
const char *cs_entry_read(int folder, const char *name, cs_disk_entry *entry);
const char *cs_entry_write(int folder, const cs_digest *key, const cs_disk_entry *entry);

#endif
