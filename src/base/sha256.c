#include "base/sha256.h"

#include <string.h>

enum { BLOCK = 64, LENGTH = 8, ROUNDS = 64 };

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t constants[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
};

/* The initial state is the first 32 bits of the fractional parts of the square roots of the first 8 primes. */
cs_sha256 cs_sha256_begin(void) {
    return (cs_sha256) { .state = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
                                    0x5be0cd19 } };
}

static uint32_t rotate(uint32_t x, int by) {
    return x >> by | x << (32 - by);
}

static uint32_t big_endian(const unsigned char *b) {
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static void expand(const unsigned char *block, uint32_t w[ROUNDS]) {
    for (int i = 0; i < 16; i++)
        w[i] = big_endian(block + 4 * i);
    for (int i = 16; i < ROUNDS; i++) {
        const uint32_t a = w[i - 15], b = w[i - 2];
        w[i] =
            w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[i - 7] + (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
}

static void compress(uint32_t state[8], const unsigned char *block) {
    uint32_t w[ROUNDS], s[8]; /* s holds the working variables a to h of the standard */
    expand(block, w);
    memcpy(s, state, sizeof s);
    for (int i = 0; i < ROUNDS; i++) {
        const uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]), most = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        const uint32_t t =
            s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) + choice + constants[i] + w[i];
        const uint32_t u = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) + most;
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += t;
        s[0] = t + u;
    }
    for (int i = 0; i < 8; i++)
        state[i] += s[i];
}

void cs_sha256_add(cs_sha256 *hash, const void *bytes, size_t size) {
    const unsigned char *from = bytes;
    while (size > 0) {
        const size_t used = hash->size % BLOCK, part = size < BLOCK - used ? size : BLOCK - used;
        memcpy(hash->block + used, from, part);
        hash->size += part;
        from += part;
        size -= part;
        if (used + part == BLOCK)
            compress(hash->state, hash->block);
    }
}

/* The padding is a one bit, then zeros up to the last 8 bytes of a block, which hold the number of message bits. */
cs_digest cs_sha256_end(cs_sha256 *hash) {
    static const unsigned char padding[BLOCK] = { 0x80 };
    const uint64_t bits = hash->size * 8;
    const size_t used = hash->size % BLOCK;
    unsigned char length[LENGTH];
    cs_digest digest;
    for (int i = 0; i < LENGTH; i++)
        length[i] = (unsigned char)(bits >> (56 - 8 * i));
    cs_sha256_add(hash, padding, (size_t)(used < BLOCK - LENGTH ? BLOCK : 2 * BLOCK) - LENGTH - used);
    cs_sha256_add(hash, length, LENGTH);
    for (int i = 0; i < 32; i++)
        digest.bytes[i] = (unsigned char)(hash->state[i / 4] >> (24 - i % 4 * 8));
    return digest;
}
