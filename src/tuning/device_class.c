#include "tuning/device_class.h"

bool cs_class_any(const cs_caps *caps) {
    (void)caps;
    return true;
}

bool cs_class_cpu(const cs_caps *caps) {
    return caps->type & CL_DEVICE_TYPE_CPU;
}

bool cs_class_gpu(const cs_caps *caps) {
    return caps->type & CL_DEVICE_TYPE_GPU;
}

bool cs_class_intel(const cs_caps *caps) {
    return cs_class_gpu(caps) && caps->vendor == 0x8086;
}

bool cs_class_amd(const cs_caps *caps) {
    return cs_class_gpu(caps) && caps->vendor == 0x1002;
}

static bool one_pass(const cs_caps *caps) {
    return caps->has_fence && caps->sub_groups != CS_NO_SUB_GROUPS && caps->sub_groups != CS_UNIFORM;
}

bool cs_class_intel_one_pass(const cs_caps *caps) {
    return cs_class_intel(caps) && one_pass(caps);
}

bool cs_class_amd_one_pass(const cs_caps *caps) {
    return cs_class_amd(caps) && one_pass(caps);
}

bool cs_class_nvidia(const cs_caps *caps) {
    return caps->compute_capability > 0;
}

bool cs_class_nvidia_70(const cs_caps *caps) {
    return caps->compute_capability >= 70;
}

bool cs_class_nvidia_80(const cs_caps *caps) {
    return caps->compute_capability >= 80;
}

bool cs_class_nvidia_90(const cs_caps *caps) {
    return caps->compute_capability >= 90;
}
