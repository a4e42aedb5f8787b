/* Summaries of the parts of an array. A summary has everything about one part that the computation of the other parts
 * needs. The host chooses the bytes at which its members are (src/split/summary.h). It begins with two ulongs: the
 * number that all summaries for one description have, and the count of elements. The task decides which members
 * follow. */
#ifndef CLSCAN_SUMMARY_H
#define CLSCAN_SUMMARY_H

#include "base.h"

/* The bytes of a summary, and where its members begin. */
typedef struct {
    ulong bytes, sum, first, last, run;
} clscan_summary_layout;

static void clscan_begin_summary(ulong number, ulong count, global uchar *summary) {
    ((global ulong *)summary)[0] = number;
    ((global ulong *)summary)[1] = count;
}

static ulong clscan_summary_count(const global uchar *summary) {
    return ((const global ulong *)summary)[1];
}

#endif
