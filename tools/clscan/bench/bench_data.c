/* Makes the data of a measurement, on the host and on the device. */
#include "bench/bench.h"
#include "common/message.h"
#include <stdlib.h>

enum { SEED = 1 };

bool bench_data_make(const options *o, const view_options *v, const bench_target *target, const oracle_problem *p,
                     size_t count, bench_data *data) {
    *data = (bench_data) { .scratch = NULL };
    if (!generated_open(v, p, count, SEED, GENERATED_FOR_TIMING, &data->generated))
        return false;
    data->scratch = target->copier ? malloc(data->generated.room) : NULL;
    const bool ok = (data->scratch || !target->copier || complain("out of memory")) &&
                    generated_runner(&data->generated, target->device, target->about.is_gpu, &data->runner) &&
                    (!o->bench.empty || runner_add_empty(&data->runner));
    if (!ok)
        bench_data_free(data);
    return ok;
}

void bench_data_free(bench_data *data) {
    runner_close(&data->runner);
    generated_close(&data->generated);
    free(data->scratch);
}
