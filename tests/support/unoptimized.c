/* Lets PoCL compile kernels without optimization, in half the time. Only programs that test host code are linked with
 * this file. With CLSCAN_TEST_WHOLE=1 or CLSCAN_TEST_OPTIMIZED=1 their kernels are optimized too. */
#include <stdlib.h>

__attribute__((constructor)) static void disable_optimization(void) {
    if (!getenv("CLSCAN_TEST_WHOLE") && !getenv("CLSCAN_TEST_OPTIMIZED"))
        setenv("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable", 0);
}
