/* Makes the data of a measurement, on the host and on the device. */
#include "bench/bench.h"
#include "common/message.h"
#include <stdlib.h>

enum { SEED = 1 };

bool bench_data_make(const options *o, const view_options *v, const bench_place *place, const oracle_problem *p,
                     size_t count, bench_data *data) {
    *data = (bench_data) { .scratch = NULL };
    if (!generated_open(v, p, count, SEED, MADE_FOR_TIMING, &data->generated))
        return false;
    data->scratch = place->copier ? malloc(data->generated.room) : NULL;
    const bool ok = (data->scratch || !place->copier || complain("out of memory")) &&
                    generated_rig(&data->generated, place->device, place->about.is_gpu, &data->rig) &&
                    (!o->bench.empty || rig_add_empty(&data->rig));
    if (!ok)
        bench_data_free(data);
    return ok;
}

void bench_data_free(bench_data *data) {
    rig_close(&data->rig);
    generated_close(&data->generated);
    free(data->scratch);
}
