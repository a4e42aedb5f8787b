// data int|float|keys COUNT FILE: writes random data for all peers. Floats are the steps of a random walk on whole
// numbers below 2^24. So the sum of any consecutive floats is exact in any order of evaluation, and results are
// compared bit by bit. Runs of equal keys have 1000 elements on average.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static uint64_t draw(uint64_t index) { // splitmix64
    uint64_t z = (index + 1) * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static uint32_t int_bits(uint64_t i) {
    return uint32_t(draw(i) >> 32);
}

static uint32_t float_bits(uint64_t i) {
    const uint64_t below = 1 << 24;
    const float step = float(int64_t(draw(i + 1) % below) - int64_t(draw(i) % below));
    uint32_t bits;
    std::memcpy(&bits, &step, sizeof bits);
    return bits;
}

static uint32_t key_bits(uint64_t i) {
    static uint32_t key;
    return key = draw(i) % 1000 ? key : uint32_t(i);
}

int main(int argc, char **argv) {
    FILE *file = argc == 4 ? std::fopen(argv[3], "wb") : nullptr;
    if (!file)
        return std::fprintf(stderr, "usage: data int|float|keys COUNT FILE\n"), 2;
    const auto bits_of = std::strcmp(argv[1], "keys") == 0    ? key_bits
                         : std::strcmp(argv[1], "float") == 0 ? float_bits
                                                              : int_bits;
    const uint64_t count = std::strtoull(argv[2], nullptr, 10);
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t bits = bits_of(i);
        std::fwrite(&bits, sizeof bits, 1, file);
    }
    return std::ferror(file) || std::fclose(file) != 0;
}
