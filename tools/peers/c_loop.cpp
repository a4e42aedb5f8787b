// One loop on one thread.
#include "peer.hpp"

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::job &, const auto &in) {
        peer::measure_host("c_loop", in, [](const auto *from, auto *to, size_t count) {
            auto sum = from[0];
            to[0] = sum;
            for (size_t i = 1; i < count; i++)
                to[i] = sum += from[i];
        });
    });
}
