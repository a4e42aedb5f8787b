/* A plan, and how it scans certain arguments, in words and in numbers. */
#ifndef CS_PLAN_DESCRIBE_H
#define CS_PLAN_DESCRIBE_H

#include "plan/plan.h"

/* Appends the row from which the shape for `count` elements was made, as a line of a tuning file. */
void cs_plan_tuning_row(const clscan_plan *plan, size_t count, cs_strbuf *text);

clscan_status cs_plan_describe(const clscan_plan *plan, const cs_call *call, cs_strbuf *text);

/* Stores in *info what cs_plan_describe describes. Sets all fields but the size. */
clscan_status cs_plan_call_info(const clscan_plan *plan, const cs_call *call, clscan_call_info *info);

/* Returns the i-th variant that took the place of another one, or NULL past the last. */
const cs_variant *cs_plan_replacement(const clscan_plan *plan, size_t i);

/* Appends the text of the i-th program, or nothing past the last. Variants may share a program, which counts once. */
clscan_status cs_plan_source(const clscan_plan *plan, size_t i, cs_strbuf *text);

#endif
