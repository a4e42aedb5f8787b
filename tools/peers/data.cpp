// data TYPE COUNT FILE: writes random data for all peers. TYPE is keys, int, float, long, double, short or uchar.
// Integers have all values, and their sums wrap around. Floats are the steps of a random walk on whole numbers below
// 2^24, doubles below 2^53. So the sum of any consecutive floats or doubles is exact in any order of evaluation, and
// results are compared bit by bit. Runs of equal keys have 1000 elements on average.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static uint64_t draw(uint64_t index) { // splitmix64
    uint64_t z = (index + 1) * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

template <class T>
static T integer(uint64_t i) {
    return T(draw(i) >> (64 - 8 * sizeof(T)));
}

template <class T, int bits>
static T step(uint64_t i) {
    const uint64_t below = UINT64_C(1) << bits;
    return T(int64_t(draw(i + 1) % below) - int64_t(draw(i) % below));
}

static int32_t key(uint64_t i) {
    static int32_t key;
    return key = draw(i) % 1000 ? key : int32_t(i);
}

template <class T>
static void write(uint64_t count, FILE *file, T (*value)(uint64_t)) {
    const uint64_t most = 1 << 16;
    std::vector<T> values;
    for (uint64_t i = 0; i < count;) {
        values.clear();
        for (; i < count && values.size() < most; i++)
            values.push_back(value(i));
        std::fwrite(values.data(), sizeof(T), values.size(), file);
    }
}

static const struct {
    const char *type;
    void (*write)(uint64_t count, FILE *file);
} writers[] = {
    { "keys", [](uint64_t count, FILE *file) { write(count, file, key); } },
    { "int", [](uint64_t count, FILE *file) { write(count, file, integer<int32_t>); } },
    { "float", [](uint64_t count, FILE *file) { write(count, file, step<float, 24>); } },
    { "long", [](uint64_t count, FILE *file) { write(count, file, integer<int64_t>); } },
    { "double", [](uint64_t count, FILE *file) { write(count, file, step<double, 53>); } },
    { "short", [](uint64_t count, FILE *file) { write(count, file, integer<int16_t>); } },
    { "uchar", [](uint64_t count, FILE *file) { write(count, file, integer<uint8_t>); } },
};

int main(int argc, char **argv) {
    for (const auto &writer : writers) {
        FILE *file = argc == 4 && !std::strcmp(argv[1], writer.type) ? std::fopen(argv[3], "wb") : nullptr;
        if (file) {
            writer.write(std::strtoull(argv[2], nullptr, 10), file);
            return std::ferror(file) || std::fclose(file) != 0;
        }
    }
    return std::fprintf(stderr, "usage: data keys|int|float|long|double|short|uchar COUNT FILE\n"), 2;
}
