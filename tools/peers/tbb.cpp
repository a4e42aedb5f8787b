// oneTBB's parallel_scan with a plain loop as its body.
#include "peer.hpp"
#include <tbb/blocked_range.h>
#include <tbb/parallel_scan.h>

template <class T>
static void scan(const T *from, T *to, size_t count) {
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
}

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::job &, const auto &in) {
        peer::measure_host("tbb", in, [](const auto *from, auto *to, size_t count) { scan(from, to, count); });
    });
}
