#include "opencl/caps.h"

#include "base/try.h"
#include "opencl/driver_fault.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------------------------------------------- the vendor */

/* NVIDIA's OpenCL has neither sub-groups nor C11 atomics, but it has inline PTX. The PTX instructions that the kernels
 * use (.sync and .relaxed) need compute capability 7.0. */
static void decide_nvidia(const cs_answers *answers, cs_caps *caps) {
    caps->compute_capability = (unsigned)(10 * answers->nvidia_major + answers->nvidia_minor);
    if (caps->compute_capability >= 70) {
        caps->sub_groups = CS_PTX;
        caps->atomics = CS_ATOMICS_PTX;
        caps->state_bits = 64;
        caps->starts_in_order = true;
    }
}

static bool is_pocl(const cs_caps *caps) {
    return strstr(caps->version, "PoCL") != NULL;
}

/* -------------------------------------------------------------------------------------------------- atomics */

/* C11 atomics are part of all of OpenCL 2.x. 3.0 made order and scope optional and requires only relaxed atomics within
 * a work-group. Atomics of that scope cannot connect work-groups: conflicting atomics without inclusive scope are a
 * data race (OpenCL 3.0 API, section 3.3.6, Memory Ordering Rules). The atomic functions of OpenCL 1.2 are in every
 * version and have no scope. */
static cs_atomics atomics_of(const cs_answers *answers) {
    enum { ORDER_ACQ_REL = 1 << 1, SCOPE_DEVICE = 1 << 5, BOTH = ORDER_ACQ_REL | SCOPE_DEVICE };
    if (answers->opencl_c < 20)
        return CS_ATOMICS_OF_1_2;
    if (cs_opencl_of(answers->version) / 10 == 2)
        return CS_ATOMICS_FENCED;
    if ((answers->atomic_memory & answers->atomic_fence & BOTH) == BOTH)
        return CS_ATOMICS_FENCED;
    return answers->atomic_memory & SCOPE_DEVICE ? CS_ATOMICS_RELAXED : CS_ATOMICS_OF_1_2;
}

static unsigned bits_of_atomics(const cs_answers *answers) {
    return cs_answers_have(answers, "cl_khr_int64_base_atomics") &&
                   cs_answers_have(answers, "cl_khr_int64_extended_atomics")
               ? 64
               : 32;
}

static void decide_atomics(const cs_answers *answers, cs_caps *caps) {
    if (caps->atomics == CS_NO_ATOMICS) {
        caps->atomics = atomics_of(answers);
        caps->state_bits = bits_of_atomics(answers);
    }
    caps->has_fence = caps->atomics >= CS_ATOMICS_FENCED;
}

/* ------------------------------------------------------------------------------------------------ sub-groups */

/* Returns true if OpenCL C has the sub-group functions. OpenCL 2.1 and 2.2 require sub-groups in the API and in SPIR-V,
 * but their OpenCL C is 2.0, where the functions belong to an extension: a device without the extension has no
 * sub-groups that a kernel in OpenCL C could use. In 3.0, a device has the functions if its greatest number of
 * sub-groups is not 0. It need not list the extension, which also promises independent progress. In 3.1 the functions
 * are required. */
static bool has_sub_group_functions(const cs_answers *answers) {
    return answers->opencl_c >= 31 || (answers->opencl_c >= 30 && answers->sub_groups > 0) ||
           cs_answers_have(answers, "__opencl_c_subgroups") || cs_answers_have(answers, "cl_khr_subgroups") ||
           cs_answers_have(answers, "cl_intel_subgroups");
}

/* OpenCL C 3.1 made the functions of both extensions part of the language. */
static bool has_shuffles(const cs_answers *answers) {
    return answers->opencl_c >= 31 || (cs_answers_have(answers, "cl_khr_subgroup_shuffle") &&
                                       cs_answers_have(answers, "cl_khr_subgroup_shuffle_relative"));
}

/* AMD's driver compiles with clang, whose builtins for amdgcn exchange words between lanes. PoCL implements sub-groups
 * by barriers, and its compiler replicates code along every path between them: one kernel takes minutes to compile. */
static cs_sub_groups sub_groups_of(const cs_answers *answers, const cs_caps *caps) {
    if (!has_sub_group_functions(answers) || is_pocl(caps))
        return CS_NO_SUB_GROUPS;
    if (has_shuffles(answers))
        return CS_KHR;
    if (cs_answers_have(answers, "cl_intel_subgroups"))
        return CS_INTEL;
    return cs_answers_have(answers, "cl_amd_device_attribute_query") ? CS_AMD : CS_UNIFORM;
}

/* ----------------------------------------------------------------------------------------------- the decision */

/* Requests the newest OpenCL C only if the kernels use a feature of it. NVIDIA's PTX and the atomics of OpenCL 1.2 need
 * none. */
static const char *build_options_of(const cs_answers *answers, const cs_caps *caps) {
    const bool sub_groups = caps->sub_groups != CS_NO_SUB_GROUPS && caps->sub_groups != CS_PTX;
    const bool atomics = caps->atomics == CS_ATOMICS_RELAXED || caps->atomics == CS_ATOMICS_FENCED;
    if (!sub_groups && !atomics)
        return "-cl-std=CL1.2";
    return answers->opencl_c >= 31   ? "-cl-std=CL3.1"
           : answers->opencl_c >= 30 ? "-cl-std=CL3.0"
           : answers->opencl_c >= 20 ? "-cl-std=CL2.0"
                                     : "-cl-std=CL1.2";
}

/* Returns the stack size of threads in bytes. Most C libraries take the limit that the process started with (ulimit
 * -s). */
static size_t stack_of_threads(void) {
    pthread_attr_t usual;
    size_t bytes = (size_t)8 << 20;
    if (pthread_attr_init(&usual) == 0) {
        pthread_attr_getstacksize(&usual, &bytes);
        pthread_attr_destroy(&usual);
    }
    return bytes;
}

/* Copies the answers from which nothing has to be decided. */
static void copy_answers(const cs_answers *answers, cs_caps *caps) {
    memcpy(caps->name, answers->name, sizeof caps->name);
    memcpy(caps->version, answers->version, sizeof caps->version);
    memcpy(caps->driver, answers->driver, sizeof caps->driver);
    caps->platform = answers->platform;
    caps->type = answers->type;
    caps->vendor = (cl_uint)answers->vendor;
    caps->compute_units = (cl_uint)answers->compute_units;
    caps->max_wg_size = (size_t)answers->max_wg_size;
    caps->local_bytes = answers->local_bytes;
    caps->max_alloc = answers->max_alloc;
    caps->alignment = (size_t)answers->alignment_bits / 8;
    caps->unified_memory = answers->unified_memory != 0;
    caps->has_double = answers->double_config != 0;
    caps->has_svm = answers->svm != 0;
    caps->has_half = cs_answers_have(answers, "cl_khr_fp16");
    caps->has_usm = cs_answers_have(answers, "cl_intel_unified_shared_memory");
}

static bool host_is_little_endian(void) {
    const cl_uint one = 1;
    return *(const unsigned char *)&one == 1;
}

static unsigned faults_of(const cs_answers *answers) {
    return cs_driver_faults(
        &(cs_driver_names) { answers->name, answers->vendor_name, answers->version, answers->driver });
}

static bool has_other_endianness(const cs_answers *answers) {
    return host_is_little_endian() != (answers->little_endian != 0);
}

bool cs_caps_refused(const cs_answers *answers) {
    return has_other_endianness(answers) || cs_driver_has(faults_of(answers), CS_FAULT_MISCOMPILES);
}

clscan_status cs_caps_decide(const cs_answers *answers, cs_caps *caps) {
    clscan_status status = CLSCAN_OK;
    const bool host = host_is_little_endian();
    *caps = (cs_caps) { .atomics = CS_NO_ATOMICS };
    FAIL_IF(has_other_endianness(answers), CLSCAN_ERROR_INVALID_DEVICE,
            "%s is %s-endian, but the host is %s-endian: clscan passes numbers between them without swapping bytes",
            answers->name, host ? "big" : "little", host ? "little" : "big");
    copy_answers(answers, caps);
    caps->faults = faults_of(answers);
    FAIL_IF(cs_driver_has(caps->faults, CS_FAULT_MISCOMPILES), CLSCAN_ERROR_INVALID_DEVICE, "driver %s of %s %s",
            caps->driver, caps->name, cs_driver_fault_text(CS_FAULT_MISCOMPILES));
    caps->stack_bytes = stack_of_threads();
    decide_nvidia(answers, caps);
    decide_atomics(answers, caps);
    if (caps->sub_groups == CS_NO_SUB_GROUPS && !cs_driver_has(caps->faults, CS_FAULT_SHUFFLES))
        caps->sub_groups = sub_groups_of(answers, caps);
    caps->build_options = build_options_of(answers, caps);
done:
    return status;
}

clscan_status cs_caps_query(cl_device_id id, cs_caps *caps) {
    clscan_status status = CLSCAN_OK;
    cs_answers answers = { .names = NULL };
    TRY(cs_answers_query(id, &answers));
    TRY(cs_caps_decide(&answers, caps));
done:
    cs_answers_free(&answers);
    return status;
}
