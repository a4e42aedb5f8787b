#include "enqueue/queue_check.h"

#include "base/try.h"

clscan_status cs_queue_check(const clscan_device *device, cl_command_queue queue, bool *in_order) {
    clscan_status status = CLSCAN_OK;
    cl_context context = NULL;
    cl_device_id id = NULL;
    cl_command_queue_properties properties = 0;
    FAIL_IF(!queue, CLSCAN_ERROR_INVALID_VALUE, "queue is NULL");
    CL(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL));
    CL(clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof id, &id, NULL));
    CL(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL));
    FAIL_IF(context != device->context, CLSCAN_ERROR_INVALID_QUEUE, "queue belongs to another context than the plan");
    FAIL_IF(id != device->id, CLSCAN_ERROR_INVALID_QUEUE,
            "queue belongs to another device than the plan, which is for %s", device->caps.name);
    *in_order = !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
done:
    return status;
}

clscan_status cs_wait_list_check(const clscan_device *device, cl_uint num, const cl_event *list) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(!list != !num, CLSCAN_ERROR_INVALID_WAIT_LIST, "num_events_in_wait_list is %u, but event_wait_list is %s",
            num, list ? "not NULL" : "NULL");
    for (cl_uint i = 0; i < num; i++) {
        cl_context context = NULL;
        FAIL_IF(!list[i], CLSCAN_ERROR_INVALID_WAIT_LIST, "event_wait_list[%u] is NULL", i);
        CL(clGetEventInfo(list[i], CL_EVENT_CONTEXT, sizeof context, &context, NULL));
        FAIL_IF(context != device->context, CLSCAN_ERROR_INVALID_WAIT_LIST,
                "event_wait_list[%u] belongs to another context than the plan", i);
    }
done:
    return status;
}
