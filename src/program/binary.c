#include "program/binary.h"

#include "program/environment.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------ the key */

enum { FORMAT = 2 }; /* the version of the key's format */

/* Adds a field with its length before it, so that no two lists of fields give the same bytes. */
static void add_field(cs_sha256 *hash, const void *bytes, size_t size) {
    const uint64_t length = size;
    cs_sha256_add(hash, &length, sizeof length);
    cs_sha256_add(hash, bytes, size);
}

/* The common type of clGetDeviceInfo and clGetPlatformInfo. Their handles are pointers, so `of` can be either. */
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
    void *value = ok ? malloc(size + 1) : NULL; /* at least one byte: malloc(0) may return NULL */
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

const char *cs_binary_key(cl_device_id id, const char *options, const char *text, cs_digest *key) {
    static const int versions[] = { FORMAT, CLSCAN_VERSION };
    cs_digest environment;
    cs_sha256 hash = cs_sha256_begin();
    const char *wrong = cs_environment_digest(&environment);
    if (wrong)
        return wrong;
    add_field(&hash, environment.bytes, sizeof environment.bytes);
    add_field(&hash, versions, sizeof versions);
    add_field(&hash, text, strlen(text));
    add_field(&hash, options, strlen(options));
    const bool ok = add_infos(&hash, id);
    *key = cs_sha256_end(&hash);
    return ok ? NULL : "the driver does not answer queries for its name and version";
}

/* -------------------------------------------------------------------------------------------------- the binary */

/* Returns a list that clGetProgramInfo gives, of *count entries of `each` bytes, which the caller frees. Returns NULL
 * with a *count of 0 on failure. */
static void *list_of(cl_program program, cl_program_info what, size_t each, size_t *count) {
    size_t size = 0;
    void *list = NULL;
    if (clGetProgramInfo(program, what, 0, NULL, &size) == CL_SUCCESS && (list = malloc(size + 1)) &&
        clGetProgramInfo(program, what, size, list, NULL) != CL_SUCCESS) {
        free(list);
        list = NULL;
    }
    *count = list ? size / each : 0;
    return list;
}

/* Returns the index of the device's binary, or `num_binaries` if it is unknown. Programs list one binary for each
 * device of the context, but PoCL lists only the binaries that it has built. */
static size_t index_of(cl_device_id id, const cl_device_id *ids, size_t num_ids, size_t num_binaries) {
    size_t index = 0;
    if (num_binaries == 1)
        return 0;
    while (index < num_ids && ids[index] != id)
        index++;
    return num_binaries == num_ids ? index : num_binaries;
}

/* Returns a copy of binary number `index`, which the caller frees. Drivers skip the binaries whose pointers are
 * NULL. */
static void *copy_binary(cl_program program, size_t count, size_t index, size_t size) {
    unsigned char **all = calloc(count, sizeof *all), *bytes = size ? malloc(size) : NULL;
    bool ok = all && bytes;
    if (ok) {
        all[index] = bytes;
        ok = clGetProgramInfo(program, CL_PROGRAM_BINARIES, count * sizeof *all, all, NULL) == CL_SUCCESS;
    }
    free(all);
    if (ok)
        return bytes;
    free(bytes);
    return NULL;
}

void *cs_binary_of(cl_program program, cl_device_id id, size_t *size) {
    size_t num_ids, num_sizes;
    void *bytes = NULL;
    cl_device_id *ids = list_of(program, CL_PROGRAM_DEVICES, sizeof *ids, &num_ids);
    size_t *sizes = list_of(program, CL_PROGRAM_BINARY_SIZES, sizeof *sizes, &num_sizes);
    const size_t index = index_of(id, ids, num_ids, num_sizes);
    if (index < num_sizes) {
        *size = sizes[index];
        bytes = copy_binary(program, num_sizes, index, *size);
    }
    free(ids);
    free(sizes);
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
