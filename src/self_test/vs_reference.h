/* Compares the reference kernel with plain C: scans of numbers by operators of the library. */
#ifndef CS_VS_REFERENCE_H
#define CS_VS_REFERENCE_H

#include "self_test/test_scan.h"

/* Fails where C comes to something else than what is expected of the scan, and else sets scan->judged. What C does not
 * know passes unjudged: operators of the user's, operators without a row in reference.c, half, keys that are no
 * integers, the flag of add_checked, and what rounds (see reference.h). */
clscan_status cs_vs_reference_check(cs_test_scan *scan);

#endif
