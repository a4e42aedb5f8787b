/* A scan between kernels of the program's own: the steps of a walk are uploaded, a kernel computes their lengths, the
 * scan sums these to the distance walked so far, and the distances are read back. The host does not wait in between:
 * events chain the four stages. */
#include <clscan/clscan.h>
#include <stdio.h>
#include <stdlib.h>

enum { STEPS = 1000000 };

static const char source[] = "kernel void measure(global const int2 *step, global uint *length) {\n"
                             "    size_t i = get_global_id(0);\n"
                             "    length[i] = abs(step[i].x) + abs(step[i].y);\n"
                             "}\n";

static void must_cl(cl_int error, const char *what) {
    if (error) {
        fprintf(stderr, "%s failed: OpenCL error %d\n", what, error);
        exit(1);
    }
}

static void must(clscan_status status) {
    if (status) {
        fprintf(stderr, "%s\n", clscan_last_message());
        exit(1);
    }
}

/* Returns the first device of any platform. */
static cl_device_id any_device(void) {
    cl_platform_id platforms[8];
    cl_uint count = 0;
    if (clGetPlatformIDs(8, platforms, &count) == CL_SUCCESS)
        for (cl_uint p = 0; p < count && p < 8; p++) {
            cl_device_id id;
            if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 1, &id, NULL) == CL_SUCCESS)
                return id;
        }
    fprintf(stderr, "no OpenCL device\n");
    exit(77);
}

static cl_kernel build(cl_context context, cl_device_id id) {
    const char *text = source;
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    must_cl(error, "clCreateProgramWithSource");
    must_cl(clBuildProgram(program, 1, &id, "", NULL, NULL), "clBuildProgram");
    cl_kernel measure = clCreateKernel(program, "measure", &error);
    must_cl(error, "clCreateKernel");
    clReleaseProgram(program);
    return measure;
}

static cl_mem buffer(cl_context context, size_t bytes) {
    cl_int error;
    cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    must_cl(error, "clCreateBuffer");
    return made;
}

/* upload -> measure -> scan -> read back; returns when `distance` is there. */
static void walk(cl_context context, cl_device_id id, cl_command_queue queue, const cl_int2 *step, cl_uint *distance) {
    clscan_device *device;
    clscan_plan *plan;
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.value.name = "uint";
    must(clscan_device_create(context, id, NULL, &device));
    must(clscan_plan_create(device, &desc, &plan));

    cl_kernel measure = build(context, id);
    cl_mem steps = buffer(context, STEPS * sizeof *step), lengths = buffer(context, STEPS * sizeof *distance);
    must_cl(clSetKernelArg(measure, 0, sizeof steps, &steps), "clSetKernelArg");
    must_cl(clSetKernelArg(measure, 1, sizeof lengths, &lengths), "clSetKernelArg");

    const size_t size = STEPS;
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = args.out[0].buffer = lengths; /* in place */
    args.count = STEPS;
    cl_event uploaded, measured, scanned, done;
    must_cl(clEnqueueWriteBuffer(queue, steps, CL_FALSE, 0, STEPS * sizeof *step, step, 0, NULL, &uploaded), "write");
    must_cl(clEnqueueNDRangeKernel(queue, measure, 1, NULL, &size, NULL, 1, &uploaded, &measured), "measure");
    must(clscan_plan_enqueue(plan, queue, &args, 1, &measured, &scanned));
    must_cl(clEnqueueReadBuffer(queue, lengths, CL_FALSE, 0, STEPS * sizeof *distance, distance, 1, &scanned, &done),
            "read");
    must_cl(clWaitForEvents(1, &done), "clWaitForEvents");

    cl_event events[] = { uploaded, measured, scanned, done };
    for (int i = 0; i < 4; i++)
        clReleaseEvent(events[i]);
    clReleaseMemObject(steps);
    clReleaseMemObject(lengths);
    clReleaseKernel(measure);
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

int main(void) {
    static cl_int2 step[STEPS];
    static cl_uint distance[STEPS];
    for (int i = 0; i < STEPS; i++) {
        step[i].s[0] = i * 31 % 17 - 8;
        step[i].s[1] = i * 13 % 11 - 5;
    }

    cl_device_id id = any_device();
    cl_int error;
    cl_context context = clCreateContext(NULL, 1, &id, NULL, NULL, &error);
    must_cl(error, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, id, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error);
    if (error == CL_INVALID_QUEUE_PROPERTIES) /* the device has in-order queues only */
        queue = clCreateCommandQueue(context, id, 0, &error);
    must_cl(error, "clCreateCommandQueue");
    walk(context, id, queue, step, distance);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);

    cl_uint so_far = 0;
    int wrong = 0;
    for (int i = 0; i < STEPS; i++) {
        so_far += (cl_uint)(abs(step[i].s[0]) + abs(step[i].s[1]));
        wrong += distance[i] != so_far;
    }
    printf("%d steps, %u walked; %d distances wrong\n", STEPS, distance[STEPS - 1], wrong);
    return wrong != 0;
}
