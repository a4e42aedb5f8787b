// OpenMP 5's scan directive.
#include "peer.hpp"

template <class T>
static void scan(const T *from, T *to, size_t count) {
    T sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
    for (size_t i = 0; i < count; i++) {
        sum += from[i];
#pragma omp scan inclusive(sum)
        to[i] = sum;
    }
}

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::job &, const auto &in) {
        peer::measure_host("openmp", in, [](const auto *from, auto *to, size_t count) { scan(from, to, count); });
    });
}
