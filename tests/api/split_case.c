#include "api/split_case.h"

enum { MOST_PARTS = 8, MOST_SUMMARY = 1024 };

/* A part on the device. */
typedef struct part {
    size_t begin, count;
    clscan_args args;
    cl_mem memory[32];
    size_t num_memory;
    char total[STREAM_TOTAL];
} part;

static cl_mem new_memory(const test_device *d, part *p, size_t bytes, const void *contents) {
    p->memory[p->num_memory] = test_device_buffer(d, CL_MEM_READ_WRITE, bytes ? bytes : 1, NULL);
    if (bytes && contents)
        test_device_write(d, p->memory[p->num_memory], 0, bytes, contents);
    return p->memory[p->num_memory++];
}

/* Copies the elements of a part to a buffer. A part without elements has no arrays. */
static clscan_ref array_of(const test_device *d, part *p, const void *from, size_t size) {
    clscan_ref ref = { .buffer = NULL };
    if (p->count > 0)
        ref.buffer = new_memory(d, p, p->count * size, (const char *)from + p->begin * size);
    return ref;
}

/* Bits of a part begin with a word. */
static clscan_ref bits_of(const test_device *d, part *p, const void *from) {
    clscan_ref ref = { .buffer = NULL };
    if (p->count > 0)
        ref.buffer = new_memory(d, p, (p->count + 31) / 32 * 4, (const cl_uint *)from + p->begin / 32);
    return ref;
}

static clscan_ref output_of(const test_device *d, part *p, size_t n, size_t size) {
    clscan_ref ref = { .buffer = NULL, .capacity = n };
    if (n > 0)
        ref.buffer = new_memory(d, p, n * size, NULL);
    return ref;
}

static void open_part(const test_device *d, const stream_case *c, part *p) {
    const size_t results = c->results ? c->results : p->count;
    clscan_args *args = &p->args;
    *args = (clscan_args)CLSCAN_ARGS_INIT;
    args->count = p->count;
    args->init = c->init;
    args->first_index = c->first_index;
    for (int i = 0; i < STREAM_INPUTS; i++)
        if (c->in_size[i])
            args->in[i] = array_of(d, p, c->in[i], c->in_size[i]);
    if (c->segments)
        args->segments = c->segment_size ? array_of(d, p, c->segments, c->segment_size) : bits_of(d, p, c->segments);
    if (c->mask)
        args->mask = c->mask_size ? array_of(d, p, c->mask, c->mask_size) : bits_of(d, p, c->mask);
    for (int i = 0; i < STREAM_OUTPUTS; i++)
        if (c->out_size[i])
            args->out[i] = output_of(d, p, c->single && i == 1 ? 1 : results, c->out_size[i]);
    if (c->single)
        test_device_write(d, args->out[1].buffer, 0, sizeof(cl_uint), &(cl_uint) { 0 });
    if (c->index_size)
        args->indices = output_of(d, p, p->count, c->index_size);
    if (c->length_size)
        args->lengths = output_of(d, p, p->count, c->length_size);
    if (c->total_size)
        args->total.buffer = new_memory(d, p, sizeof p->total, NULL);
}

static void close_part(part *p) {
    for (size_t i = 0; i < p->num_memory; i++)
        clReleaseMemObject(p->memory[i]);
}

static bool has_bits(const stream_case *c) {
    return (c->segments && !c->segment_size) || (c->mask && !c->mask_size);
}

/* Cuts the array at random places, of which some are the same. */
static void cut(const stream_case *c, part *parts, size_t n) {
    size_t ends[MOST_PARTS] = { 0 };
    for (size_t i = 0; i + 1 < n; i++) {
        size_t end = stream_random(4) == 0 && i > 0 ? ends[i - 1] : stream_random(c->count + 1);
        end = has_bits(c) ? end / 32 * 32 : end;
        size_t k = i;
        for (; k > 0 && ends[k - 1] > end; k--)
            ends[k] = ends[k - 1];
        ends[k] = end;
    }
    ends[n - 1] = c->count;
    for (size_t i = 0; i < n; i++)
        parts[i] = (part) { .begin = i > 0 ? ends[i - 1] : 0, .count = ends[i] - (i > 0 ? ends[i - 1] : 0) };
}

static void read_back(const test_device *d, const clscan_ref *ref, size_t at, size_t size, size_t n, char *to) {
    if (n > 0)
        assert_int_equal(
            clEnqueueReadBuffer(d->in_order, ref->buffer, CL_TRUE, 0, n * size, to + at * size, 0, NULL, NULL),
            CL_SUCCESS);
}

static void assert_bytes(const stream_case *c, const char *what, size_t parts, const char *expected, const char *actual,
                         size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        if (expected[i] != actual[i]) {
            print_error("%s, %zu parts: byte %zu of %s differs\n", c->name, parts, i, what);
            fail();
        }
}

/* Asserts that an array of a part has, from the first element on, the expected elements from `at` on. */
static void assert_array(const test_device *d, const stream_case *c, const char *what, size_t parts,
                         const clscan_ref *ref, const char *expected, size_t at, size_t size, size_t n) {
    char *actual = malloc(n * size + 1);
    assert_non_null(actual);
    read_back(d, ref, 0, size, n, actual);
    assert_bytes(c, what, parts, expected + at * size, actual, n * size);
    free(actual);
}

/* Asserts that the results of a part are those from `at` on. */
static void assert_results(const test_device *d, const stream_case *c, const stream_outcome *expected, const part *p,
                           size_t parts, size_t at, size_t n) {
    for (int i = 0; i < STREAM_OUTPUTS; i++)
        if (c->out_size[i] && !(c->single && i == 1))
            assert_array(d, c, "an output", parts, &p->args.out[i], expected->out[i], at, c->out_size[i], n);
    if (c->index_size)
        assert_array(d, c, "the indices", parts, &p->args.indices, expected->indices, at, c->index_size, n);
    if (c->length_size)
        assert_array(d, c, "the lengths", parts, &p->args.lengths, expected->lengths, at, c->length_size, n);
}

/* The flag of checked sums is that of any part. */
static cl_uint flag_of(const test_device *d, const part *p) {
    cl_uint flag = 0;
    read_back(d, &p->args.out[1], 0, sizeof flag, 1, (char *)&flag);
    return flag;
}

static void assert_selection(const test_device *d, const stream_case *c, const stream_outcome *expected, const part *p,
                             size_t parts, const clscan_part_info *info) {
    cl_uint kept = 0;
    read_back(d, &p->args.total, 0, sizeof kept, 1, (char *)&kept);
    assert_int_equal(kept, info->kept);
    assert_int_equal(info->kept_total, expected->n);
    assert_results(d, c, expected, p, parts, info->kept_before, info->kept);
}

static void assert_part(const test_device *d, const stream_case *c, const stream_outcome *expected, const part *p,
                        size_t parts, const clscan_part_info *info) {
    char total[STREAM_TOTAL];
    assert_int_equal(info->elements, p->count);
    assert_int_equal(info->elements_before, p->begin);
    assert_int_equal(info->elements_total, c->count);
    if (c->total_is_long) { /* a selection */
        assert_selection(d, c, expected, p, parts, info);
        return;
    }
    assert_int_equal(info->kept + info->kept_before + info->kept_total, 0);
    assert_results(d, c, expected, p, parts, c->results ? 0 : p->begin, c->results ? c->results : p->count);
    if (c->total_size) {
        read_back(d, &p->args.total, 0, c->total_size, 1, total);
        assert_bytes(c, "the total", parts, expected->total, total, c->total_size);
    }
}

/* Alternates between the queues, without waiting for the calls before. */
static void check_in(const test_device *d, const stream_case *c, clscan_split *split, const stream_outcome *expected,
                     size_t num) {
    char *summaries = malloc(MOST_PARTS * MOST_SUMMARY);
    part parts[MOST_PARTS];
    size_t bytes = 0;
    cl_event made[MOST_PARTS];
    cl_uint flag = 0;
    assert_non_null(summaries);
    assert_ok(clscan_split_summary_size(split, &bytes));
    assert_in_range(bytes, 16, MOST_SUMMARY);
    cut(c, parts, num);
    for (size_t i = 0; i < num; i++) {
        open_part(d, c, &parts[i]);
        assert_ok(clscan_split_summarize(split, i % 2 ? d->out_of_order : d->in_order, &parts[i].args,
                                         summaries + i * bytes, 0, NULL, &made[i]));
    }
    assert_int_equal(clWaitForEvents((cl_uint)num, made), CL_SUCCESS);
    for (size_t i = num; i-- > 0;)
        assert_ok(clscan_split_enqueue(split, i % 2 ? d->out_of_order : d->in_order, &parts[i].args, i, num, summaries,
                                       1, &made[i], NULL));
    clFinish(d->out_of_order);
    clFinish(d->in_order);
    for (size_t i = 0; i < num; i++) {
        clscan_part_info info = CLSCAN_PART_INFO_INIT;
        assert_ok(clscan_split_part_info(split, i, num, summaries, &info));
        assert_part(d, c, expected, &parts[i], num, &info);
        flag |= c->single ? flag_of(d, &parts[i]) : 0;
        close_part(&parts[i]);
        clReleaseEvent(made[i]);
    }
    if (c->single)
        assert_memory_equal(&flag, expected->out[1], sizeof flag);
    free(summaries);
}

void split_check(const test_device *d, const stream_case *c) {
    clscan_split *split = NULL;
    stream_outcome expected = stream_expected(d, c);
    assert_ok(clscan_split_create(d->device, &c->desc, &split));
    for (size_t num = 1; num <= MOST_PARTS; num++)
        for (int time = 0; time < 3; time++)
            check_in(d, c, split, &expected, num);
    clscan_split_destroy(split);
    stream_outcome_free(&expected);
}

/* Enqueues the parts on all devices, and waits for the event of each. */
static void compute_on(const test_device *devices, const stream_case *c, clscan_team *team, size_t num, part *parts,
                       clscan_part_info *infos) {
    clscan_team_part given[MOST_PARTS] = { { .queue = NULL } };
    cl_event events[MOST_PARTS] = { NULL };
    for (size_t i = 0; i < num; i++) {
        open_part(&devices[i], c, &parts[i]);
        infos[i] = (clscan_part_info)CLSCAN_PART_INFO_INIT;
        given[i] = (clscan_team_part) {
            .queue = devices[i].in_order, .args = &parts[i].args, .event = &events[i], .info = &infos[i]
        };
    }
    assert_ok(clscan_team_enqueue(team, given));
    for (size_t i = 0; i < num; i++) {
        assert_int_equal(clWaitForEvents(1, &events[i]), CL_SUCCESS);
        clReleaseEvent(events[i]);
    }
}

static void check_on(const test_device *devices, const stream_case *c, clscan_team *team,
                     const stream_outcome *expected, size_t num, bool even) {
    part parts[MOST_PARTS];
    clscan_part_info infos[MOST_PARTS];
    size_t failed = 99, counts[MOST_PARTS];
    cl_uint flag = 0;
    cut(c, parts, num);
    if (even) {
        assert_ok(clscan_team_divide(team, c->count, counts));
        for (size_t i = 0, at = 0; i < num; at += counts[i], i++)
            parts[i] = (part) { .begin = at, .count = counts[i] };
    }
    compute_on(devices, c, team, num, parts, infos);
    assert_ok(clscan_team_status(team, &failed));
    for (size_t i = 0; i < num; i++) {
        assert_part(&devices[i], c, expected, &parts[i], num, &infos[i]);
        flag |= c->single ? flag_of(&devices[i], &parts[i]) : 0;
        close_part(&parts[i]);
    }
    if (c->single)
        assert_memory_equal(&flag, expected->out[1], sizeof flag);
}

/* Returns true if only arrays in host memory are possible. */
static bool needs_host(const stream_case *c) {
    return c->desc.task == CLSCAN_TASK_SORT;
}

/* Returns true if only arrays of devices are possible. */
static bool needs_devices(const stream_case *c) {
    return c->desc.min_run_length > 1;
}

/* A team, and the elements of a piece. */
typedef struct host_call {
    clscan_team *team;
    size_t piece;
} host_call;

static clscan_status execute(void *object, const clscan_args *args) {
    const host_call *call = object;
    return clscan_team_execute(call->team, args, call->piece);
}

/* Arrays in host memory, in one round and in several. The last round is shorter than the others. */
static void check_on_host(const stream_case *c, clscan_team *team, const stream_outcome *expected) {
    const size_t pieces[] = { 0, 32, 1, 64, c->count };
    for (size_t i = 0; i < COUNT(pieces); i++) {
        host_call call = { team, pieces[i] };
        stream_outcome actual = stream_executed(c, execute, &call);
        assert_int_equal(actual.n, expected->n);
        stream_compare(c, pieces[i], STREAM_EXECUTE, expected, &actual);
        stream_outcome_free(&actual);
    }
}

void team_check(const test_device *devices, size_t num, const stream_case *c) {
    clscan_device *of_team[MOST_PARTS];
    clscan_team *team = NULL;
    stream_outcome expected = stream_expected(&devices[0], c);
    for (size_t i = 0; i < num; i++)
        of_team[i] = devices[i].device;
    assert_ok(clscan_team_create(of_team, num, &c->desc, &team));
    for (int time = 0; time < 6 && !needs_host(c); time++)
        check_on(devices, c, team, &expected, num, time == 0);
    if (!needs_devices(c))
        check_on_host(c, team, &expected);
    clscan_team_destroy(team);
    stream_outcome_free(&expected);
}
