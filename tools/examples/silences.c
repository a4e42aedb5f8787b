/* Finds the silences of a recording: runs of at least 100 quiet samples. A run-length encoding with desc.min_run_length
 * finds where they begin and how long they are, and drops the short ones on the device. */
#include "example.h"

enum { SAMPLES = 1000000, SHORTEST = 100, LOUD = 50 };

int main(void) {
    static cl_short sample[SAMPLES], value[SAMPLES];
    static cl_uint begin[SAMPLES], length[SAMPLES];
    for (cl_uint i = 0; i < SAMPLES; i++) {
        const cl_uint noise = i * 2654435761u >> 16, stretch = i / 130 * 2246822519u >> 30;
        sample[i] = (cl_short)(stretch == 0 ? noise % LOUD : noise % 20000);
    }

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_RUN_LENGTH;
    desc.min_run_length = SHORTEST;
    desc.value.name = "short";
    desc.key.name = "int"; /* runs are of samples with equal keys: 1 if quiet, else 0 */
    desc.user.source = "static int is_quiet(short x) { return x < 50; }";
    desc.user.key = "is_quiet";

    example e = example_open();
    cl_uint runs = 0;
    clscan_plan *plan = NULL;
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = SAMPLES;
    args.in[0].host = sample;
    args.out[0].host = value;
    args.indices.host = begin;
    args.lengths.host = length;
    args.total.host = &runs;
    must(clscan_plan_create(e.device, &desc, &plan));
    must(clscan_plan_execute(plan, &args));
    clscan_plan_destroy(plan);
    example_close(&e);

    /* The first sample of a run says whether the run is quiet. */
    size_t wrong = 0, silences = 0;
    cl_uint run = 0;
    for (cl_uint i = 0, end; i < SAMPLES; i = end) {
        for (end = i + 1; end < SAMPLES && (sample[end] < LOUD) == (sample[i] < LOUD);)
            end++;
        if (end - i < SHORTEST)
            continue;
        wrong += run >= runs || begin[run] != i || length[run] != end - i || value[run] != sample[i];
        silences += sample[i] < LOUD;
        run++;
    }
    printf("%u long runs, of which %zu are silences; %zu wrong\n", runs, silences, wrong);
    return wrong != 0 || run != runs || silences == 0;
}
