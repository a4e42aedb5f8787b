/* Allocates parts of one block of memory: many producers want room for results of different lengths in one array. The
 * exclusive sum of the lengths is where each result begins, and the total is the size of the block. */
#include "example.h"

enum { REQUESTS = 100000 };

int main(void) {
    static cl_uint length[REQUESTS], offset[REQUESTS];
    for (cl_uint i = 0; i < REQUESTS; i++)
        length[i] = i * 2654435761u >> 28; /* 0 to 15, some of them 0 */

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.value.name = "uint";
    desc.kind = CLSCAN_KIND_EXCLUSIVE;

    example e = example_open();
    cl_uint total;
    cl_mem buffer = example_buffer(&e, sizeof length, length), total_buffer = example_buffer(&e, sizeof total, NULL);
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = args.out[0].buffer = buffer; /* in place */
    args.total.buffer = total_buffer;
    args.count = REQUESTS;
    example_scan(&e, &desc, &args);
    example_take(&e, buffer, sizeof offset, offset);
    example_take(&e, total_buffer, sizeof total, &total);
    example_close(&e);
    printf("%d requests need %u places\n", REQUESTS, total);

    /* Each producer fills its own part: each element must belong to one producer, and none to two. */
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
