/* Scans. The checks of all descriptions are enough for them. */
#ifndef CS_SCAN_H
#define CS_SCAN_H

#include "problem/problem.h"

/* Prints a scan or a reduction in words. */
void cs_scan_print(cs_strbuf *text, const cs_problem *problem);

#endif
