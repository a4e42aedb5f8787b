#include "binary.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------ the key */

enum { FORMAT = 1 }; /* of the key */

/* With its length before it, so that no two lists of fields look alike. */
static void add_field(cs_sha256 *hash, const void *bytes, size_t size) {
    const uint64_t length = size;
    cs_sha256_add(hash, &length, sizeof length);
    cs_sha256_add(hash, bytes, size);
}

/* clGetDeviceInfo and clGetPlatformInfo, whose handles are pointers. */
typedef cl_int (*getter)(void *of, cl_uint what, size_t size, void *value, size_t *needed);

static cl_int get_device(void *of, cl_uint what, size_t size, void *value, size_t *needed) {
    return clGetDeviceInfo(of, what, size, value, needed);
}

static cl_int get_platform(void *of, cl_uint what, size_t size, void *value, size_t *needed) {
    return clGetPlatformInfo(of, what, size, value, needed);
}

static bool add_info(cs_sha256 *hash, getter get, void *of, cl_uint what) {
    size_t size = 0;
    bool ok = get(of, what, 0, NULL, &size) == CL_SUCCESS;
    void *value = ok ? malloc(size + 1) : NULL; /* not nothing */
    ok = value && get(of, what, size, value, NULL) == CL_SUCCESS;
    if (ok)
        add_field(hash, value, size);
    free(value);
    return ok;
}

static bool add_infos(cs_sha256 *hash, cl_device_id id) {
    static const cl_uint of_platform[] = { CL_PLATFORM_NAME, CL_PLATFORM_VERSION };
    static const cl_uint of_device[] = { CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DEVICE_VERSION, CL_DRIVER_VERSION,
                                         CL_DEVICE_ADDRESS_BITS };
    cl_platform_id platform = NULL;
    bool ok = clGetDeviceInfo(id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL) == CL_SUCCESS;
    for (size_t i = 0; ok && i < sizeof of_platform / sizeof *of_platform; i++)
        ok = add_info(hash, get_platform, platform, of_platform[i]);
    for (size_t i = 0; ok && i < sizeof of_device / sizeof *of_device; i++)
        ok = add_info(hash, get_device, id, of_device[i]);
    return ok;
}

bool cs_binary_key(cl_device_id id, const char *options, const char *text, cs_digest *key) {
    static const int versions[] = { FORMAT, CLSCAN_VERSION };
    cs_sha256 hash = cs_sha256_begin();
    add_field(&hash, versions, sizeof versions);
    add_field(&hash, text, strlen(text));
    add_field(&hash, options, strlen(options));
    const bool ok = add_infos(&hash, id);
    *key = cs_sha256_end(&hash);
    return ok;
}

/* -------------------------------------------------------------------------------------------------- the binary */

typedef struct binaries { /* of a program, by device: there may be more in its context */
    cl_uint count, own;
    cl_device_id *ids;
    size_t *sizes;
    unsigned char **bytes;
} binaries;

static bool find_own(cl_program program, cl_device_id id, binaries *all) {
    if (clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof all->count, &all->count, NULL) != CL_SUCCESS ||
        !(all->ids = calloc(all->count, sizeof *all->ids)) || !(all->sizes = calloc(all->count, sizeof *all->sizes)) ||
        !(all->bytes = calloc(all->count, sizeof *all->bytes)) ||
        clGetProgramInfo(program, CL_PROGRAM_DEVICES, all->count * sizeof *all->ids, all->ids, NULL) != CL_SUCCESS)
        return false;
    while (all->own < all->count && all->ids[all->own] != id)
        all->own++;
    return all->own < all->count;
}

/* A driver passes over the devices that have no place for theirs. */
static bool copy_own(cl_program program, binaries *all) {
    if (clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, all->count * sizeof *all->sizes, all->sizes, NULL) !=
            CL_SUCCESS ||
        all->sizes[all->own] == 0 || !(all->bytes[all->own] = malloc(all->sizes[all->own])))
        return false;
    return clGetProgramInfo(program, CL_PROGRAM_BINARIES, all->count * sizeof *all->bytes, all->bytes, NULL) ==
           CL_SUCCESS;
}

void *cs_binary_of(cl_program program, cl_device_id id, size_t *size) {
    binaries all = { .own = 0 };
    void *bytes = NULL;
    const bool found = find_own(program, id, &all), copied = found && copy_own(program, &all);
    if (copied) {
        bytes = all.bytes[all.own];
        *size = all.sizes[all.own];
    } else if (found) {
        free(all.bytes[all.own]);
    }
    free(all.ids);
    free(all.sizes);
    free(all.bytes);
    return bytes;
}

cl_program cs_binary_build(cl_context context, cl_device_id id, const char *options, const void *bytes, size_t size) {
    const unsigned char *const from = bytes;
    cl_int error = CL_SUCCESS, taken = CL_SUCCESS;
    cl_program program =
        clCreateProgramWithBinary(context, 1, &id, &size, (const unsigned char **)&from, &taken, &error);
    if (error == CL_SUCCESS && taken == CL_SUCCESS &&
        clBuildProgram(program, 1, &id, options, NULL, NULL) == CL_SUCCESS)
        return program;
    if (error == CL_SUCCESS)
        clReleaseProgram(program);
    return NULL;
}
