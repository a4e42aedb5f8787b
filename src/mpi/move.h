/* Elements that move between ranks: from buffers to buffers, through memory of the host. */
#ifndef CS_MPI_MOVE_H
#define CS_MPI_MOVE_H

#include "mpi/agree.h"

/* The most bytes of an array that a rank sends or receives in one call of MPI_Alltoallv. The limit bounds the memory of
 * the host, and keeps the counts of elements within an int. */
#ifndef CS_MPI_ROUND_BYTES
#define CS_MPI_ROUND_BYTES ((size_t)1 << 28)
#endif

/* A movement of elements, which is the same for several arrays. */
typedef struct cs_mpi_move {
    const cs_mpi_ranks *ranks;
    size_t most, rounds;          /* the most elements for one rank in a round; the number of rounds */
    size_t *to_send, *to_receive; /* the elements for each rank, and from each rank, in all rounds */
    /* The arguments of MPI_Alltoallv in a round, in elements. */
    int *send_counts, *send_displs, *recv_counts, *recv_displs;
    unsigned char *send_buffer, *recv_buffer;
} cs_mpi_move;

/* Allocates a movement for arrays whose elements have up to `bytes` bytes. No rank has more than `most` elements, and
 * this rank has `count`, before and after it. */
clscan_status cs_mpi_move_create(const cs_mpi_ranks *ranks, cl_ulong most, size_t count, size_t bytes,
                                 cs_mpi_move *move);
void cs_mpi_move_destroy(cs_mpi_move *move);

/* COLLECTIVE. Exchanges the numbers of elements that each rank sends to each rank. This rank sends the elements from
 * at[r] up to at[r + 1] to rank r. */
clscan_status cs_mpi_move_plan(cs_mpi_move *move, const size_t *at);

/* The buffers of one array, whose elements have `bytes` bytes. */
typedef struct cs_mpi_moved_array {
    cl_command_queue queue; /* all commands that write `from` have completed */
    cl_mem from, to;
    size_t bytes;
} cs_mpi_moved_array;

/* COLLECTIVE. Moves one array. In `to`, the elements are in the order of the ranks that sent them, and the elements of
 * one rank keep their order. *own is the status of this rank alone. It receives the first failure to read or write a
 * buffer, because the other ranks go on. Returns failures of MPI. */
clscan_status cs_mpi_move_array(cs_mpi_move *move, const cs_mpi_moved_array *array, clscan_status *own);

#endif
