/* PoCL 7.0 and 7.1 (seen with 7.1): a value is read from local memory before a barrier and used after the barrier. The
 * compiler reads the value again at its use, when the memory has changed. PoCL's pull request 2269 fixes this. clscan's
 * workaround is CLSCAN_READ_ONCE in cl/base.h: with a volatile read, this program is right. */
#include "driver_fault.h"

static const char source[] = "kernel __attribute__((reqd_work_group_size(4, 1, 1))) void k(global int *out, uint n) {\n"
                             "    local int s[8];\n"
                             "    const uint me = get_local_id(0);\n"
                             "    s[me] = 10 * me;\n"
                             "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "    const int before = s[me];\n"
                             "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "    s[2 * me] = 1;\n"
                             "    s[2 * me + 1] = 2;\n"
                             "    out[me] = before;\n"
                             "}\n";

int main(void) {
    static const cl_int expected[] = { 0, 10, 20, 30 };
    cl_int out[4] = { 0 };
    driver_run(source, 4, out, 4);
    return driver_verdict(out, expected, 4);
}
