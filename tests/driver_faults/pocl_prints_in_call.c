/* PoCL 3.1: a kernel that calls a function that contains printf does nothing if the function is not inlined, and no
 * error is reported. PoCL 7.1 is right. clscan's workaround is in src/plan/variant.c: if the caller's source or build
 * options contain printf, every function is inlined. */
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
