// Runs the C++ standard library's inclusive_scan and copy_if with the parallel policy.
#include "peer.hpp"
#include <algorithm>
#include <execution>
#include <numeric>

template <class T>
static size_t run(const peer::problem<T> &p, size_t count, T *to) {
    const T *from = p.in.data();
    if (p.scan == peer::scan::select)
        return size_t(std::copy_if(std::execution::par, from, from + count, to, peer::is_kept<T>) - to);
    return size_t(std::inclusive_scan(std::execution::par, from, from + count, to) - to);
}

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::request &, const auto &p) {
        peer::measure_host("std_par", p, [](const auto &p, size_t count, auto *to) { return run(p, count, to); });
    });
}
