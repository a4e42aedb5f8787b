#include "data/members.h"
#include "oracle.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

members members_of_numbers(oracle_type type, unsigned components) {
    const size_t size = oracle_type_size(type);
    members m = { .size = size * (components == 3 ? 4 : components), .count = components };
    for (unsigned i = 0; i < components; i++) {
        m.at[i].type = type;
        m.at[i].offset = i * size;
    }
    return m;
}

/* ------------------------------------------------------------------------------------------------- definitions */

/* A token is a word, a number, or another character. It is empty at the end of the text. */
typedef struct token {
    const char *at;
    size_t length;
} token;

static const char *pass_blanks(const char *s) {
    for (;;) {
        const char *end;
        if (isspace((unsigned char)*s))
            s++;
        else if (strncmp(s, "//", 2) == 0)
            s += strcspn(s, "\n");
        else if (strncmp(s, "/*", 2) == 0 && (end = strstr(s + 2, "*/")))
            s = end + 2;
        else
            return s;
    }
}

static token next(const char **s) {
    *s = pass_blanks(*s);
    token t = { *s, 0 };
    while (isalnum((unsigned char)t.at[t.length]) || t.at[t.length] == '_')
        t.length++;
    t.length += t.length == 0 && *t.at;
    *s += t.length;
    return t;
}

static bool is(token t, const char *word) {
    return t.length == strlen(word) && memcmp(t.at, word, t.length) == 0;
}

/* A scalar (1 lane) or a vector of OpenCL C. `size` is in bytes. */
typedef struct base {
    oracle_type type;
    unsigned lanes;
    size_t size;
} base;

/* Reads a type: "uint", "float4", "unsigned int". */
static bool read_base(token t, const char **s, base *b) {
    char word[16] = "";
    unsigned lanes = 1;
    const bool is_unsigned = is(t, "unsigned");
    if (is_unsigned)
        t = next(s);
    if (t.length + 2 > sizeof word)
        return false;
    sprintf(word, "%s%.*s", is_unsigned ? "u" : "", (int)t.length, t.at);
    char *digits = word + strcspn(word, "0123456789");
    if (*digits)
        lanes = (unsigned)atoi(digits);
    *digits = '\0';
    for (oracle_type type = 0; type < ORACLE_USER; type++)
        if (strcmp(word, oracle_type_name(type)) == 0 && lanes > 0 && lanes <= 16) {
            *b = (base) { type, lanes, oracle_type_size(type) * (lanes == 3 ? 4 : lanes) };
            return true;
        }
    return false;
}

static bool add(members *m, const base *b, size_t times, size_t *aligned) {
    m->size = (m->size + b->size - 1) / b->size * b->size;
    *aligned = b->size > *aligned ? b->size : *aligned;
    for (size_t i = 0; i < times; i++, m->size += b->size)
        for (unsigned lane = 0; lane < b->lanes; lane++) {
            if (m->count == MAX_MEMBERS)
                return false;
            m->at[m->count].type = b->type;
            m->at[m->count++].offset = m->size + lane * oracle_type_size(b->type);
        }
    return true;
}

/* Reads the names of members of one type: "a, b[3];". */
static bool read_names(const char **s, members *m, const base *b, size_t *aligned) {
    token t;
    do {
        size_t times = 1;
        next(s);
        t = next(s);
        if (is(t, "[")) {
            times = strtoul(next(s).at, NULL, 10);
            if (!is(next(s), "]"))
                return false;
            t = next(s);
        }
        if (!add(m, b, times, aligned))
            return false;
    } while (is(t, ","));
    return is(t, ";");
}

/* Reads the members of a struct after the opening brace. */
static bool read_struct(const char **s, members *m) {
    size_t aligned = 1;
    token t = next(s);
    for (; t.length && !is(t, "}"); t = next(s)) {
        base b;
        if (!read_base(t, s, &b) || !read_names(s, m, &b, &aligned))
            return false;
    }
    m->size = (m->size + aligned - 1) / aligned * aligned;
    return is(t, "}");
}

/* Reads a definition after the word typedef. */
static bool read_type(const char *s, members *m, const char **end) {
    token t = next(&s);
    base b;
    size_t aligned = 1;
    *m = (members) { .size = 0 };
    bool ok;
    if (is(t, "struct")) {
        t = next(&s);
        if (!is(t, "{"))
            t = next(&s);
        ok = is(t, "{") && read_struct(&s, m);
    } else {
        ok = read_base(t, &s, &b) && add(m, &b, 1, &aligned);
    }
    *end = s;
    return ok && m->count > 0;
}

bool members_of_source(const char *source, const char *name, members *m) {
    const char *s = source, *end;
    for (token t = next(&s); t.length; t = next(&s))
        if (is(t, "typedef") && read_type(s, m, &end) && is(next(&end), name) && is(next(&end), ";"))
            return true;
    return false;
}

/* ------------------------------------------------------------------------------------------------------ values */

static bool is_floating(oracle_type type) {
    return type >= ORACLE_FLOAT && type <= ORACLE_HALF;
}

static double number_at(oracle_type type, const unsigned char *p) {
    float single;
    double twice;
    uint16_t half;
    if (type == ORACLE_FLOAT)
        return memcpy(&single, p, sizeof single), (double)single;
    if (type == ORACLE_DOUBLE)
        return memcpy(&twice, p, sizeof twice), twice;
    return memcpy(&half, p, sizeof half), oracle_half_to_double(half);
}

static void put_floating(oracle_type type, double x, unsigned char *p) {
    const float single = (float)x;
    const uint16_t half = oracle_half_from_double(x);
    memcpy(p,
           type == ORACLE_FLOAT    ? (const void *)&single
           : type == ORACLE_DOUBLE ? (const void *)&x
                                   : &half,
           oracle_type_size(type));
}

static void draw(oracle_type type, uint64_t random, unsigned char *p) {
    const uint64_t small = random >> 8 & 7, whole = random >> 63 ? small : random;
    if (is_floating(type))
        put_floating(type, 0.25 * ((double)(random % 33) - 16), p);
    else
        memcpy(p, &whole, oracle_type_size(type));
}

void members_draw(const members *m, uint64_t seed, void *elements, size_t count) {
    unsigned char *element = elements;
    memset(elements, 0, count * m->size);
    for (size_t i = 0; i < count; i++, element += m->size)
        for (size_t k = 0; k < m->count; k++)
            draw(m->at[k].type, oracle_draw(seed, i * m->count + k), element + m->at[k].offset);
}

static bool are_close(oracle_type type, double x, double y) {
    const double a = x < 0 ? -x : x, b = y < 0 ? -y : y, greater = a > b ? a : b;
    const bool none = x != x && y != y; /* NaN */
    return none || x == y || (x < y ? y - x : x - y) <= (greater > 1 ? greater : 1) / (type == ORACLE_HALF ? 64 : 4096);
}

bool members_agree(const members *m, const void *a, const void *b) {
    for (size_t k = 0; k < m->count; k++) {
        const oracle_type type = m->at[k].type;
        const unsigned char *x = (const unsigned char *)a + m->at[k].offset;
        const unsigned char *y = (const unsigned char *)b + m->at[k].offset;
        if (is_floating(type) ? !are_close(type, number_at(type, x), number_at(type, y))
                              : memcmp(x, y, oracle_type_size(type)) != 0)
            return false;
    }
    return true;
}

void members_print(const members *m, const void *element, char *text, size_t size) {
    size_t used = (size_t)snprintf(text, size, "%s", m->count > 1 ? "{ " : "");
    for (size_t k = 0; k < m->count && used + 64 < size; k++) {
        oracle_print(m->at[k].type, (const char *)element + m->at[k].offset, text + used, size - used);
        used += strlen(text + used);
        used += (size_t)snprintf(text + used, size - used, "%s", k + 1 < m->count ? ", " : m->count > 1 ? " }" : "");
    }
}
