/* Built-in and user problems behind one set of functions. */
#include "oracle.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool oracle_problem_at(size_t index, oracle_problem *problem) {
    for (oracle_type type = 0; type < ORACLE_USER; type++)
        for (clscan_op op = 0; clscan_op_name(op); op++)
            if (oracle_defined(type, op) && index-- == 0) {
                *problem = (oracle_problem) { type, op, NULL };
                return true;
            }
    const oracle_user *user = oracle_user_at(index);
    if (user)
        *problem = (oracle_problem) { user->type, CLSCAN_OP_ADD, user };
    return user != NULL;
}

void oracle_problem_name(const oracle_problem *problem, char *text, size_t size) {
    if (problem->user)
        snprintf(text, size, "%s", problem->user->name);
    else
        snprintf(text, size, "%s %s", oracle_type_name(problem->type), clscan_op_name(problem->op));
}

size_t oracle_problem_size(const oracle_problem *problem) {
    return problem->user ? problem->user->size : oracle_type_size(problem->type);
}

static bool has_extension(cl_device_id device, const char *name) {
    size_t size = 0;
    char *all = NULL;
    bool found = false;
    if (clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, NULL, &size) == CL_SUCCESS && (all = calloc(size + 1, 1)) &&
        clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, all, NULL) == CL_SUCCESS)
        found = strstr(all, name) != NULL;
    free(all);
    return found;
}

bool oracle_problem_supported(const oracle_problem *problem, cl_device_id device) {
    switch (problem->type) {
    case ORACLE_DOUBLE:
        return has_extension(device, "cl_khr_fp64");
    case ORACLE_HALF:
        return has_extension(device, "cl_khr_fp16");
    default:
        return true;
    }
}

clscan_desc oracle_problem_desc(const oracle_problem *problem, clscan_kind kind) {
    const oracle_user *user = problem->user;
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.value.name = oracle_type_name(problem->type);
    desc.op = problem->op;
    desc.kind = kind;
    if (user)
        desc.user = (clscan_user) { .source = user->source, .combine = user->combine, .identity = user->identity };
    if (user && user->type == ORACLE_USER)
        desc.value = (clscan_type) { .name = user->type_name, .size = user->size };
    return desc;
}

void oracle_problem_fill(const oracle_problem *problem, uint64_t seed, void *data, size_t count) {
    if (problem->user)
        problem->user->fill(seed, data, count);
    else
        oracle_fill(problem->type, problem->op, seed, data, count);
}

/* `before` and `x` are kept aside so that `out` may be `in`. */
static void scan_user(const oracle_user *user, bool exclusive, const char *in, char *out, size_t count) {
    union {
        char bytes[64];
        uint64_t aligned;
    } before, after;
    const size_t size = user->size;
    memcpy(before.bytes, user->identity_value, size);
    for (size_t i = 0; i < count; i++) {
        user->host_combine(before.bytes, in + i * size, after.bytes);
        memcpy(out + i * size, exclusive ? before.bytes : after.bytes, size);
        before = after;
    }
}

void oracle_problem_scan(const oracle_problem *problem, clscan_kind kind, const void *in, void *out, size_t count) {
    if (problem->user)
        scan_user(problem->user, kind == CLSCAN_KIND_EXCLUSIVE, in, out, count);
    else
        oracle_scan(problem->type, problem->op, kind, in, out, count);
}

size_t oracle_problem_compare(const oracle_problem *problem, const void *expected, const void *actual, size_t count) {
    if (!problem->user)
        return oracle_compare(problem->type, expected, actual, count);
    const size_t size = problem->user->size;
    const char *a = expected, *b = actual;
    size_t i = 0;
    while (i < count && memcmp(a + i * size, b + i * size, size) == 0)
        i++;
    return i;
}

void oracle_problem_print(const oracle_problem *problem, const void *element, char *text, size_t size) {
    if (problem->user)
        problem->user->print(element, text, size);
    else
        oracle_print(problem->type, element, text, size);
}
