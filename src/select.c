#include "select.h"

#include "check.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <string.h>

enum { MAX_PLATFORMS = 64, MAX_DEVICES = 64 };

/* A device and where it stands. */
typedef struct candidate {
    unsigned platform, device;
    cl_device_id id;
    cl_device_type type;
    char names[512]; /* its own and its platform's */
} candidate;

typedef bool (*matcher)(const candidate *c, const char *selector);

static bool is_gpu(const candidate *c, const char *selector) {
    (void)selector;
    return (c->type & CL_DEVICE_TYPE_GPU) != 0;
}

static bool is_cpu(const candidate *c, const char *selector) {
    (void)selector;
    return (c->type & CL_DEVICE_TYPE_CPU) != 0;
}

static bool is_any(const candidate *c, const char *selector) {
    (void)c, (void)selector;
    return true;
}

static bool has_index(const candidate *c, const char *selector) {
    unsigned platform, device;
    return sscanf(selector, "%u:%u", &platform, &device) == 2 && platform == c->platform && device == c->device;
}

static bool has_name(const candidate *c, const char *selector) {
    size_t length = strlen(selector);
    for (const char *s = c->names; *s; s++)
        if (strncasecmp(s, selector, length) == 0)
            return true;
    return false;
}

static bool is_index(const char *selector) {
    size_t digits = strspn(selector, "0123456789");
    return digits > 0 && selector[digits] == ':' && isdigit((unsigned char)selector[digits + 1]) &&
           selector[digits + 1 + strspn(selector + digits + 1, "0123456789")] == '\0';
}

static matcher matcher_for(const char *selector) {
    if (strcasecmp(selector, "gpu") == 0)
        return is_gpu;
    if (strcasecmp(selector, "cpu") == 0)
        return is_cpu;
    return is_index(selector) ? has_index : has_name;
}

/* What can't be asked stays empty: a device that answers nothing is merely not found by name. */
static candidate describe(unsigned p, cl_platform_id platform, unsigned d, cl_device_id id) {
    candidate c = { .platform = p, .device = d, .id = id };
    char device_name[256] = "", platform_name[255] = "";
    clGetDeviceInfo(id, CL_DEVICE_TYPE, sizeof c.type, &c.type, NULL);
    clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof device_name - 1, device_name, NULL);
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof platform_name - 1, platform_name, NULL);
    snprintf(c.names, sizeof c.names, "%s\n%s", device_name, platform_name);
    return c;
}

/* The first device in the order of the platforms that matches; *seen counts all there are. */
static bool find(matcher matches, const char *selector, cl_device_id *id, unsigned *seen) {
    cl_platform_id platforms[MAX_PLATFORMS];
    cl_uint num_platforms = 0;
    *seen = 0;
    if (clGetPlatformIDs(MAX_PLATFORMS, platforms, &num_platforms) != CL_SUCCESS)
        return false;
    for (unsigned p = 0; p < num_platforms && p < MAX_PLATFORMS; p++) {
        cl_device_id devices[MAX_DEVICES];
        cl_uint num_devices = 0;
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, MAX_DEVICES, devices, &num_devices) != CL_SUCCESS)
            continue;
        for (unsigned d = 0; d < num_devices && d < MAX_DEVICES; d++, ++*seen) {
            const candidate c = describe(p, platforms[p], d, devices[d]);
            if (matches(&c, selector)) {
                *id = c.id;
                return true;
            }
        }
    }
    return false;
}

clscan_status cs_select_device(const char *selector, cl_device_id *id) {
    clscan_status status = CLSCAN_OK;
    unsigned seen = 0;
    if (!selector || !*selector)
        selector = getenv("CLSCAN_DEVICE");
    if (selector && *selector) {
        bool found = find(matcher_for(selector), selector, id, &seen);
        FAIL_IF(!found && seen > 0, CLSCAN_NO_DEVICE, "none of the %u OpenCL devices matches \"%s\"", seen, selector);
        FAIL_IF(!found, CLSCAN_NO_DEVICE, "there is no OpenCL device (\"%s\" was asked for)", selector);
        goto done;
    }
    static const matcher by_preference[] = { is_gpu, is_cpu, is_any };
    for (size_t i = 0; i < sizeof by_preference / sizeof by_preference[0]; i++)
        if (find(by_preference[i], "", id, &seen))
            goto done;
    FAIL_IF(true, CLSCAN_NO_DEVICE, "there is no OpenCL device: no platform is installed, or none has a device");
done:
    return status;
}
