// Runs the C++ standard library's inclusive_scan, reduce, copy_if, unique_copy, and sort after a copy, with the
// parallel policy.
#include "peer.hpp"
#include <algorithm>
#include <execution>
#include <numeric>

template <class T>
static size_t run(const peer::problem<T> &p, size_t count, T *to) {
    const T *from = p.in.data();
    if (p.scan == peer::scan::select)
        return size_t(std::copy_if(std::execution::par, from, from + count, to, peer::is_kept<T>) - to);
    if (p.scan == peer::scan::unique)
        return size_t(std::unique_copy(std::execution::par, from, from + count, to) - to);
    if (p.scan == peer::scan::reduce) {
        *to = std::reduce(std::execution::par, from, from + count, T(0));
        return 1;
    }
    if (p.scan == peer::scan::sort) {
        std::copy(std::execution::par, from, from + count, to);
        std::sort(std::execution::par, to, to + count);
        return count;
    }
    return size_t(std::inclusive_scan(std::execution::par, from, from + count, to) - to);
}

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::request &, const auto &p) {
        peer::measure_host("std_par", p, [](const auto &p, size_t count, auto *to) { return run(p, count, to); });
    });
}
