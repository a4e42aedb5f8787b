// Runs a plain loop on one thread, and for sorts std::sort or std::stable_sort, after a copy of the numbers.
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

static std::vector<unsigned> counts; // as peer::steps has them

template <class T>
static size_t partition(const T *from, T *to, size_t count) {
    size_t kept = select(from, to, count);
    for (size_t i = 0; i < count; i++)
        if (!peer::is_kept(from[i]))
            to[kept++] = from[i];
    return count;
}

template <class T>
static size_t runs(const T *from, T *to, size_t count, unsigned *length) {
    size_t n = 0, begin = 0;
    for (size_t i = 1; i <= count; i++) {
        if (i < count && from[i] == from[begin])
            continue;
        to[n] = from[begin];
        if (length)
            length[n] = unsigned(i - begin);
        n++;
        begin = i;
    }
    return n;
}

template <class T>
static size_t histogram(const T *from, size_t count) {
    counts.assign(peer::bins, 0);
    for (size_t i = 0; i < count; i++)
        peer::count_bin(from[i], counts);
    return 0;
}

template <class T>
static size_t reduce(const T *from, T *to, size_t count) {
    T sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += from[i];
    *to = sum;
    return 1;
}

template <class T>
static size_t sort(const T *from, T *to, size_t count) {
    std::copy(from, from + count, to);
    std::sort(to, to + count);
    return count;
}

template <class T>
static size_t reduce_by_key(const int *key, const T *from, T *to, size_t count) {
    size_t runs = 0;
    T sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += from[i];
        if (i + 1 < count && key[i + 1] == key[i])
            continue;
        to[runs] = sum;
        counts[runs++] = unsigned(key[i]);
        sum = 0;
    }
    return runs;
}

template <class T>
static size_t sort_pairs(const T *from, T *to, size_t count) {
    static std::vector<std::pair<T, unsigned>> pairs;
    pairs.resize(count);
    for (size_t i = 0; i < count; i++)
        pairs[i] = { from[i], unsigned(i) };
    std::stable_sort(pairs.begin(), pairs.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    for (size_t i = 0; i < count; i++) {
        to[i] = pairs[i].first;
        counts[i] = pairs[i].second;
    }
    return count;
}

template <class T>
static size_t run(const peer::problem<T> &p, size_t count, T *to) {
    const T *from = p.in.data();
    counts.resize(p.in.size());
    switch (p.scan) {
    case peer::scan::sum:
        return sum(from, to, count);
    case peer::scan::select:
        return select(from, to, count);
    case peer::scan::by_key:
        return by_key(p.keys.data(), from, to, count);
    case peer::scan::reduce:
        return reduce(from, to, count);
    case peer::scan::reduce_by_key:
        return reduce_by_key(p.keys.data(), from, to, count);
    case peer::scan::sort:
        return sort(from, to, count);
    case peer::scan::sort_pairs:
        return sort_pairs(from, to, count);
    case peer::scan::partition:
        return partition(from, to, count);
    case peer::scan::unique:
        return runs(from, to, count, nullptr);
    case peer::scan::run_length:
        return runs(from, to, count, counts.data());
    case peer::scan::histogram:
    case peer::scan::histogram_equal:
        return histogram(from, count);
    }
    return 0;
}

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::request &, const auto &p) {
        peer::measure_host(
            "c_loop", p, [](const auto &p, size_t count, auto *to) { return run(p, count, to); }, &counts);
    });
}
