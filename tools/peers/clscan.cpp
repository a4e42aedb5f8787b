// clscan itself, as a program would use it: its own queue and buffers.
#include "opencl.hpp"
#include <clscan/clscan.h>

static void check(clscan_status status) {
    if (status != CLSCAN_OK) {
        std::fprintf(stderr, "clscan: %s\n", clscan_last_message());
        std::exit(1);
    }
}

static cl_ulong end_of(cl_event event) {
    cl_ulong end;
    peer::check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr), "profiling");
    clReleaseEvent(event);
    return end;
}

// Between the end of a small copy and that of the scan's last command, as an event of CUDA before and one after.
static double span(cl_command_queue queue, cl_mem to, clscan_plan *plan, const clscan_args &args) {
    cl_event before, after;
    peer::check(clEnqueueCopyBuffer(queue, args.in, to, 0, 0, 4, 0, nullptr, &before), "clEnqueueCopyBuffer");
    check(clscan_enqueue(plan, queue, &args, 0, nullptr, &after));
    peer::check(clFinish(queue), "clFinish");
    const cl_ulong start = end_of(before), end = end_of(after);
    return 1e-9 * double(end - start);
}

template <class T>
static clscan_plan *make_plan(cl_context context, cl_device_id id) {
    clscan_device *device;
    clscan_plan *plan;
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.type = T(0.5) > 0 ? CLSCAN_FLOAT : CLSCAN_INT;
    check(clscan_device_create(context, id, nullptr, &device));
    check(clscan_plan_create(device, &desc, &plan));
    return plan;
}

template <class T>
static void run(const peer::job &j, const std::vector<T> &in) {
    const size_t bytes = in.size() * sizeof(T);
    cl_device_id id = peer::find_device(j);
    cl_context context = peer::make_context(id);
    cl_command_queue queue = clCreateCommandQueue(context, id, 0, nullptr);
    cl_command_queue profiled = clCreateCommandQueue(context, id, CL_QUEUE_PROFILING_ENABLE, nullptr);
    clscan_args args = {};
    args.in = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
    args.out = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
    args.count = in.size();
    cl_mem small = clCreateBuffer(context, CL_MEM_READ_WRITE, 4, nullptr, nullptr);
    clscan_plan *plan = make_plan<T>(context, id);
    peer::check(clEnqueueWriteBuffer(queue, args.in, CL_TRUE, 0, bytes, in.data(), 0, nullptr, nullptr), "write");
    peer::measure<T>("clscan", in,
                     { [&] { check(clscan_enqueue(plan, queue, &args, 0, nullptr, nullptr)); },
                       [&] { peer::check(clFinish(queue), "clFinish"); },
                       [&] {
                           std::vector<T> out(in.size());
                           peer::check(
                               clEnqueueReadBuffer(queue, args.out, CL_TRUE, 0, bytes, out.data(), 0, nullptr, nullptr),
                               "read");
                           return out;
                       },
                       [&] { return span(profiled, small, plan, args); } });
}

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::job &j, const auto &in) { run(j, in); });
}
