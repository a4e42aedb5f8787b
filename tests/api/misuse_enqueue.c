/* Wrong arguments of clscan_plan_enqueue, one at a time. Each is refused with its name and the numbers in the message.
 * The caller's event is untouched, nothing is enqueued, and no object is leaked. */
#include "api/scans.h"
#include "support/enqueued.h"

#include <stdio.h>

enum { BYTES = SCAN_COUNT * sizeof(cl_int) };

/* The arguments of a call of clscan_plan_enqueue. */
typedef struct call {
    const test_device *d;
    clscan_plan *plan;
    cl_command_queue queue;
    clscan_args args;
    cl_uint num_wait;
    const cl_event *wait;
} call;

/* A valid call. Each test changes a copy. */
typedef struct fixture {
    const test_device *d;
    call good;
    cl_uint references;
    cl_context other;
} fixture;

static int set_up(void **state) {
    static fixture f;
    const test_device *d = f.d = *state;
    const clscan_desc desc = tiles_that_run(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_plan *plan = new_plan(d->device, &desc); /* its program stays in the device's cache */
    assert_scans(d, plan); /* with CS_FAULT_QUEUES, the device keeps the event of its last scan */
    clscan_plan_destroy(plan);
    f.references = references(d);
    f.good = (call) { .d = d, .plan = new_plan(d->device, &desc), .queue = d->in_order };
    f.good.args =
        (clscan_args) { .in[0].buffer = new_input(d, 1), .out[0].buffer = new_input(d, 7), .count = SCAN_COUNT };
    f.other = another_context(d);
    *state = &f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    clReleaseContext(f->other);
    clReleaseMemObject(f->good.args.in[0].buffer);
    clReleaseMemObject(f->good.args.out[0].buffer);
    clscan_plan_destroy(f->good.plan);
    assert_nothing_lost(f->d, f->references);
    *state = (void *)f->d;
    return 0;
}

/* Asserts that the wrong call is refused, and that the output of the valid call still holds its sevens. */
static void refuse(const fixture *f, const call *corrupt, clscan_status status, const char *words) {
    cl_int x[SCAN_COUNT], place;
    cl_event event = (cl_event)(void *)&place;
    const size_t commands = enqueued();
    const cl_uint objects = references(f->d);
    assert_fails(
        clscan_plan_enqueue(corrupt->plan, corrupt->queue, &corrupt->args, corrupt->num_wait, corrupt->wait, &event),
        status, words);
    assert_ptr_equal(event, &place);
    assert_int_equal(enqueued(), commands);
    assert_nothing_lost(f->d, objects);
    assert_cl(clFinish(f->d->in_order));
    assert_cl(clEnqueueReadBuffer(f->d->in_order, f->good.args.out[0].buffer, CL_TRUE, 0, BYTES, x, 0, NULL, NULL));
    for (int i = 0; i < SCAN_COUNT; i++)
        assert_int_equal(x[i], 7);
}

/* REFUSE(field, value, status, words): the valid call with one field changed. */
#define REFUSE(field, value, status, words)                                                                            \
    do {                                                                                                               \
        call corrupt = f->good;                                                                                        \
        corrupt.field = (value);                                                                                       \
        refuse(f, &corrupt, (status), (words));                                                                        \
    } while (0)

/* The second arrays of an operator need as many elements as the first ones. The flag of add_checked is one element. */
static void test_more_arrays(void **state) {
    const clscan_desc checked = { .op = CLSCAN_OP_ADD_CHECKED }, seen = { .op = CLSCAN_OP_LAST_SEEN };
    fixture *own = *state, flagged = *own, marked = *own;
    const test_device *d = own->d;
    const fixture *f = &flagged;
    const cl_uint before = references(d);
    clscan_plan_destroy(new_plan(d->device, &checked));
    clscan_plan_destroy(new_plan(d->device, &seen));
    own->references += references(d) - before; /* programs in the cache, as of the good call */
    flagged.good.plan = new_plan(d->device, &checked);
    REFUSE(args.out[1].buffer, NULL, CLSCAN_ERROR_INVALID_VALUE, "args.out[1] is NULL");
    REFUSE(args.out[1].buffer, f->good.args.in[0].buffer, CLSCAN_ERROR_BUFFER_OVERLAP,
           "args.in[0] and args.out[1] overlap");
    flagged.good.args.out[1].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);
    REFUSE(args.out[1].offset, 1, CLSCAN_ERROR_BUFFER_TOO_SMALL,
           "args.out[1] holds 4 bytes; the call needs 1 element of 4 bytes");
    f = &marked;
    marked.good.plan = new_plan(d->device, &seen);
    REFUSE(args.in[1].buffer, NULL, CLSCAN_ERROR_INVALID_VALUE, "args.in[1] is NULL");
    marked.good.args.in[1].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, SCAN_COUNT, NULL);
    REFUSE(args.in[1].offset, 1, CLSCAN_ERROR_BUFFER_TOO_SMALL,
           "args.in[1] holds 1000 bytes; the call needs 1000 elements");
    clReleaseMemObject(flagged.good.args.out[1].buffer);
    clReleaseMemObject(marked.good.args.in[1].buffer);
    clscan_plan_destroy(flagged.good.plan);
    clscan_plan_destroy(marked.good.plan);
}

static void test_null(void **state) {
    const fixture *f = *state;
    REFUSE(plan, NULL, CLSCAN_ERROR_INVALID_VALUE, "plan is NULL");
    REFUSE(queue, NULL, CLSCAN_ERROR_INVALID_VALUE, "queue is NULL");
    REFUSE(args.in[0].buffer, NULL, CLSCAN_ERROR_INVALID_VALUE, "args.in[0] is NULL");
    REFUSE(args.out[0].buffer, NULL, CLSCAN_ERROR_INVALID_VALUE, "args.out[0] is NULL");
    assert_fails(clscan_plan_enqueue(f->good.plan, f->good.queue, NULL, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args is NULL");
}

static void test_queue_of_another_context(void **state) {
    const fixture *f = *state;
    cl_int error = CL_SUCCESS;
    cl_command_queue queue = clCreateCommandQueue(f->other, f->d->id, 0, &error);
    assert_cl(error);
    REFUSE(queue, queue, CLSCAN_ERROR_INVALID_QUEUE, "queue|another context");
    clReleaseCommandQueue(queue);
}

static void test_wait_list_and_its_length(void **state) {
    const fixture *f = *state;
    const cl_event ours = user_event(f->d->context);
    REFUSE(num_wait, 2, CLSCAN_ERROR_INVALID_WAIT_LIST, "num_events_in_wait_list is 2|NULL");
    REFUSE(wait, &ours, CLSCAN_ERROR_INVALID_WAIT_LIST, "num_events_in_wait_list is 0|not NULL");
    drop_user_event(ours);
}

static void test_events_in_the_wait_list(void **state) {
    const fixture *f = *state;
    const cl_event foreign = user_event(f->other), ours = user_event(f->d->context);
    const cl_event list[] = { ours, NULL };
    call corrupt = f->good;
    corrupt.num_wait = 2;
    corrupt.wait = list;
    refuse(f, &corrupt, CLSCAN_ERROR_INVALID_WAIT_LIST, "event_wait_list[1] is NULL");
    corrupt.num_wait = 1;
    corrupt.wait = &foreign;
    refuse(f, &corrupt, CLSCAN_ERROR_INVALID_WAIT_LIST, "event_wait_list[0]|another context");
    corrupt.args.count = 0; /* checked even when there is nothing to scan */
    refuse(f, &corrupt, CLSCAN_ERROR_INVALID_WAIT_LIST, "event_wait_list[0]|another context");
    drop_user_event(foreign);
    drop_user_event(ours);
}

static void test_counts_and_offsets_past_the_end(void **state) {
    const fixture *f = *state;
    REFUSE(args.count, SCAN_COUNT + 1, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.in[0]|4000 bytes|1001 elements");
    REFUSE(args.in[0].offset, 1, CLSCAN_ERROR_BUFFER_TOO_SMALL,
           "args.in[0]|4000 bytes|1000 elements of 4 bytes from element 1");
    REFUSE(args.out[0].offset, 3, CLSCAN_ERROR_BUFFER_TOO_SMALL,
           "args.out[0]|4000 bytes|1000 elements of 4 bytes from element 3");
    REFUSE(args.in[0].offset, SIZE_MAX - 49, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.in[0]|1000 elements");
    REFUSE(args.out[0].offset, SIZE_MAX / 4 + 1, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.out[0]|1000 elements");
    REFUSE(args.count, SIZE_MAX / 16, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.in[0]|4000 bytes");
    REFUSE(args.count, SIZE_MAX, CLSCAN_ERROR_INVALID_VALUE, "count is 18446744073709551615");
}

/* The capacity of the caller counts, even if the buffer is larger. */
static void test_capacities(void **state) {
    const fixture *f = *state;
    REFUSE(args.in[0].capacity, SCAN_COUNT - 1, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.in[0].capacity is 999|needs 1000");
    REFUSE(args.out[0].capacity, 1, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.out[0].capacity is 1,|needs 1000");
    call fine = f->good;
    fine.args.in[0].capacity = SCAN_COUNT;
    fine.args.out[0].capacity = SIZE_MAX; /* more than the scan needs */
    assert_ok(clscan_plan_enqueue(fine.plan, fine.queue, &fine.args, 0, NULL, NULL));
    assert_cl(clFinish(fine.queue));
}

static void test_reserved(void **state) {
    const fixture *f = *state;
    REFUSE(args.in[0].reserved[0], 1, CLSCAN_ERROR_INVALID_VALUE, "args.in[0].reserved is not zero");
    REFUSE(args.out[7].reserved[1], 1, CLSCAN_ERROR_INVALID_VALUE, "args.out[7].reserved is not zero");
    REFUSE(args.dims[3].reserved[0], 1, CLSCAN_ERROR_INVALID_VALUE, "args.dims[3].reserved is not zero");
    REFUSE(args.count_at.reserved[1], 1, CLSCAN_ERROR_INVALID_VALUE, "args.count_at.reserved is not zero");
}

static void test_buffers_of_another_context(void **state) {
    const fixture *f = *state;
    cl_int error = CL_SUCCESS;
    cl_mem foreign = clCreateBuffer(f->other, CL_MEM_READ_WRITE, BYTES, NULL, &error);
    assert_cl(error);
    REFUSE(args.in[0].buffer, foreign, CLSCAN_ERROR_INVALID_BUFFER, "args.in[0]|another context");
    REFUSE(args.out[0].buffer, foreign, CLSCAN_ERROR_INVALID_BUFFER, "args.out[0]|another context");
    REFUSE(args.workspace, foreign, CLSCAN_ERROR_INVALID_BUFFER, "args.workspace|another context");
    clReleaseMemObject(foreign);
}

static void test_buffers_whose_flags_forbid_the_use(void **state) {
    const fixture *f = *state;
    cl_mem read_only = test_device_buffer(f->d, CL_MEM_READ_ONLY, BYTES, NULL);
    cl_mem write_only = test_device_buffer(f->d, CL_MEM_WRITE_ONLY, BYTES, NULL);
    REFUSE(args.in[0].buffer, write_only, CLSCAN_ERROR_INVALID_BUFFER, "args.in[0]|CL_MEM_WRITE_ONLY");
    REFUSE(args.out[0].buffer, read_only, CLSCAN_ERROR_INVALID_BUFFER, "args.out[0]|CL_MEM_READ_ONLY");
    REFUSE(args.workspace, read_only, CLSCAN_ERROR_INVALID_BUFFER, "args.workspace|CL_MEM_READ_ONLY");
    REFUSE(args.workspace, write_only, CLSCAN_ERROR_INVALID_BUFFER, "args.workspace|CL_MEM_WRITE_ONLY");
    clReleaseMemObject(read_only);
    clReleaseMemObject(write_only);
}

static void test_an_image(void **state) {
    const fixture *f = *state;
    const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 64, .image_height = 64 };
    cl_int error = CL_SUCCESS;
    cl_mem image = clCreateImage(f->d->context, CL_MEM_READ_WRITE, &format, &desc, NULL, &error);
    if (error != CL_SUCCESS)
        return; /* a device need not have images */
    REFUSE(args.in[0].buffer, image, CLSCAN_ERROR_INVALID_BUFFER, "args.in[0]|not a buffer");
    REFUSE(args.out[0].buffer, image, CLSCAN_ERROR_INVALID_BUFFER, "args.out[0]|not a buffer");
    clReleaseMemObject(image);
}

static void test_workspace(void **state) {
    const fixture *f = *state;
    size_t bytes = 0;
    char words[64];
    assert_ok(clscan_plan_workspace_size(f->good.plan, SCAN_COUNT, &bytes));
    cl_mem small = test_device_buffer(f->d, CL_MEM_READ_WRITE, bytes - 1, NULL);
    snprintf(words, sizeof words, "args.workspace holds %zu bytes; the call needs %zu", bytes - 1, bytes);
    REFUSE(args.workspace, small, CLSCAN_ERROR_BUFFER_TOO_SMALL, words);
    REFUSE(args.workspace, f->good.args.in[0].buffer, CLSCAN_ERROR_BUFFER_OVERLAP, "args.workspace|args.in[0]");
    REFUSE(args.workspace, f->good.args.out[0].buffer, CLSCAN_ERROR_BUFFER_OVERLAP, "args.workspace|args.out[0]");
    clReleaseMemObject(small);
}

static void test_overlap_in_one_buffer(void **state) {
    const fixture *f = *state;
    call corrupt = f->good;
    cl_mem wide = test_device_buffer(f->d, CL_MEM_READ_WRITE, 3 * BYTES, NULL);
    corrupt.args.in[0].buffer = corrupt.args.out[0].buffer = wide;
    corrupt.args.out[0].offset = 1;
    refuse(f, &corrupt, CLSCAN_ERROR_BUFFER_OVERLAP, "args.in[0] and args.out[0]|0 to 4000|4 to 4004");
    corrupt.args.in[0].offset = SCAN_COUNT;
    refuse(f, &corrupt, CLSCAN_ERROR_BUFFER_OVERLAP, "args.in[0] and args.out[0]|4000 to 8000");
    clReleaseMemObject(wide);
}

static cl_mem sub_buffer(cl_mem whole, size_t origin, size_t size) {
    cl_int error = CL_SUCCESS;
    cl_mem part = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                                    &(cl_buffer_region) { origin, size }, &error);
    assert_cl(error);
    return part;
}

/* Two sub-buffers of one buffer overlap though they are not the same object. */
static void test_overlap_of_sub_buffers(void **state) {
    const fixture *f = *state;
    call corrupt = f->good;
    cl_mem whole = test_device_buffer(f->d, CL_MEM_READ_WRITE, f->d->alignment + BYTES, NULL);
    cl_mem first = sub_buffer(whole, 0, BYTES), second = sub_buffer(whole, f->d->alignment, BYTES);
    corrupt.args.in[0].buffer = first;
    corrupt.args.out[0].buffer = second;
    refuse(f, &corrupt, CLSCAN_ERROR_BUFFER_OVERLAP, "args.in[0] and args.out[0] overlap");
    corrupt.args.out[0].buffer = whole;
    corrupt.args.out[0].offset = 1;
    refuse(f, &corrupt, CLSCAN_ERROR_BUFFER_OVERLAP, "args.in[0] and args.out[0] overlap");
    clReleaseMemObject(first);
    clReleaseMemObject(second);
    clReleaseMemObject(whole);
}

/* Flags that restrict the host's access to a buffer do not matter to a scan. */
static void test_flags_for_the_host(void **state) {
    static const cl_mem_flags flags[] = { CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY };
    const fixture *f = *state;
    call fine = f->good;
    size_t bytes = 0;
    assert_ok(clscan_plan_workspace_size(fine.plan, SCAN_COUNT, &bytes));
    for (size_t i = 0; i < COUNT(flags); i++) {
        fine.args.in[0].buffer = test_device_buffer(f->d, flags[i] | CL_MEM_READ_ONLY, BYTES, NULL);
        fine.args.out[0].buffer = test_device_buffer(f->d, flags[i] | CL_MEM_WRITE_ONLY, BYTES, NULL);
        fine.args.workspace = test_device_buffer(f->d, flags[i], bytes, NULL);
        cl_mem out = new_output(f->d);
        assert_cl(clEnqueueCopyBuffer(fine.queue, f->good.args.in[0].buffer, fine.args.in[0].buffer, 0, 0, BYTES, 0,
                                      NULL, NULL));
        assert_ok(clscan_plan_enqueue(fine.plan, fine.queue, &fine.args, 0, NULL, NULL));
        assert_cl(clEnqueueCopyBuffer(fine.queue, fine.args.out[0].buffer, out, 0, 0, BYTES, 0, NULL, NULL));
        assert_sums(f->d, out, 1);
        const cl_mem buffers[] = { fine.args.in[0].buffer, fine.args.out[0].buffer, fine.args.workspace, out };
        for (size_t k = 0; k < COUNT(buffers); k++)
            clReleaseMemObject(buffers[k]);
    }
}

static void test_host_memory_between_elements(void **state) {
    static cl_int x[SCAN_COUNT + 1];
    const fixture *f = *state;
    cl_int error = CL_SUCCESS;
    cl_mem odd = clCreateBuffer(f->d->context, CL_MEM_USE_HOST_PTR, BYTES, (char *)x + 1, &error);
    if (error != CL_SUCCESS)
        return;
    REFUSE(args.in[0].buffer, odd, CLSCAN_ERROR_INVALID_BUFFER,
           "args.in[0] uses host memory|1 past a multiple of 4|of 4 bytes");
    REFUSE(args.out[0].buffer, odd, CLSCAN_ERROR_INVALID_BUFFER, "args.out[0] uses host memory");
    REFUSE(args.workspace, odd, CLSCAN_ERROR_INVALID_BUFFER, "args.workspace uses host memory|past a multiple of 16");
    clReleaseMemObject(odd);
}

/* The caller may have been compiled with an older or a newer header. */
static void test_other_headers(void **state) {
    const fixture *f = *state;
    struct {
        clscan_args args;
        size_t more[2];
    } newer = { .args = f->good.args };
    char words[128];
    newer.args.struct_size = sizeof newer;
    assert_ok(clscan_plan_enqueue(f->good.plan, f->good.queue, &newer.args, 0, NULL, NULL));
    newer.more[1] = 1;
    snprintf(words, sizeof words, "args.struct_size is %zu|this library's has %zu|byte %zu is not zero", sizeof newer,
             sizeof newer.args, sizeof newer.args + sizeof(size_t));
    assert_fails(clscan_plan_enqueue(f->good.plan, f->good.queue, &newer.args, 0, NULL, NULL),
                 CLSCAN_ERROR_INVALID_VALUE, words);
    newer.args.struct_size = offsetof(clscan_args, workspace);
    newer.args.workspace = f->good.args.in[0].buffer; /* past the end of the older one */
    assert_ok(clscan_plan_enqueue(f->good.plan, f->good.queue, &newer.args, 0, NULL, NULL));
    assert_cl(clFinish(f->good.queue));
    assert_sums(f->d, f->good.args.out[0].buffer, 1);
}

static void test_no_header_at_all(void **state) {
    const fixture *f = *state;
    const size_t none[] = { 1, sizeof(void *), sizeof(clscan_args) + 1, 1 << 20, SIZE_MAX, SIZE_MAX - 7 };
    char words[64];
    for (size_t i = 0; i < COUNT(none); i++) {
        snprintf(words, sizeof words, "args.struct_size is %zu, |struct has %zu bytes|_INIT", none[i],
                 sizeof(clscan_args));
        REFUSE(args.struct_size, none[i], CLSCAN_ERROR_INVALID_VALUE, words);
    }
}

/* Halves of one buffer, and one that the caller split, do not overlap. */
static void test_neighbours_are_no_overlap(void **state) {
    const fixture *f = *state;
    call fine = f->good;
    cl_mem wide = test_device_buffer(f->d, CL_MEM_READ_WRITE, 2 * BYTES, NULL);
    fine.args.in[0].buffer = fine.args.out[0].buffer = wide;
    fine.args.out[0].offset = SCAN_COUNT;
    assert_ok(clscan_plan_enqueue(fine.plan, fine.queue, &fine.args, 0, NULL, NULL));
    fine.args.out[0].offset = fine.args.in[0].offset = SCAN_COUNT;
    assert_ok(clscan_plan_enqueue(fine.plan, fine.queue, &fine.args, 0, NULL, NULL));
    assert_cl(clFinish(fine.queue));
    clReleaseMemObject(wide);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_null),
        TEST(test_more_arrays),
        TEST(test_queue_of_another_context),
        TEST(test_wait_list_and_its_length),
        TEST(test_events_in_the_wait_list),
        TEST(test_counts_and_offsets_past_the_end),
        TEST(test_capacities),
        TEST(test_reserved),
        TEST(test_buffers_of_another_context),
        TEST(test_buffers_whose_flags_forbid_the_use),
        TEST(test_an_image),
        TEST(test_workspace),
        TEST(test_overlap_in_one_buffer),
        TEST(test_overlap_of_sub_buffers),
        TEST(test_neighbours_are_no_overlap),
        TEST(test_flags_for_the_host),
        TEST(test_host_memory_between_elements),
        TEST(test_other_headers),
        TEST(test_no_header_at_all),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
