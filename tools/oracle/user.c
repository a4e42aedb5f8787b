/* The user operators, one row each in the table at the end. */
#include "oracle.h"
#include <inttypes.h>
#include <stdio.h>

/* ------------------------------------------------------------------------------------------------ affine */

typedef struct affine {
    uint32_t a, b;
} affine;

static const char affine_source[] = "typedef struct { uint a, b; } affine;\n"
                                    "static affine affine_then(affine f, affine g) {\n"
                                    "    affine h;\n"
                                    "    h.a = f.a * g.a;\n"
                                    "    h.b = g.a * f.b + g.b;\n"
                                    "    return h;\n"
                                    "}\n";

static void affine_then(const void *earlier, const void *later, void *result) {
    const affine f = *(const affine *)earlier, g = *(const affine *)later;
    *(affine *)result = (affine) { f.a * g.a, g.a * f.b + g.b };
}

/* Odd factors, so that the product never becomes 0. */
static void affine_fill(uint64_t seed, void *data, size_t count) {
    affine *x = data;
    for (size_t i = 0; i < count; i++) {
        const uint64_t draw = oracle_draw(seed, i);
        x[i] = (affine) { (uint32_t)draw | 1, (uint32_t)(draw >> 32) };
    }
}

static void affine_print(const void *element, char *text, size_t size) {
    const affine *x = element;
    snprintf(text, size, "%" PRIu32 " x + %" PRIu32, x->a, x->b);
}

/* ---------------------------------------------------------------------------------------------- interval */

typedef struct interval {
    uint32_t first, last, length;
} interval;

static const interval no_interval = { 1, 0, 0 };
static const interval poison = { UINT32_MAX, 0, UINT32_MAX };

/* Zeros are not an interval at all, so that memory never written poisons too. */
static const char interval_source[] =
    "typedef struct { uint first, last, length; } interval;\n"
    "static int interval_is(interval x, uint first, uint last, uint length) {\n"
    "    return x.first == first && x.last == last && x.length == length;\n"
    "}\n"
    "static int interval_whole(interval x) {\n"
    "    return x.length != 0 && x.last - x.first + 1 == x.length;\n"
    "}\n"
    "static interval interval_join(interval x, interval y) {\n"
    "    interval z = { 0xffffffffu, 0u, 0xffffffffu };\n"
    "    if (interval_is(x, 1u, 0u, 0u)) return y;\n"
    "    if (interval_is(y, 1u, 0u, 0u)) return x;\n"
    "    if (!interval_whole(x) || !interval_whole(y) || x.last + 1 != y.first) return z;\n"
    "    z.first = x.first;\n"
    "    z.last = y.last;\n"
    "    z.length = x.length + y.length;\n"
    "    return z;\n"
    "}\n";

static bool interval_empty(interval x) {
    return x.first == no_interval.first && x.last == no_interval.last && x.length == no_interval.length;
}

static bool interval_whole(interval x) {
    return x.length != 0 && x.last - x.first + 1 == x.length;
}

static void interval_join(const void *earlier, const void *later, void *result) {
    const interval x = *(const interval *)earlier, y = *(const interval *)later;
    interval *z = result;
    if (interval_empty(x))
        *z = y;
    else if (interval_empty(y))
        *z = x;
    else if (!interval_whole(x) || !interval_whole(y) || x.last + 1 != y.first)
        *z = poison;
    else
        *z = (interval) { x.first, y.last, x.length + y.length };
}

static void interval_fill(uint64_t seed, void *data, size_t count) {
    const uint32_t base = 2 + (uint32_t)(oracle_draw(seed, 0) >> 48);
    interval *x = data;
    for (size_t i = 0; i < count; i++)
        x[i] = (interval) { base + (uint32_t)i, base + (uint32_t)i, 1 };
}

static void interval_print(const void *element, char *text, size_t size) {
    const interval *x = element;
    if (interval_empty(*x))
        snprintf(text, size, "empty");
    else if (!interval_whole(*x))
        snprintf(text, size, "poisoned");
    else
        snprintf(text, size, "[%" PRIu32 ", %" PRIu32 "]", x->first, x->last);
}

/* ------------------------------------------------------------------------------------------------ latest */

static const char latest_source[] =
    "static uint latest(uint earlier, uint later) { return later != 0 ? later : earlier; }\n";

static void latest(const void *earlier, const void *later, void *result) {
    const uint32_t x = *(const uint32_t *)earlier, y = *(const uint32_t *)later;
    *(uint32_t *)result = y != 0 ? y : x;
}

/* Three of four elements are zero. */
static void latest_fill(uint64_t seed, void *data, size_t count) {
    uint32_t *x = data;
    for (size_t i = 0; i < count; i++) {
        const uint64_t draw = oracle_draw(seed, i);
        x[i] = draw >> 62 ? 0 : (uint32_t)draw;
    }
}

static void latest_print(const void *element, char *text, size_t size) {
    snprintf(text, size, "%" PRIu32, *(const uint32_t *)element);
}

/* ------------------------------------------------------------------------------------------------- table */

static const affine affine_identity = { 1, 0 };
static const uint32_t latest_identity = 0;

static const oracle_user users[] = {
    { "affine", ORACLE_USER, "affine", sizeof(affine), affine_source, "affine_then", "{ 1u, 0u }", &affine_identity,
      affine_then, affine_fill, affine_print },
    { "interval", ORACLE_USER, "interval", sizeof(interval), interval_source, "interval_join", "{ 1u, 0u, 0u }",
      &no_interval, interval_join, interval_fill, interval_print },
    { "latest", ORACLE_UINT, NULL, sizeof(uint32_t), latest_source, "latest", "0u", &latest_identity, latest,
      latest_fill, latest_print },
};

const oracle_user *oracle_user_at(size_t index) {
    return index < sizeof users / sizeof *users ? &users[index] : NULL;
}
