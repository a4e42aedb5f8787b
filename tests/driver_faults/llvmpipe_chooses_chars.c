/* Mesa 22.3.6 (rusticl on llvmpipe, LLVM 15.0.6): a condition chooses between a char that is loaded and a constant, and
 * the result is 0 instead of the constant. If the condition compares the loaded char, the process ends in LLVM's code
 * generator. uchar, short and int are right, and so is Mesa 26.2.6. clscan refuses the driver: see the row
 * MISCOMPILES of src/table/driver_fault.def. */
#include "driver_fault.h"

static const char source[] = "kernel void k(global int *out, uint n) {\n"
                             "    const global char *in = (const global char *)out;\n"
                             "    const uint i = get_global_id(0);\n"
                             "    const char chosen = i > 0 ? in[4 * i] : (char)5;\n"
                             "    out[i] = chosen;\n"
                             "}\n";

int main(void) {
    static const cl_int expected[] = { 5, 7 };
    cl_int out[2] = { 6, 7 };
    driver_run(source, 2, out, 2);
    return driver_verdict(out, expected, 2);
}
