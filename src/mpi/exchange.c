#include "mpi/exchange.h"

#include "mpi/hash.h"

#include <stdlib.h>
#include <string.h>

/* The head of a record. The bytes that it carries follow. */
typedef struct head {
    cl_ulong common; /* a number of the arguments that have to be the same on all ranks */
    cl_ulong failed; /* a clscan_status */
} head;

clscan_status cs_mpi_records_create(clscan_mpi_plan *plan, size_t bytes) {
    clscan_status status = CLSCAN_OK;
    const size_t ranks = (size_t)plan->ranks.size;
    plan->carried_bytes = bytes;
    plan->record = calloc(1, sizeof(head) + bytes);
    plan->records = calloc(ranks, sizeof(head) + bytes);
    plan->carried = calloc(ranks, bytes);
    TRY_ALLOC(plan->record && plan->records && plan->carried);
done:
    return status;
}

void cs_mpi_records_destroy(clscan_mpi_plan *plan) {
    free(plan->record);
    free(plan->records);
    free(plan->carried);
}

void *cs_mpi_carried_by(clscan_mpi_plan *plan) {
    return plan->record + sizeof(head);
}

/* The initial value of a selection says what is in the outputs of a part already, so ranks may have different ones. */
static cl_ulong common_of(const clscan_mpi_plan *plan, const clscan_args *args) {
    const bool has_init = args->init && !plan->sizes.selects;
    cl_ulong hash = cs_mpi_hash(CS_MPI_HASH, &args->first_index, sizeof args->first_index);
    hash = cs_mpi_hash(hash, &has_init, sizeof has_init);
    return has_init ? cs_mpi_hash(hash, args->init, plan->value_bytes) : hash;
}

static head head_at(const clscan_mpi_plan *plan, int rank) {
    head h;
    memcpy(&h, plan->records + (size_t)rank * (sizeof h + plan->carried_bytes), sizeof h);
    return h;
}

/* All ranks read the same records, and so find the same failure. */
static clscan_status read_records(clscan_mpi_plan *plan, clscan_status own) {
    clscan_status status = CLSCAN_OK;
    const size_t bytes = plan->carried_bytes;
    for (int i = 0; i < plan->ranks.size; i++)
        if (head_at(plan, i).failed) {
            status = cs_mpi_hear(&plan->ranks, i, own);
            goto done;
        }
    for (int i = 0; i < plan->ranks.size; i++) {
        if (head_at(plan, i).common != head_at(plan, 0).common) {
            status = cs_mpi_fail_of_rank(CLSCAN_ERROR_INVALID_VALUE, i,
                                         "args.init or args.first_index differs from that of rank 0, but both belong "
                                         "to the whole array");
            goto done;
        }
        memcpy(plan->carried + (size_t)i * bytes, plan->records + (size_t)i * (sizeof(head) + bytes) + sizeof(head),
               bytes);
    }
done:
    return status;
}

clscan_status cs_mpi_exchange(clscan_mpi_plan *plan, clscan_status own, const clscan_args *args) {
    clscan_status status = CLSCAN_OK;
    const head mine = { .common = own ? 0 : common_of(plan, args), .failed = (cl_ulong)own };
    const int bytes = (int)(sizeof mine + plan->carried_bytes);
    memcpy(plan->record, &mine, sizeof mine);
    MPI(MPI_Allgather(plan->record, bytes, MPI_BYTE, plan->records, bytes, MPI_BYTE, plan->ranks.comm));
    TRY(read_records(plan, own));
done:
    return status;
}
