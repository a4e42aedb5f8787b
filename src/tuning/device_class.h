/* The classes of devices that the rows of table/tuning.def and of the tables in class_tables.h are for. A device may
 * belong to several classes: in each table, the first row that matches is used. */
#ifndef CS_DEVICE_CLASS_H
#define CS_DEVICE_CLASS_H

#include "opencl/caps.h"

/* A class: returns true if the device belongs to it. */
typedef bool cs_device_class(const cs_caps *caps);

bool cs_class_any(const cs_caps *caps);
bool cs_class_cpu(const cs_caps *caps);
bool cs_class_gpu(const cs_caps *caps);

bool cs_class_intel(const cs_caps *caps);
bool cs_class_amd(const cs_caps *caps);

/* GPUs on which one pass is fast: lanes exchange words, and there are fences, so that one pass also works in place. */
bool cs_class_intel_one_pass(const cs_caps *caps);
bool cs_class_amd_one_pass(const cs_caps *caps);

/* NVIDIA's GPUs: all, and those from compute capability 7.0, 8.0 and 9.0 on. */
bool cs_class_nvidia(const cs_caps *caps);
bool cs_class_nvidia_70(const cs_caps *caps);
bool cs_class_nvidia_80(const cs_caps *caps);
bool cs_class_nvidia_90(const cs_caps *caps);

#endif
