/* Cutting one block of memory by requests: many producers want room for results of different lengths in one array.
 * The exclusive sum of the lengths tells each where to begin; the last offset plus the last length is the total. */
#include <clscan/clscan.h>
#include <stdio.h>
#include <stdlib.h>

enum { REQUESTS = 100000 };

int main(void) {
    static cl_uint length[REQUESTS], offset[REQUESTS];
    for (cl_uint i = 0; i < REQUESTS; i++)
        length[i] = i * 2654435761u >> 28; /* 0 to 15, some of them 0 */

    clscan_status status = clscan_host(CLSCAN_UINT, CLSCAN_ADD, CLSCAN_EXCLUSIVE, length, offset, REQUESTS);
    if (status) {
        fprintf(stderr, "%s\n", clscan_last_message());
        return status == CLSCAN_NO_DEVICE ? 77 : 1;
    }
    size_t total = (size_t)offset[REQUESTS - 1] + length[REQUESTS - 1];
    printf("%d requests need %zu places\n", REQUESTS, total);

    /* Everyone fills its own part: each place must be taken, none twice. */
    unsigned char *taken = calloc(total, 1);
    if (!taken)
        return 1;
    size_t wrong = 0;
    for (size_t i = 0; i < REQUESTS; i++)
        for (size_t k = offset[i]; k < (size_t)offset[i] + length[i]; k++)
            wrong += k >= total || taken[k]++;
    for (size_t k = 0; k < total; k++)
        wrong += !taken[k];
    free(taken);
    printf("%zu places left free or taken twice\n", wrong);
    return wrong != 0;
}
