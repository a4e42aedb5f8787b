/* Which variables of the environment are part of a program's key on disk. */
#include "program/environment.h"
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static char *none[] = { NULL };

static int empty_environment(void **state) {
    (void)state;
    environ = none;
    return 0;
}

static cs_digest digest(void) {
    cs_digest found;
    assert_null(cs_environment_digest(&found));
    return found;
}

static bool is_same(const cs_digest *a, const cs_digest *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

/* Returns true if an environment with only this "NAME=VALUE" has another digest than an empty one. */
static bool counts(const char *variable) {
    char copy[128];
    char *with[] = { copy, NULL };
    environ = none;
    const cs_digest without = digest();
    snprintf(copy, sizeof copy, "%s", variable);
    environ = with;
    const cs_digest found = digest();
    environ = none;
    return !is_same(&found, &without);
}

static void test_what_counts(void **state) {
    static const char *const variables[] = {
        "POCL_EXTRA_BUILD_FLAGS=-cl-finite-math-only",
        "POCL_WORK_GROUP_METHOD=loops",
        "POCL_LLVM_CPU_NAME=x86-64",
        "CL_CONFIG_CPU_VECTORIZER_MODE=1",
        "CL_CONFIG_USE_FAST_RELAXED_MATH=1",
        "IGC_ForceOCLSIMDWidth=8",
        "OverrideDefaultFP64Settings=1",
        "AMD_OCL_BUILD_OPTIONS=-cl-opt-disable",
        "AMD_OCL_BUILD_OPTIONS_APPEND=-cl-fast-relaxed-math",
        "AMD_OCL_LINK_OPTIONS_APPEND=-O0",
        "GPU_ENABLE_WAVE32_MODE=0",
        "CUDA_FORCE_PTX_JIT=1",
        "RUSTICL_FEATURES=fp16",
        "GALLIVM_PERF=no_opt",
        "LP_NATIVE_VECTOR_WIDTH=128",
        "NIR_DEBUG=novalidate",
        "OCLGRIND_BUILD_OPTIONS=-g",
        "OPENCL_LAYERS=libcorrupt.so",
        "POCL_EXTRA_BUILD_FLAGS=",
    };
    (void)state;
    for (size_t i = 0; i < COUNT(variables); i++)
        if (!counts(variables[i]))
            fail_msg("%s does not count", variables[i]);
}

static void test_what_does_not(void **state) {
    static const char *const variables[] = {
        "HOME=/nobody",
        "PATH=/bin",
        "POCL_CACHE_DIR=/tmp",
        "POCL_DEBUG=all",
        "POCL_MAX_PTHREAD_COUNT=1",
        "POCL_KERNEL_CACHE=0",
        "CL_CONFIG_DUMP_ASM=1",
        "NEO_CACHE_DIR=/tmp",
        "AMD_COMGR_CACHE_DIR=/tmp",
        "GPU_DEVICE_ORDINAL=1",
        "CUDA_VISIBLE_DEVICES=1",
        "CUDA_CACHE_PATH=/tmp",
        "RUSTICL_ENABLE=swrast",
        "MESA_SHADER_CACHE_DIR=/tmp",
        "LP_NUM_THREADS=1",
        "CLSCAN_DEVICE=cpu",
        "CLSCAN_EXPLAIN=1",
        "OCL_ICD_VENDORS=/tmp",
        "XPOCL_EXTRA_BUILD_FLAGS=-g",
        "pocl_extra_build_flags=-g",
        "POCL=1",
        "LP_PERFECT=1",
    };
    (void)state;
    for (size_t i = 0; i < COUNT(variables); i++)
        if (counts(variables[i]))
            fail_msg("%s counts", variables[i]);
}

static void test_order(void **state) {
    char *one[] = { "POCL_A=1", "HOME=/a", "IGC_B=2", "CL_CONFIG_C=3", NULL },
         *other[] = { "CL_CONFIG_C=3", "POCL_A=1", "IGC_B=2", "HOME=/b", NULL },
         *third[] = { "CL_CONFIG_C=3", "POCL_A=1", "IGC_B=", NULL }, *joined[] = { "POCL_A=1IGC_B=2", NULL },
         *apart[] = { "POCL_A=1", "IGC_B=2", NULL };
    char **const all[] = { one, other, third, joined, apart };
    cs_digest found[COUNT(all)];
    (void)state;
    for (size_t i = 0; i < COUNT(all); i++) {
        environ = all[i];
        found[i] = digest();
    }
    environ = none;
    assert_true(is_same(&found[0], &found[1]));
    for (size_t i = 1; i < COUNT(all); i++)
        for (size_t k = i + 1; k < COUNT(all); k++)
            assert_false(is_same(&found[i], &found[k]));
}

/* Intel's driver reads hundreds of variables without a common prefix, so no key can include them all. If one is set,
 * the disk cache is not used. */
static void test_bars(void **state) {
    char *with[] = { "NEOReadDebugKeys=1", NULL };
    cs_digest found;
    (void)state;
    environ = with;
    const char *wrong = cs_environment_digest(&found);
    environ = NULL;
    const char *empty = cs_environment_digest(&found);
    environ = none;
    assert_non_null(wrong);
    assert_non_null(strstr(wrong, "variables of the environment"));
    assert_null(empty);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_what_counts, empty_environment),
        cmocka_unit_test_setup(test_what_does_not, empty_environment),
        cmocka_unit_test_setup(test_order, empty_environment),
        cmocka_unit_test_setup(test_bars, empty_environment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
