/* Calls on arrays in host memory: buffers of the device stand for the arrays. */
#include "mpi/count.h"

#include <stdint.h>
#include <string.h>

/* The use that a call makes of an array. */
typedef enum array_use {
    READ,
    WRITTEN, /* all elements are written */
    CHANGED, /* some elements may be written: a function of the user decides */
    MOVED    /* results of a selection or a sort are appended, as many as fit into the smallest output */
} array_use;

/* A buffer that stands for an array of the caller's. */
typedef struct mirror {
    char name[sizeof "segments"];
    char *host;
    size_t element, n; /* bytes of an element, and the number of elements */
    array_use use;
    cl_mem buffer;
} mirror;

enum { MOST_MIRRORS = 2 * CLSCAN_MAX_ARRAYS + 4 };

typedef struct staging {
    clscan_mpi_plan *plan;
    clscan_args args; /* on the device */
    mirror mirrors[MOST_MIRRORS];
    size_t num;
    size_t held; /* the elements that the outputs of a selection have already */
    size_t room; /* of the smallest output whose elements are moved */
} staging;

static bool overlap(const mirror *a, const mirror *b) {
    const uintptr_t from_a = (uintptr_t)a->host, from_b = (uintptr_t)b->host;
    return a->n > 0 && b->n > 0 && from_a < from_b + b->n * b->element && from_b < from_a + a->n * a->element;
}

/* Returns true if a call is in place in these two arrays: one is read, the other one written, and they begin together.
 * All arrays have been read before the first one is written. */
static bool in_place(const mirror *a, const mirror *b) {
    return (a->use == READ) != (b->use == READ) && a->host == b->host;
}

/* Fails if an array that is written overlaps another one. */
static clscan_status check_overlaps(const staging *s, const mirror *m) {
    clscan_status status = CLSCAN_OK;
    for (const mirror *other = s->mirrors; other < s->mirrors + s->num; other++)
        FAIL_IF((m->use != READ || other->use != READ) && overlap(m, other) && !in_place(m, other),
                CLSCAN_ERROR_BUFFER_OVERLAP, "args.%s overlaps args.%s", m->name, other->name);
done:
    return status;
}

/* Makes a buffer for an array of `n` elements of `size` bytes. Without an array of the caller's, the field of the call
 * stays empty. The size is 0 if the description has no use for the array. */
static clscan_status stage(staging *s, const char *name, const clscan_ref *host, size_t size, size_t n, array_use use,
                           clscan_ref *ref) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    mirror *m = &s->mirrors[s->num];
    *ref = (clscan_ref) { 0 };
    if (!host->host)
        goto done;
    if (size == 0) {
        ref->buffer = s->plan->none; /* the plan of the rank refuses the array, and says why */
        goto done;
    }
    FAIL_IF(host->capacity && host->capacity < n, CLSCAN_ERROR_BUFFER_TOO_SMALL,
            "args.%s has a capacity of %zu; the call needs %zu elements", name, host->capacity, n);
    FAIL_IF(n > SIZE_MAX / size, CLSCAN_ERROR_INVALID_VALUE, "args.%s has %zu elements, more than any memory", name, n);
    *m = (mirror) { .host = (char *)(uintptr_t)host->host + host->offset * size, .element = size, .n = n, .use = use };
    strcpy(m->name, name);
    TRY(check_overlaps(s, m));
    m->buffer = clCreateBuffer(s->plan->context, CL_MEM_READ_WRITE, n > 0 ? n * size : 1, NULL, &error);
    TRY(cs_mpi_check_cl(error, "clCreateBuffer"));
    s->num++;
    s->room = use == MOVED && n < s->room ? n : s->room;
    if (n > 0 && (use == READ || use == CHANGED))
        CL(clEnqueueWriteBuffer(s->plan->queue, m->buffer, CL_TRUE, 0, n * size, m->host, 0, NULL, NULL));
    *ref = (clscan_ref) { .buffer = m->buffer, .capacity = n };
done:
    return status;
}

/* ------------------------------------------------------------------------------------------------------ numbers */

static const void *cell(const clscan_ref *ref, size_t size) {
    return ref->host ? (const char *)ref->host + ref->offset * size : NULL;
}

/* Returns how many elements the outputs of a selection have already. */
static size_t held_by(const cs_mpi_sizes *sizes, const clscan_args *args) {
    const void *init = args->init ? args->init : cell(&args->init_at, sizes->count);
    return sizes->selects && init ? cs_mpi_number_at(sizes, init, SIZE_MAX - args->count) : 0;
}

/* Arrays that functions of the user access have as many elements as their capacity says. */
static clscan_status elements_of(const char *name, unsigned i, bool anywhere, const clscan_ref *ref, size_t usual,
                                 size_t *n) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(anywhere && ref->host && !ref->capacity && usual > 0, CLSCAN_ERROR_INVALID_VALUE,
            "args.%s[%u].capacity is 0: functions of desc.user may access any element, so the capacity has to say how "
            "many there are",
            name, i);
    *n = anywhere && usual > 0 ? ref->capacity : usual;
done:
    return status;
}

/* Returns how many elements output i has. In a selection, elements that do not fit into the outputs are counted, but
 * not written. */
static size_t results_of(const staging *s, const clscan_args *args, unsigned i, const clscan_ref *ref) {
    const cs_mpi_sizes *sizes = &s->plan->sizes;
    const size_t selected = s->held + args->count;
    if (sizes->selects)
        return ref->capacity && ref->capacity < selected ? ref->capacity : selected;
    switch (sizes->task) {
    case CLSCAN_TASK_SORT:
        return ref->capacity && ref->capacity < args->count ? ref->capacity : args->count;
    case CLSCAN_TASK_HISTOGRAM:
        return sizes->bins;
    case CLSCAN_TASK_REDUCE:
        return 1;
    default:
        return sizes->single_out && i == 1 ? 1 : args->count;
    }
}

/* --------------------------------------------------------------------------------------------------- the arrays */

static clscan_status stage_inputs(staging *s, const clscan_args *args) {
    clscan_status status = CLSCAN_OK;
    const cs_mpi_sizes *sizes = &s->plan->sizes;
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        const char name[] = { 'i', 'n', '[', (char)('0' + i), ']', 0 };
        size_t n = 0;
        TRY(elements_of("in", i, sizes->loads || (sizes->stores && i > 0), &args->in[i], args->count, &n));
        TRY(stage(s, name, &args->in[i], sizes->in[i], n, READ, &s->args.in[i]));
    }
done:
    return status;
}

/* A result for the whole array may stay as it is if there are no elements. */
static array_use use_of_output(const cs_mpi_sizes *sizes, unsigned i) {
    const bool of_all = sizes->task == CLSCAN_TASK_REDUCE || (sizes->single_out && i == 1);
    return sizes->selects || sizes->task == CLSCAN_TASK_SORT ? MOVED : sizes->stores || of_all ? CHANGED : WRITTEN;
}

static clscan_status stage_outputs(staging *s, const clscan_args *args) {
    clscan_status status = CLSCAN_OK;
    const cs_mpi_sizes *sizes = &s->plan->sizes;
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        const char name[] = { 'o', 'u', 't', '[', (char)('0' + i), ']', 0 };
        size_t n = 0;
        TRY(elements_of("out", i, sizes->stores, &args->out[i], results_of(s, args, i, &args->out[i]), &n));
        TRY(stage(s, name, &args->out[i], sizes->out[i], n, use_of_output(sizes, i), &s->args.out[i]));
    }
done:
    return status;
}

static clscan_status stage_others(staging *s, const clscan_args *args) {
    clscan_status status = CLSCAN_OK;
    const cs_mpi_sizes *sizes = &s->plan->sizes;
    const size_t words = args->count / 32 + (args->count % 32 > 0);
    TRY(stage(s, "segments", &args->segments, sizes->segment_bits ? sizeof(cl_uint) : sizes->segments,
              sizes->segment_bits ? words : args->count, READ, &s->args.segments));
    TRY(stage(s, "mask", &args->mask, sizes->mask_bits ? sizeof(cl_uint) : sizes->mask,
              sizes->mask_bits ? words : args->count, READ, &s->args.mask));
    TRY(stage(s, "indices", &args->indices, sizes->index, results_of(s, args, 0, &args->indices),
              use_of_output(sizes, 0), &s->args.indices));
    TRY(stage(s, "lengths", &args->lengths, sizes->length, results_of(s, args, 0, &args->lengths), MOVED,
              &s->args.lengths));
    TRY(stage(s, "keys", &args->keys, 0, 0, READ, &s->args.keys));
    TRY(stage(s, "offsets", &args->offsets, 0, 0, READ, &s->args.offsets));
    TRY(stage(s, "total", &args->total, s->plan->total_bytes, 1, WRITTEN, &s->args.total));
done:
    return status;
}

/* The initial value and the count are read from host memory, so the device needs no cells for them. */
static clscan_status stage_args(staging *s, const clscan_args *args) {
    clscan_status status = CLSCAN_OK;
    const cs_mpi_sizes *sizes = &s->plan->sizes;
    TRY(cs_mpi_check_args(s->plan, args, true));
    FAIL_IF(args->workspace, CLSCAN_ERROR_INVALID_VALUE,
            "args.workspace is given, but clscan_mpi_plan_execute has a workspace of its own");
    FAIL_IF(args->init && args->init_at.host, CLSCAN_ERROR_INVALID_VALUE, "args.init and args.init_at are both given");
    FAIL_IF(args->num_dims, CLSCAN_ERROR_INVALID_VALUE, "args.num_dims is %u, but the plan is not in rows",
            args->num_dims);
    clscan_args own = *args;
    if (args->count_at.host)
        own.count = cs_mpi_number_at(sizes, cell(&args->count_at, sizes->count), args->count);
    s->held = held_by(sizes, &own);
    s->args = own;
    s->args.count_at = s->args.init_at = (clscan_ref) { 0 };
    if (args->init_at.host && s->plan->init_bytes > 0)
        s->args.init = cell(&args->init_at, s->plan->init_bytes);
    else
        TRY(stage(s, "init_at", &args->init_at, 0, 0, READ, &s->args.init_at));
    TRY(stage_inputs(s, &own));
    TRY(stage_outputs(s, &own));
    TRY(stage_others(s, &own));
done:
    return status;
}

/* Copies what the call has written. */
static clscan_status fetch(const staging *s) {
    clscan_status status = CLSCAN_OK;
    const cs_mpi_sizes *sizes = &s->plan->sizes;
    const size_t moved = s->held + (sizes->selects ? (size_t)s->plan->info.kept : s->args.count),
                 end = moved < s->room ? moved : s->room, begin = s->held < end ? s->held : end;
    for (const mirror *m = s->mirrors; m < s->mirrors + s->num; m++) {
        const size_t from = m->use == MOVED ? begin : 0, to = m->use == MOVED ? end : m->n;
        if (m->use != READ && from < to)
            CL(clEnqueueReadBuffer(s->plan->queue, m->buffer, CL_TRUE, from * m->element, (to - from) * m->element,
                                   m->host + from * m->element, 0, NULL, NULL));
    }
done:
    return status;
}

clscan_status clscan_mpi_plan_execute(clscan_mpi_plan *plan, const clscan_args *args) {
    clscan_status status = CLSCAN_OK;
    staging s = { .plan = plan, .room = SIZE_MAX };
    FAIL_IF(!plan, CLSCAN_ERROR_INVALID_VALUE, "plan is NULL");
    TRY(cs_mpi_run(plan, stage_args(&s, args), plan->queue, &s.args, 0, NULL, NULL));
    TRY(cs_mpi_agree(&plan->ranks, fetch(&s)));
done:
    for (size_t i = 0; i < s.num; i++)
        clReleaseMemObject(s.mirrors[i].buffer);
    return status;
}
