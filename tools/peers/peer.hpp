// What every peer shares: the command line, the data, the samples, the check and the line that it prints.
//
//   PEER DEVICE TYPE FILE COUNT     DEVICE is PLATFORM:DEVICE in numbers, TYPE int or float
//
// prints   NAME COUNT WALL LEAST CALL DEVICE ok|WRONG   with seconds, or - where there is none:
//   WALL    median from the call until its result is there, LEAST the least of them
//   CALL    each of many calls with one wait at the end
//   DEVICE  median between two points of the device's own time line
#pragma once
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace peer {

struct job {
    unsigned platform = 0, device = 0;
    std::string type, file;
    size_t count = 0;
};

// The steps of a peer; `device` may be empty: it then has no DEVICE time.
template <class T>
struct steps {
    std::function<void()> enqueue, wait;
    std::function<std::vector<T>()> result;
    std::function<double()> device;
};

inline double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

inline double median(std::vector<double> seconds) {
    std::sort(seconds.begin(), seconds.end());
    return seconds[seconds.size() / 2];
}

inline double once(const std::function<void()> &enqueue, const std::function<void()> &wait) {
    const double start = now();
    enqueue();
    wait();
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
double per_call(const steps<T> &s, double one) {
    const int calls = std::max(5, std::min(500, int(0.02 / one)));
    return median(repeat([&] {
        const double start = now();
        for (int i = 0; i < calls; i++)
            s.enqueue();
        s.wait();
        return (now() - start) / calls;
    }));
}

template <class T>
std::vector<T> load(const job &j) {
    std::vector<T> values(j.count);
    FILE *file = std::fopen(j.file.c_str(), "rb");
    const bool ok = file && std::fread(values.data(), sizeof(T), j.count, file) == j.count;
    if (file)
        std::fclose(file);
    if (!ok) {
        std::fprintf(stderr, "can't read %zu values from %s\n", j.count, j.file.c_str());
        std::exit(1);
    }
    return values;
}

// Exact for floats too: see data.cpp.
template <class T>
bool right(const std::vector<T> &in, const std::vector<T> &out) {
    T sum = 0;
    for (size_t i = 0; i < in.size(); i++)
        if (out[i] != (sum = T(sum + in[i])))
            return false;
    return out.size() == in.size();
}

inline std::string text(double seconds) {
    char number[32];
    std::snprintf(number, sizeof number, "%.4g", seconds);
    return seconds > 0 ? number : "-";
}

template <class T>
void measure(const char *name, const std::vector<T> &in, const steps<T> &s) {
    const size_t small = 1 << 20;
    once(s.enqueue, s.wait);
    const double one = once(s.enqueue, s.wait);
    const double call = in.size() <= small ? per_call(s, one) : 0;
    const std::vector<double> wall = repeat([&] { return once(s.enqueue, s.wait); });
    const double device = s.device ? median(repeat(s.device)) : 0;
    std::printf("%s %zu %s %s %s %s %s\n", name, in.size(), text(median(wall)).c_str(),
                text(*std::min_element(wall.begin(), wall.end())).c_str(), text(call).c_str(), text(device).c_str(),
                right(in, s.result()) ? "ok" : "WRONG");
}

inline job read_job(int argc, char **argv) {
    job j;
    if (argc != 5 || std::sscanf(argv[1], "%u:%u", &j.platform, &j.device) != 2) {
        std::fprintf(stderr, "usage: %s PLATFORM:DEVICE int|float FILE COUNT\n", argv[0]);
        std::exit(2);
    }
    j.type = argv[2];
    j.file = argv[3];
    j.count = size_t(std::atoll(argv[4]));
    return j;
}

// Calls run(job, the data) with data of the type asked for.
template <class Run>
int main(int argc, char **argv, Run run) {
    const job j = read_job(argc, argv);
    if (j.type == "float")
        run(j, load<float>(j));
    else
        run(j, load<int>(j));
    return 0;
}

// A scan of host arrays that is done when the call returns.
template <class T, class Scan>
void measure_host(const char *name, const std::vector<T> &in, Scan scan) {
    std::vector<T> out(in.size());
    measure<T>(name, in, { [&] { scan(in.data(), out.data(), in.size()); }, [] {}, [&] { return out; }, {} });
}

} // namespace peer
