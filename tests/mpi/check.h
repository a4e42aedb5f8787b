/* Checks of tests that run on several ranks. A check that fails ends all ranks, because the others would wait. */
#ifndef TESTS_MPI_CHECK_H
#define TESTS_MPI_CHECK_H

#include <clscan/clscan_mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Fails with this text, in the format of printf, unless the condition holds. */
#define CHECK(condition, ...)                                                                                          \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition);                                            \
            fprintf(stderr, __VA_ARGS__);                                                                              \
            fprintf(stderr, "\n");                                                                                     \
            MPI_Abort(MPI_COMM_WORLD, 1);                                                                              \
        }                                                                                                              \
    } while (0)

#define CHECK_OK(call)                                                                                                 \
    CHECK((call) == CLSCAN_OK, "%s; %s\n%s", clscan_mpi_last_message(), clscan_last_message(), clscan_last_build_log())

/* The call fails with this status, and each of the phrases in `words`, separated by '|', is in the message. */
#define CHECK_FAILS(call, expected, words)                                                                             \
    do {                                                                                                               \
        const clscan_status returned = (call);                                                                         \
        CHECK(returned == (expected), "%s returned %s: %s", #call, clscan_status_name(returned),                       \
              clscan_mpi_last_message());                                                                              \
        CHECK(check_has(clscan_mpi_last_message(), (words)), "'%s' in: %s", words, clscan_mpi_last_message());         \
    } while (0)

static inline bool check_has(const char *text, const char *words) {
    char copy[1024];
    bool all = true;
    snprintf(copy, sizeof copy, "%s", words);
    for (const char *word = strtok(copy, "|"); word; word = strtok(NULL, "|"))
        all = all && strstr(text, word);
    return all;
}

/* The device of this rank, with a queue. */
typedef struct check_device {
    clscan_device *device;
    cl_context context;
    cl_command_queue queue;
} check_device;

static inline check_device check_open(void) {
    check_device d;
    clscan_device_options options = CLSCAN_DEVICE_OPTIONS_INIT;
    options.build_options = getenv("CLSCAN_TEST_OPTIMIZED") ? NULL : "-cl-opt-disable"; /* compiles in half the time */
    if (clscan_device_open(NULL, &options, &d.device)) {
        fprintf(stderr, "%s\n", clscan_last_message());
        MPI_Abort(MPI_COMM_WORLD, 77);
    }
    d.context = clscan_device_context(d.device);
    d.queue = clCreateCommandQueue(d.context, clscan_device_id(d.device), 0, NULL);
    CHECK(d.queue, "clCreateCommandQueue");
    return d;
}

static inline void check_close(check_device *d) {
    clReleaseCommandQueue(d->queue);
    clscan_device_destroy(d->device);
}

static inline cl_mem check_buffer(const check_device *d, size_t bytes, const void *contents) {
    cl_int error;
    cl_mem made = clCreateBuffer(d->context, CL_MEM_READ_WRITE, bytes ? bytes : 1, NULL, &error);
    CHECK(!error, "clCreateBuffer: %d", error);
    if (contents && bytes) {
        error = clEnqueueWriteBuffer(d->queue, made, CL_TRUE, 0, bytes, contents, 0, NULL, NULL);
        CHECK(!error, "clEnqueueWriteBuffer: %d", error);
    }
    return made;
}

#endif
