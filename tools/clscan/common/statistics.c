#include "common/statistics.h"
#include <math.h>
#include <stdlib.h>

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

timing timing_of(double *seconds, unsigned count) {
    qsort(seconds, count, sizeof *seconds, compare_doubles);
    timing t = { .median = seconds[count / 2],
                 .least = seconds[0],
                 .most = seconds[count - 1],
                 .low = seconds[count / 4],
                 .high = seconds[count - 1 - count / 4] };
    for (unsigned i = 0; i < count; i++)
        seconds[i] = fabs(seconds[i] - t.median);
    qsort(seconds, count, sizeof *seconds, compare_doubles);
    t.mad = seconds[count / 2];
    return t;
}
