// Runs CUB's DeviceScan and DeviceSelect on the first CUDA device. The peer's name has the version of CUB.
#include "peer.hpp"
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <cub/version.cuh>

static void check(cudaError_t error) {
    if (error != cudaSuccess) {
        std::fprintf(stderr, "cub: %s\n", cudaGetErrorString(error));
        std::exit(1);
    }
}

template <class T>
static T *allocate(size_t count) {
    T *memory;
    check(cudaMalloc(&memory, count * sizeof(T)));
    return memory;
}

template <class T>
static T *upload(const std::vector<T> &values) {
    T *memory = allocate<T>(values.size());
    check(cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return memory;
}

template <class T>
static void read(const T *memory, size_t count, T *values) {
    check(cudaMemcpy(values, memory, count * sizeof(T), cudaMemcpyDeviceToHost));
}

static double between(const std::function<void()> &enqueue) {
    static cudaEvent_t before = nullptr, after;
    float milliseconds;
    if (!before) {
        check(cudaEventCreate(&before));
        check(cudaEventCreate(&after));
    }
    check(cudaEventRecord(before));
    enqueue();
    check(cudaEventRecord(after));
    check(cudaEventSynchronize(after));
    check(cudaEventElapsedTime(&milliseconds, before, after));
    return 1e-3 * milliseconds;
}

struct keep {
    template <class T>
    __host__ __device__ bool operator()(T x) const {
        return x > peer::middle<T>;
    }
};

template <class T>
struct arrays {
    const T *from;
    const int *keys;
    T *to;
    unsigned *kept;
};

// Like all functions of CUB, it returns the size of its workspace in bytes if it is called without a workspace.
template <class T>
static void scan(peer::scan scan, const arrays<T> &a, size_t count, void *workspace, size_t &bytes) {
    switch (scan) {
    case peer::scan::sum:
        return check(cub::DeviceScan::InclusiveSum(workspace, bytes, a.from, a.to, count));
    case peer::scan::select:
        return check(cub::DeviceSelect::If(workspace, bytes, a.from, a.to, a.kept, count, keep()));
    case peer::scan::by_key:
        return check(cub::DeviceScan::InclusiveSumByKey(workspace, bytes, a.keys, a.from, a.to, count));
    }
}

template <class T>
static std::vector<T> result(peer::scan scan, const arrays<T> &a, size_t count) {
    std::vector<T> out(count);
    read(a.to, count, out.data());
    if (scan == peer::scan::select) {
        unsigned kept;
        read(a.kept, 1, &kept);
        out.resize(kept);
    }
    return out;
}

template <class T>
static void run(const peer::problem<T> &p) {
    const size_t count = p.in.size();
    const arrays<T> a = { upload(p.in), upload(p.keys), allocate<T>(count), allocate<unsigned>(1) };
    size_t bytes = 0;
    scan(p.scan, a, count, nullptr, bytes); // enough for fewer elements too
    char *workspace = allocate<char>(bytes);
    const auto enqueue = [&](size_t count) { scan(p.scan, a, count, workspace, bytes); };
    const std::string name = "cub_" + std::to_string(CUB_MAJOR_VERSION) + "." + std::to_string(CUB_MINOR_VERSION) +
                             "." + std::to_string(CUB_SUBMINOR_VERSION);
    peer::measure<T>(name.c_str(), p,
                     { enqueue, [] { check(cudaDeviceSynchronize()); },
                       [&] { check(cudaMemset(a.to, 0, count * sizeof(T))); },
                       [&](size_t count) { return result(p.scan, a, count); },
                       [&](size_t count) { return between([&] { enqueue(count); }); } });
}

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::request &, const auto &p) { run(p); });
}
