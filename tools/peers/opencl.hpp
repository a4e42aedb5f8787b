// Opens the OpenCL device that the command line names.
#pragma once
#include "peer.hpp"
#include <CL/cl.h>

namespace peer {

inline void check(cl_int error, const char *doing) {
    if (error != CL_SUCCESS) {
        std::fprintf(stderr, "%s: OpenCL error %d\n", doing, error);
        std::exit(1);
    }
}

inline cl_device_id find_device(const request &r) {
    cl_platform_id platforms[64];
    cl_device_id devices[64];
    cl_uint count = 0;
    check(clGetPlatformIDs(64, platforms, &count), "clGetPlatformIDs");
    if (r.platform >= count)
        check(CL_INVALID_PLATFORM, "no such platform");
    check(clGetDeviceIDs(platforms[r.platform], CL_DEVICE_TYPE_ALL, 64, devices, &count), "clGetDeviceIDs");
    if (r.device >= count)
        check(CL_INVALID_DEVICE, "no such device");
    return devices[r.device];
}

inline cl_context make_context(cl_device_id id) {
    cl_int error;
    cl_context context = clCreateContext(nullptr, 1, &id, nullptr, nullptr, &error);
    check(error, "clCreateContext");
    return context;
}

} // namespace peer
