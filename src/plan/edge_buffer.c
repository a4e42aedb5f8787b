#include "plan/edge_buffer.h"

#include "base/try.h"
#include "problem/edges.h"

#include <stdlib.h>

clscan_status cs_edge_buffer_create(cl_context context, const cs_problem *problem, cl_mem *buffer) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    void *edges = NULL;
    const cs_type_row *type = cs_edges_type(problem);
    *buffer = NULL;
    if (!problem->traits.histogram.bins || problem->bins.kind != CLSCAN_BIN_KIND_EDGES)
        goto done;
    const size_t bytes = ((size_t)problem->bins.count + 1) * type->size;
    TRY_ALLOC(edges = malloc(bytes));
    cs_edges_convert(&problem->bins, type, edges);
    *buffer = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, edges, &error);
    TRY(cs_check_cl(error, "clCreateBuffer"));
done:
    free(edges);
    return status;
}
