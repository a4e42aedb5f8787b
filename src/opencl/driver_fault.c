#include "opencl/driver_fault.h"

#include <stdlib.h>
#include <string.h>

/* A version as one number, so that versions can be compared. Minor numbers are less than MINORS. */
enum { MINORS = 100000 };
#define VERSION(major, minor) ((major) * (unsigned long)MINORS + (minor))
#define NONE                  (~0ul)

static const struct {
    const char *word;
    unsigned long from, mended;
    const char *text;
} faults[CS_DRIVER_FAULTS] = {
#define DRIVER_FAULT(enumerator, driver, first, past, sentence)                                                        \
    [CS_FAULT_##enumerator] = { driver, first, past, sentence },
#include "table/driver_fault.def"
#undef DRIVER_FAULT
};

/* Returns the number at the beginning of *text, saturated below MINORS, and moves *text past the number. */
static unsigned long next_number(const char **text) {
    char *end;
    const unsigned long n = strtoul(*text, &end, 10);
    *text = end;
    return n < MINORS ? n : MINORS - 1;
}

/* Returns major and minor number: "7.1+debian" is 7.1, "22.3.6" is 22.3, "9" is 9.0. */
static unsigned long version_of(const char *driver) {
    const unsigned long major = next_number(&driver);
    return VERSION(major, *driver == '.' ? (driver++, next_number(&driver)) : 0);
}

static bool begins_with_digit(const char *text) {
    return *text >= '0' && *text <= '9';
}

static bool is_named(const cs_driver_names *names, const char *word) {
    return strstr(names->name, word) || strstr(names->vendor, word) || strstr(names->version, word);
}

unsigned cs_driver_faults(const cs_driver_names *names) {
    unsigned found = 0;
    if (!begins_with_digit(names->driver))
        return 0;
    const unsigned long is = version_of(names->driver);
    for (unsigned i = 0; i < CS_DRIVER_FAULTS; i++)
        if (is_named(names, faults[i].word) && is >= faults[i].from && is < faults[i].mended)
            found |= 1u << i;
    return found;
}

bool cs_driver_has(unsigned faults_of_driver, cs_driver_fault fault) {
    return faults_of_driver >> fault & 1;
}

const char *cs_driver_fault_text(cs_driver_fault fault) {
    return faults[fault].text;
}
