#include "common/count.h"
#include "common/message.h"
#include <ctype.h>
#include <inttypes.h>

static number_status read_digits(const char **text, uint64_t *number) {
    number_status status = isdigit((unsigned char)**text) ? NUMBER_OK : NUMBER_UNREADABLE;
    for (*number = 0; isdigit((unsigned char)**text); ++*text) {
        const uint64_t digit = (uint64_t)(**text - '0');
        if (*number > (UINT64_MAX - digit) / 10)
            status = NUMBER_OUT_OF_RANGE;
        *number = *number * 10 + digit;
    }
    return status;
}

static number_status power(uint64_t base, uint64_t exponent, uint64_t *number) {
    for (*number = 1; exponent > 0 && base > 1; exponent--) {
        if (*number > UINT64_MAX / base)
            return NUMBER_OUT_OF_RANGE;
        *number *= base;
    }
    if (base == 0 && exponent > 0)
        *number = 0;
    return NUMBER_OK;
}

number_status count_read(const char **text, uint64_t *count) {
    uint64_t base, exponent;
    const number_status status = read_digits(text, &base);
    *count = base;
    if (status != NUMBER_OK || **text != '^')
        return status;
    ++*text;
    const number_status second = read_digits(text, &exponent);
    return second == NUMBER_OK ? power(base, exponent, count) : second;
}

bool count_parse(const char *who, const char *text, uint64_t lowest, uint64_t highest, uint64_t *count) {
    const char *end = text;
    const number_status status = count_read(&end, count);
    if (status == NUMBER_UNREADABLE || *end)
        return complain("%s: '%s' is not a whole number like 1000 or 2^20", who, text);
    if (status == NUMBER_OK && *count < lowest)
        return complain("%s: %s is too small; the least is %" PRIu64, who, text, lowest);
    if (status == NUMBER_OUT_OF_RANGE || *count > highest)
        return complain("%s: %s is out of range, which is from %" PRIu64 " to %" PRIu64, who, text, lowest, highest);
    return true;
}
