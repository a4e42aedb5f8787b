#include "opencl/tested_driver.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *platform, *driver;
    cl_device_type type;
    const char *when;
} tested[] = {
#define TESTED_DRIVER(platform, driver, class, when) { platform, driver, CL_DEVICE_TYPE_##class, when },
#include "table/tested_driver.def"
#undef TESTED_DRIVER
};

/* Compares versions up to a whole number: "3.1" begins "3.1" and "3.1+debian", but not "3.10". */
static bool begins_with_version(const char *version, const char *with) {
    const size_t length = strlen(with);
    return strncmp(version, with, length) == 0 && !isdigit((unsigned char)version[length]);
}

const char *cs_tested_when(const cs_caps *caps) {
    for (size_t i = 0; i < sizeof tested / sizeof *tested; i++)
        if (strstr(caps->version, tested[i].platform) && begins_with_version(caps->driver, tested[i].driver) &&
            caps->type & tested[i].type)
            return tested[i].when;
    return NULL;
}
