/* Finds outliers of measurements that never end: a stream that selects. Measurements are pushed in portions as they
 * come. Measurements above a threshold are pulled with their 64-bit index. The memory does not depend on the number of
 * measurements. */
#include "example.h"

enum { PORTION = 3000, PORTIONS = 700, ROOM = 256 };

static float measurement(cl_ulong i) {
    return (float)((cl_uint)i * 2654435761u >> 8) / (1 << 24);
}

static clscan_stream *open_stream(clscan_device *device) {
    clscan_stream *stream;
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_SELECT;
    desc.value.name = "float";
    desc.index_type.name = "ulong"; /* counts from the first element that was pushed */
    desc.user.source = "static int is_outlier(float x) { return x > 0.999f; }";
    desc.user.keep = "is_outlier";
    clscan_stream_options options = CLSCAN_STREAM_OPTIONS_INIT;
    options.piece_elements = 1 << 16;
    must(clscan_stream_create(device, &desc, &options, &stream));
    return stream;
}

/* Takes the outliers that are known, and returns how many these are. Counts in *wrong those that are not the next. */
static size_t pull(clscan_stream *stream, cl_ulong *next, size_t *wrong) {
    float outlier[ROOM];
    cl_ulong index[ROOM];
    size_t given = 0;
    clscan_args args = CLSCAN_ARGS_INIT;
    args.out[0].host = outlier;
    args.indices.host = index;
    args.count = ROOM;
    must(clscan_stream_pull(stream, &args, &given));
    for (size_t i = 0; i < given; i++) {
        while (*next < (cl_ulong)PORTION * PORTIONS && !(measurement(*next) > 0.999f))
            ++*next;
        *wrong += index[i] != *next || outlier[i] != measurement(*next);
        ++*next;
    }
    return given;
}

int main(void) {
    clscan_device *device;
    cl_ulong next = 0, total = 0;
    size_t wrong = 0, found = 0, n;
    float portion[PORTION];
    must(clscan_device_open(NULL, NULL, &device));
    clscan_stream *stream = open_stream(device);
    for (cl_ulong first = 0; first < (cl_ulong)PORTION * PORTIONS; first += PORTION) {
        for (size_t i = 0; i < PORTION; i++)
            portion[i] = measurement(first + i);
        for (size_t pushed = 0, taken; pushed < PORTION; pushed += taken) {
            clscan_args args = CLSCAN_ARGS_INIT;
            args.in[0].host = portion + pushed;
            args.count = PORTION - pushed;
            must(clscan_stream_push(stream, &args, &taken));
            if (taken < args.count) /* the ring has no more room before results are pulled */
                found += pull(stream, &next, &wrong);
        }
    }
    must(clscan_stream_finish(stream));
    while ((n = pull(stream, &next, &wrong)) > 0)
        found += n;
    must(clscan_stream_total(stream, &total, sizeof total));
    clscan_stream_destroy(stream);
    clscan_device_destroy(device);

    printf("%zu outliers among %d measurements; %zu wrong\n", found, PORTION * PORTIONS, wrong);
    return wrong != 0 || found != total || found == 0;
}
