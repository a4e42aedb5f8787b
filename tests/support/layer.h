/* A layer of the OpenCL loader (OPENCL_LAYERS=FILE), which intercepts the OpenCL calls between a program and its
 * driver. A program that links layer.c defines layer_name and layer_take. */
#ifndef TESTS_SUPPORT_LAYER_H
#define TESTS_SUPPORT_LAYER_H

#include <CL/cl_layer.h>

extern const char layer_name[];

/* Stores the layer's functions in `layer`. The table `layer` is empty at the call: the loader calls the functions of
 * `below` wherever `layer` has no entry. */
void layer_take(cl_icd_dispatch *layer, const cl_icd_dispatch *below);

#endif
