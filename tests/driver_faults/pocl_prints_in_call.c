/* PoCL 3.1: a kernel that calls a function with printf in it does nothing where the function is not in line, and no
 * error is reported. PoCL 7.1 is right. clscan's answer is in src/plan/variant.c: where a caller's text or build
 * options have printf in them, every function is in line. */
#include "driver_fault.h"

static const char source[] =
    "static __attribute__((noinline)) int next(int x) { printf(\"%d\\n\", x); return x + 1; }\n"
    "kernel void k(global int *out, uint n) {\n"
    "    for (uint i = 0; i < n; i++)\n"
    "        out[i] = next(i);\n"
    "}\n";

int main(void) {
    static const cl_int expected[] = { 1, 2, 3 };
    cl_int out[3] = { 0 };
    driver_run(source, 1, out, 3);
    return driver_verdict(out, expected, 3);
}
