#include "team/sorter.h"

#include "base/try.h"
#include "self_test/self_test.h"

#include <string.h>

/* Creates a plan that carries indices along as one more array. The description has room for it. Without indices it is
 * the plan of the pieces. */
static clscan_status create_merges(clscan_plan *pieces, const clscan_desc *desc, clscan_plan **merges) {
    clscan_status status = CLSCAN_OK;
    clscan_desc changed = *desc;
    const unsigned last = cs_num_arrays(desc->out);
    if (!desc->index_type.name) {
        cs_plan_retain(pieces);
        *merges = pieces;
        goto done;
    }
    changed.in[last] = changed.out[last] = desc->index_type;
    changed.index_type = (clscan_type) { .name = NULL };
    TRY(cs_self_test_plan(pieces->device, &changed, merges));
done:
    return status;
}

/* Returns the description of a sort without carried arrays, and with indices. */
static clscan_desc desc_of_ranks(const clscan_desc *desc) {
    clscan_desc ranks = *desc;
    memset(ranks.in + 1, 0, sizeof ranks.in - sizeof *ranks.in);
    memset(ranks.out + 1, 0, sizeof ranks.out - sizeof *ranks.out);
    ranks.index_type = (clscan_type) { .name = "uint" };
    return ranks;
}

clscan_status cs_sorter_create(clscan_plan *pieces, const clscan_desc *desc, cs_sorter *sorter) {
    clscan_status status = CLSCAN_OK;
    const clscan_desc ranks = desc_of_ranks(desc);
    cs_plan_retain(pieces);
    sorter->pieces = pieces;
    TRY(cs_self_test_plan(pieces->device, &ranks, &sorter->ranks));
    TRY(create_merges(pieces, desc, &sorter->merges));
done:
    return status;
}

static void release_order(cs_sorter *sorter) {
    if (sorter->order)
        clReleaseMemObject(sorter->order);
    sorter->order = NULL;
    sorter->room = 0;
}

void cs_sorter_destroy(cs_sorter *sorter) {
    release_order(sorter);
    cs_plan_release(sorter->ranks);
    cs_plan_release(sorter->merges);
    cs_plan_release(sorter->pieces);
}

clscan_status cs_sorter_grow(cs_sorter *sorter, size_t n) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    if (n <= sorter->room)
        goto done;
    release_order(sorter);
    sorter->order =
        clCreateBuffer(sorter->ranks->device->context, CL_MEM_READ_WRITE, n * sizeof(cl_uint), NULL, &error);
    TRY(cs_check_cl(error, "clCreateBuffer"));
    sorter->room = n;
done:
    return status;
}
