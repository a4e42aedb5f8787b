#include "self_test/adder.h"

#include "base/try.h"
#include "enqueue/plan_enqueue.h"
#include "self_test/self_test.h"

clscan_status cs_adder_create(clscan_device *device, const char *type, clscan_plan **adder) {
    const clscan_desc sums = { .task = CLSCAN_TASK_REDUCE,
                               .value.name = type ? type : "uint",
                               .layout = CLSCAN_LAYOUT_ROWS };
    return cs_self_test_plan(device, &sums, adder);
}

clscan_status cs_adder_enqueue(clscan_plan *adder, cl_command_queue queue, const cs_tables *t, const cs_call_array *to,
                               cl_uint num_wait, const cl_event *wait, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    cs_call call;
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0] = (clscan_ref) { .buffer = t->buffer, .offset = t->offset };
    args.out[0] = (clscan_ref) { .buffer = to->handle, .offset = to->offset };
    args.num_dims = 2;
    args.dims[0] = (clscan_dim) { .n = t->num, .in_stride = t->pitch, .out_stride = t->pitch };
    args.dims[1] = (clscan_dim) { .n = t->bins, .in_stride = 1, .out_stride = 1 };
    TRY(cs_call_of(&adder->traits, &args, &call));
    TRY(cs_plan_enqueue(adder, queue, &call, num_wait, wait, event));
done:
    return status;
}
