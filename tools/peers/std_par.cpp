// Runs the C++ standard library's inclusive_scan and copy_if with the parallel policy.
#include "peer.hpp"
#include <algorithm>
#include <execution>
#include <numeric>

template <class T>
static T *run(const peer::problem<T> &p, T *to) {
    if (p.scan == peer::scan::select)
        return std::copy_if(std::execution::par, p.in.begin(), p.in.end(), to, peer::is_kept<T>);
    return std::inclusive_scan(std::execution::par, p.in.begin(), p.in.end(), to);
}

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::job &, const auto &p) {
        peer::measure_host("std_par", p, [](const auto &p, auto *to) { return size_t(run(p, to) - to); });
    });
}
