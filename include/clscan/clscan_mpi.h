/* clscan over MPI: one array whose parts are distributed over the ranks of a communicator, each on the rank's own
 * device.
 *
 *     clscan_mpi_plan *plan;
 *     clscan_mpi_plan_create(device, &desc, MPI_COMM_WORLD, &plan);      // collective
 *     clscan_mpi_plan_enqueue(plan, queue, &args, 0, NULL, NULL);        // collective; args describe the rank's part
 *     clscan_mpi_plan_destroy(plan);                                     // collective
 *
 * The results are those of one clscan call on the whole array: the part of rank 0, then the part of rank 1, and so on.
 * Parts may have any length. An empty part needs no arrays but the outputs of a reduction or a histogram. clscan.h
 * explains descriptions and arguments.
 *
 * This header belongs to the library clscan_mpi. It is compiled for one implementation of MPI, and needs MPI 2.2 or
 * newer. MPI is given plain host memory only, so it need not know anything of devices.
 *
 *   COLLECTIVE CALLS   clscan_mpi_plan_create, clscan_mpi_plan_enqueue, clscan_mpi_plan_execute and
 *                      clscan_mpi_plan_destroy. As with MPI's own collective calls, every rank of the communicator has
 *                      to make them, in the same order, also ranks whose part is empty. A rank that leaves a call out
 *                      makes the others wait forever. All other calls are local.
 *   COMMUNICATORS      Each plan has a duplicate of the communicator (MPI_Comm_dup), so that its messages never meet
 *                      those of the program or of another plan. The duplicate has the error handler
 *                      MPI_ERRORS_RETURN.
 *   THREADS            MPI_THREAD_FUNNELED is enough: MPI is called by the thread that calls clscan_mpi. The calls for
 *                      one plan are made one after the other.
 *   ERRORS             A collective call returns the same status on all ranks, also if only one rank failed, and
 *                      clscan_mpi_last_message then returns the same sentence, which names that rank. A rank that
 *                      fails tells the others, so that none waits forever. If several ranks fail, the sentence is of
 *                      the lowest one. Three failures are returned on the rank alone: a plan that is NULL; a
 *                      communicator that is no intracommunicator; and a failure of MPI itself, for example because a
 *                      process has died. That is CLSCAN_ERROR_MPI, unless MPI ends the program, as it does by default
 *                      when a process dies.
 *
 * clscan.h has the rules that hold for all calls: zero is the default of every field, and counts are in elements. One
 * rule is stricter here: clscan_args and clscan_part_info have to be those of the library's own version. Another
 * struct_size than theirs or 0 fails with INVALID_VALUE. */
#ifndef CLSCAN_CLSCAN_MPI_H
#define CLSCAN_CLSCAN_MPI_H

#include <clscan/clscan.h>
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------------------------------------------- 1. errors */

/* Return the sentence and the rank of the last call of this thread that failed: "" and -1 if none did. The sentence is
 * valid until the thread's next call of this library. If the failure is the rank's own OpenCL C that did not compile,
 * clscan_last_build_log has the log on that rank. */
CLSCAN_API const char *clscan_mpi_last_message(void);
CLSCAN_API int clscan_mpi_last_rank(void);

/* ---------------------------------------------------------------------------------------------------- 2. plans */

/* A description, compiled for the device of each rank.
 *
 *   scans           Any operator, in both directions and kinds, several arrays, desc.user.map, load and store, and
 *                   segments by flags, bits or keys, which may cross ranks.
 *   reductions      Without segments. Every rank gets the result, with the same bits.
 *   selections      CLSCAN_TASK_SELECT, without segments. The results of a part stay with its rank.
 *                   clscan_mpi_plan_part_info says how many results the ranks before have, and how many there are in
 *                   all.
 *   runs            CLSCAN_TASK_UNIQUE, UNIQUE_LAST and RUN_LENGTH. Runs may cross any number of ranks. A run has one
 *                   result, on the rank on which it begins, and for UNIQUE_LAST on the rank on which it ends. Its
 *                   length counts the elements on all ranks, also for desc.min_run_length.
 *   histograms      Without rows and segments. Every rank gets the counts of all elements. Integers are added by
 *                   MPI_Allreduce, and floating-point numbers in the order of the ranks, so that all ranks have the
 *                   same bits.
 *   sorts           CLSCAN_TASK_SORT by keys, with carried arrays and indices, without rows and segments. Elements move
 *                   to other ranks, but every rank gets as many elements as it gave. The outputs of all ranks, one
 *                   after the other, are the whole array in order. clscan_mpi_plan_part_info says how many elements
 *                   come before the part of a rank. The sort is stable across ranks, and indices are places in the
 *                   whole array.
 *   not possible    Sorts by desc.user.less: compute a key by desc.user.map instead. Sorts with desc.user.load, which
 *                   may read any element. Top-k and partitions, whose elements would move to other ranks. Rows,
 *                   segments by offsets, desc.user.with_position, and SVM and USM pointers.
 *
 * The arguments are those of clscan_plan_enqueue for the elements of the rank's part, with these differences:
 *
 *   init, init_at   The initial value of the whole array: the same on all ranks. (Of a selection: of the part.)
 *   total           Receives the total of the whole array, on every rank with the same bits. (Of a selection: of the
 *                   part.)
 *   first_index     The index of the first element of the whole array: the same on all ranks. The library adds the
 *                   elements of the ranks before, so that ARGMIN and selections give indices in the whole array.
 *   workspace       For clscan_mpi_plan_enqueue only, and used for the rank's own part: clscan_plan_workspace_size of
 *                   clscan_mpi_plan_local says how many bytes it needs. Memory for summaries comes from the library. A
 *                   sort uses the workspace for both of its sorts, but with desc.index_type the second sort takes a
 *                   workspace of the library's, because it moves the indices too.
 *   segments, mask  With bits, the part of each rank begins with a word of its own.
 *   rounding        Floating-point sums are associated by parts: they have the same bits on every run with the same
 *                   parts on the same devices. */
typedef struct clscan_mpi_plan clscan_mpi_plan;

/* COLLECTIVE. Compiles the kernels of `desc` for the device of each rank, as clscan_plan_create does. The devices may
 * differ. On failure *plan is NULL on all ranks.
 *
 * Fails as clscan_split_create, with INVALID_DESC if the descriptions of two ranks differ in what they compute, and
 * with INVALID_VALUE for a communicator that is MPI_COMM_NULL or between two groups, and before MPI_Init. A wrong
 * communicator, and a `plan` that is NULL, fail on the rank alone.
 *
 * Descriptions are compared by what they mean: a field that is left open means its default. The texts of desc.user have
 * to be the same, byte for byte. Ranks may have different desc.tuning, max_count and sample, and unless the task is a
 * selection, different desc.count_type. */
CLSCAN_API clscan_status clscan_mpi_plan_create(clscan_device *device, const clscan_desc *desc, MPI_Comm comm,
                                                clscan_mpi_plan **plan);

/* COLLECTIVE. Releases the plan and its communicator. Commands that are already enqueued complete. Accepts NULL, which
 * is collective too: either all ranks give NULL or none. */
CLSCAN_API void clscan_mpi_plan_destroy(clscan_mpi_plan *plan);

/* Returns the rank's own plan, for clscan_plan_describe, clscan_plan_call_info, clscan_plan_init_size and their like.
 * The plan belongs to `plan` and ends with it. Returns NULL for NULL. */
CLSCAN_API const clscan_plan *clscan_mpi_plan_local(const clscan_mpi_plan *plan);

/* COLLECTIVE. Computes the results of this rank's part. Queue, wait list, event and arrays are as for
 * clscan_plan_enqueue.
 *
 * THE CALL WAITS until all ranks have read the elements of their parts once: for the wait list, for earlier commands of
 * an in-order queue, and for the slowest rank. It does not wait for the results: *event completes with them. A
 * histogram is complete when the call returns, and a sort waits for everything but the last sort of each part. With one
 * rank, the call is clscan_plan_enqueue, and does not wait, except for selections and with args.count_at.
 *
 * Fails as clscan_split_enqueue, on all ranks with the same status, and with INVALID_VALUE if args.first_index or
 * args.init differs between ranks, or if only some ranks give an initial value. (Values in memory of devices, at
 * init_at, are not compared. In selections, the initial value is that of the rank's part.) On failure *event is
 * untouched. The contents of the outputs are then undefined on every rank, because other ranks may have enqueued their
 * part before they heard of the failure, and commands that were enqueued may still be running: call clFinish before you
 * use the arrays again. A sort that fails with another status than OPENCL, OUT_OF_MEMORY and MPI has written nothing,
 * because it checks the arguments of all ranks first.
 *
 * A scan has two exchanges. The first one, MPI_Allgather, brings the summary of each part and the status of each
 * rank to all ranks, for example 56 bytes of each. The device then combines the summaries by the operator of the
 * description, so that any operator works, and no MPI_Op is needed. The second one, MPI_Allreduce of one int, says
 * whether a rank failed after that. The kernels run meanwhile.
 *
 * The cost: n elements in p equal parts are read twice and written once, in time 3 n / p, where one device takes 2 n,
 * so p ranks are at best 2 p / 3 times as fast. If rank 0 scanned immediately, instead of first reading its part,
 * nothing would be gained: the other ranks cannot write before they know the total of rank 0, which a scan knows after
 * 2 n / p and a reduction after n / p.
 *
 * A SORT has these steps. Each rank sorts its part. The ranks then find the keys at which the whole order passes from
 * one rank to the next, 4 bits of a key a round: each rank counts the elements of its part below each candidate by
 * binary search, and MPI_Allreduce adds the counts. Bits that all keys have in common take no round, so that keys of 32
 * bits take at most 8. Elements with equal keys are in the order of their ranks. This splits the order exactly, where
 * samples (Shi and Schaeffer, "Parallel sorting by regular sampling", Journal of Parallel and Distributed
 * Computing 14, 1992) split it about evenly. MPI_Alltoallv moves each array, and each rank sorts the elements that it
 * received. So every element is sorted twice on devices, and moves once.
 *
 * A sort needs memory on the device for two more copies of the arrays of the part, and on the host for its keys and for
 * two times up to 256 MiB of an array. If the widest array of a part has more bytes, the arrays move in several rounds.
 */
CLSCAN_API clscan_status clscan_mpi_plan_enqueue(clscan_mpi_plan *plan, cl_command_queue queue, const clscan_args *args,
                                                 cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                 cl_event *event);

/* COLLECTIVE. Does the same with arrays in host memory (the field `host` of each clscan_ref), copied to the device and
 * back, and returns when the results are there. Elements of the outputs that the call does not compute keep their
 * values. An input and an output may begin at the same address, because all inputs are read before anything is written.
 * Any other overlap of an output with another array fails with BUFFER_OVERLAP. As for clscan_plan_execute, arrays that
 * desc.user.load or desc.user.store may access anywhere need a capacity. Each array has to fit into a buffer of the
 * device. args.workspace has to be NULL. */
CLSCAN_API clscan_status clscan_mpi_plan_execute(clscan_mpi_plan *plan, const clscan_args *args);

/* Stores in *info what the latest successful call of clscan_mpi_plan_enqueue or clscan_mpi_plan_execute found out about
 * this rank's part: the number of elements in the part, on the ranks before, and on all ranks. For selections, also of
 * runs, `kept`, `kept_before` and `kept_total` are the same three numbers of results. With desc.reverse, the results
 * of the last rank come first, so that kept_before counts those of the ranks with greater numbers. With args.count_at,
 * the number of elements is the one that was there. Fails with INVALID_VALUE before the first such call. */
CLSCAN_API clscan_status clscan_mpi_plan_part_info(const clscan_mpi_plan *plan, clscan_part_info *info);

/* Stores the part that this rank has if `count` elements are distributed evenly, which is the fastest distribution: its
 * first element, and its number of elements. Every part but the last ones begins at a multiple of 32 elements, so that
 * bits can be distributed too, and the last parts may be empty. Local. Fails with INVALID_VALUE for a communicator as
 * clscan_mpi_plan_create does, and for a part that no size_t can count. */
CLSCAN_API clscan_status clscan_mpi_local_part(cl_ulong count, MPI_Comm comm, cl_ulong *first, size_t *part_count);

#ifdef __cplusplus
}
#endif
#endif
