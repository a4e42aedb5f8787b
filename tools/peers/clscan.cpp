// Runs clscan the way a program would use it, with a queue and buffers of its own.
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

// Returns the time between the end of a small copy and the end of the scan's last command. That is comparable to the
// time between two CUDA events before and after a scan.
static double span(cl_command_queue queue, cl_mem to, clscan_plan *plan, const clscan_args &args) {
    cl_event before, after;
    peer::check(clEnqueueCopyBuffer(queue, args.in[0].buffer, to, 0, 0, 4, 0, nullptr, &before), "clEnqueueCopyBuffer");
    check(clscan_plan_enqueue(plan, queue, &args, 0, nullptr, &after));
    peer::check(clFinish(queue), "clFinish");
    const cl_ulong start = end_of(before), end = end_of(after);
    return 1e-9 * double(end - start);
}

// Sets the task of a description. Scans by key are scans of segments.
template <class T>
static void set_task(peer::scan scan, const std::string &type, clscan_desc &desc) {
    static const std::map<peer::scan, clscan_task> tasks = { { peer::scan::sum, CLSCAN_TASK_SCAN },
                                                             { peer::scan::select, CLSCAN_TASK_SELECT },
                                                             { peer::scan::by_key, CLSCAN_TASK_SCAN },
                                                             { peer::scan::reduce, CLSCAN_TASK_REDUCE },
                                                             { peer::scan::sort, CLSCAN_TASK_SORT },
                                                             { peer::scan::partition, CLSCAN_TASK_PARTITION },
                                                             { peer::scan::unique, CLSCAN_TASK_UNIQUE },
                                                             { peer::scan::run_length, CLSCAN_TASK_RUN_LENGTH },
                                                             { peer::scan::histogram, CLSCAN_TASK_HISTOGRAM },
                                                             { peer::scan::histogram_equal, CLSCAN_TASK_HISTOGRAM },
                                                             { peer::scan::sort_pairs, CLSCAN_TASK_SORT },
                                                             { peer::scan::reduce_by_key, CLSCAN_TASK_REDUCE } };
    desc.task = tasks.at(scan);
    desc.value.name = type.c_str();
    if (scan == peer::scan::select || scan == peer::scan::partition)
        desc.user.keep = "filter";
    else
        desc.user.source = nullptr;
    if (peer::has_keys(scan))
        desc.segments = CLSCAN_SEGMENTS_KEYS;
    if (scan == peer::scan::sort_pairs)
        desc.in[1].name = desc.out[1].name = "uint";
    if (peer::is_histogram(scan)) {
        desc.value.name = "uint";
        desc.in[0].name = type.c_str();
        desc.bins.count = peer::bins;
        desc.bins.lower = peer::lower<T>;
        desc.bins.upper = peer::upper<T>;
    }
}

template <class T>
static clscan_plan *make_plan(cl_context context, cl_device_id id, peer::scan scan, const std::string &type) {
    const std::string source =
        "int filter(" + type + " x) { return x > " + std::to_string(int(peer::middle<T>)) + "; }";
    clscan_device *device;
    clscan_plan *plan;
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.user.source = source.c_str();
    set_task<T>(scan, type, desc);
    check(clscan_device_create(context, id, nullptr, &device));
    check(clscan_plan_create(device, &desc, &plan));
    return plan;
}

static cl_mem make_buffer(cl_context context, size_t bytes) {
    cl_int error;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &error);
    peer::check(error, "clCreateBuffer");
    return buffer;
}

template <class T>
static cl_mem upload(cl_context context, cl_command_queue queue, const std::vector<T> &values) {
    const size_t bytes = values.size() * sizeof(T);
    cl_mem buffer = make_buffer(context, bytes);
    peer::check(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes, values.data(), 0, nullptr, nullptr), "write");
    return buffer;
}

static void read(cl_command_queue queue, cl_mem buffer, size_t bytes, void *data) {
    peer::check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, data, 0, nullptr, nullptr), "read");
}

template <class T>
static void clear(cl_command_queue queue, const clscan_args &args, size_t count) {
    const T zero = 0;
    peer::check(
        clEnqueueFillBuffer(queue, args.out[0].buffer, &zero, sizeof zero, 0, count * sizeof zero, 0, nullptr, nullptr),
        "clEnqueueFillBuffer");
}

template <class T>
static std::vector<T> result(cl_command_queue queue, peer::scan scan, const clscan_args &args) {
    std::vector<T> out(scan == peer::scan::reduce ? 1 : args.count);
    read(queue, args.out[0].buffer, out.size() * sizeof(T), out.data());
    if (args.total.buffer) {
        cl_uint kept;
        read(queue, args.total.buffer, sizeof kept, &kept);
        out.resize(kept);
    }
    return out;
}

static std::vector<unsigned> counts(cl_command_queue queue, peer::scan scan, const clscan_args &args) {
    const cl_mem from = peer::is_histogram(scan)            ? args.out[0].buffer
                        : scan == peer::scan::sort_pairs    ? args.out[1].buffer
                        : scan == peer::scan::reduce_by_key ? args.keys.buffer
                                                            : args.lengths.buffer;
    std::vector<unsigned> counts(peer::is_histogram(scan) ? size_t(peer::bins) : args.count);
    read(queue, from, counts.size() * sizeof counts[0], counts.data());
    return counts;
}

// Makes the arrays that some scans take besides the numbers and their results.
template <class T>
static void add_arrays(cl_context context, cl_command_queue queue, const peer::problem<T> &p, clscan_args &args) {
    const size_t words = p.in.size() * sizeof(cl_uint);
    if (p.scan == peer::scan::run_length) {
        args.lengths.buffer = make_buffer(context, words);
        args.indices.buffer = make_buffer(context, words);
    }
    if (p.scan == peer::scan::sort_pairs) {
        args.in[1].buffer = upload(context, queue, peer::places(p.in.size()));
        args.out[1].buffer = make_buffer(context, words);
    }
    if (peer::has_total(p.scan))
        args.total.buffer = make_buffer(context, sizeof(cl_uint));
    if (peer::has_keys(p.scan))
        args.segments.buffer = upload(context, queue, p.keys);
    if (p.scan == peer::scan::reduce_by_key)
        args.keys.buffer = make_buffer(context, words);
}

template <class T>
static void run(const peer::request &r, const peer::problem<T> &p) {
    cl_device_id id = peer::find_device(r);
    cl_context context = peer::make_context(id);
    cl_command_queue queue = clCreateCommandQueue(context, id, 0, nullptr);
    cl_command_queue profiled = clCreateCommandQueue(context, id, CL_QUEUE_PROFILING_ENABLE, nullptr);
    clscan_args args = {};
    args.in[0].buffer = upload(context, queue, p.in);
    args.out[0].buffer = make_buffer(context, std::max(p.in.size() * sizeof(T), peer::bins * sizeof(cl_uint)));
    add_arrays(context, queue, p, args);
    cl_mem small = make_buffer(context, 4);
    clscan_plan *plan = make_plan<T>(context, id, p.scan, r.type);
    peer::measure<T>("clscan", p,
                     { [&](size_t count) {
                          args.count = count;
                          check(clscan_plan_enqueue(plan, queue, &args, 0, nullptr, nullptr));
                      },
                       [&] { peer::check(clFinish(queue), "clFinish"); }, [&] { clear<T>(queue, args, p.in.size()); },
                       [&](size_t) { return result<T>(queue, p.scan, args); },
                       [&](size_t count) {
                           args.count = count;
                           return span(profiled, small, plan, args);
                       },
                       [&](size_t) { return counts(queue, p.scan, args); } });
}

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::request &r, const auto &p) { run(r, p); });
}
