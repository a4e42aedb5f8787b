/* The bins that the options describe: of the same width over --range, or between --edges. */
#ifndef CLSCAN_TOOL_BINS_H
#define CLSCAN_TOOL_BINS_H

#include "options/options.h"

typedef struct bins {
    clscan_bins described; /* even bins, or edges */
    double *edges;         /* to be freed; NULL: the bins are even */
} bins;

/* Makes the bins of the options. Complains on failure. */
bool bins_open(const options *o, bins *b);
void bins_close(bins *b);

/* Replaces even bins by their edges. Complains on failure. */
bool bins_by_edges(bins *b);

#endif
