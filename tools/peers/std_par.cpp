// The C++ standard library's inclusive_scan under the parallel policy.
#include "peer.hpp"
#include <execution>
#include <numeric>

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::job &, const auto &in) {
        peer::measure_host("std_par", in, [](const auto *from, auto *to, size_t count) {
            std::inclusive_scan(std::execution::par, from, from + count, to);
        });
    });
}
