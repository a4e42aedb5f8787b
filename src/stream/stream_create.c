#include "base/try.h"
#include "problem/desc.h"
#include "self_test/adder.h"
#include "self_test/self_test.h"
#include "stream/copy.h"
#include "stream/kernels.h"
#include "stream/refuse.h"
#include "stream/runs.h"
#include "stream/slot.h"
#include "table/type_name.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SLOTS = 64, DEFAULT_SLOTS = 3, DEFAULT_BYTES = 16 << 20, DEFAULT_SHARED_BYTES = 1 << 20 };

/* ------------------------------------------------------------------------------------------------------ the pieces */

/* Returns the elements of a piece. Bits are pushed in whole words, so that such a piece is of whole words too. A CPU
 * reads small pieces while they are in its cache: on two cores of an EPYC with PoCL 3.1, kernels on a new ring took 17
 * ms for 2^26 ints in three pieces of 1 MiB, 24 ms with 4 or 16 MiB, and 261 ms with 64 MiB (27 November 2026). */
static size_t piece_of(const clscan_stream *s, size_t given) {
    const bool shared = s->queues.device->caps.unified_memory;
    const size_t n = given ? given : (shared ? DEFAULT_SHARED_BYTES : DEFAULT_BYTES) / cs_arrays_widest(&s->traits);
    const size_t least = n > 0 ? n : 1;
    return cs_arrays_any_bits(&s->traits) ? (least - 1) / CS_BITS_OF_WORD * CS_BITS_OF_WORD + CS_BITS_OF_WORD : least;
}

/* ------------------------------------------------------------------------------------------------------ the plans */

/* The plan scans pieces only, so that it needs no programs for more elements. A segment that crosses pieces is scanned
 * by a plan without segments. The plan finds runs of any length, because only the host knows the length of a run that
 * crosses pieces (stream/runs.c). */
static clscan_status create_plans(clscan_device *device, const clscan_desc *desc, clscan_stream *s) {
    clscan_status status = CLSCAN_OK;
    clscan_desc own = *desc;
    own.max_count = s->piece + cs_arrays_front(&s->traits);
    own.min_run_length = 0;
    TRY(cs_self_test_plan(device, &own, &s->plan));
    if (s->traits.histogram.bins)
        TRY(cs_adder_create(device, desc->value.name, &s->adder));
    if (!s->traits.segments.kind)
        goto done;
    own.segments = CLSCAN_SEGMENTS_NONE;
    own.key = (clscan_type) { .name = NULL };
    TRY(cs_self_test_plan(device, &own, &s->unsegmented));
done:
    return status;
}

static void find_key_type(const clscan_desc *desc, clscan_stream *s) {
    const cs_type_name type = cs_type_name_parse(desc->key.name ? desc->key.name : "int");
    if (desc->segments == CLSCAN_SEGMENTS_KEYS && type.row)
        s->key = (cs_key_type) { .size = type.size,
                                 .scalar = type.row->size,
                                 .components = type.components,
                                 .floating = type.row->class == CS_FLOAT || type.row->class == CS_HALF };
}

/* -------------------------------------------------------------------------------------------------------- cells */

static clscan_status create_cell(const clscan_stream *s, size_t bytes, cl_mem *cell) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    *cell = clCreateBuffer(s->queues.device->context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    TRY(cs_check_cl(error, "clCreateBuffer"));
done:
    return status;
}

/* Returns the bytes of a cell. A cell of a histogram has two tables: the counts so far, and the counts of one piece. */
static size_t cell_bytes(const clscan_stream *s) {
    return s->traits.histogram.bins ? 2 * s->traits.histogram.bins * s->traits.out[0].size : s->traits.value.type.size;
}

static clscan_status create_cells(clscan_stream *s, const void *init) {
    clscan_status status = CLSCAN_OK;
    for (size_t i = 0; i < 2 && !s->traits.moves; i++)
        TRY(create_cell(s, cell_bytes(s), &s->cells[i]));
    for (unsigned i = 0; i < s->traits.num_out && s->traits.reduces; i++)
        TRY(create_cell(s, s->traits.out[i].size, &s->result[i]));
    if (!init)
        goto done;
    TRY(create_cell(s, s->traits.value.type.size, &s->init));
    CL(clEnqueueWriteBuffer(s->queues.compute, s->init, CL_TRUE, 0, s->traits.value.type.size, init, 0, NULL, NULL));
done:
    return status;
}

/* Allocates memory for results that follow the results of all pieces. */
static clscan_status create_last(clscan_stream *s) {
    clscan_status status = CLSCAN_OK;
    if (cs_stream_has_results(s) && !cs_runs_keep_last(s))
        goto done;
    for (unsigned i = 0; i < s->traits.num_out; i++) {
        s->last[i] = malloc((s->traits.histogram.bins ? s->traits.histogram.bins : 1) * s->traits.out[i].size);
        TRY_ALLOC(s->last[i]);
    }
done:
    return status;
}

static clscan_status create_previous(clscan_stream *s) {
    clscan_status status = CLSCAN_OK;
    for (unsigned i = 0; i < s->num_in; i++) {
        const bool keys = i == s->traits.num_in && s->traits.segments.kind == CLSCAN_SEGMENTS_KEYS;
        if (!keys && cs_arrays_front(&s->traits) == 0)
            continue;
        s->previous[i] = malloc(cs_arrays_input_size(&s->traits, i));
        TRY_ALLOC(s->previous[i]);
    }
done:
    return status;
}

/* ------------------------------------------------------------------------------------------------------ the stream */

static clscan_status create_ring(clscan_stream *s) {
    clscan_status status = CLSCAN_OK;
    s->slots = calloc(s->num_slots, sizeof *s->slots);
    TRY_ALLOC(s->slots);
    for (size_t i = 0; i < s->num_slots; i++)
        TRY(cs_slot_create(s, &s->slots[i]));
done:
    return status;
}

static clscan_status check_options(const clscan_stream *s, const clscan_stream_options *options) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = &s->traits;
    const cs_caps *caps = &s->queues.device->caps;
    for (size_t i = 0; i < sizeof options->reserved / sizeof *options->reserved; i++)
        FAIL_IF(options->reserved[i], CLSCAN_ERROR_INVALID_VALUE, "options.reserved is not zero");
    FAIL_IF(options->num_pieces == 1 || options->num_pieces > MOST_SLOTS, CLSCAN_ERROR_INVALID_VALUE,
            "options.num_pieces is %u; a ring has 2 to %d pieces", options->num_pieces, MOST_SLOTS);
    FAIL_IF(options->copy_threads > CS_MOST_COPY_THREADS, CLSCAN_ERROR_INVALID_VALUE,
            "options.copy_threads is %u; at most %d are possible", options->copy_threads, CS_MOST_COPY_THREADS);
    FAIL_IF(options->piece_elements > caps->max_alloc / cs_arrays_widest(&s->traits) - cs_arrays_front(&s->traits),
            CLSCAN_ERROR_INVALID_VALUE,
            "options.piece_elements is %zu elements of up to %zu bytes, but a buffer of %s has %llu bytes at most",
            options->piece_elements, cs_arrays_widest(&s->traits), caps->name, (unsigned long long)caps->max_alloc);
    FAIL_IF(options->first_index && !traits->value.accumulates_index && !traits->indices.output,
            CLSCAN_ERROR_INVALID_VALUE,
            "options.first_index is %llu, but the plan has no indices: the operator does not know where elements are, "
            "and desc.index_type.name is NULL",
            (unsigned long long)options->first_index);
    FAIL_IF(options->init && (traits->init.why_none || traits->moves), CLSCAN_ERROR_INVALID_VALUE,
            "options.init is given, but desc.task is CLSCAN_TASK_%s, %s", cs_task_at(traits->task)->id,
            traits->moves ? "which counts from 0 in a stream" : traits->init.why_none);
    FAIL_IF(!options->init && traits->exclusive && !traits->value.has_identity, CLSCAN_ERROR_INVALID_VALUE,
            "options.init is NULL, and the operator has no identity: an exclusive scan has nothing to begin with");
done:
    return status;
}

static clscan_status create(clscan_device *device, const clscan_desc *desc, const clscan_stream_options *options,
                            clscan_stream *s) {
    clscan_status status = CLSCAN_OK;
    s->queues.device = device;
    s->traits = cs_desc_problem(desc).traits;
    s->num_in = s->traits.num_in + (s->traits.segments.kind != CLSCAN_SEGMENTS_NONE);
    s->first_index = options->first_index;
    find_key_type(desc, s);
    TRY(check_options(s, options));
    s->num_slots = options->num_pieces ? options->num_pieces : DEFAULT_SLOTS;
    s->pinned = options->pinned != 0;
    s->copy_threads = options->copy_threads ? options->copy_threads : 1;
    s->piece = piece_of(s, options->piece_elements);
    TRY(create_plans(device, desc, s));
    TRY(cs_stream_queues_open(&s->queues, device));
    TRY(create_cells(s, options->init));
    TRY(create_previous(s));
    TRY(create_last(s));
    TRY(cs_stream_clear_results(s));
    TRY(create_ring(s));
done:
    return status;
}

clscan_status cs_stream_create(clscan_device *device, const clscan_desc *desc, const clscan_stream_options *options,
                               clscan_stream **stream) {
    clscan_status status = CLSCAN_OK;
    clscan_stream *s = NULL;
    TRY(cs_desc_check(desc));
    TRY(cs_stream_refuse(desc));
    s = calloc(1, sizeof *s);
    TRY_ALLOC(s);
    pthread_mutex_init(&s->mutex, NULL);
    TRY(create(device, desc, options, s));
    *stream = s;
    s = NULL;
done:
    cs_stream_destroy(s);
    return status;
}

static void release_memory(cl_mem memory) {
    if (memory)
        clReleaseMemObject(memory);
}

void cs_stream_destroy(clscan_stream *s) {
    if (!s)
        return;
    cs_stream_queues_finish(&s->queues); /* copies to and from the ring have ended */
    for (size_t i = 0; s->slots && i < s->num_slots; i++)
        cs_slot_release(s, &s->slots[i]);
    free(s->slots);
    for (unsigned i = 0; i < CS_STREAM_INPUTS; i++)
        free(s->previous[i]);
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        free(s->last[i]);
        release_memory(s->result[i]);
    }
    release_memory(s->cells[0]);
    release_memory(s->cells[1]);
    release_memory(s->init);
    cs_stream_queues_close(&s->queues);
    cs_plan_release(s->adder);
    cs_plan_release(s->unsegmented);
    cs_plan_release(s->plan);
    pthread_mutex_destroy(&s->mutex);
    free(s);
}

/* Commands that read and write the ring end first. */
clscan_status cs_stream_reset(clscan_stream *s) {
    clscan_status status = CLSCAN_OK;
    TRY(cs_stream_queues_finish(&s->queues));
    for (size_t i = 0; i < s->num_slots; i++)
        cs_slot_clear(&s->slots[i]);
    s->has_cell = s->finished = s->has_last = false;
    s->next_pull = s->next_download = s->next_push = 0;
    s->pushed = s->kept = 0;
    s->last_begin = 0;
    TRY(cs_stream_clear_results(s));
done:
    return status;
}
