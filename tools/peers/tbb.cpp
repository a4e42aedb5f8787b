// Runs oneTBB's parallel_scan and parallel_reduce with a plain loop as their body, and parallel_sort after a copy.
#include "peer.hpp"
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_scan.h>
#include <tbb/parallel_sort.h>

template <class T>
static size_t scan(const peer::problem<T> &p, size_t count, T *to) {
    const T *from = p.in.data();
    tbb::parallel_scan(
        tbb::blocked_range<size_t>(0, count), T(0),
        [=](const tbb::blocked_range<size_t> &part, T sum, bool last) {
            for (size_t i = part.begin(); i < part.end(); i++) {
                sum += from[i];
                if (last)
                    to[i] = sum;
            }
            return sum;
        },
        [](T earlier, T later) { return T(earlier + later); });
    return count;
}

template <class T>
static size_t reduce(const peer::problem<T> &p, size_t count, T *to) {
    const T *from = p.in.data();
    *to = tbb::parallel_reduce(
        tbb::blocked_range<size_t>(0, count), T(0),
        [=](const tbb::blocked_range<size_t> &part, T sum) {
            for (size_t i = part.begin(); i < part.end(); i++)
                sum += from[i];
            return sum;
        },
        [](T earlier, T later) { return T(earlier + later); });
    return 1;
}

template <class T>
static size_t sort(const peer::problem<T> &p, size_t count, T *to) {
    std::copy(p.in.begin(), p.in.begin() + long(count), to);
    tbb::parallel_sort(to, to + count);
    return count;
}

template <class T>
static size_t run(const peer::problem<T> &p, size_t count, T *to) {
    return p.scan == peer::scan::sort     ? sort(p, count, to)
           : p.scan == peer::scan::reduce ? reduce(p, count, to)
                                          : scan(p, count, to);
}

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::request &, const auto &p) {
        peer::measure_host("tbb", p, [](const auto &p, size_t count, auto *to) { return run(p, count, to); });
    });
}
