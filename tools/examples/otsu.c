/* Computes the threshold that best separates the dark pixels of an image from the bright ones (Otsu, "A Threshold
 * Selection Method from Gray-Level Histograms", 1979): the grey level for which the variance between the two classes is
 * greatest.
 *
 *   1. A histogram counts the pixels of each grey level.
 *   2. An inclusive scan computes the number and the sum of the pixels up to each level.
 *   3. A reduction by argmax finds the level with the greatest variance between darker and brighter pixels.
 *
 * The variances are stored nowhere, because a load function computes them for the reduction. Only the threshold leaves
 * the device. */
#include "example.h"

enum { WIDTH = 1024, HEIGHT = 768, PIXELS = WIDTH * HEIGHT, LEVELS = 256 };

static const char source[] =
    "typedef struct { ulong count, sum; } pixels;\n"
    "pixels of_level(const global uint *count, ulong i) {\n"
    "    pixels p = { count[i], count[i] * i };\n"
    "    return p;\n"
    "}\n"
    "pixels join(pixels a, pixels b) {\n"
    "    pixels c = { a.count + b.count, a.sum + b.sum };\n"
    "    return c;\n"
    "}\n"
    "float variance(const global pixels *up_to, ulong i) {\n"
    "    const pixels all = up_to[255], low = up_to[i], high = { all.count - low.count, all.sum - low.sum };\n"
    "    if (low.count == 0 || high.count == 0)\n"
    "        return 0;\n"
    "    const float difference = (float)low.sum / low.count - (float)high.sum / high.count;\n"
    "    return (float)low.count / all.count * ((float)high.count / all.count) * difference * difference;\n"
    "}\n";

/* The struct `pixels` of the source. */
typedef struct {
    cl_ulong count, sum;
} pixels;

static void count_levels(example *e, cl_mem image, cl_mem counts) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_HISTOGRAM;
    desc.in[0].name = "uchar";
    desc.bins.count = LEVELS; /* bins of the same width, which is 1 here */
    desc.bins.lower = 0;
    desc.bins.upper = LEVELS; /* not in the last bin, which has level 255 */

    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = image;
    args.out[0].buffer = counts;
    args.count = PIXELS;
    example_scan(e, &desc, &args);
}

static void sum_up_to_each_level(example *e, cl_mem counts, cl_mem up_to) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.in[0].name = "uint";
    desc.value = (clscan_type) { .name = "pixels", .size = sizeof(pixels) }; /* also the type of out[0] */
    desc.user.source = source;
    desc.user.load = "of_level";
    desc.user.combine = "join";
    desc.user.identity = "{ 0, 0 }";
    desc.max_count = LEVELS; /* spares the compilation of programs for more elements */

    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = counts;
    args.out[0].buffer = up_to;
    args.count = LEVELS;
    example_scan(e, &desc, &args);
}

static void find_best(example *e, cl_mem up_to, cl_mem best, cl_mem threshold) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_REDUCE;
    desc.op = CLSCAN_OP_ARGMAX;
    desc.in[0] = (clscan_type) { .name = "pixels", .size = sizeof(pixels) };
    desc.value.name = "float";
    desc.user.source = source;
    desc.user.load = "variance";
    desc.max_count = LEVELS;

    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = up_to;
    args.out[0].buffer = best;
    args.out[1].buffer = threshold; /* a ulong: the index of the greatest variance, which is the level */
    args.count = LEVELS;
    example_scan(e, &desc, &args);
}

/* The variance in plain C, with the two classes separated level by level. */
static double variance_at(const size_t *pixels_of, cl_ulong threshold) {
    double count[2] = { 0, 0 }, sum[2] = { 0, 0 };
    for (cl_ulong level = 0; level < LEVELS; level++) {
        count[level > threshold] += (double)pixels_of[level];
        sum[level > threshold] += (double)pixels_of[level] * (double)level;
    }
    if (count[0] == 0 || count[1] == 0)
        return 0;
    const double difference = sum[0] / count[0] - sum[1] / count[1];
    return count[0] / PIXELS * (count[1] / PIXELS) * difference * difference;
}

/* A bright disc before a dark ground, both with noise. */
static void paint(unsigned char *image) {
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            const cl_uint noise = (cl_uint)(y * WIDTH + x) * 2654435761u;
            const int dx = x - WIDTH / 2, dy = y - HEIGHT / 2, disc = dx * dx + dy * dy < 250 * 250;
            image[y * WIDTH + x] = (unsigned char)((disc ? 120 : 30) + (noise >> 26) + (noise >> 12 & 63));
        }
}

int main(void) {
    static unsigned char image[PIXELS];
    cl_float best = 0;
    cl_ulong threshold = 0;
    paint(image);

    example e = example_open();
    cl_mem in = example_buffer(&e, sizeof image, image), counts = example_buffer(&e, LEVELS * sizeof(cl_uint), NULL),
           up_to = example_buffer(&e, LEVELS * sizeof(pixels), NULL), variance = example_buffer(&e, sizeof best, NULL),
           level = example_buffer(&e, sizeof threshold, NULL);
    count_levels(&e, in, counts);
    sum_up_to_each_level(&e, counts, up_to);
    find_best(&e, up_to, variance, level);
    example_take(&e, variance, sizeof best, &best);
    example_take(&e, level, sizeof threshold, &threshold);
    clReleaseMemObject(in);
    clReleaseMemObject(counts);
    clReleaseMemObject(up_to);
    example_close(&e);

    size_t pixels_of[LEVELS] = { 0 }, better = 0;
    for (size_t i = 0; i < PIXELS; i++)
        pixels_of[image[i]]++;
    /* The device computes in float, so that levels of nearly the same variance count as equal. */
    const double found = variance_at(pixels_of, threshold), tolerance = 1e-5 * found;
    for (cl_ulong t = 0; t < LEVELS; t++)
        better += variance_at(pixels_of, t) > found + tolerance;
    const int right = best >= found - tolerance && best <= found + tolerance;
    printf("threshold %u of %d pixels, variance %.1f, which is %s; %zu levels are better\n", (unsigned)threshold,
           PIXELS, (double)best, right ? "right" : "wrong", better);
    return !right || better != 0;
}
