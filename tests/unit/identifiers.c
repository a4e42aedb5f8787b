/* Every name in generated pages and kernel files is reserved. The user's text stands before them, so a macro of such a
 * name would change their code. */
#include "page/generate_problem.h"
#include "page/user_source.h"
#include "problem/desc.h"
#include "source/embedded.h"
#include "source/strip_comments.h"
#include "support/check.h"
#include "table/table.h"

#include <oracle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

/* ------------------------------------------------------------------------------------------------ words of a text */

/* The words so far, in an open hash table. Each word is checked once, because thousands of pages have the same few
 * words. */
enum { PLACES = 1 << 14 };
static char *seen[PLACES];

static bool is_new(const char *word) {
    unsigned place = 0;
    for (const char *at = word; *at; at++)
        place = place * 31 + (unsigned char)*at;
    for (unsigned tries = 0; tries < PLACES; tries++, place++) {
        char **at = &seen[place % PLACES];
        if (*at && strcmp(*at, word) == 0)
            return false;
        if (!*at) {
            *at = cs_strdup(word);
            assert_non_null(*at);
            return true;
        }
    }
    fail_msg("more than %d words", PLACES);
    return false;
}

/* Returns true for names that the descriptions below give to the user's types and functions. A page also has them in
 * the name of a conversion that is never called. */
static bool is_users(const char *word) {
    return strstr(word, "yours_") != NULL;
}

static void assert_reserved(const char *word) {
    char source[256];
    if ((word[0] >= '0' && word[0] <= '9') || is_users(word) || !is_new(word))
        return;
    snprintf(source, sizeof source, "#define %s 1\n", word);
    if (cs_user_source_check("desc.user.source", source, true) != CLSCAN_ERROR_INVALID_DESC)
        fail_msg("the macro %s is accepted, but the library's text has that word", word);
}

/* The compiler does not expand the name of a directive. */
static const char *behind_directive(const char *at) {
    at += strspn(at, "# ");
    return at + strspn(at, letters);
}

static void assert_words_reserved(const char *text) {
    cs_strbuf bare = { 0 };
    assert_int_equal(cs_strip_comments(&bare, text), 0);
    assert_false(bare.failed);
    for (const char *at = bare.data; *at;) {
        char word[128];
        const size_t n = strspn(at, letters);
        snprintf(word, sizeof word, "%.*s", (int)n, at);
        if (n > 0)
            assert_reserved(word);
        at = *at == '#' && at[1] != '#' ? behind_directive(at) : at + (n > 0 ? n : 1);
    }
    cs_strbuf_free(&bare);
}

static int forget_words(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(seen); i++)
        free(seen[i]);
    memset(seen, 0, sizeof seen);
    return 0;
}

/* --------------------------------------------------------------------------------------------------------- pages */

static size_t pages; /* pages that were checked */

/* Checks the part of a page that follows the user's text. */
static void check_page(const clscan_desc *desc, const cs_shape *shape) {
    static const char end[] = "typedef int clscan_end_of_text;";
    const cs_caps caps = { .has_half = true, .has_double = true, .state_bits = 64 };
    clscan_desc with_text = *desc;
    if (cs_desc_check(desc) != CLSCAN_OK)
        return;
    pages++;
    with_text.user.source = "/* yours */";
    const cs_problem problem = cs_desc_problem(&with_text);
    cs_strbuf page = { 0 };
    cs_generate_problem(&page, &caps, &problem, shape);
    assert_false(page.failed);
    const char *ours = strstr(page.data, end);
    assert_non_null(ours);
    assert_words_reserved(ours);
    cs_strbuf_free(&page);
}

static void check_pages(const clscan_desc *desc) {
    static const cs_shape shapes[] = {
        { .group = CLSCAN_GROUP_SEQUENTIAL, .wg_size = 1, .items = 5, .tile = 5, .groups = 7 },
        { .group = CLSCAN_GROUP_SUB_GROUP, .wg_size = 32, .private_rows = 2, .sub_groups = CS_PTX },
    };
    for (size_t i = 0; i < COUNT(shapes); i++)
        check_page(desc, &shapes[i]);
}

static void test_operators_and_types(void **state) {
    static const unsigned components[] = { 0, 2, 3, 4, 8, 16 };
    (void)state;
    for (clscan_op op = 0; clscan_op_name(op); op++)
        for (oracle_type type = 0; type < ORACLE_USER; type++)
            for (size_t c = 0; c < COUNT(components); c++)
                check_pages(&(clscan_desc) { .value.name = oracle_vector_name(type, components[c]), .op = op });
}

static void test_layouts(void **state) {
    (void)state;
    for (clscan_op op = 0; clscan_op_name(op); op++)
        for (int layout = CLSCAN_LAYOUT_CONTIGUOUS; layout <= CLSCAN_LAYOUT_ROWS; layout++)
            for (int segments = CLSCAN_SEGMENTS_NONE; segments <= CLSCAN_SEGMENTS_OFFSETS; segments++)
                check_pages(&(clscan_desc) {
                    .op = op, .layout = (clscan_layout)layout, .segments = (clscan_segments)segments });
}

static void test_conversions(void **state) {
    (void)state;
    for (size_t type = 0; clscan_type_name(type); type++)
        for (size_t other = 0; clscan_type_name(other); other++) {
            const clscan_type value = { .name = clscan_type_name(type) };
            const char *name = clscan_type_name(other);
            check_pages(&(clscan_desc) { .value = value, .in[0].name = name, .out[0].name = name });
            check_pages(&(clscan_desc) { .value = value, .segments = CLSCAN_SEGMENTS_KEYS, .key.name = name });
        }
}

/* Every field that names a user's type or function. Each field is left out in turn. */
static void test_functions_and_types_of_the_users(void **state) {
    enum { FIELDS = 10 };
    (void)state;
    for (unsigned without = 0; without < 1 << FIELDS; without++) {
        const bool op = without & 1, user_type = op && without & 2;
        clscan_desc desc = { .segments = CLSCAN_SEGMENTS_KEYS };
        desc.user.source =
            "yours_combine() yours_load() yours_map() yours_store() yours_key() yours_same()"; /* for prototypes */
        if (user_type)
            desc.value = (clscan_type) { .name = "yours_type", .size = 8 };
        if (op)
            desc.user.combine = "yours_combine", desc.user.identity = without & 4 ? "{ 1, 0 }" : NULL;
        desc.user.load = without & 8 ? "yours_load" : NULL;
        desc.user.map = without & 16 ? "yours_map" : NULL;
        desc.user.store = without & 32 ? "yours_store" : NULL;
        desc.user.same_key = without & 64 ? "yours_same" : NULL;
        desc.user.with_position = without & 256;
        if (without & 128)
            desc.key = (clscan_type) { .name = "yours_keys", .size = 4 };
        if (without & 512)
            desc.user.key = "yours_key", desc.key_in = (clscan_type) { .name = "yours_others", .size = 4 };
        for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
            if (desc.user.load)
                desc.in[i] = (clscan_type) { .name = i % 2 ? "yours_in" : "float4", .size = i % 2 ? 12 : 0 };
            if (desc.user.store)
                desc.out[i] = (clscan_type) { .name = i % 2 ? "yours_out" : "uchar", .size = i % 2 ? 12 : 0 };
        }
        check_pages(&desc);
    }
    assert_true(pages > 1000);
}

/* --------------------------------------------------------------------------------------------------------- files */

static void test_kernel_files(void **state) {
    (void)state;
    for (size_t i = 0; i < cs_embedded_count; i++)
        assert_words_reserved(cs_embedded_files[i].text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_operators_and_types, forget_words),
        cmocka_unit_test_teardown(test_layouts, forget_words),
        cmocka_unit_test_teardown(test_conversions, forget_words),
        cmocka_unit_test_teardown(test_functions_and_types_of_the_users, forget_words),
        cmocka_unit_test_teardown(test_kernel_files, forget_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
