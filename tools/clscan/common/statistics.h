/* Statistics of repeated timings. */
#ifndef CLSCAN_TOOL_STATISTICS_H
#define CLSCAN_TOOL_STATISTICS_H

/* Seconds. */
typedef struct timing {
    double median, least, most;
    double low, high; /* the quartiles */
    double mad;       /* the median distance from the median */
} timing;

/* Returns the statistics of `count` samples, at least one. Changes the order of the samples. */
timing timing_of(double *seconds, unsigned count);

#endif
