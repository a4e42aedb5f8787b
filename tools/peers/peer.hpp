// The parts that all peers share: the command line, the data, the samples, the check and the line that a peer prints.
//
//   PEER DEVICE SCAN TYPE FOLDER COUNT...
//
// DEVICE has the numbers PLATFORM:DEVICE. TYPE is int, float, long, double, short or uchar, as in OpenCL C. FOLDER has
// the file `numbers`, and for scans of runs the file `keys`; data.cpp makes them. A peer scans the first COUNT numbers,
// for one COUNT after the other. SCAN is one of
//   sum     the inclusive sum
//   select  the selected numbers, contiguous and in order, and how many they are; the device writes both
//   by_key  the inclusive sum of each run of equal keys
//   reduce      the sum
//   reduce_by_key  the key and the sum of each run of equal keys, and how many runs there are
//   sort        the numbers in ascending order
//   sort_pairs  the same, with the place that each number had; equal numbers stay in their order
//   partition   the selected numbers in order, then the others, in order or in reverse order
//   unique      the first number of each run of equal numbers, and how many they are
//   run_length  the same, and how long each run is
//   histogram   how many numbers are in each of 256 bins of the same width over the range of the type
//   histogram_equal  the same of equal numbers
// For unique and run_length, the numbers are the keys, converted to the type.
//
// For each COUNT a peer prints   NAME TYPE COUNT WALL LEAST CALL DEVICE ok|WRONG   with times in seconds, or - for a
// time that it lacks:
//   WALL    median time from the call to the end of the wait for the result
//   LEAST   shortest of these times
//   CALL    time of each of many calls with one wait at the end, for calls that take less than 10 ms
//   DEVICE  median time by the device's own clock
#pragma once
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace peer {

enum class scan {
    sum,
    select,
    by_key,
    reduce,
    reduce_by_key,
    sort,
    sort_pairs,
    partition,
    unique,
    run_length,
    histogram,
    histogram_equal
};

enum { bins = 256 };

struct request {
    unsigned platform = 0, device = 0;
    peer::scan scan = peer::scan::sum;
    std::string type, folder;
    std::vector<size_t> counts;
};

template <class T>
struct problem {
    peer::scan scan;
    std::string type;
    std::vector<size_t> counts;
    std::vector<T> in;     // as many as the largest count
    std::vector<int> keys; // only for by_key and reduce_by_key
};

// Returns true if the number of results depends on the data.
inline bool has_total(scan s) {
    return s == scan::select || s == scan::unique || s == scan::run_length || s == scan::reduce_by_key;
}

inline bool is_histogram(scan s) {
    return s == scan::histogram || s == scan::histogram_equal;
}

inline bool has_keys(scan s) {
    return s == scan::by_key || s == scan::reduce_by_key;
}

// The steps of a peer, which take the number of elements. If `device` is empty, the peer has no DEVICE time.
template <class T>
struct steps {
    std::function<void(size_t)> enqueue;
    std::function<void()> wait, clear; // clear fills the output with zeros
    std::function<std::vector<T>(size_t)> result;
    std::function<double(size_t)> device;
    // The counts of bins, the lengths of runs, the places of sorted numbers, or the keys of sums by key.
    std::function<std::vector<unsigned>(size_t)> counts = {};
};

// The numbers 0, 1, 2 ..., which sort_pairs moves with the numbers that it sorts.
inline std::vector<unsigned> places(size_t count) {
    std::vector<unsigned> places(count);
    for (size_t i = 0; i < count; i++)
        places[i] = unsigned(i);
    return places;
}

inline double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

inline double median(std::vector<double> seconds) {
    std::sort(seconds.begin(), seconds.end());
    return seconds[seconds.size() / 2];
}

template <class T>
double once(const steps<T> &s, size_t count) {
    const double start = now();
    s.enqueue(count);
    s.wait();
    return now() - start;
}

inline std::vector<double> repeat(const std::function<double()> &sample) {
    const size_t fewest = 5, most = 100;
    const double enough_seconds = 0.2, start = now();
    std::vector<double> seconds;
    while (seconds.size() < fewest || (seconds.size() < most && now() - start < enough_seconds))
        seconds.push_back(sample());
    return seconds;
}

template <class T>
double per_call(const steps<T> &s, size_t count, double one) {
    const int calls = std::max(5, std::min(500, int(0.02 / one)));
    return median(repeat([&] {
        const double start = now();
        for (int i = 0; i < calls; i++)
            s.enqueue(count);
        s.wait();
        return (now() - start) / calls;
    }));
}

template <class T>
std::vector<T> load(const request &r, const char *name) {
    const std::string path = r.folder + "/" + name;
    const size_t count = *std::max_element(r.counts.begin(), r.counts.end());
    std::vector<T> values(count);
    FILE *file = std::fopen(path.c_str(), "rb");
    const bool ok = file && std::fread(values.data(), sizeof(T), count, file) == count;
    if (file)
        std::fclose(file);
    if (!ok) {
        std::fprintf(stderr, "can't read %zu values from %s\n", count, path.c_str());
        std::exit(1);
    }
    return values;
}

// A scan with `select` keeps the numbers above the middle, about half of all numbers.
template <class T>
constexpr T middle = std::numeric_limits<T>::is_signed ? T(0) : T(std::numeric_limits<T>::max() / 2);

template <class T>
bool is_kept(T x) {
    return x > middle<T>;
}

// The range of the bins of a histogram: all integers of the type, or the middle half of the floating-point numbers that
// data.cpp makes. There the difference of a number and the lower end is exact, and so is its bin.
template <class T>
constexpr double upper = std::numeric_limits<T>::is_integer ? double(std::numeric_limits<T>::max()) + 1
                         : sizeof(T) == 4                   ? double(1 << 23)
                                                            : double(INT64_C(1) << 52);
template <class T>
constexpr double lower = std::numeric_limits<T>::is_signed ? -upper<T> : 0;

// Adds 1 to the count of the bin of x, if x is in one.
template <class T>
void count_bin(T x, std::vector<unsigned> &counts) {
    if (double(x) >= lower<T> && double(x) < upper<T>)
        counts[size_t((double(x) - lower<T>) / ((upper<T> - lower<T>) / bins))]++;
}

// Returns a sum over the numbers that does not depend on their order. Other numbers have another sum, but for a chance
// of 2^-64 (the finalizer of splitmix64).
template <class T>
uint64_t sum_of_hashes(const T *numbers, size_t count) {
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t z = 0;
        std::memcpy(&z, &numbers[i], sizeof(T));
        z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
        z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
        sum += z ^ (z >> 31);
    }
    return sum;
}

template <class T>
bool is_sorted_right(const problem<T> &p, size_t count, const std::vector<T> &out) {
    return std::is_sorted(out.begin(), out.end()) &&
           sum_of_hashes(out.data(), out.size()) == sum_of_hashes(p.in.data(), count);
}

// The places are different, because equal numbers have ascending places. So they are a permutation.
template <class T>
bool are_pairs_right(const problem<T> &p, const std::vector<T> &out, const std::vector<unsigned> &places) {
    for (size_t i = 0; i < out.size(); i++) {
        const bool is_there = places[i] < out.size() && p.in[places[i]] == out[i];
        if (!is_there || (i && (out[i] < out[i - 1] || (out[i] == out[i - 1] && places[i] <= places[i - 1]))))
            return false;
    }
    return true;
}

template <class T>
bool are_sums_by_key_right(const problem<T> &p, size_t count, const std::vector<T> &out,
                           const std::vector<unsigned> &keys) {
    size_t runs = 0;
    T sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum = T(sum + p.in[i]);
        if (i + 1 < count && p.keys[i + 1] == p.keys[i])
            continue;
        if (runs == out.size() || out[runs] != sum || int(keys[runs]) != p.keys[i])
            return false;
        runs++;
        sum = 0;
    }
    return runs == out.size();
}

template <class T>
bool is_partition_right(const problem<T> &p, size_t count, const std::vector<T> &out) {
    std::vector<T> expected, rest;
    for (size_t i = 0; i < count; i++)
        (is_kept(p.in[i]) ? expected : rest).push_back(p.in[i]);
    std::vector<T> reversed = expected;
    expected.insert(expected.end(), rest.begin(), rest.end());
    reversed.insert(reversed.end(), rest.rbegin(), rest.rend());
    return out == expected || out == reversed;
}

template <class T>
bool are_runs_right(const problem<T> &p, size_t count, const std::vector<T> &out,
                    const std::vector<unsigned> *lengths) {
    size_t runs = 0, length = 0;
    for (size_t i = 0; i < count; i++) {
        length++;
        if (i + 1 < count && p.in[i + 1] == p.in[i])
            continue;
        if (runs == out.size() || out[runs] != p.in[i] || (lengths && (*lengths)[runs] != length))
            return false;
        runs++;
        length = 0;
    }
    return runs == out.size();
}

template <class T>
bool is_histogram_right(const problem<T> &p, size_t count, const std::vector<unsigned> &counts) {
    std::vector<unsigned> expected(bins);
    for (size_t i = 0; i < count; i++)
        count_bin(p.in[i], expected);
    return counts == expected;
}

template <class T>
bool is_right(const problem<T> &p, size_t count, const std::vector<T> &out);

// Compares the results of `s` with the results of a loop.
template <class T>
bool are_right(const problem<T> &p, const steps<T> &s, size_t count) {
    if (is_histogram(p.scan))
        return is_histogram_right(p, count, s.counts(count));
    const std::vector<T> out = s.result(count);
    if (p.scan == scan::sort_pairs)
        return are_pairs_right(p, out, s.counts(count));
    if (p.scan == scan::reduce_by_key)
        return are_sums_by_key_right(p, count, out, s.counts(count));
    if (p.scan == scan::run_length) {
        const std::vector<unsigned> lengths = s.counts(count);
        return lengths.size() >= out.size() && are_runs_right(p, count, out, &lengths);
    }
    return p.scan == scan::sort        ? is_sorted_right(p, count, out)
           : p.scan == scan::partition ? is_partition_right(p, count, out)
           : p.scan == scan::unique    ? are_runs_right<T>(p, count, out, nullptr)
                                       : is_right(p, count, out);
}

// Compares the result with that of a loop. The sums are exact for floats too, see data.cpp.
template <class T>
bool is_right(const problem<T> &p, size_t count, const std::vector<T> &out) {
    size_t written = 0;
    T sum = 0;
    for (size_t i = 0; i < count; i++) {
        const T x = p.in[i];
        const bool is_head = p.scan == scan::by_key && i > 0 && p.keys[i] != p.keys[i - 1];
        sum = is_head ? x : T(sum + x);
        if (p.scan == scan::select && !is_kept(x))
            continue;
        if (p.scan != scan::reduce && (written == out.size() || out[written] != (p.scan == scan::select ? x : sum)))
            return false;
        if (p.scan != scan::reduce)
            written++;
    }
    return p.scan == scan::reduce ? out.size() == 1 && out[0] == sum : written == out.size();
}

inline std::string text(double seconds) {
    char number[32];
    std::snprintf(number, sizeof number, "%.4g", seconds);
    return seconds > 0 ? number : "-";
}

template <class T>
void measure(const char *name, const problem<T> &p, const steps<T> &s) {
    const double brief = 10e-3;
    for (const size_t count : p.counts) {
        s.clear(); // it holds the result for another count, which begins with the same values
        once(s, count);
        const double one = std::min({ once(s, count), once(s, count), once(s, count) });
        const double call = one < brief ? per_call(s, count, one) : 0;
        const std::vector<double> wall = repeat([&] { return once(s, count); });
        const double device = s.device ? median(repeat([&] { return s.device(count); })) : 0;
        std::printf("%s %s %zu %s %s %s %s %s\n", name, p.type.c_str(), count, text(median(wall)).c_str(),
                    text(*std::min_element(wall.begin(), wall.end())).c_str(), text(call).c_str(), text(device).c_str(),
                    are_right(p, s, count) ? "ok" : "WRONG");
        std::fflush(stdout); // so that a crash at the next count loses nothing
    }
}

inline request read_request(int argc, char **argv) {
    static const std::map<std::string, scan> scans = { { "sum", scan::sum },
                                                       { "select", scan::select },
                                                       { "by_key", scan::by_key },
                                                       { "reduce", scan::reduce },
                                                       { "reduce_by_key", scan::reduce_by_key },
                                                       { "sort", scan::sort },
                                                       { "sort_pairs", scan::sort_pairs },
                                                       { "partition", scan::partition },
                                                       { "unique", scan::unique },
                                                       { "run_length", scan::run_length },
                                                       { "histogram", scan::histogram },
                                                       { "histogram_equal", scan::histogram_equal } };
    request r;
    if (argc < 6 || std::sscanf(argv[1], "%u:%u", &r.platform, &r.device) != 2 || !scans.count(argv[2])) {
        std::fprintf(stderr, "usage: %s PLATFORM:DEVICE SCAN TYPE FOLDER COUNT...\n", argv[0]);
        std::exit(2);
    }
    r.scan = scans.at(argv[2]);
    r.type = argv[3];
    r.folder = argv[4];
    for (int i = 5; i < argc; i++)
        r.counts.push_back(size_t(std::atoll(argv[i])));
    return r;
}

template <class T>
problem<T> load_problem(const request &r) {
    const bool of_runs = r.scan == scan::unique || r.scan == scan::run_length;
    const std::vector<int> keys = of_runs || has_keys(r.scan) ? load<int>(r, "keys") : std::vector<int>();
    std::vector<T> numbers;
    if (of_runs)
        for (const int key : keys)
            numbers.push_back(T(key));
    else
        numbers = load<T>(r, "numbers");
    if (r.scan == scan::histogram_equal)
        std::fill(numbers.begin(), numbers.end(), numbers[0]);
    return { r.scan, r.type, r.counts, numbers, has_keys(r.scan) ? keys : std::vector<int>() };
}

// Calls run(request, problem) and returns true if the request is for the type of this name.
template <class T, class Run>
bool run_as(const char *type, const request &r, Run &run) {
    if (r.type != type)
        return false;
    run(r, load_problem<T>(r));
    return true;
}

// Calls run(request, problem) with data of the type that the command line names.
template <class Run>
int main(int argc, char **argv, Run run) {
    const request r = read_request(argc, argv);
    if (run_as<int32_t>("int", r, run) || run_as<float>("float", r, run) || run_as<int64_t>("long", r, run) ||
        run_as<double>("double", r, run) || run_as<int16_t>("short", r, run) || run_as<uint8_t>("uchar", r, run))
        return 0;
    std::fprintf(stderr, "no such type: %s\n", r.type.c_str());
    return 2;
}

// Runs a peer whose scans work on host arrays and are complete when the call returns. scan(problem, count, out) scans
// the first `count` numbers, and returns the number of elements that it has written. If `counts` is not NULL, it has
// the counts of bins, or the lengths of runs.
template <class T, class Scan>
void measure_host(const char *name, const problem<T> &p, Scan scan, const std::vector<unsigned> *counts = nullptr) {
    std::vector<T> out(p.in.size());
    size_t written = 0;
    measure<T>(name, p,
               { [&](size_t count) { written = scan(p, count, out.data()); },
                 [] {},
                 [&] { std::fill(out.begin(), out.end(), T(0)); },
                 [&](size_t) { return std::vector<T>(out.begin(), out.begin() + long(written)); },
                 {},
                 [&](size_t) { return counts ? *counts : std::vector<unsigned>(); } });
}

} // namespace peer
