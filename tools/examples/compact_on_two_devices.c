/* Stream compaction over two GPUs: a team selects from an array in host memory, and each device has its own link for
 * its pieces. The arrays are pinned: they are mapped from buffers of a context that both devices share. On a machine
 * without two GPUs, two other devices of a platform take part, or one device alone. POCL_DEVICES="pthread pthread" in
 * the environment gives PoCL two devices. */
#include "example.h"

#define THRESHOLD  700
#define TEXT_OF(x) AS_TEXT(x)
#define AS_TEXT(x) #x
enum { READINGS = 4000000, MOST_PLATFORMS = 16 };

/* Finds two devices of one type on any platform. Returns how many there are: 2 or 0. */
static cl_uint find_two(cl_device_type type, cl_device_id *ids) {
    cl_platform_id platforms[MOST_PLATFORMS];
    cl_uint num_platforms = 0, n = 0;
    must_cl(clGetPlatformIDs(MOST_PLATFORMS, platforms, &num_platforms), "clGetPlatformIDs");
    for (cl_uint i = 0; i < num_platforms && i < MOST_PLATFORMS; i++)
        if (clGetDeviceIDs(platforms[i], type, 2, ids, &n) == CL_SUCCESS && n > 1)
            return 2;
    return 0;
}

/* Finds the default device. Returns how many devices that is: 1. */
static cl_uint find_one(cl_device_id *id) {
    clscan_device *one;
    must(clscan_device_open(NULL, NULL, &one));
    *id = clscan_device_id(one);
    clscan_device_destroy(one);
    return 1;
}

/* Pinned memory, with its buffer and the queue that unmaps it. */
typedef struct pinned {
    cl_mem buffer;
    void *host;
} pinned;

static pinned pin(cl_context context, cl_command_queue queue, size_t bytes) {
    cl_int error;
    pinned p;
    p.buffer = clCreateBuffer(context, CL_MEM_ALLOC_HOST_PTR, bytes, NULL, &error);
    must_cl(error, "clCreateBuffer");
    p.host = clEnqueueMapBuffer(queue, p.buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0, NULL, NULL, &error);
    must_cl(error, "clEnqueueMapBuffer");
    return p;
}

static void unpin(cl_command_queue queue, pinned *p) {
    must_cl(clEnqueueUnmapMemObject(queue, p->buffer, p->host, 0, NULL, NULL), "clEnqueueUnmapMemObject");
    clReleaseMemObject(p->buffer);
}

/* Returns how many of the kept readings are wrong, and adds those that are missing. */
static size_t count_wrong(const cl_uint *reading, const cl_uint *kept, cl_uint count) {
    size_t expected = 0, wrong = 0;
    for (size_t i = 0; i < READINGS; i++)
        if (reading[i] > THRESHOLD) {
            wrong += expected >= count || kept[expected] != reading[i];
            expected++;
        }
    return wrong + (count > expected ? count - expected : 0);
}

int main(void) {
    cl_device_id ids[2];
    clscan_device *devices[2];
    clscan_team *team;
    cl_int error;
    cl_uint count = 0, n = find_two(CL_DEVICE_TYPE_GPU, ids);
    n = n ? n : find_two(CL_DEVICE_TYPE_ALL, ids);
    n = n ? n : find_one(ids);
    cl_context context = clCreateContext(NULL, n, ids, NULL, NULL, &error);
    must_cl(error, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, ids[0], 0, &error);
    must_cl(error, "clCreateCommandQueue");
    for (cl_uint i = 0; i < n; i++)
        must(clscan_device_create(context, ids[i], NULL, &devices[i]));

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_SELECT;
    desc.value.name = "uint";
    desc.user.source = "int high(uint reading) { return reading > " TEXT_OF(THRESHOLD) "; }";
    desc.user.keep = "high";
    must(clscan_team_create(devices, n, &desc, &team));

    pinned readings = pin(context, queue, READINGS * sizeof(cl_uint));
    pinned results = pin(context, queue, READINGS * sizeof(cl_uint));
    cl_uint *const reading = readings.host;
    for (cl_uint i = 0; i < READINGS; i++)
        reading[i] = i * 2654435761u >> 22; /* 0 to 1023 */
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = READINGS;
    args.in[0].host = reading;
    args.out[0].host = results.host;
    args.total.host = &count;
    must(clscan_team_execute(team, &args, 0));

    const size_t wrong = count_wrong(reading, results.host, count);
    printf("%u device%s: %u of %d readings are above %d; %zu wrong\n", n, n == 1 ? "" : "s", count, READINGS, THRESHOLD,
           wrong);
    unpin(queue, &readings);
    unpin(queue, &results);
    clscan_team_destroy(team);
    for (cl_uint i = 0; i < n; i++)
        clscan_device_destroy(devices[i]);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return wrong != 0;
}
