#include "common/number.h"
#include "oracle.h"
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------- integers */

static bool is_digit(char c) {
    return (unsigned)(c - '0') < 10;
}

/* Reads a sign and digits up to `end`. 19 digits always fit in 64 bits. For longer numbers, each further digit is
 * checked. */
static number_status parse_integer(const char *text, const char *end, bool *negative, uint64_t *magnitude) {
    uint64_t value = 0;
    *negative = text < end && *text == '-';
    text += text < end && (*text == '-' || *text == '+');
    if (text == end)
        return NUMBER_UNREADABLE;
    for (const char *fast = end - text > 19 ? text + 19 : end; text < fast && is_digit(*text); text++)
        value = 10 * value + (uint64_t)(*text - '0');
    number_status status = NUMBER_OK;
    for (; text < end && is_digit(*text); text++) {
        const uint64_t digit = (uint64_t)(*text - '0');
        if (value > (UINT64_MAX - digit) / 10)
            status = NUMBER_OUT_OF_RANGE;
        value = 10 * value + digit;
    }
    *magnitude = value;
    return text == end ? status : NUMBER_UNREADABLE;
}

/* X(TYPE, stored as, lowest's magnitude, highest) */
#define INTEGERS(X)                                                                                                    \
    X(CHAR, int8_t, 128, INT8_MAX)                                                                                     \
    X(UCHAR, uint8_t, 0, UINT8_MAX)                                                                                    \
    X(SHORT, int16_t, 32768, INT16_MAX)                                                                                \
    X(USHORT, uint16_t, 0, UINT16_MAX)                                                                                 \
    X(INT, int32_t, UINT32_C(1) << 31, INT32_MAX)                                                                      \
    X(UINT, uint32_t, 0, UINT32_MAX)                                                                                   \
    X(LONG, int64_t, UINT64_C(1) << 63, INT64_MAX)                                                                     \
    X(ULONG, uint64_t, 0, UINT64_MAX)

#define DEFINE_PARSE(TYPE, STORED, LOWEST, HIGHEST)                                                                    \
    static number_status parse_##TYPE(const char *text, const char *end, void *element) {                              \
        bool negative;                                                                                                 \
        uint64_t magnitude;                                                                                            \
        const number_status status = parse_integer(text, end, &negative, &magnitude);                                  \
        if (status != NUMBER_OK)                                                                                       \
            return status;                                                                                             \
        if (magnitude > (negative ? LOWEST : HIGHEST))                                                                 \
            return NUMBER_OUT_OF_RANGE;                                                                                \
        *(STORED *)element = (STORED)(negative ? 0 - magnitude : magnitude);                                           \
        return NUMBER_OK;                                                                                              \
    }
INTEGERS(DEFINE_PARSE)

/* The magnitudes of doubles are 53 bits times a power of two. */
bool number_is_exact_double(const char *text, const char *end) {
    bool negative;
    uint64_t magnitude;
    if (parse_integer(text, end, &negative, &magnitude) != NUMBER_OK)
        return true;
    while (magnitude > UINT64_C(1) << 53 && magnitude % 2 == 0)
        magnitude /= 2;
    return magnitude <= UINT64_C(1) << 53;
}

/* ----------------------------------------------------------------------------------------------- floating */

/* Reads decimals of up to 15 digits times a power of ten of up to 22. Both are exact doubles, so that one
 * multiplication or division rounds correctly (Clinger, 1990). Returns false for all other text. */
static bool parse_short_decimal(const char *text, const char *end, double *x) {
    static const double powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                     1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
    const bool negative = text < end && *text == '-';
    text += text < end && (*text == '-' || *text == '+');
    if (end - text > 16)
        return false;
    int64_t digits = 0;
    ptrdiff_t count = 0;
    const char *point = NULL;
    for (; text < end; text++)
        if (*text == '.' && !point)
            point = text + 1;
        else if (is_digit(*text) && ++count <= 15)
            digits = 10 * digits + (*text - '0');
        else
            return false;
    *x = (double)digits / powers[point ? end - point : 0];
    if (negative)
        *x = -*x;
    return count > 0;
}

/* Copies the text to a string for strtod or strtof. Refuses blanks before the number and hexadecimal digits, which
 * strtod and strtof accept. */
static number_status as_string(const char *text, const char *end, char string[static NUMBER_LONGEST_READ + 1]) {
    const size_t length = (size_t)(end - text);
    if (length == 0 || memchr(" \t\n\v\f\r", *text, 6) || memchr(text, '\0', length) || memchr(text, 'x', length) ||
        memchr(text, 'X', length))
        return NUMBER_UNREADABLE;
    if (length > NUMBER_LONGEST_READ)
        return NUMBER_TOO_LONG;
    memcpy(string, text, length);
    string[length] = '\0';
    return NUMBER_OK;
}

static number_status parse_DOUBLE(const char *text, const char *end, void *element) {
    char string[NUMBER_LONGEST_READ + 1], *stop;
    if (parse_short_decimal(text, end, element))
        return NUMBER_OK;
    const number_status status = as_string(text, end, string);
    if (status != NUMBER_OK)
        return status;
    errno = 0;
    const double x = strtod(string, &stop);
    if (*stop)
        return NUMBER_UNREADABLE;
    *(double *)element = x;
    return errno == ERANGE && fabs(x) == HUGE_VAL ? NUMBER_OUT_OF_RANGE : NUMBER_OK;
}

/* Returns true if rounding a number to the double x and then to float gives the correct float. That holds unless x lies
 * halfway between two floats, or outside of the normal floats. */
static bool rounds_twice_alike(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const bool is_halfway = (bits & 0x1FFFFFFF) == 0x10000000;
    return x == 0 || (!is_halfway && fabs(x) >= FLT_MIN && fabs(x) < FLT_MAX);
}

static number_status parse_FLOAT(const char *text, const char *end, void *element) {
    char string[NUMBER_LONGEST_READ + 1], *stop;
    double x;
    if (parse_short_decimal(text, end, &x) && rounds_twice_alike(x)) {
        *(float *)element = (float)x;
        return NUMBER_OK;
    }
    const number_status status = as_string(text, end, string);
    if (status != NUMBER_OK)
        return status;
    errno = 0;
    *(float *)element = strtof(string, &stop);
    if (*stop)
        return NUMBER_UNREADABLE;
    return errno == ERANGE && fabsf(*(float *)element) == HUGE_VALF ? NUMBER_OUT_OF_RANGE : NUMBER_OK;
}

static number_status parse_HALF(const char *text, const char *end, void *element) {
    double x;
    const number_status status = parse_DOUBLE(text, end, &x);
    if (status != NUMBER_OK)
        return status;
    *(uint16_t *)element = oracle_half_from_double(x);
    return isfinite(x) && !isfinite(oracle_half_to_double(*(uint16_t *)element)) ? NUMBER_OUT_OF_RANGE : NUMBER_OK;
}

number_parse_fn number_parser(oracle_type type) {
#define ENTER_PARSE(TYPE, ...) [ORACLE_##TYPE] = parse_##TYPE,
    static const number_parse_fn parsers[ORACLE_USER] = {
        INTEGERS(ENTER_PARSE)[ORACLE_FLOAT] = parse_FLOAT, [ORACLE_DOUBLE] = parse_DOUBLE, [ORACLE_HALF] = parse_HALF
    };
    return parsers[type];
}
