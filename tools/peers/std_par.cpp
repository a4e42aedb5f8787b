// The C++ standard library's inclusive_scan under the parallel policy.
#include "peer.hpp"
#include <execution>
#include <numeric>

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::job &, const auto &p) {
        peer::measure_host("std_par", p, [](const auto &p, auto *to) {
            return size_t(std::inclusive_scan(std::execution::par, p.in.begin(), p.in.end(), to) - to);
        });
    });
}
