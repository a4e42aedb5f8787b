#include "opencl/select_device.h"

#include "base/fork.h"
#include "base/try.h"
#include "opencl/caps.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_PLATFORMS = 64, MAX_DEVICES = 64 };

/* A device, with its index and the index of its platform. */
typedef struct candidate {
    unsigned platform, device;
    cl_device_id id;
    cl_device_type type;
    char name[256], platform_name[256];
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

/* Parses "PLATFORM:DEVICE", two decimal numbers. A number that is too large saturates and then matches no device. */
static bool parse_index(const char *selector, unsigned long *platform, unsigned long *device) {
    char *end;
    if (!isdigit((unsigned char)*selector))
        return false;
    *platform = strtoul(selector, &end, 10);
    if (*end != ':' || !isdigit((unsigned char)end[1]))
        return false;
    *device = strtoul(end + 1, &end, 10);
    return *end == '\0';
}

static bool has_index(const candidate *c, const char *selector) {
    unsigned long platform, device;
    return parse_index(selector, &platform, &device) && platform == c->platform && device == c->device;
}

static bool contains(const char *name, const char *part) {
    size_t length = strlen(part);
    for (; *name; name++)
        if (strncasecmp(name, part, length) == 0)
            return true;
    return false;
}

/* A selector of blanks only names no device, although many names contain a blank. */
static bool has_name(const candidate *c, const char *selector) {
    const bool blank = selector[strspn(selector, " \t\n\v\f\r")] == '\0';
    return !blank && (contains(c->name, selector) || contains(c->platform_name, selector));
}

static matcher matcher_for(const char *selector) {
    if (strcasecmp(selector, "gpu") == 0)
        return is_gpu;
    if (strcasecmp(selector, "cpu") == 0)
        return is_cpu;
    unsigned long platform, device;
    return parse_index(selector, &platform, &device) ? has_index : has_name;
}

/* The devices found so far, and the last OpenCL error. If nothing matches, the error is reported: it may be the reason
 * why the requested device was not found. */
typedef struct search {
    unsigned seen;
    char list[800]; /* the devices found, in words; cut after the last device that fits */
    cl_int error;
    const char *call;
} search;

/* Notes an error, if any. Finding no platform or no device is not an error. */
static bool succeeded(search *s, cl_int error, const char *call) {
    enum { PLATFORM_NOT_FOUND_KHR = -1001 };
    if (error != CL_SUCCESS && error != PLATFORM_NOT_FOUND_KHR && error != CL_DEVICE_NOT_FOUND) {
        s->error = error;
        s->call = call;
    }
    return error == CL_SUCCESS;
}

/* Fields that cannot be queried stay empty: such a device is merely not found by name. */
static candidate describe(search *s, unsigned p, cl_platform_id platform, unsigned d, cl_device_id id) {
    candidate c = { .platform = p, .device = d, .id = id };
    succeeded(s, clGetDeviceInfo(id, CL_DEVICE_TYPE, sizeof c.type, &c.type, NULL), "clGetDeviceInfo");
    succeeded(s, clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof c.name - 1, c.name, NULL), "clGetDeviceInfo");
    succeeded(s, clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof c.platform_name - 1, c.platform_name, NULL),
              "clGetPlatformInfo");
    return c;
}

static void add_to_list(search *s, const candidate *c) {
    const char *kind = c->type & CL_DEVICE_TYPE_GPU ? "gpu" : c->type & CL_DEVICE_TYPE_CPU ? "cpu" : "accelerator";
    const size_t length = strlen(s->list), room = sizeof s->list - length;
    const int n = snprintf(s->list + length, room, "%s%u:%u \"%s\" (%s, platform \"%s\")", length ? ", " : "",
                           c->platform, c->device, c->name, kind, c->platform_name);
    if (n < 0 || (size_t)n >= room)
        s->list[length] = '\0';
}

static clscan_status check_usable(cl_device_id id, bool *usable) {
    clscan_status status = CLSCAN_OK;
    cs_answers answers = { .names = NULL };
    TRY(cs_answers_query(id, &answers));
    *usable = !cs_caps_refused(&answers);
done:
    cs_answers_free(&answers);
    return status;
}

/* Finds the first device that matches, in the order of the platforms, or sets *id to NULL. If `usable`, devices that
 * clscan refuses are passed over. */
static clscan_status find(matcher matches, const char *selector, bool usable, cl_device_id *id, search *s) {
    clscan_status status = CLSCAN_OK;
    cl_platform_id platforms[MAX_PLATFORMS];
    cl_uint num_platforms = 0;
    *id = NULL;
    s->seen = 0;
    s->list[0] = '\0';
    if (!succeeded(s, clGetPlatformIDs(MAX_PLATFORMS, platforms, &num_platforms), "clGetPlatformIDs"))
        goto done;
    for (unsigned p = 0; p < num_platforms && p < MAX_PLATFORMS; p++) {
        cl_device_id devices[MAX_DEVICES];
        cl_uint num_devices = 0;
        cs_fork_watch();
        if (!succeeded(s, clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, MAX_DEVICES, devices, &num_devices),
                       "clGetDeviceIDs"))
            continue;
        for (unsigned d = 0; d < num_devices && d < MAX_DEVICES; d++, s->seen++) {
            const candidate c = describe(s, p, platforms[p], d, devices[d]);
            bool accepted = matches(&c, selector);
            add_to_list(s, &c);
            if (accepted && usable)
                TRY(check_usable(c.id, &accepted));
            if (accepted) {
                *id = c.id;
                goto done;
            }
        }
    }
done:
    return status;
}

/* Tries the matchers one after the other on the devices that clscan accepts. If none of these devices matches, the last
 * matcher decides among all devices: opening a refused device fails with the reason. */
static clscan_status find_best(const matcher *matchers, size_t n, const char *selector, cl_device_id *id, search *s) {
    clscan_status status = CLSCAN_OK;
    *id = NULL;
    for (size_t i = 0; i < n && !*id; i++)
        TRY(find(matchers[i], selector, true, id, s));
    if (!*id)
        TRY(find(matchers[n - 1], selector, false, id, s));
done:
    return status;
}

clscan_status cs_select_device(const char *selector, cl_device_id *id) {
    static const matcher by_preference[] = { is_gpu, is_cpu, is_any };
    clscan_status status = CLSCAN_OK;
    search s = { .error = CL_SUCCESS };
    const char *origin = "";
    if (!selector || !*selector) {
        selector = getenv("CLSCAN_DEVICE");
        origin = "CLSCAN_DEVICE=";
    }
    const bool has_selector = selector && *selector;
    const matcher wanted = has_selector ? matcher_for(selector) : NULL;
    TRY(has_selector ? find_best(&wanted, 1, selector, id, &s)
                     : find_best(by_preference, sizeof by_preference / sizeof *by_preference, "", id, &s));
    if (*id)
        goto done;
    TRY(cs_check_cl(s.error, s.call));
    FAIL_IF(has_selector && s.seen > 0, CLSCAN_ERROR_NO_DEVICE, "no OpenCL device matches %s\"%s\"; there %s %s",
            origin, selector, s.seen == 1 ? "is" : "are", s.list);
    FAIL_IF(has_selector, CLSCAN_ERROR_NO_DEVICE, "there is no OpenCL device at all, so none matches %s\"%s\"", origin,
            selector);
    FAIL_IF(true, CLSCAN_ERROR_NO_DEVICE,
            "there is no OpenCL device: no platform is installed, or none has a device (PoCL has no device if it can't "
            "write to its cache, POCL_CACHE_DIR or ~/.cache/pocl)");
done:
    return status;
}
