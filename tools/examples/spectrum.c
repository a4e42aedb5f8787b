/* Computes the energy in each channel of a spectrum: a histogram that adds floating-point weights. The sums have the
 * same bits on every run. With floating-point atomics they would not. */
#include "example.h"
#include <math.h>
#include <string.h>

enum { PHOTONS = 500000, CHANNELS = 200 };

/* The struct `photon` of the source. */
typedef struct {
    cl_float wavelength, energy;
} photon;

static const char source[] = "typedef struct { float wavelength, energy; } photon;\n"
                             "static uint channel(photon p) { return (uint)((p.wavelength - 400) / 1.5f); }\n"
                             "static double energy(photon p) { return p.energy; }\n";

static cl_uint channel(photon p) {
    return (cl_uint)((p.wavelength - 400) / 1.5f);
}

int main(void) {
    static photon photons[PHOTONS];
    static double expected[CHANNELS], sums[2][CHANNELS];
    for (cl_uint i = 0; i < PHOTONS; i++) { /* wavelengths are multiples of 1/8, at the middle of a step */
        photons[i].wavelength = 400.0625f + (float)(i * 2654435761u >> 21) / 8;
        photons[i].energy = 1240 / photons[i].wavelength;
        if (channel(photons[i]) < CHANNELS)
            expected[channel(photons[i])] += photons[i].energy;
    }

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_HISTOGRAM;
    desc.in[0] = (clscan_type) { .name = "photon", .size = sizeof(photon) };
    desc.value.name = "double"; /* the type of the weights and of their sums */
    desc.bins.kind = CLSCAN_BIN_KIND_FUNCTION;
    desc.bins.count = CHANNELS; /* photons of a greater channel are in no bin */
    desc.bins.function = "channel";
    desc.user.source = source;
    desc.user.map = "energy";

    example e = example_open();
    clscan_plan *plan = NULL;
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = PHOTONS;
    args.in[0].host = photons;
    must(clscan_plan_create(e.device, &desc, &plan));
    for (int run = 0; run < 2; run++) {
        args.out[0].host = sums[run];
        must(clscan_plan_execute(plan, &args));
    }
    clscan_plan_destroy(plan);
    example_close(&e);

    size_t wrong = 0;
    for (size_t i = 0; i < CHANNELS; i++)
        wrong += fabs(sums[0][i] - expected[i]) > 1e-9 * expected[i];
    const int repeats = memcmp(sums[0], sums[1], sizeof sums[0]) == 0;
    printf("%d channels, %zu wrong; a second run gave %s bits\n", CHANNELS, wrong, repeats ? "the same" : "other");
    return wrong != 0 || !repeats;
}
