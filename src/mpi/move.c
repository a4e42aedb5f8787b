#include "mpi/move.h"

#include <stdbool.h>
#include <stdlib.h>

static size_t at_least_one(size_t n) {
    return n > 0 ? n : 1;
}

/* If all elements of every rank fit into one round, there is one round, whichever ranks they go to. */
clscan_status cs_mpi_move_create(const cs_mpi_ranks *ranks, cl_ulong most, size_t count, size_t bytes,
                                 cs_mpi_move *move) {
    clscan_status status = CLSCAN_OK;
    const size_t num = (size_t)ranks->size, room = CS_MPI_ROUND_BYTES / bytes;
    const bool fits = most <= room;
    move->ranks = ranks;
    move->most = fits ? at_least_one((size_t)most) : at_least_one(room / num);
    const size_t elements = fits ? count : move->most * num;
    move->to_send = calloc(num, sizeof *move->to_send);
    move->to_receive = calloc(num, sizeof *move->to_receive);
    move->send_counts = calloc(num, sizeof *move->send_counts);
    move->send_displs = calloc(num, sizeof *move->send_displs);
    move->recv_counts = calloc(num, sizeof *move->recv_counts);
    move->recv_displs = calloc(num, sizeof *move->recv_displs);
    move->send_buffer = malloc(at_least_one(elements * bytes));
    move->recv_buffer = malloc(at_least_one(elements * bytes));
    TRY_ALLOC(move->to_send && move->to_receive && move->send_counts && move->send_displs && move->recv_counts &&
              move->recv_displs && move->send_buffer && move->recv_buffer);
done:
    return status;
}

void cs_mpi_move_destroy(cs_mpi_move *move) {
    free(move->to_send);
    free(move->to_receive);
    free(move->send_counts);
    free(move->send_displs);
    free(move->recv_counts);
    free(move->recv_displs);
    free(move->send_buffer);
    free(move->recv_buffer);
}

clscan_status cs_mpi_move_plan(cs_mpi_move *move, const size_t *at) {
    clscan_status status = CLSCAN_OK;
    cl_ulong longest = 0;
    for (int r = 0; r < move->ranks->size; r++) {
        move->to_send[r] = at[r + 1] - at[r];
        longest = move->to_send[r] > longest ? move->to_send[r] : longest;
    }
    MPI(MPI_Alltoall(move->to_send, sizeof *move->to_send, MPI_BYTE, move->to_receive, sizeof *move->to_receive,
                     MPI_BYTE, move->ranks->comm));
    MPI(MPI_Allreduce(MPI_IN_PLACE, &longest, 1, MPI_UINT64_T, MPI_MAX, move->ranks->comm));
    move->rounds = (size_t)(longest / move->most + (longest % move->most > 0));
done:
    return status;
}

/* Stores the counts and displacements of a round, if `all` has the elements of all rounds by rank. */
static void count_round(const cs_mpi_move *move, size_t round, const size_t *all, int *counts, int *displs) {
    int sum = 0;
    for (int r = 0; r < move->ranks->size; r++) {
        const size_t before = round * move->most, left = all[r] > before ? all[r] - before : 0;
        counts[r] = (int)(left < move->most ? left : move->most);
        displs[r] = sum;
        sum += counts[r];
    }
}

/* Reads the elements that this rank sends in a round. */
static clscan_status read_round(const cs_mpi_move *move, size_t round, const cs_mpi_moved_array *array) {
    clscan_status status = CLSCAN_OK;
    size_t begin = 0; /* the first element for rank r */
    for (int r = 0; r < move->ranks->size; r++) {
        const size_t n = (size_t)move->send_counts[r], first = begin + round * move->most;
        if (n > 0)
            CL(clEnqueueReadBuffer(array->queue, array->from, CL_TRUE, first * array->bytes, n * array->bytes,
                                   move->send_buffer + (size_t)move->send_displs[r] * array->bytes, 0, NULL, NULL));
        begin += move->to_send[r];
    }
done:
    return status;
}

/* Writes the elements that this rank receives in a round. */
static clscan_status write_round(const cs_mpi_move *move, size_t round, const cs_mpi_moved_array *array) {
    clscan_status status = CLSCAN_OK;
    size_t begin = 0; /* the first element from rank r */
    for (int r = 0; r < move->ranks->size; r++) {
        const size_t n = (size_t)move->recv_counts[r], first = begin + round * move->most;
        if (n > 0)
            CL(clEnqueueWriteBuffer(array->queue, array->to, CL_TRUE, first * array->bytes, n * array->bytes,
                                    move->recv_buffer + (size_t)move->recv_displs[r] * array->bytes, 0, NULL, NULL));
        begin += move->to_receive[r];
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
        count_round(move, round, move->to_send, move->send_counts, move->send_displs);
        count_round(move, round, move->to_receive, move->recv_counts, move->recv_displs);
        if (!*own)
            *own = read_round(move, round, array);
        MPI(MPI_Alltoallv(move->send_buffer, move->send_counts, move->send_displs, element, move->recv_buffer,
                          move->recv_counts, move->recv_displs, element, move->ranks->comm));
        if (!*own)
            *own = write_round(move, round, array);
    }
done:
    if (element != MPI_DATATYPE_NULL)
        MPI_Type_free(&element);
    return status;
}
