/* Checks the arrays and cells of a call that are read. */
#ifndef CS_INPUTS_CHECK_H
#define CS_INPUTS_CHECK_H

#include "enqueue/array_check.h"

/* Checks the inputs, among them the mask, and args.segments, and adds their ranges to `in`. The inputs extend over
 * `extent` elements. */
clscan_status cs_inputs_check(cs_scope *scope, const cs_traits *traits, const cs_call *call, size_t extent,
                              cs_byte_ranges *in);

/* Checks the cells that are read before anything is written: the initial value and the count. Adds their ranges to the
 * inputs. Sets findings->cells if outputs `out` may overwrite them. */
clscan_status cs_cells_check(cs_scope *scope, const cs_traits *traits, const cs_call *call, cs_byte_ranges *in,
                             const cs_byte_ranges *out, cs_findings *findings);

#endif
