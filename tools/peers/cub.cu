// Runs CUB's DeviceScan, DeviceSelect, DeviceReduce, DeviceRadixSort, DevicePartition, DeviceRunLengthEncode and
// DeviceHistogram on the first CUDA device. The peer's name has the version of CUB.
#include "peer.hpp"
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_partition.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <cub/version.cuh>
#include <type_traits>

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
    const unsigned *places;
    T *to;
    unsigned *kept;   // how many results there are
    unsigned *counts; // as peer::steps has them
};

// The type of the bounds of bins, which have to hold the number after the greatest one. With bounds of double, CUB is
// several times as fast as with bounds of long long, and the bins of ints are exact too.
template <class T>
using level =
    std::conditional_t<std::is_floating_point<T>::value, T, std::conditional_t<sizeof(T) < sizeof(int), int, double>>;

// No number of a type follows all longs, so they have no such histogram.
template <class T>
static void histogram(const arrays<T> &a, size_t count, void *workspace, size_t &bytes) {
    if constexpr (std::is_same<T, int64_t>::value)
        std::exit(2);
    else
        check(cub::DeviceHistogram::HistogramEven(workspace, bytes, a.from, a.counts, peer::bins + 1,
                                                  level<T>(peer::lower<T>), level<T>(peer::upper<T>),
                                                  static_cast<long long>(count)));
}

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
    case peer::scan::reduce:
        return check(cub::DeviceReduce::Sum(workspace, bytes, a.from, a.to, count));
    case peer::scan::reduce_by_key:
        return check(cub::DeviceReduce::ReduceByKey(workspace, bytes, a.keys, reinterpret_cast<int *>(a.counts), a.from,
                                                    a.to, a.kept, ::cuda::std::plus<>(), count));
    case peer::scan::sort:
        return check(cub::DeviceRadixSort::SortKeys(workspace, bytes, a.from, a.to, count));
    case peer::scan::sort_pairs:
        return check(cub::DeviceRadixSort::SortPairs(workspace, bytes, a.from, a.to, a.places, a.counts, count));
    case peer::scan::partition:
        return check(cub::DevicePartition::If(workspace, bytes, a.from, a.to, a.kept, count, keep()));
    case peer::scan::unique:
        return check(cub::DeviceSelect::Unique(workspace, bytes, a.from, a.to, a.kept, count));
    case peer::scan::run_length:
        return check(cub::DeviceRunLengthEncode::Encode(workspace, bytes, a.from, a.to, a.counts, a.kept, count));
    case peer::scan::histogram:
    case peer::scan::histogram_equal:
        return histogram(a, count, workspace, bytes);
    }
}

template <class T>
static std::vector<T> result(peer::scan scan, const arrays<T> &a, size_t count) {
    std::vector<T> out(scan == peer::scan::reduce ? 1 : count);
    read(a.to, out.size(), out.data());
    if (peer::has_total(scan)) {
        unsigned kept;
        read(a.kept, 1, &kept);
        out.resize(kept);
    }
    return out;
}

static std::vector<unsigned> counts(peer::scan scan, const unsigned *from, size_t count) {
    std::vector<unsigned> counts(peer::is_histogram(scan) ? size_t(peer::bins) : count);
    read(from, counts.size(), counts.data());
    return counts;
}

template <class T>
static void run(const peer::problem<T> &p) {
    const size_t count = p.in.size();
    const bool has_places = p.scan == peer::scan::sort_pairs;
    const bool counts_runs = p.scan == peer::scan::run_length || p.scan == peer::scan::reduce_by_key;
    const arrays<T> a = { upload(p.in),
                          upload(p.keys),
                          upload(peer::places(has_places ? count : 0)),
                          allocate<T>(count),
                          allocate<unsigned>(1),
                          allocate<unsigned>(has_places || counts_runs ? count : size_t(peer::bins)) };
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
                       [&](size_t count) { return between([&] { enqueue(count); }); },
                       [&](size_t count) { return counts(p.scan, a.counts, count); } });
}

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::request &, const auto &p) { run(p); });
}
