/* A user's program for an installed clscan. It uses both levels of the API and checks the results. */
#define CL_TARGET_OPENCL_VERSION 120
#include <clscan/clscan.h>
#include <stdio.h>

enum { COUNT = 1000 };

static int failed(const char *what, clscan_status status) {
    fprintf(stderr, "%s: %s: %s\n", what, clscan_status_name(status), clscan_last_message());
    return status == CLSCAN_ERROR_NO_DEVICE ? 77 : 1;
}

int main(void) {
    unsigned in[COUNT], sum[COUNT], largest[COUNT];
    for (unsigned i = 0; i < COUNT; i++)
        in[i] = i * 7919u % 1000u;

    if (clscan_version() != CLSCAN_VERSION) {
        fprintf(stderr, "header %d, library %d\n", CLSCAN_VERSION, clscan_version());
        return 1;
    }
    clscan_status status = clscan_host_scan("uint", CLSCAN_OP_ADD, CLSCAN_KIND_EXCLUSIVE, in, sum, COUNT);
    if (status)
        return failed("clscan_host_scan", status);

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.value.name = "uint";
    desc.op = CLSCAN_OP_MAX;
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = COUNT;
    args.in[0].host = in;
    args.out[0].host = largest;
    clscan_device *device = NULL;
    clscan_plan *plan = NULL;
    status = clscan_device_open(NULL, NULL, &device);
    if (!status)
        status = clscan_plan_create(device, &desc, &plan);
    if (!status)
        status = clscan_plan_execute(plan, &args);
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
    if (status)
        return failed("plan", status);

    unsigned before = 0, most = 0;
    for (unsigned i = 0; i < COUNT; i++) {
        most = in[i] > most ? in[i] : most;
        if (sum[i] != before || largest[i] != most) {
            fprintf(stderr, "element %u: sum %u, not %u; largest %u, not %u\n", i, sum[i], before, largest[i], most);
            return 1;
        }
        before += in[i];
    }
    printf("%d elements scanned twice, clscan %d\n", COUNT, clscan_version());
    return 0;
}
