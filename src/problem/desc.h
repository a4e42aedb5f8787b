/* From a caller's description to a problem: every check of a description that needs no device. */
#ifndef CS_DESC_H
#define CS_DESC_H

#include "problem/problem.h"

/* Checks everything except the contents of the user's texts, which cs_user_source_check_desc checks. */
clscan_status cs_desc_check(const clscan_desc *desc);

/* Checks the numbers and enumerators of desc.tuning; part of cs_desc_check. */
clscan_status cs_desc_check_tuning(const clscan_tuning *tuning);

/* `desc` has passed cs_desc_check. */
cs_problem cs_desc_problem(const clscan_desc *desc);

#endif
