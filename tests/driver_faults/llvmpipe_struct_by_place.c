/* Mesa 22.3.6 (rusticl on llvmpipe, LLVM 15.0.6): SIGSEGV in clCreateKernel. A function copies structs in a loop from
 * element i of a pointer, and the pointer points to a single variable instead of an array. Mesa 26.2.6 is right.
 * clscan's workaround is in cl/group/reduce.h: with an array of one struct, this program is right. */
#include "driver_fault.h"

static const char source[] = "typedef struct { int a, b; } pair;\n"
                             "static void put(local pair *to, const pair *from, uint n) {\n"
                             "    for (uint i = 0; i < n; i++)\n"
                             "        to[i] = from[i];\n"
                             "}\n"
                             "kernel void k(global int *out, uint n) {\n"
                             "    local pair s[2];\n"
                             "    pair x = { n, n + 1 };\n"
                             "    put(s, &x, 1);\n"
                             "    out[0] = s[0].a;\n"
                             "    out[1] = s[0].b;\n"
                             "}\n";

int main(void) {
    static const cl_int expected[] = { 2, 3 };
    cl_int out[2] = { 0 };
    driver_run(source, 1, out, 2);
    return driver_verdict(out, expected, 2);
}
