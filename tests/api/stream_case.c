#include "api/stream.h"
#include "support/answer.h"

/* ------------------------------------------------------------------------------------------------------ the device */

static bool hides;

void stream_hide_unified_memory(const char *memory) {
    hides = memory && strcmp(memory, "own") == 0;
}

cl_int __real_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *needed);
cl_int __wrap_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *needed);
cl_int __wrap_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *needed) {
    const cl_bool no = CL_FALSE;
    if (hides && what == CL_DEVICE_HOST_UNIFIED_MEMORY)
        return answer(&no, sizeof no, size, value, needed);
    return __real_clGetDeviceInfo(id, what, size, value, needed);
}

/* -------------------------------------------------------------------------------------------------------- the case */

size_t stream_random(size_t n) {
    static cl_ulong state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(state >> 33) % n;
}

static bool has_bits(const stream_case *c) {
    return (c->segments && !c->segment_size) || (c->mask && !c->mask_size);
}

static size_t results_of(const stream_case *c) {
    return c->results ? c->results : c->count;
}

/* Room for all results and one more, with a pattern that the results do not have. */
static char *new_output(const stream_case *c, size_t size) {
    const size_t bytes = (results_of(c) + 1) * size;
    char *made = malloc(bytes + 1);
    assert_non_null(made);
    memset(made, 0xA5, bytes);
    return made;
}

static stream_outcome new_outcome(const stream_case *c) {
    stream_outcome o = { .n = 0 };
    for (int i = 0; i < STREAM_OUTPUTS; i++)
        o.out[i] = c->out_size[i] ? new_output(c, c->out_size[i]) : NULL;
    if (c->single)
        memset(o.out[1], 0, c->out_size[1]);
    o.indices = c->index_size ? new_output(c, c->index_size) : NULL;
    o.lengths = c->length_size ? new_output(c, c->length_size) : NULL;
    return o;
}

void stream_outcome_free(stream_outcome *o) {
    for (int i = 0; i < STREAM_OUTPUTS; i++)
        free(o->out[i]);
    free(o->indices);
    free(o->lengths);
}

/* The inputs from element `at` on. */
static clscan_args inputs_from(const stream_case *c, size_t at) {
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = c->count - at;
    for (int i = 0; i < STREAM_INPUTS; i++)
        if (c->in_size[i])
            args.in[i] = (clscan_ref) { .host = c->in[i], .offset = at };
    if (c->segments)
        args.segments = (clscan_ref) { .host = c->segments, .offset = c->segment_size ? at : at / 32 };
    if (c->mask)
        args.mask = (clscan_ref) { .host = c->mask, .offset = c->mask_size ? at : at / 32 };
    return args;
}

/* Adds the outputs from result `at` on. */
static void add_outputs(const stream_case *c, const stream_outcome *o, size_t at, clscan_args *args) {
    for (int i = 0; i < STREAM_OUTPUTS; i++)
        if (o->out[i])
            args->out[i] = (clscan_ref) { .host = o->out[i], .offset = c->single && i == 1 ? 0 : at };
    args->indices = (clscan_ref) { .host = o->indices, .offset = o->indices ? at : 0 };
    args->lengths = (clscan_ref) { .host = o->lengths, .offset = o->lengths ? at : 0 };
}

stream_outcome stream_executed(const stream_case *c, stream_call *call, void *object) {
    stream_outcome o = new_outcome(c);
    clscan_args args = inputs_from(c, 0);
    add_outputs(c, &o, 0, &args);
    for (int i = 0; i < STREAM_INPUTS && (c->desc.user.load || c->desc.user.store); i++)
        args.in[i].capacity = args.in[i].host ? c->count : 0;
    if (c->desc.user.store)
        args.out[0].capacity = c->count;
    args.init = c->init;
    args.first_index = c->first_index;
    if (c->total_size)
        args.total.host = o.total;
    assert_ok(call(object, &args));
    cl_uint n;
    memcpy(&n, o.total, sizeof n);
    o.n = c->total_is_long ? n : results_of(c);
    return o;
}

static clscan_status execute_plan(void *plan, const clscan_args *args) {
    return clscan_plan_execute(plan, args);
}

stream_outcome stream_expected(const test_device *d, const stream_case *c) {
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, &c->desc, &plan));
    const stream_outcome o = stream_executed(c, execute_plan, plan);
    clscan_plan_destroy(plan);
    return o;
}

/* ------------------------------------------------------------------------------------------------------ the stream */

static size_t portion(size_t most, size_t piece) {
    const size_t n = stream_random(2) ? most : stream_random(2 * piece + 3);
    return n < most ? n : most;
}

/* Lets a reference to bits have those from bit `at` on, which `words` receives. */
static void shift_bits(clscan_ref *ref, const void *bits, size_t at, size_t n, cl_uint *words) {
    const cl_uint *from = bits;
    for (size_t i = 0; i < n; i++) {
        words[i / 32] &= ~(1u << i % 32);
        words[i / 32] |= (from[(at + i) / 32] >> (at + i) % 32 & 1) << i % 32;
    }
    *ref = (clscan_ref) { .host = words };
}

static size_t push(const stream_case *c, clscan_stream *s, size_t at, size_t n) {
    enum { MOST = 4096 };
    static cl_uint segments[MOST / 32], mask[MOST / 32];
    size_t taken = 99;
    clscan_args args = inputs_from(c, at);
    args.count = n;
    if (c->segments && !c->segment_size)
        shift_bits(&args.segments, c->segments, at, n, segments);
    if (c->mask && !c->mask_size)
        shift_bits(&args.mask, c->mask, at, n, mask);
    assert_ok(clscan_stream_push(s, &args, &taken));
    assert_true(taken == n || (taken < n && (!has_bits(c) || taken % 32 == 0)));
    return taken;
}

static size_t pull(const stream_case *c, clscan_stream *s, stream_outcome *o, size_t at, size_t n) {
    size_t given = 99;
    clscan_args args = CLSCAN_ARGS_INIT;
    add_outputs(c, o, at, &args);
    args.count = n;
    assert_ok(clscan_stream_pull(s, &args, &given));
    assert_true(given <= n);
    return given;
}

/* Copies elements to where the stream wants them. */
static size_t fill(const stream_case *c, clscan_stream *s, size_t at, size_t n) {
    clscan_args args = CLSCAN_ARGS_INIT;
    assert_ok(clscan_stream_reserve(s, &args));
    n = n < args.count ? n : args.count;
    for (int i = 0; n > 0 && i < STREAM_INPUTS; i++)
        if (c->in_size[i])
            memcpy((char *)(uintptr_t)args.in[i].host, (const char *)c->in[i] + at * c->in_size[i], n * c->in_size[i]);
    if (n > 0 && c->segments)
        memcpy((char *)(uintptr_t)args.segments.host, (const char *)c->segments + at * c->segment_size,
               n * c->segment_size);
    if (n > 0 && c->mask)
        memcpy((char *)(uintptr_t)args.mask.host, (const char *)c->mask + at * c->mask_size, n * c->mask_size);
    assert_ok(clscan_stream_commit(s, n));
    return n;
}

static void copy(char *to, const void *from, size_t at, size_t n, size_t size) {
    if (to)
        memcpy(to + at * size, from, n * size);
}

static size_t drain(const stream_case *c, clscan_stream *s, stream_outcome *o, size_t at, size_t n) {
    clscan_args args = CLSCAN_ARGS_INIT;
    assert_ok(clscan_stream_peek(s, &args));
    n = n < args.count ? n : args.count;
    for (int i = 0; n > 0 && i < STREAM_OUTPUTS; i++)
        if (c->single && i == 1)
            o->out[i][0] |= *(const char *)args.out[i].host;
        else
            copy(o->out[i], args.out[i].host, at, n, c->out_size[i]);
    if (n > 0) {
        copy(o->indices, args.indices.host, at, n, c->index_size);
        copy(o->lengths, args.lengths.host, at, n, c->length_size);
    }
    assert_ok(clscan_stream_release(s, n));
    return n;
}

/* Pushes and pulls at random, until a finished stream has no more results. */
static void pass_through(const stream_case *c, clscan_stream *s, size_t piece, bool copies, stream_outcome *o) {
    size_t pushed = 0, got = 1;
    bool finished = false;
    while (!finished || got > 0) {
        if (pushed < c->count) {
            const size_t n = portion(c->count - pushed, piece);
            pushed += copies ? push(c, s, pushed, n) : fill(c, s, pushed, n);
        }
        if (pushed == c->count && !finished) {
            assert_ok(clscan_stream_finish(s));
            finished = true;
        }
        const size_t room = results_of(c) + 1 - o->n, n = finished ? room : 1 + stream_random(room);
        got = copies ? pull(c, s, o, o->n, n) : drain(c, s, o, o->n, n);
        o->n += got;
    }
}

static void execute(const stream_case *c, clscan_stream *s, stream_outcome *o) {
    clscan_args args = inputs_from(c, 0);
    add_outputs(c, o, 0, &args);
    if (c->total_size)
        args.total.host = o->total;
    assert_ok(clscan_stream_execute(s, &args));
}

stream_outcome stream_actual(const test_device *d, const stream_case *c, size_t piece, unsigned pieces,
                             stream_way way) {
    clscan_stream *s = NULL;
    clscan_stream_options options = CLSCAN_STREAM_OPTIONS_INIT;
    stream_outcome o = new_outcome(c);
    options.piece_elements = piece;
    options.num_pieces = pieces;
    options.init = c->init;
    options.first_index = c->first_index;
    options.pinned = way == STREAM_PINNED;
    options.copy_threads = way == STREAM_EXECUTE ? 3 : 0;
    assert_ok(clscan_stream_create(d->device, &c->desc, &options, &s));
    if (way == STREAM_PUSH || way == STREAM_RESERVE) {
        pass_through(c, s, piece, way == STREAM_PUSH, &o);
        if (c->total_size)
            assert_ok(clscan_stream_total(s, o.total, c->total_is_long ? sizeof(cl_ulong) : c->total_size));
    } else {
        for (int time = 0; time < 2; time++)
            execute(c, s, &o);
        o.n = c->total_is_long ? o.n : results_of(c);
    }
    clscan_stream_destroy(s);
    return o;
}

/* -------------------------------------------------------------------------------------------------- the comparison */

static void assert_same(const stream_case *c, const char *what, size_t piece, stream_way way, const char *expected,
                        const char *actual, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        if (expected[i] != actual[i]) {
            print_error("%s, pieces of %zu, way %d: byte %zu of %s differs\n", c->name, piece, (int)way, i, what);
            fail();
        }
}

void stream_compare(const stream_case *c, size_t piece, stream_way way, const stream_outcome *expected,
                    const stream_outcome *actual) {
    static const char *const names[] = { "out[0]", "out[1]", "out[2]", "out[3]" };
    if (way == STREAM_PUSH || way == STREAM_RESERVE)
        assert_int_equal(actual->n, expected->n);
    const size_t n = expected->n;
    for (int i = 0; i < STREAM_OUTPUTS; i++)
        if (c->out_size[i])
            assert_same(c, names[i], piece, way, expected->out[i], actual->out[i],
                        (c->single && i == 1 ? 1 : n) * c->out_size[i]);
    if (c->index_size)
        assert_same(c, "indices", piece, way, expected->indices, actual->indices, n * c->index_size);
    if (c->length_size)
        assert_same(c, "lengths", piece, way, expected->lengths, actual->lengths, n * c->length_size);
    assert_same(c, "total", piece, way, expected->total, actual->total, c->total_size);
}

void stream_check(const test_device *d, const stream_case *c) {
    const size_t pieces[] = { 1, 2, 3, 7, 32, 33, 64, 100, c->count - 1, c->count, c->count + 1, 3 * c->count };
    stream_outcome expected = stream_expected(d, c);
    for (size_t i = 0; i < COUNT(pieces); i++)
        for (stream_way way = 0; way < STREAM_WAYS; way++) {
            if (way == STREAM_RESERVE && has_bits(c))
                continue;
            stream_outcome actual = stream_actual(d, c, pieces[i], 2 + (unsigned)i % 3, way);
            stream_compare(c, pieces[i], way, &expected, &actual);
            stream_outcome_free(&actual);
        }
    stream_outcome_free(&expected);
}
