#include "mpi/identity.h"

#include "mpi/exchange.h"
#include "mpi/hash.h"

#include <string.h>

/* Every summary begins with the number of the description. This is the summary of a part without elements. */
static clscan_status number_of_split(clscan_mpi_plan *plan, const clscan_args *none, cl_ulong *number) {
    clscan_status status = CLSCAN_OK;
    cl_event done = NULL;
    CORE(clscan_split_summarize(plan->split, plan->queue, none, cs_mpi_carried_by(plan), 0, NULL, &done));
    CL(clWaitForEvents(1, &done));
    memcpy(number, cs_mpi_carried_by(plan), sizeof *number);
done:
    if (done)
        clReleaseEvent(done);
    return status;
}

static cl_ulong hash_text(cl_ulong hash, const char *text) {
    return text ? cs_mpi_hash(hash, text, strlen(text) + 1) : cs_mpi_hash(hash, "\1", 1);
}

/* The number of a histogram is made of everything that says what is counted in which bin. */
static cl_ulong number_of_histogram(const clscan_desc *desc) {
    const clscan_bins *bins = &desc->bins;
    const char *const texts[] = { desc->value.name, desc->in[0].name, desc->user.source,
                                  desc->user.map,   desc->user.load,  bins->function };
    const size_t edges = bins->edges ? (bins->count + 1) * sizeof *bins->edges : 0;
    cl_ulong hash = cs_mpi_hash(CS_MPI_HASH, &desc->task, sizeof desc->task);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        hash = hash_text(hash, texts[i]);
    hash = cs_mpi_hash(hash, &bins->kind, sizeof bins->kind);
    hash = cs_mpi_hash(hash, &bins->count, sizeof bins->count);
    hash = cs_mpi_hash(hash, &bins->lower, sizeof bins->lower);
    hash = cs_mpi_hash(hash, &bins->upper, sizeof bins->upper);
    return cs_mpi_hash(hash, bins->edges, edges);
}

/* Stores the problem in words, from what clscan_plan_describe says: "problem    inclusive sum of int, 0 elements". */
static clscan_status words_of(const clscan_mpi_plan *plan, const clscan_args *none, char *words, size_t size) {
    static const char before[] = "\nproblem    ";
    clscan_status status = CLSCAN_OK;
    char text[1024] = "";
    CORE(clscan_plan_describe(clscan_mpi_plan_local(plan), none, text, sizeof text, NULL));
    const char *problem = strstr(text, before);
    problem = problem ? problem + strlen(before) : "";
    const char *end = strstr(problem, ", 0 elements");
    const size_t length = end ? (size_t)(end - problem) : strcspn(problem, "\n");
    memcpy(words, problem, length < size ? length : size - 1);
done:
    return status;
}

clscan_status cs_mpi_identity_of(clscan_mpi_plan *plan, const clscan_desc *desc, cs_mpi_identity *identity) {
    clscan_status status = CLSCAN_OK;
    const clscan_args given = CLSCAN_ARGS_INIT, none = cs_mpi_args_of_empty_part(plan, &given);
    TRY(words_of(plan, &none, identity->words, sizeof identity->words));
    if (plan->split)
        TRY(number_of_split(plan, &none, &identity->number));
    else
        identity->number = number_of_histogram(desc);
done:
    return status;
}

/* Fails on this rank if its description is not that of rank 0. */
static clscan_status compare(const cs_mpi_identity *mine, const cs_mpi_identity *first) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(strcmp(mine->words, first->words) != 0, CLSCAN_ERROR_INVALID_DESC,
            "desc is of the %s, but on rank 0 it is of the %s", mine->words, first->words);
    FAIL_IF(mine->number != first->number, CLSCAN_ERROR_INVALID_DESC,
            "desc is of the %s, as on rank 0, but its functions, text or numbers are others", mine->words);
done:
    return status;
}

clscan_status cs_mpi_identity_compare(const cs_mpi_ranks *ranks, const cs_mpi_identity *identity) {
    clscan_status status = CLSCAN_OK;
    cs_mpi_identity first = *identity;
    MPI(MPI_Bcast(&first, sizeof first, MPI_BYTE, 0, ranks->comm));
    TRY(cs_mpi_agree(ranks, compare(identity, &first)));
done:
    return status;
}
