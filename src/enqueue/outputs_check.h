/* Checks the arrays and cells of a call that are written. */
#ifndef CS_OUTPUTS_CHECK_H
#define CS_OUTPUTS_CHECK_H

#include "enqueue/array_check.h"

/* Checks the outputs, among them indices, lengths, keys and offsets, and args.total, and adds their ranges to `out`.
 * Outputs with an element for each input element extend over `extent` elements. Sets findings->capacity and
 * findings->segment_room. */
clscan_status cs_outputs_check(cs_scope *scope, const cs_traits *traits, const cs_call *call, size_t extent,
                               cs_byte_ranges *out, cs_findings *findings);

#endif
