/* Mesa 22.3.6 (rusticl on llvmpipe): a loop ends after 65535 steps, and from then on every loop of the kernel ends
 * after one step. The steps of all loops of a work-item count together. Mesa 26.2.6 is right. clscan refuses the
 * driver: see the row MISCOMPILES of src/table/driver_fault.def. */
#include "driver_fault.h"

static const char source[] = "kernel void k(global int *out, uint n) {\n"
                             "    int steps = 0;\n"
                             "    for (uint i = 0; i < 40000 * n; i++)\n"
                             "        steps++;\n"
                             "    out[0] = steps;\n"
                             "    steps = 0;\n"
                             "    for (uint i = 0; i < n; i++)\n"
                             "        steps++;\n"
                             "    out[1] = steps;\n"
                             "}\n";

int main(void) {
    static const cl_int expected[] = { 80000, 2 };
    cl_int out[2] = { 0 };
    driver_run(source, 1, out, 2);
    return driver_verdict(out, expected, 2);
}
