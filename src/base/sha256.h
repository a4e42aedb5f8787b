/* SHA-256 (FIPS 180-4). The disk cache names its entries by such digests and detects damaged entries with them. */
#ifndef CS_SHA256_H
#define CS_SHA256_H

#include <stddef.h>
#include <stdint.h>

typedef struct cs_digest {
    unsigned char bytes[32];
} cs_digest;

typedef struct cs_sha256 {
    uint32_t state[8];
    uint64_t size; /* bytes added so far */
    unsigned char block[64];
} cs_sha256;

cs_sha256 cs_sha256_begin(void);
void cs_sha256_add(cs_sha256 *hash, const void *bytes, size_t size);
cs_digest cs_sha256_end(cs_sha256 *hash);

#endif
