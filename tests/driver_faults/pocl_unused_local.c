/* PoCL 5.0: without optimization, a local variable that the kernel does not use ends the process by an assertion
 * ("isGVarUsedByFunction"). clscan therefore refuses -cl-opt-disable with this driver. */
#include "driver_fault.h"

static const char source[] = "kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k(global int *out, uint n) {\n"
                             "    local int unused[4];\n"
                             "    out[0] = (int)n;\n"
                             "}\n";

int main(void) {
    static const cl_int expected[] = { 4 };
    cl_int out[4] = { 0 };
    driver_run_with(source, "-cl-opt-disable", 1, out, 4);
    return driver_verdict(out, expected, 1);
}
