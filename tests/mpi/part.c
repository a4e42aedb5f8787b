/* A case on the ranks of a communicator. */
#include "mpi/case.h"

/* How the array is distributed. */
typedef enum cut { EVENLY, ALL_TO_LAST, ALTERNATELY, CUTS } cut;

/* The part of this rank. */
typedef struct part {
    size_t begin, count;
    clscan_args args;
    cl_mem memory[16];
    size_t num_memory;
} part;

/* The first element of the part of `rank`. ALTERNATELY, ranks with an odd number have no elements. Parts begin with a
 * word of bits. */
static size_t begin_of(cut how, size_t rank, size_t size) {
    const size_t halves = (size + 1) / 2;
    if (rank == size)
        return N;
    switch (how) {
    case ALL_TO_LAST:
        return rank > size - 1 ? N : 0;
    case ALTERNATELY:
        return (rank + 1) / 2 == halves ? N : (rank + 1) / 2 * (N / halves / 32 * 32);
    default:
        return 0;
    }
}

static void cut_evenly(MPI_Comm comm, part *p) {
    cl_ulong first = 0;
    CHECK_OK(clscan_mpi_local_part(N, comm, &first, &p->count));
    p->begin = (size_t)first;
}

static void cut_part(cut how, MPI_Comm comm, part *p) {
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (how == EVENLY) {
        cut_evenly(comm, p);
        return;
    }
    p->begin = begin_of(how, (size_t)rank, (size_t)size);
    p->count = begin_of(how, (size_t)rank + 1, (size_t)size) - p->begin;
}

/* --------------------------------------------------------------------------------------------------------- arrays */

enum { PAST = 3 }; /* elements that are there, but not counted by the number on the device */

static cl_mem memory_of(const check_device *d, part *p, size_t bytes) {
    p->memory[p->num_memory] = check_buffer(d, bytes, NULL);
    return p->memory[p->num_memory++];
}

static void write_to(const check_device *d, cl_mem memory, size_t bytes, const void *from) {
    const cl_int error =
        bytes ? clEnqueueWriteBuffer(d->queue, memory, CL_TRUE, 0, bytes, from, 0, NULL, NULL) : CL_SUCCESS;
    CHECK(!error, "clEnqueueWriteBuffer: %d", error);
}

/* An array of elements, or of bits if `size` is 0: in host memory, or with `d` in a buffer. A part without elements has
 * no arrays. */
static clscan_ref input(const check_device *d, part *p, const void *whole, size_t size, size_t past) {
    const char *at = (const char *)whole + (size ? p->begin * size : p->begin / 32 * sizeof(cl_uint));
    const size_t bytes = size ? p->count * size : (p->count + 31) / 32 * sizeof(cl_uint);
    clscan_ref ref = { 0 };
    if (bytes + past == 0)
        return ref;
    if (!d) {
        ref.host = at;
        return ref;
    }
    ref.buffer = memory_of(d, p, bytes + past * WIDEST);
    write_to(d, ref.buffer, bytes, at);
    return ref;
}

static clscan_ref output(const check_device *d, part *p, void *host, size_t bytes) {
    clscan_ref ref = { 0 };
    if (bytes == 0)
        return ref;
    if (d)
        ref.buffer = memory_of(d, p, bytes);
    else
        ref.host = host;
    return ref;
}

static void open_part(const check_device *d, const mpi_case *c, part *p, outcome *actual) {
    const size_t past = c->on_device && d ? PAST : 0;
    const size_t results = c->results ? c->results : p->count + past;
    const cl_uint count = (cl_uint)p->count;
    p->args = (clscan_args)CLSCAN_ARGS_INIT;
    p->args.count = p->count + past;
    p->args.init = c->init;
    p->args.first_index = c->first_index;
    for (int i = 0; i < ARRAYS; i++) {
        if (c->in_size[i])
            p->args.in[i] = input(d, p, c->in[i], c->in_size[i], past);
        if (c->out_size[i])
            p->args.out[i] = output(d, p, actual->out[i], results * c->out_size[i]);
    }
    if (c->segments)
        p->args.segments = input(d, p, c->segments, c->segment_size, past);
    if (c->mask)
        p->args.mask = input(d, p, c->mask, c->mask_size, past);
    if (c->index_size)
        p->args.indices = output(d, p, actual->indices, (p->count + past) * c->index_size);
    if (c->length_size)
        p->args.lengths = output(d, p, actual->lengths, (p->count + past) * c->length_size);
    if (c->total_size)
        p->args.total = output(d, p, actual->total, sizeof actual->total);
    if (past) {
        p->args.count_at.buffer = memory_of(d, p, sizeof count);
        write_to(d, p->args.count_at.buffer, sizeof count, &count);
    }
}

static void read_back(const check_device *d, const clscan_ref *ref, size_t bytes, void *to) {
    if (ref->buffer && bytes) {
        const cl_int error = clEnqueueReadBuffer(d->queue, ref->buffer, CL_TRUE, 0, bytes, to, 0, NULL, NULL);
        CHECK(!error, "clEnqueueReadBuffer: %d", error);
    }
}

/* --------------------------------------------------------------------------------------------------------- results */

static void compare(const mpi_case *c, const char *what, const unsigned char *expected, const unsigned char *actual,
                    size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        CHECK(expected[i] == actual[i], "%s: byte %zu of %s is %u, not %u", c->name, i, what, actual[i], expected[i]);
}

static bool selects(const mpi_case *c) {
    return c->expect == expect_kept || c->expect == expect_runs;
}

/* Compares `n` results of this rank with the results of the whole array from `at` on. */
static void compare_all(const mpi_case *c, const outcome *expected, const outcome *actual, size_t at, size_t n) {
    for (int i = 0; i < ARRAYS; i++)
        compare(c, "an output", expected->out[i] + at * c->out_size[i], actual->out[i], n * c->out_size[i]);
    compare(c, "the indices", expected->indices + at * c->index_size, actual->indices, n * c->index_size);
    compare(c, "the lengths", expected->lengths + at * c->length_size, actual->lengths, n * c->length_size);
    if (!selects(c))
        compare(c, "the total", expected->total, actual->total, c->total_size);
}

static void check_part(const mpi_case *c, const clscan_mpi_plan *plan, const outcome *expected, const part *p,
                       const outcome *actual) {
    clscan_part_info info = CLSCAN_PART_INFO_INIT;
    CHECK_OK(clscan_mpi_plan_part_info(plan, &info));
    CHECK(info.elements == p->count, "%s: %llu", c->name, (unsigned long long)info.elements);
    CHECK(info.elements_before == p->begin, "%s: %llu", c->name, (unsigned long long)info.elements_before);
    CHECK(info.elements_total == N, "%s: %llu", c->name, (unsigned long long)info.elements_total);
    if (!selects(c)) {
        compare_all(c, expected, actual, c->results ? 0 : p->begin, c->results ? c->results : p->count);
        return;
    }
    cl_uint kept;
    memcpy(&kept, actual->total, sizeof kept);
    CHECK(info.kept == kept && info.kept_total == expected->n, "%s: %llu of %llu kept", c->name,
          (unsigned long long)info.kept, (unsigned long long)info.kept_total);
    compare_all(c, expected, actual, (size_t)info.kept_before, (size_t)info.kept);
}

/* A workspace that is as small as the contract allows. */
static cl_mem workspace_for(const check_device *d, const clscan_mpi_plan *plan, part *p) {
    size_t bytes = 0;
    CHECK_OK(clscan_plan_workspace_size(clscan_mpi_plan_local(plan), p->args.count, &bytes));
    return memory_of(d, p, bytes);
}

/* From buffers. The second call waits for the first one, and overwrites its results, with a workspace of the caller's.
 */
static void check_enqueue(const check_device *d, const mpi_case *c, clscan_mpi_plan *plan, const outcome *expected,
                          part *p) {
    static outcome actual;
    cl_event event = NULL;
    open_part(d, c, p, &actual);
    CHECK_OK(clscan_mpi_plan_enqueue(plan, d->queue, &p->args, 0, NULL, &event));
    p->args.workspace = workspace_for(d, plan, p);
    CHECK_OK(clscan_mpi_plan_enqueue(plan, d->queue, &p->args, 1, &event, NULL));
    clFinish(d->queue);
    clReleaseEvent(event);
    const size_t results = c->results ? c->results : p->count;
    for (int i = 0; i < ARRAYS; i++)
        read_back(d, &p->args.out[i], results * c->out_size[i], actual.out[i]);
    read_back(d, &p->args.indices, results * c->index_size, actual.indices);
    read_back(d, &p->args.lengths, results * c->length_size, actual.lengths);
    read_back(d, &p->args.total, sizeof actual.total, actual.total);
    check_part(c, plan, expected, p, &actual);
    for (size_t i = 0; i < p->num_memory; i++)
        clReleaseMemObject(p->memory[i]);
    p->num_memory = 0;
}

static void check_execute(const mpi_case *c, clscan_mpi_plan *plan, const outcome *expected, part *p) {
    static outcome actual;
    memset(&actual, 0x55, sizeof actual);
    open_part(NULL, c, p, &actual);
    CHECK_OK(clscan_mpi_plan_execute(plan, &p->args));
    check_part(c, plan, expected, p, &actual);
    if (!c->results && c->out_size[0])
        CHECK(actual.out[0][p->count * c->out_size[0]] == 0x55, "%s: written past the part", c->name);
}

void check_case(const check_device *d, MPI_Comm comm, const mpi_case *c, const outcome *expected) {
    clscan_mpi_plan *plan = NULL;
    clscan_desc desc = c->desc;
    desc.max_count = N + PAST; /* fewer programs to compile */
    CHECK_OK(clscan_mpi_plan_create(d->device, &desc, comm, &plan));
    for (cut how = EVENLY; how < CUTS; how++) {
        part p = { .count = 0 };
        cut_part(how, comm, &p);
        check_enqueue(d, c, plan, expected, &p);
        if (how != ALTERNATELY)
            check_execute(c, plan, expected, &p);
    }
    clscan_mpi_plan_destroy(plan);
}
