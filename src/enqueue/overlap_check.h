/* Checks which arrays of a call may overlap. */
#ifndef CS_OVERLAP_CHECK_H
#define CS_OVERLAP_CHECK_H

#include "enqueue/array_check.h"

/* Fails if arrays overlap other than in place. Sets findings->in_place if they overlap in place. */
clscan_status cs_overlap_check(const cs_traits *traits, const cs_call *call, const cs_byte_ranges *in,
                               const cs_byte_ranges *out, cs_findings *findings);

#endif
