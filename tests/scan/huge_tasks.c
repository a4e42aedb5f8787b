/* huge_tasks TASK EXPONENT DIFFERENCE: a task on an array of 2^EXPONENT + DIFFERENCE elements in memory: bytes that are
 * reduced, selected or counted, or sorted keys of 4 bytes. Elements are hash values of their index, so that the host
 * computes the expected results without another array. Skipped, with a sentence, if the device's memory is too small.
 */
#include "support/test_device.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 22 /* elements that the host writes or reads at once */, BINS = 256 };

static size_t count;

static cl_uint element_at(size_t i) {
    cl_ulong x = (i + 1) * (cl_ulong)0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * (cl_ulong)0xBF58476D1CE4E5B9u;
    return (cl_uint)(x >> 32);
}

/* ---------------------------------------------------------------------------------------------------- the memory */

/* Exits with the status of a skipped test unless the device has room for all buffers together, and for the largest
 * one. */
static void need(const test_device *d, size_t all, size_t largest) {
    cl_ulong memory = 0, buffer = 0;
    clGetDeviceInfo(d->id, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, NULL);
    clGetDeviceInfo(d->id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof buffer, &buffer, NULL);
    if (memory / 10 * 9 >= all && buffer >= largest)
        return;
    printf("skipped: %zu elements take %zu bytes, in buffers of up to %zu; the device has %llu, and buffers of up to "
           "%llu\n",
           count, all, largest, (unsigned long long)memory, (unsigned long long)buffer);
    exit(77);
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Creates the input: elements of `size` bytes, 1 or 4. */
static cl_mem new_elements(const test_device *d, size_t size) {
    cl_mem mem = test_device_buffer(d, CL_MEM_READ_WRITE, count * size, NULL);
    unsigned char *chunk = malloc(CHUNK * size);
    assert_non_null(chunk);
    for (size_t first = 0; first < count; first += CHUNK) {
        const size_t n = least(CHUNK, count - first);
        for (size_t i = 0; i < n; i++) {
            const cl_uint x = element_at(first + i);
            memcpy(chunk + i * size, &x, size);
        }
        assert_cl(clEnqueueWriteBuffer(d->in_order, mem, CL_TRUE, first * size, n * size, chunk, 0, NULL, NULL));
    }
    free(chunk);
    return mem;
}

static void run(const test_device *d, const clscan_desc *desc, const clscan_args *args) {
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, desc, &plan));
    assert_ok(clscan_plan_enqueue(plan, d->in_order, args, 0, NULL, NULL));
    assert_cl(clFinish(d->in_order));
    clscan_plan_destroy(plan);
}

static void read_from(const test_device *d, cl_mem mem, size_t offset, void *to, size_t size) {
    assert_cl(clEnqueueReadBuffer(d->in_order, mem, CL_TRUE, offset, size, to, 0, NULL, NULL));
}

/* ----------------------------------------------------------------------------------------------------- the tasks */

static void test_reduce(void **state) {
    const test_device *d = *state;
    need(d, count, count);
    const cl_mem in = new_elements(d, 1), out = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof(cl_ulong), NULL);
    const clscan_desc desc = { .task = CLSCAN_TASK_REDUCE, .value.name = "ulong", .in[0].name = "uchar" };
    const clscan_args args = { .in[0].buffer = in, .out[0].buffer = out, .count = count };
    cl_ulong sum = 0, expected = 0;
    run(d, &desc, &args);
    read_from(d, out, 0, &sum, sizeof sum);
    for (size_t i = 0; i < count; i++)
        expected += element_at(i) & 255;
    assert_true(sum == expected);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
}

/* One of 256 elements is kept, and its index is written. */
static void test_select(void **state) {
    const test_device *d = *state;
    const size_t room = count / 128 + 64;
    need(d, count + 9 * room, count);
    const cl_mem in = new_elements(d, 1), out = test_device_buffer(d, CL_MEM_READ_WRITE, room, NULL),
                 indices = test_device_buffer(d, CL_MEM_READ_WRITE, room * sizeof(cl_ulong), NULL),
                 total = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof(cl_ulong), NULL);
    const clscan_desc desc = { .task = CLSCAN_TASK_SELECT,
                               .value.name = "uchar",
                               .count_type.name = "ulong",
                               .index_type.name = "ulong",
                               .user = { .source = "int seven(uchar x) { return x == 7; }", .keep = "seven" } };
    const clscan_args args = {
        .in[0].buffer = in, .out[0].buffer = out, .indices.buffer = indices, .total.buffer = total, .count = count
    };
    cl_ulong kept = 0, *index = malloc(room * sizeof *index);
    size_t n = 0;
    assert_non_null(index);
    run(d, &desc, &args);
    read_from(d, total, 0, &kept, sizeof kept);
    assert_true(kept <= room);
    read_from(d, indices, 0, index, (size_t)kept * sizeof *index);
    for (size_t i = 0; i < count; i++)
        if ((element_at(i) & 255) == 7) {
            if (n >= kept || index[n] != i)
                fail_msg("kept element %zu is not element %zu", n, i);
            n++;
        }
    assert_true(n == kept);
    unsigned char *elements = (unsigned char *)index;
    read_from(d, out, 0, elements, n);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(elements[i], 7);
    free(index);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseMemObject(indices);
    clReleaseMemObject(total);
}

static void test_histogram(void **state) {
    const test_device *d = *state;
    need(d, count, count);
    const cl_mem in = new_elements(d, 1), out = test_device_buffer(d, CL_MEM_READ_WRITE, BINS * sizeof(cl_ulong), NULL);
    const clscan_desc desc = { .task = CLSCAN_TASK_HISTOGRAM,
                               .value.name = "ulong",
                               .in[0].name = "uchar",
                               .bins = { .count = BINS, .upper = BINS } };
    const clscan_args args = { .in[0].buffer = in, .out[0].buffer = out, .count = count };
    cl_ulong counts[BINS], expected[BINS] = { 0 };
    run(d, &desc, &args);
    read_from(d, out, 0, counts, sizeof counts);
    for (size_t i = 0; i < count; i++)
        expected[element_at(i) & 255]++;
    assert_memory_equal(counts, expected, sizeof counts);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
}

/* Returns a hash of a key. The sum of the hashes of all keys is the same in every order. */
static cl_ulong hash(cl_uint key) {
    const cl_ulong x = (key + (cl_ulong)1) * 0x94D049BB133111EBu;
    return x ^ x >> 29;
}

/* The workspace is two copies of the keys in one buffer, and a little more. */
static void test_sort(void **state) {
    const test_device *d = *state;
    const size_t bytes = count * sizeof(cl_uint);
    need(d, 4 * bytes + (1 << 24), 2 * bytes + (1 << 24));
    const cl_mem in = new_elements(d, sizeof(cl_uint)), out = test_device_buffer(d, CL_MEM_READ_WRITE, bytes, NULL);
    const clscan_desc desc = { .task = CLSCAN_TASK_SORT, .value.name = "uint" };
    const clscan_args args = { .in[0].buffer = in, .out[0].buffer = out, .count = count };
    cl_uint *chunk = malloc(CHUNK * sizeof *chunk), last = 0;
    cl_ulong sum = 0, expected = 0;
    assert_non_null(chunk);
    run(d, &desc, &args);
    for (size_t first = 0; first < count; first += CHUNK) {
        const size_t n = least(CHUNK, count - first);
        read_from(d, out, first * sizeof *chunk, chunk, n * sizeof *chunk);
        for (size_t i = 0; i < n; i++) {
            if (chunk[i] < last)
                fail_msg("key %zu is less than the key before it", first + i);
            last = chunk[i];
            sum += hash(chunk[i]);
            expected += hash(element_at(first + i));
        }
    }
    assert_true(sum == expected);
    free(chunk);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
}

int main(int argc, char **argv) {
    static const struct CMUnitTest tests[] = { cmocka_unit_test(test_reduce), cmocka_unit_test(test_select),
                                               cmocka_unit_test(test_histogram), cmocka_unit_test(test_sort) };
    char filter[64];
    static const char *const names[] = { "reduce", "select", "histogram", "sort" };
    size_t task = 0;
    while (argc == 4 && task < COUNT(names) && strcmp(names[task], argv[1]) != 0)
        task++;
    if (argc != 4 || task == COUNT(names))
        return 2;
    snprintf(filter, sizeof filter, "test_%s", argv[1]);
    cmocka_set_test_filter(filter);
    count = (size_t)((UINT64_C(1) << atoi(argv[2])) + (uint64_t)atoll(argv[3]));
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
