/* A layer of the OpenCL loader (OPENCL_LAYERS=libthis.so), which stands between any program and its driver. Whoever
 * links layer.c says what is in it. */
#ifndef TESTS_SUPPORT_LAYER_H
#define TESTS_SUPPORT_LAYER_H

#include <CL/cl_layer.h>

extern const char layer_name[];

/* Puts functions into `layer`, which is empty, before those of `below`. */
void layer_take(cl_icd_dispatch *layer, const cl_icd_dispatch *below);

#endif
