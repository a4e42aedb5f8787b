#include "random/spared.h"

#include <string.h>

/* One row for each dimension of which a device takes only values up to `most`. A device is meant if its name contains
 * the word.
 *
 * llvmpipe: Mesa 26.2.6 takes minutes to compile some kernels over vectors of 8 or 16 components. */
static const struct {
    const char *word;
    int dimension;
    unsigned most;
} rows[] = { { "llvmpipe", D_components, 3 /* 4 components */ } };

void spared_replace(test_case *tc, const char *device_name) {
    for (size_t i = 0; i < COUNT(rows); i++)
        if (strstr(device_name, rows[i].word) && tc->v[rows[i].dimension] > rows[i].most)
            tc->v[rows[i].dimension] %= rows[i].most + 1;
}
