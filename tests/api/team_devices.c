#include "api/team_devices.h"

#include <stdlib.h>

devices together, apart, mixed;

/* Finds the devices of the first platform that has two or more. */
static cl_uint find(cl_device_id *ids) {
    cl_platform_id platforms[16];
    cl_uint num_platforms = 0, n = 0;
    assert_int_equal(clGetPlatformIDs(COUNT(platforms), platforms, &num_platforms), CL_SUCCESS);
    for (cl_uint p = 0; p < num_platforms && p < COUNT(platforms); p++)
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, MOST, ids, &n) == CL_SUCCESS && n > 1)
            return n < MOST ? n : MOST;
    return 0;
}

static cl_context new_context(cl_uint n, const cl_device_id *ids) {
    cl_int error = CL_SUCCESS;
    const cl_context context = clCreateContext(NULL, n, ids, NULL, NULL, &error);
    assert_int_equal(error, CL_SUCCESS);
    return context;
}

static test_device open_device(cl_context context, cl_device_id id) {
    cl_int error = CL_SUCCESS;
    test_device d = { .context = context, .id = id };
    assert_int_equal(clRetainContext(context), CL_SUCCESS);
    assert_ok(clscan_device_create(context, id, &options_without_self_test, &d.device));
    d.in_order = d.out_of_order = clCreateCommandQueue(context, id, 0, &error);
    assert_int_equal(error, CL_SUCCESS);
    return d;
}

int team_devices_open(void **state) {
    cl_device_id ids[MOST];
    const cl_uint n = find(ids);
    if (n == 0)
        exit(77);
    const cl_context all = new_context(n, ids);
    for (cl_uint i = 0; i < n; i++) {
        const cl_context own = new_context(1, &ids[i]);
        together.at[i] = open_device(all, ids[i]);
        apart.at[i] = open_device(own, ids[i]);
        mixed.at[i] = open_device(i ? all : own, ids[i]);
        clReleaseContext(own);
    }
    clReleaseContext(all);
    together.num = apart.num = mixed.num = n;
    *state = &together;
    return 0;
}

int team_devices_close(void **state) {
    devices *const all[] = { &together, &apart, &mixed };
    (void)state;
    for (size_t k = 0; k < COUNT(all); k++)
        for (size_t i = 0; i < all[k]->num; i++) {
            clReleaseCommandQueue(all[k]->at[i].in_order);
            clscan_device_destroy(all[k]->at[i].device);
            clReleaseContext(all[k]->at[i].context);
        }
    return 0;
}
