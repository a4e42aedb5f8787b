#include "enqueue/head_bits.h"

#include "base/try.h"

clscan_status cs_make_head_bits(cs_submission *submission, cl_mem head_bits, size_t at) {
    clscan_status status = CLSCAN_OK;
    const size_t words = submission->wg_size < CS_HEAD_BIT_WORDS ? CS_HEAD_BIT_WORDS : submission->wg_size,
                 first = at / sizeof(cl_uint);
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, CS_MAKE_HEAD_BITS, submission->count / 32 / words + 1, CS_BUFFER(head_bits),
                              CS_ULONG(first), CS_ULONG(submission->num_offsets)));
    submission->kernel_args->segments = (cs_array) { .handle = head_bits };
    submission->kernel_args->params.segments_offset = first;
done:
    return status;
}
