#include "size_list.h"
#include "message.h"
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { DOUBLING = 2 };

static bool read_digits(const char **text, size_t *number) {
    if (!isdigit((unsigned char)**text))
        return false;
    for (*number = 0; isdigit((unsigned char)**text); (*text)++) {
        const size_t digit = (size_t)(**text - '0');
        if (*number > (SIZE_MAX - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    return true;
}

static bool read_power(size_t base, const char **text, size_t *number) {
    size_t exponent;
    if (!read_digits(text, &exponent))
        return false;
    for (*number = 1; exponent > 0 && base > 1; exponent--) {
        if (*number > SIZE_MAX / base)
            return false;
        *number *= base;
    }
    return true;
}

/* 1000 or 2^10 */
static bool read_count(const char **text, size_t *count) {
    if (!read_digits(text, count))
        return false;
    if (**text != '^')
        return true;
    ++*text;
    return read_power(*count, text, count);
}

static bool read_size(const char **text, size_t *size) {
    return read_count(text, size) && *size > 0;
}

bool count_parse(const char *text, size_t *count) {
    return read_count(&text, count) && *text == '\0';
}

static bool append(size_list *sizes, size_t size) {
    if (sizes->count == SIZES_MOST)
        return false;
    sizes->values[sizes->count++] = size;
    return true;
}

/* 2^10..2^20, doubling, or 2^10..2^20*4; what begins is in, what ends is in when it is met. */
static bool read_range(const char **text, size_list *sizes) {
    size_t size, last, factor = DOUBLING;
    if (!read_size(text, &size))
        return false;
    if (strncmp(*text, "..", 2) != 0)
        return append(sizes, size);
    *text += 2;
    if (!read_size(text, &last) || last < size)
        return false;
    if (**text == '*') {
        ++*text;
        if (!read_digits(text, &factor) || factor < DOUBLING)
            return false;
    }
    for (; append(sizes, size); size *= factor)
        if (size > last / factor)
            return true;
    return false;
}

bool size_list_parse(const char *option, const char *text, size_list *sizes) {
    const char *rest = text;
    sizes->count = 0;
    while (read_range(&rest, sizes)) {
        if (*rest == '\0')
            return true;
        if (*rest++ != ',')
            break;
    }
    return complain("--%s: '%s' is no list of at most %d sizes like 1000,2^10..2^20,2^10..2^28*4", option, text,
                    SIZES_MOST);
}

size_t size_list_largest(const size_list *sizes) {
    size_t largest = 0;
    for (size_t i = 0; i < sizes->count; i++)
        if (sizes->values[i] > largest)
            largest = sizes->values[i];
    return largest;
}
