/* Mesa 26.2.6 (rusticl on llvmpipe, LLVM 22.1.8): SIGSEGV while the kernel is compiled at its first launch. A function
 * contains a barrier, a second function calls the first one, and the kernel calls the second one in a loop. clscan's
 * workaround is CLSCAN_COLLECTIVE in cl/base.h: if both functions are always_inline, this program is right. */
#include "driver_fault.h"

static const char source[] = "static void wait(void) { barrier(CLK_LOCAL_MEM_FENCE); }\n"
                             "static void step(local int *s, global int *out, ulong at, int x) {\n"
                             "    s[get_local_id(0)] = x;\n"
                             "    wait();\n"
                             "    out[at + get_local_id(0)] = s[get_local_id(0)];\n"
                             "}\n"
                             "kernel void k(global int *out, uint n) {\n"
                             "    local int s[4];\n"
                             "    for (ulong at = 0; at < n; at += 4)\n"
                             "        step(s, out, at, 1);\n"
                             "}\n";

int main(void) {
    static const cl_int expected[] = { 1, 1, 1, 1, 1, 1, 1, 1 };
    cl_int out[8] = { 0 };
    driver_run(source, 4, out, 8);
    return driver_verdict(out, expected, 8);
}
