/* Test scans that plain C can tell the outcome of: of numbers, by an operator of the library's. */
#ifndef CS_VS_REFERENCE_H
#define CS_VS_REFERENCE_H

#include "self_test/test_scan.h"

/* Fails where C comes to something else than what is expected of the scan, and else sets scan->judged. What C does not
 * know passes unjudged: operators of the user's, operators without a row in reference.c, half, keys that are no
 * integers, the flag of add_checked, and what rounds (see reference.h). */
clscan_status cs_vs_reference_check(cs_test_scan *scan);

#endif
