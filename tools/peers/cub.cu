// CUB's DeviceScan, on the first CUDA device.
#include "peer.hpp"
#include <cub/device/device_scan.cuh>

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

template <class T>
static void run(const peer::problem<T> &p) {
    const std::vector<T> &in = p.in;
    const size_t count = in.size();
    T *from = allocate<T>(count), *to = allocate<T>(count);
    size_t bytes = 0;
    check(cub::DeviceScan::InclusiveSum(nullptr, bytes, from, to, count));
    char *workspace = allocate<char>(bytes);
    check(cudaMemcpy(from, in.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    const auto enqueue = [&] { check(cub::DeviceScan::InclusiveSum(workspace, bytes, from, to, count)); };
    peer::measure<T>("cub", p,
                     { enqueue, [] { check(cudaDeviceSynchronize()); },
                       [&] {
                           std::vector<T> out(count);
                           check(cudaMemcpy(out.data(), to, count * sizeof(T), cudaMemcpyDeviceToHost));
                           return out;
                       },
                       [&] { return between(enqueue); } });
}

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::job &, const auto &p) { run(p); });
}
