#include "mpi/move.h"

#include <stdbool.h>
#include <stdlib.h>

static size_t at_least_one(size_t n) {
    return n > 0 ? n : 1;
}

/* If the elements of every rank fit into a round, there is one round, whatever goes where. */
clscan_status cs_mpi_move_create(const cs_mpi_ranks *ranks, cl_ulong most, size_t count, size_t bytes,
                                 cs_mpi_move *move) {
    clscan_status status = CLSCAN_OK;
    const size_t num = (size_t)ranks->size, room = CS_MPI_ROUND_BYTES / bytes;
    const bool fits = most <= room;
    move->ranks = ranks;
    move->most = fits ? at_least_one((size_t)most) : at_least_one(room / num);
    const size_t elements = fits ? count : move->most * num;
    move->gives = calloc(num, sizeof *move->gives);
    move->gets = calloc(num, sizeof *move->gets);
    move->given = calloc(num, sizeof *move->given);
    move->given_at = calloc(num, sizeof *move->given_at);
    move->gotten = calloc(num, sizeof *move->gotten);
    move->gotten_at = calloc(num, sizeof *move->gotten_at);
    move->from = malloc(at_least_one(elements * bytes));
    move->to = malloc(at_least_one(elements * bytes));
    TRY_ALLOC(move->gives && move->gets && move->given && move->given_at && move->gotten && move->gotten_at &&
              move->from && move->to);
done:
    return status;
}

void cs_mpi_move_destroy(cs_mpi_move *move) {
    free(move->gives);
    free(move->gets);
    free(move->given);
    free(move->given_at);
    free(move->gotten);
    free(move->gotten_at);
    free(move->from);
    free(move->to);
}

clscan_status cs_mpi_move_plan(cs_mpi_move *move, const size_t *at) {
    clscan_status status = CLSCAN_OK;
    cl_ulong longest = 0;
    for (int r = 0; r < move->ranks->size; r++) {
        move->gives[r] = at[r + 1] - at[r];
        longest = move->gives[r] > longest ? move->gives[r] : longest;
    }
    MPI(MPI_Alltoall(move->gives, sizeof *move->gives, MPI_BYTE, move->gets, sizeof *move->gets, MPI_BYTE,
                     move->ranks->comm));
    MPI(MPI_Allreduce(MPI_IN_PLACE, &longest, 1, MPI_UINT64_T, MPI_MAX, move->ranks->comm));
    move->rounds = (size_t)(longest / move->most + (longest % move->most > 0));
done:
    return status;
}

/* Stores how many elements each rank has in a round, and where they begin among the elements of the round. */
static void count_round(const cs_mpi_move *move, size_t round, const size_t *of_rank, int *now, int *at) {
    int sum = 0;
    for (int r = 0; r < move->ranks->size; r++) {
        const size_t before = round * move->most, left = of_rank[r] > before ? of_rank[r] - before : 0;
        now[r] = (int)(left < move->most ? left : move->most);
        at[r] = sum;
        sum += now[r];
    }
}

/* Reads the elements that this rank gives in a round. */
static clscan_status read_round(const cs_mpi_move *move, size_t round, const cs_mpi_moved_array *array) {
    clscan_status status = CLSCAN_OK;
    size_t begin = 0; /* of the elements for a rank */
    for (int r = 0; r < move->ranks->size; r++) {
        const size_t n = (size_t)move->given[r], first = begin + round * move->most;
        if (n > 0)
            CL(clEnqueueReadBuffer(array->queue, array->from, CL_TRUE, first * array->bytes, n * array->bytes,
                                   move->from + (size_t)move->given_at[r] * array->bytes, 0, NULL, NULL));
        begin += move->gives[r];
    }
done:
    return status;
}

/* Writes the elements that this rank gets in a round. */
static clscan_status write_round(const cs_mpi_move *move, size_t round, const cs_mpi_moved_array *array) {
    clscan_status status = CLSCAN_OK;
    size_t begin = 0;
    for (int r = 0; r < move->ranks->size; r++) {
        const size_t n = (size_t)move->gotten[r], first = begin + round * move->most;
        if (n > 0)
            CL(clEnqueueWriteBuffer(array->queue, array->to, CL_TRUE, first * array->bytes, n * array->bytes,
                                    move->to + (size_t)move->gotten_at[r] * array->bytes, 0, NULL, NULL));
        begin += move->gets[r];
    }
done:
    return status;
}

clscan_status cs_mpi_move_array(cs_mpi_move *move, const cs_mpi_moved_array *array, clscan_status *own) {
    clscan_status status = CLSCAN_OK;
    MPI_Datatype element = MPI_DATATYPE_NULL;
    MPI(MPI_Type_contiguous((int)array->bytes, MPI_BYTE, &element));
    MPI(MPI_Type_commit(&element));
    for (size_t round = 0; round < move->rounds; round++) {
        count_round(move, round, move->gives, move->given, move->given_at);
        count_round(move, round, move->gets, move->gotten, move->gotten_at);
        if (!*own)
            *own = read_round(move, round, array);
        MPI(MPI_Alltoallv(move->from, move->given, move->given_at, element, move->to, move->gotten, move->gotten_at,
                          element, move->ranks->comm));
        if (!*own)
            *own = write_round(move, round, array);
    }
done:
    if (element != MPI_DATATYPE_NULL)
        MPI_Type_free(&element);
    return status;
}
