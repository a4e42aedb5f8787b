/* clscan devices: lists platforms and devices. */
#include "common/json.h"
#include "common/message.h"
#include "options/device_plan.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* X(field, parameter of clGetDeviceInfo): the texts that describe a device. */
#define DEVICE_TEXTS(X)                                                                                                \
    X(name, CL_DEVICE_NAME)                                                                                            \
    X(driver, CL_DRIVER_VERSION)                                                                                       \
    X(opencl_c, CL_DEVICE_OPENCL_C_VERSION)                                                                            \
    X(extensions, CL_DEVICE_EXTENSIONS)

typedef struct device_facts {
    char index[24]; /* P:D */
    char platform[128];
    const char *type;
    cl_uint compute_units;
    size_t work_group;
    cl_ulong local_memory;
    bool fp16, fp64, is_default;
#define DECLARE_TEXT(NAME, PARAMETER) char *NAME;
    DEVICE_TEXTS(DECLARE_TEXT)
} device_facts;

static const char *type_name(cl_device_type type) {
    if (type & CL_DEVICE_TYPE_GPU)
        return "gpu";
    return type & CL_DEVICE_TYPE_CPU ? "cpu" : type & CL_DEVICE_TYPE_ACCELERATOR ? "accelerator" : "custom";
}

static bool ask(cl_platform_id platform, cl_device_id id, device_facts *f) {
#define ASK_TEXT(NAME, PARAMETER) f->NAME = device_text(id, PARAMETER);
    DEVICE_TEXTS(ASK_TEXT)
#define HAVE_TEXT(NAME, PARAMETER) &&f->NAME
    cl_device_type type = 0;
    if (!(true DEVICE_TEXTS(HAVE_TEXT)) || !device_says(id, CL_DEVICE_TYPE, sizeof type, &type))
        return false;
    f->type = type_name(type);
    f->fp16 = strstr(f->extensions, "cl_khr_fp16") != NULL;
    f->fp64 = strstr(f->extensions, "cl_khr_fp64") != NULL;
    return opencl(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof f->platform - 1, f->platform, NULL),
                  "clGetPlatformInfo") &&
           device_says(id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof f->compute_units, &f->compute_units) &&
           device_says(id, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof f->work_group, &f->work_group) &&
           device_says(id, CL_DEVICE_LOCAL_MEM_SIZE, sizeof f->local_memory, &f->local_memory);
}

static void forget(device_facts *f) {
#define FREE_TEXT(NAME, PARAMETER) free(f->NAME);
    DEVICE_TEXTS(FREE_TEXT)
}

static void print_json(const device_facts *f) {
    json object = json_begin();
    json_text(&object, "device", f->index);
    json_text(&object, "name", f->name);
    json_text(&object, "platform", f->platform);
    json_text(&object, "driver", f->driver);
    json_text(&object, "type", f->type);
    json_integer(&object, "compute_units", f->compute_units);
    json_integer(&object, "max_work_group_size", f->work_group);
    json_integer(&object, "local_memory_bytes", f->local_memory);
    json_bool(&object, "fp16", f->fp16);
    json_bool(&object, "fp64", f->fp64);
    json_text(&object, "opencl_c_version", f->opencl_c);
    json_bool(&object, "default", f->is_default);
    json_end(&object);
}

static void print_words(const device_facts *f) {
    printf("%s  %s%s\n", f->index, f->name, f->is_default ? "  (default)" : "");
    printf("     platform %s, driver %s, %s, %s\n", f->platform, f->driver, f->type, f->opencl_c);
    printf("     %u compute unit%s, work-groups up to %zu, %llu KiB local memory, fp16 %s, fp64 %s\n", f->compute_units,
           plural(f->compute_units), f->work_group, (unsigned long long)f->local_memory / 1024, f->fp16 ? "yes" : "no",
           f->fp64 ? "yes" : "no");
}

static bool print_device(cl_platform_id platform, cl_device_id id, const char *index, bool is_default, bool as_json) {
    device_facts f = { .is_default = is_default };
    snprintf(f.index, sizeof f.index, "%s", index);
    const bool ok = ask(platform, id, &f);
    if (ok && as_json)
        print_json(&f);
    else if (ok)
        print_words(&f);
    forget(&f);
    return ok;
}

/* Returns the default device, or NULL if there is none, which is not an error here. */
static cl_device_id default_device(void) {
    clscan_device *device;
    const clscan_status status = clscan_device_open(NULL, NULL, &device);
    const cl_device_id id = clscan_device_id(device);
    clscan_device_destroy(device);
    if (status != CLSCAN_OK && status != CLSCAN_ERROR_NO_DEVICE)
        complain_of_library("can't open the default device");
    return id;
}

/* Returns the device that the option -d selects. Complains and returns NULL if there is none. */
static cl_device_id selected_device(const char *selector) {
    clscan_device *device;
    if (clscan_device_open(selector, NULL, &device) != CLSCAN_OK)
        complain_of_library("can't open the device");
    const cl_device_id id = clscan_device_id(device);
    clscan_device_destroy(device);
    return id;
}

enum { MOST = 64, PLATFORM_NOT_FOUND_KHR = -1001 };

/* Which devices are printed, and how. */
typedef struct listing {
    cl_device_id first; /* the default device */
    cl_device_id only;  /* NULL: all devices are printed */
    bool as_json;
} listing;

/* Prints the devices of a platform, and returns how many were printed. A device that fails to answer is left out. */
static unsigned print_platform(cl_platform_id platform, unsigned number, const listing *l) {
    cl_device_id ids[MOST];
    cl_uint count = 0;
    unsigned printed = 0;
    const cl_int error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, MOST, ids, &count);
    if (error == CL_DEVICE_NOT_FOUND || !opencl(error, "clGetDeviceIDs"))
        return 0;
    for (cl_uint i = 0; i < count && i < MOST; i++) {
        char index[24];
        snprintf(index, sizeof index, "%u:%u", number, i);
        if (!l->only || l->only == ids[i])
            printed += print_device(platform, ids[i], index, ids[i] == l->first, l->as_json);
    }
    return printed;
}

int command_devices(const options *o) {
    cl_platform_id platforms[MOST];
    cl_uint count = 0;
    unsigned printed = 0;
    const cl_int error = clGetPlatformIDs(MOST, platforms, &count);
    if (error != PLATFORM_NOT_FOUND_KHR && !opencl(error, "clGetPlatformIDs"))
        return EXIT_ERROR;
    listing l = { .as_json = o->json };
    if (o->device && !(l.only = selected_device(o->device)))
        return EXIT_ERROR;
    l.first = count ? default_device() : NULL;
    for (cl_uint i = 0; i < count && i < MOST; i++)
        printed += print_platform(platforms[i], i, &l);
    if (printed == 0)
        return complain("no OpenCL device: install a driver, for a CPU for example pocl-opencl-icd"), EXIT_ERROR;
    return EXIT_OK;
}
