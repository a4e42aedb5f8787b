/* SHA-256 of the examples in FIPS 180-4, and of lengths around the limits of its padding. */
#include "base/sha256.h"
#include "support/check.h"

#include <stdio.h>
#include <string.h>

static const char *hex(const cs_digest *digest) {
    static char text[65];
    for (size_t i = 0; i < 32; i++)
        snprintf(text + 2 * i, 3, "%02x", digest->bytes[i]);
    return text;
}

/* Hashes the bytes in pieces of `piece` bytes. */
static const char *hash_of(const void *bytes, size_t size, size_t piece) {
    cs_sha256 hash = cs_sha256_begin();
    for (size_t at = 0; at < size; at += piece)
        cs_sha256_add(&hash, (const char *)bytes + at, size - at < piece ? size - at : piece);
    const cs_digest digest = cs_sha256_end(&hash);
    return hex(&digest);
}

static void test_examples(void **state) {
    static const struct {
        const char *text, *digest;
    } examples[] = {
        { "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
        { "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
        { "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
        { "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopq"
          "r"
          "stu",
          "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(examples); i++)
        assert_string_equal(hash_of(examples[i].text, strlen(examples[i].text), 64), examples[i].digest);
}

static void test_a_million(void **state) {
    static char text[1000000];
    (void)state;
    memset(text, 'a', sizeof text);
    assert_string_equal(hash_of(text, sizeof text, 999),
                        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* Lengths near the one from which the padding needs another block. */
static void test_lengths(void **state) {
    static const struct {
        size_t size;
        const char *digest;
    } known[] = {
        { 1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d" },
        { 55, "576a1bf8d4478657e6dc4af9398544765c2a92cde28478b019235cfed315fc09" },
        { 56, "9b20501dfd1d99161c257950f3444f3e49230c351c5c8e0943ef369f85f5205d" },
        { 63, "30b345906b493f06f69444b6521113511c242f30e29840462950035043682f1e" },
        { 64, "d8bc63b4fc1156e5e7d95a418b9bf54cd3174bedbc2db40f74895349b229b3c0" },
        { 65, "1ee23b0fbcaecc1aff4a9e8f1645f35ab2c8e13609cd73b68df8b5e3f63ce073" },
        { 119, "7a6589821178918ca8d9edaba5abfc1e9b2669564f4469b66885379c1530b2c8" },
        { 120, "655250427d56b1b0eeb8497d21428704273458a01772d6881b65c0abac0f8a98" },
        { 1000, "89f4ff56a25dd1db06a4ce6033603775d705fb96f30f8693733fef602a1ca532" },
    };
    unsigned char bytes[1000];
    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 7);
    for (size_t i = 0; i < COUNT(known); i++)
        for (size_t piece = 1; piece < 130; piece++)
            assert_string_equal(hash_of(bytes, known[i].size, piece), known[i].digest);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_a_million),
        cmocka_unit_test(test_lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
