#include "plan/head_bits.h"

#include "base/try.h"

clscan_status cs_make_head_bits(cs_run *run, cl_mem head_bits, size_t at) {
    clscan_status status = CLSCAN_OK;
    const size_t words = run->wg_size < CS_HEAD_BIT_WORDS ? CS_HEAD_BIT_WORDS : run->wg_size,
                 first = at / sizeof(cl_uint);
    TRY(CS_LAUNCH_ON_ELEMENTS(run, CS_MAKE_HEAD_BITS, run->count / 32 / words + 1, CS_BUFFER(head_bits),
                              CS_ULONG(first), CS_ULONG(run->num_offsets)));
    run->kernel_args->segments = (cs_array) { .handle = head_bits };
    run->kernel_args->numbers.segments_offset = first;
done:
    return status;
}
