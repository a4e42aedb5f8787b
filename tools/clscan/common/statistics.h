/* What is said of many samples of one time. */
#ifndef CLSCAN_TOOL_STATISTICS_H
#define CLSCAN_TOOL_STATISTICS_H

/* Seconds. */
typedef struct timing {
    double median, least, most;
    double low, high; /* the quartiles */
    double mad;       /* the median distance from the median */
} timing;

/* Of `count` samples, one at least; puts them in another order. */
timing timing_of(double *seconds, unsigned count);

#endif
