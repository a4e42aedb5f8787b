/* The launch that turns a caller's offsets of segments into head bits, before the scan. */
#ifndef CS_HEAD_BITS_H
#define CS_HEAD_BITS_H

#include "strategy/strategy.h"

/* Launches the kernel that writes one bit per element into `head_bits`, from byte `at` on, and makes these bits the
 * segments of the submission. In a dry run, `head_bits` may be NULL. */
clscan_status cs_make_head_bits(cs_submission *submission, cl_mem head_bits, size_t at);

#endif
