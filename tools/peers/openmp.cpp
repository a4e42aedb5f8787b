// Runs a loop with OpenMP 5's scan directive.
#include "peer.hpp"

template <class T>
static size_t scan(const peer::problem<T> &p, T *to) {
    const T *from = p.in.data();
    const size_t count = p.in.size();
    T sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
    for (size_t i = 0; i < count; i++) {
        sum += from[i];
#pragma omp scan inclusive(sum)
        to[i] = sum;
    }
    return count;
}

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::job &, const auto &p) {
        peer::measure_host("openmp", p, [](const auto &p, auto *to) { return scan(p, to); });
    });
}
