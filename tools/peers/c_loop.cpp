// Runs a plain loop on one thread.
#include "peer.hpp"

template <class T>
static size_t sum(const T *from, T *to, size_t count) {
    T sum = from[0];
    to[0] = sum;
    for (size_t i = 1; i < count; i++)
        to[i] = sum += from[i];
    return count;
}

// The loop has no branch, because half of the elements would be mispredicted.
template <class T>
static size_t select(const T *from, T *to, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        to[kept] = from[i];
        kept += peer::is_kept(from[i]);
    }
    return kept;
}

template <class T>
static size_t by_key(const int *key, const T *from, T *to, size_t count) {
    T sum = from[0];
    to[0] = sum;
    for (size_t i = 1; i < count; i++)
        to[i] = sum = key[i] == key[i - 1] ? sum + from[i] : from[i];
    return count;
}

template <class T>
static size_t run(const peer::problem<T> &p, size_t count, T *to) {
    const T *from = p.in.data();
    if (p.scan == peer::scan::select)
        return select(from, to, count);
    if (p.scan == peer::scan::by_key)
        return by_key(p.keys.data(), from, to, count);
    return sum(from, to, count);
}

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::request &, const auto &p) {
        peer::measure_host("c_loop", p, [](const auto &p, size_t count, auto *to) { return run(p, count, to); });
    });
}
