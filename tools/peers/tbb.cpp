// Runs oneTBB's parallel_scan with a plain loop as its body.
#include "peer.hpp"
#include <tbb/blocked_range.h>
#include <tbb/parallel_scan.h>

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

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::request &, const auto &p) {
        peer::measure_host("tbb", p, [](const auto &p, size_t count, auto *to) { return scan(p, count, to); });
    });
}
