// Runs a loop with OpenMP 5's scan directive, or with a reduction.
#include "peer.hpp"

template <class T>
static size_t scan(const peer::problem<T> &p, size_t count, T *to) {
    const T *from = p.in.data();
    T sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
    for (size_t i = 0; i < count; i++) {
        sum += from[i];
#pragma omp scan inclusive(sum)
        to[i] = sum;
    }
    return count;
}

template <class T>
static size_t reduce(const peer::problem<T> &p, size_t count, T *to) {
    const T *from = p.in.data();
    T sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < count; i++)
        sum += from[i];
    *to = sum;
    return 1;
}

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::request &, const auto &p) {
        peer::measure_host("openmp", p, [](const auto &p, size_t count, auto *to) {
            return p.scan == peer::scan::reduce ? reduce(p, count, to) : scan(p, count, to);
        });
    });
}
