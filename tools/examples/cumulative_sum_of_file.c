/* The running sums of a file of any length: reads uints and writes ulongs, through buffers of a fixed size. The file
 * may be larger than the memory of the device and of the host, or a pipe.
 *
 *     cumulative_sum_of_file IN OUT     sums the uints of IN, and writes the sums to OUT
 *     cumulative_sum_of_file            makes a file, sums it, and checks the sums */
#include "example.h"

enum { PIECE = 1 << 16, PIECES = 3, NUMBERS = 5000000 };

static FILE *must_have(FILE *file, const char *name) {
    if (!file) {
        fprintf(stderr, "can't open %s\n", name);
        exit(1);
    }
    return file;
}

static clscan_stream *open_stream(clscan_device *device) {
    clscan_stream *stream;
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.value.name = "ulong";
    desc.in[0].name = "uint";
    clscan_stream_options options = CLSCAN_STREAM_OPTIONS_INIT;
    options.piece_elements = PIECE;
    options.num_pieces = PIECES;
    must(clscan_stream_create(device, &desc, &options, &stream));
    return stream;
}

/* Reads numbers directly into the ring, and writes sums directly from it. A ring without room has results. */
static void sum(clscan_stream *stream, FILE *in, FILE *out) {
    int more = 1;
    clscan_args numbers = CLSCAN_ARGS_INIT, sums = CLSCAN_ARGS_INIT;
    while (more || sums.count > 0) {
        must(more ? clscan_stream_reserve(stream, &numbers) : CLSCAN_OK);
        if (more && numbers.count > 0) {
            const size_t n = fread((void *)numbers.in[0].host, sizeof(cl_uint), numbers.count, in);
            must(clscan_stream_commit(stream, n));
            if (n < numbers.count) {
                must(clscan_stream_finish(stream));
                more = 0;
            }
            sums.count = 1; /* there may be some */
            if (more)
                continue;
        }
        must(clscan_stream_peek(stream, &sums));
        if (fwrite(sums.out[0].host, sizeof(cl_ulong), sums.count, out) != sums.count) {
            fprintf(stderr, "can't write the sums\n");
            exit(1);
        }
        must(clscan_stream_release(stream, sums.count));
    }
}

static cl_uint number(cl_uint i) {
    return i * 2654435761u >> 4;
}

static FILE *make_file(void) {
    FILE *file = must_have(tmpfile(), "a file");
    for (cl_uint i = 0; i < NUMBERS; i++) {
        const cl_uint x = number(i);
        fwrite(&x, sizeof x, 1, file);
    }
    rewind(file);
    return file;
}

static size_t count_wrong(FILE *out) {
    cl_ulong sum = 0, found = 0;
    size_t wrong = 0;
    rewind(out);
    for (cl_uint i = 0; i < NUMBERS; i++) {
        sum += number(i);
        wrong += fread(&found, sizeof found, 1, out) != 1 || found != sum;
    }
    return wrong + (fgetc(out) != EOF);
}

int main(int argc, char **argv) {
    clscan_device *device;
    cl_ulong total = 0;
    FILE *in = argc > 2 ? must_have(fopen(argv[1], "rb"), argv[1]) : make_file();
    FILE *out = must_have(argc > 2 ? fopen(argv[2], "wb") : tmpfile(), argc > 2 ? argv[2] : "a file");
    must(clscan_device_open(NULL, NULL, &device));
    clscan_stream *stream = open_stream(device);
    sum(stream, in, out);
    must(clscan_stream_total(stream, &total, sizeof total));
    clscan_stream_destroy(stream);
    clscan_device_destroy(device);

    const size_t wrong = argc > 2 ? 0 : count_wrong(out);
    printf("the sum is %llu; %zu running sums wrong\n", (unsigned long long)total, wrong);
    fclose(in);
    return fclose(out) != 0 || wrong != 0;
}
