/* Compares the reference kernel with plain C: scans of numbers by operators of the library. */
#ifndef CS_VS_REFERENCE_H
#define CS_VS_REFERENCE_H

#include "self_test/test_scan.h"

/* Fails if plain C computes other results than the scan is expected to have. Otherwise sets scan->judged. Scans that
 * plain C does not know pass without being judged: user operators, operators that reference.c does not judge, half,
 * keys that are not integers, the flag of add_checked, and results that are rounded (see reference.h). */
clscan_status cs_vs_reference_check(cs_test_scan *scan);

#endif
