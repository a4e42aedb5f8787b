#include "mpi/exchange.h"

#include "mpi/hash.h"

#include <stdlib.h>
#include <string.h>

/* Where the initial value of the whole array is. A value in memory of the device cannot be compared. */
typedef enum init_place { NO_INIT, INIT_ON_HOST, INIT_ON_DEVICE } init_place;

/* The head of a record. The bytes that it carries follow. */
typedef struct head {
    cl_ulong first_index;
    cl_ulong init;  /* a number of args.init */
    cl_uint place;  /* an init_place */
    cl_uint failed; /* a clscan_status */
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

/* The initial value of a selection is the number of elements that the outputs of a part already hold, so ranks may have
 * different ones. */
static init_place place_of_init(const clscan_mpi_plan *plan, const clscan_args *args) {
    if (plan->sizes.selects)
        return NO_INIT;
    return args->init ? INIT_ON_HOST : args->init_at.buffer ? INIT_ON_DEVICE : NO_INIT;
}

static head head_of(const clscan_mpi_plan *plan, const clscan_args *args) {
    const init_place place = place_of_init(plan, args);
    return (head) { .first_index = args->first_index,
                    .init = place == INIT_ON_HOST ? cs_mpi_hash(CS_MPI_HASH, args->init, plan->init_bytes) : 0,
                    .place = place };
}

static head head_at(const clscan_mpi_plan *plan, int rank) {
    head h;
    memcpy(&h, plan->records + (size_t)rank * (sizeof h + plan->carried_bytes), sizeof h);
    return h;
}

/* Fails if rank i has other arguments than the ranks before it, where they belong to the whole array. `first` is the
 * lowest rank with args.init, or i. */
static clscan_status compare(const clscan_mpi_plan *plan, int i, int first) {
    const head own = head_at(plan, i), zero = head_at(plan, 0);
    const char *sentence = NULL;
    if (own.first_index != zero.first_index)
        sentence = "args.first_index differs from the one on rank 0: it is the index of the first element of the whole "
                   "array";
    else if (!own.place != !zero.place)
        sentence = own.place ? "an initial value is given, but not on rank 0: it is that of the whole array, so each "
                               "rank needs it"
                             : "no initial value is given, but on rank 0 it is: it is that of the whole array, so each "
                               "rank needs it";
    else if (own.place == INIT_ON_HOST && own.init != head_at(plan, first).init)
        sentence = "args.init differs from the one on another rank: it is the initial value of the whole array";
    return sentence ? cs_mpi_fail_of_rank(CLSCAN_ERROR_INVALID_VALUE, i, sentence) : CLSCAN_OK;
}

/* All ranks read the same records, and so find the same failure. */
static clscan_status read_records(clscan_mpi_plan *plan, clscan_status own) {
    clscan_status status = CLSCAN_OK;
    const size_t bytes = plan->carried_bytes;
    for (int i = 0; i < plan->ranks.size; i++)
        if (head_at(plan, i).failed) {
            status = cs_mpi_broadcast_failure(&plan->ranks, i, own);
            goto done;
        }
    int first = -1;
    for (int i = 0; i < plan->ranks.size; i++) {
        first = first < 0 && head_at(plan, i).place == INIT_ON_HOST ? i : first;
        TRY(compare(plan, i, first));
        memcpy(plan->carried + (size_t)i * bytes, plan->records + (size_t)i * (sizeof(head) + bytes) + sizeof(head),
               bytes);
    }
done:
    return status;
}

clscan_status cs_mpi_exchange(clscan_mpi_plan *plan, clscan_status own, const clscan_args *args) {
    clscan_status status = CLSCAN_OK;
    head mine = { .failed = (cl_uint)own };
    if (!own)
        mine = head_of(plan, args);
    const int bytes = (int)(sizeof mine + plan->carried_bytes);
    memcpy(plan->record, &mine, sizeof mine);
    MPI(MPI_Allgather(plan->record, bytes, MPI_BYTE, plan->records, bytes, MPI_BYTE, plan->ranks.comm));
    TRY(read_records(plan, own));
done:
    return status;
}
