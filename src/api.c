/* Every exported function: checks what the layers below take for granted, and calls them. */
#include "base/fork.h"
#include "base/struct_version.h"
#include "base/try.h"
#include "host.h"
#include "plan/args_check.h"
#include "plan/plan_choice.h"
#include "plan/strided.h"
#include "self_test/self_test.h"
#include "table/table.h"

#include <stddef.h>
#include <string.h>

#define NOT_NULL(argument)   FAIL_IF(!(argument), CLSCAN_INVALID_VALUE, "%s is NULL", #argument)
#define TAKE(ours, argument) TRY(cs_struct_version_take(&(ours), sizeof(ours), (argument), #argument))

int clscan_version(void) {
    return CLSCAN_VERSION;
}

clscan_status clscan_host(clscan_type type, clscan_op op, clscan_kind kind, const void *in, void *out, size_t count) {
    clscan_status status = CLSCAN_OK;
    TRY(cs_fork_check());
    TRY(cs_host_scan(type, op, kind, in, out, count));
done:
    return status;
}

clscan_status clscan_device_create(cl_context context, cl_device_id id, const clscan_device_options *options,
                                   clscan_device **device) {
    clscan_status status = CLSCAN_OK;
    clscan_device_options own = CLSCAN_DEVICE_OPTIONS_INIT;
    NOT_NULL(device);
    *device = NULL;
    NOT_NULL(context);
    NOT_NULL(id);
    TRY(cs_fork_check());
    if (options)
        TAKE(own, options);
    TRY(cs_device_create(context, id, &own, device));
done:
    return status;
}

clscan_status clscan_device_open(const char *selector, const clscan_device_options *options, clscan_device **device) {
    clscan_status status = CLSCAN_OK;
    clscan_device_options own = CLSCAN_DEVICE_OPTIONS_INIT;
    NOT_NULL(device);
    *device = NULL;
    TRY(cs_fork_check());
    if (options)
        TAKE(own, options);
    TRY(cs_device_open(selector, &own, device));
done:
    return status;
}

void clscan_device_destroy(clscan_device *device) {
    if (device && !cs_forked())
        cs_device_release(device);
}

cl_context clscan_device_context(const clscan_device *device) {
    return device ? device->context : NULL;
}

cl_device_id clscan_device_id(const clscan_device *device) {
    return device ? device->id : NULL;
}

clscan_status clscan_device_cache_stats(const clscan_device *device, clscan_cache_stats *stats) {
    clscan_status status = CLSCAN_OK;
    NOT_NULL(device);
    NOT_NULL(stats);
    TRY(cs_fork_check());
    *stats = cs_program_cache_stats((cs_program_cache *)&device->programs); /* locks, changes nothing */
done:
    return status;
}

clscan_status clscan_plan_create(clscan_device *device, const clscan_desc *desc, clscan_plan **plan) {
    clscan_status status = CLSCAN_OK;
    clscan_desc own;
    NOT_NULL(plan);
    *plan = NULL;
    NOT_NULL(device);
    NOT_NULL(desc);
    TRY(cs_fork_check());
    TAKE(own, desc);
    TRY(cs_self_test_plan(device, &own, plan));
done:
    return status;
}

void clscan_plan_destroy(clscan_plan *plan) {
    if (plan && !cs_forked())
        cs_plan_destroy(plan);
}

clscan_status clscan_enqueue(clscan_plan *plan, cl_command_queue queue, const clscan_args *args,
                             cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    clscan_args own;
    NOT_NULL(plan);
    NOT_NULL(args);
    TRY(cs_fork_check());
    TAKE(own, args);
    TRY(cs_plan_enqueue(plan, queue, &own, num_events_in_wait_list, event_wait_list, event));
done:
    return status;
}

clscan_status clscan_workspace_size(const clscan_plan *plan, size_t count, size_t *bytes) {
    clscan_status status = CLSCAN_OK;
    NOT_NULL(plan);
    NOT_NULL(bytes);
    TRY(cs_plan_workspace_bytes(plan, count, bytes));
done:
    return status;
}

clscan_status clscan_value_size(const clscan_plan *plan, size_t *bytes) {
    clscan_status status = CLSCAN_OK;
    NOT_NULL(plan);
    NOT_NULL(bytes);
    *bytes = plan->traits.value.size;
done:
    return status;
}

clscan_status clscan_args_axis(clscan_args *args, const size_t *dimensions, unsigned num_dimensions, unsigned axis) {
    clscan_status status = CLSCAN_OK;
    enum { MAX_DIMENSIONS = 4 };
    NOT_NULL(args);
    NOT_NULL(dimensions);
    FAIL_IF(num_dimensions == 0 || num_dimensions > MAX_DIMENSIONS, CLSCAN_INVALID_VALUE,
            "num_dimensions is %u; an array may have 1 to %d", num_dimensions, MAX_DIMENSIONS);
    FAIL_IF(args->struct_size && args->struct_size < offsetof(clscan_args, columns) + sizeof args->columns,
            CLSCAN_INVALID_VALUE, "args.struct_size is %zu: such args end before their columns", args->struct_size);
    FAIL_IF(axis >= num_dimensions, CLSCAN_INVALID_VALUE, "axis is %u, but there are %u dimensions", axis,
            num_dimensions);
    TRY(cs_strided_along(args, dimensions, num_dimensions, axis));
done:
    return status;
}

clscan_status clscan_host_plan(clscan_plan *plan, const void *in, void *out, size_t count) {
    clscan_status status = CLSCAN_OK;
    NOT_NULL(plan);
    TRY(cs_fork_check());
    TRY(cs_host_run(plan, in, out, count));
done:
    return status;
}

/* What fits of `all`, which has `length` characters, and how much there is. */
static void hand_over(const char *all, size_t length, char *text, size_t size, size_t *needed) {
    if (needed)
        *needed = length + 1;
    if (size == 0)
        return;
    size_t kept = length < size ? length : size - 1;
    memcpy(text, all, kept);
    text[kept] = '\0';
}

clscan_status clscan_plan_describe(const clscan_plan *plan, size_t count, char *text, size_t size, size_t *needed) {
    const clscan_args args = { .count = count };
    return clscan_plan_describe_args(plan, &args, text, size, needed);
}

clscan_status clscan_plan_describe_args(const clscan_plan *plan, const clscan_args *args, char *text, size_t size,
                                        size_t *needed) {
    clscan_status status = CLSCAN_OK;
    cs_strbuf all = { 0 };
    clscan_args own;
    NOT_NULL(plan);
    NOT_NULL(args);
    FAIL_IF(!text && size > 0, CLSCAN_INVALID_VALUE, "text is NULL, but size is %zu", size);
    TAKE(own, args);
    TRY(cs_plan_describe(plan, &own, &all));
    TRY_ALLOC(!all.failed);
    hand_over(all.data, all.size, text, size, needed);
done:
    cs_strbuf_free(&all);
    return status;
}

const char *clscan_plan_replaced(const clscan_plan *plan, size_t i, const char **by) {
    const cs_variant *v = plan ? cs_plan_replacement(plan, i) : NULL;
    if (v && by)
        *by = v->name;
    return v ? v->replaced : NULL;
}

clscan_status clscan_plan_source(const clscan_plan *plan, size_t i, char *text, size_t size, size_t *needed) {
    clscan_status status = CLSCAN_OK;
    NOT_NULL(plan);
    FAIL_IF(!text && size > 0, CLSCAN_INVALID_VALUE, "text is NULL, but size is %zu", size);
    const char *source = cs_plan_source(plan, i);
    hand_over(source ? source : "", source ? strlen(source) : 0, text, size, needed);
    if (!source && needed)
        *needed = 0;
done:
    return status;
}

clscan_status clscan_tuning_path(char *path, size_t size, size_t *needed) {
    clscan_status status = CLSCAN_OK;
    bool named;
    cs_strbuf all = { 0 };
    FAIL_IF(!path && size > 0, CLSCAN_INVALID_VALUE, "path is NULL, but size is %zu", size);
    TRY(cs_tuning_path(&all, &named));
    hand_over(all.data, all.size, path, size, needed);
done:
    cs_strbuf_free(&all);
    return status;
}

const char *clscan_status_string(clscan_status status) {
    return cs_status_name(status);
}

const char *clscan_last_message(void) {
    return cs_message();
}

cl_int clscan_last_cl_error(void) {
    return cs_cl_error();
}

const char *clscan_last_build_log(void) {
    return cs_build_log();
}

const char *clscan_type_name(clscan_type type) {
    const cs_type_row *row = cs_type_at(type);
    return row ? row->name : NULL;
}

const char *clscan_op_name(clscan_op op) {
    const cs_op_row *row = cs_op_at(op);
    return row ? row->name : NULL;
}

const char *clscan_strategy_name(clscan_strategy strategy) {
    return cs_strategy_name(strategy);
}

const char *clscan_group_name(clscan_group group) {
    const cs_group_row *row = cs_group_at(group);
    return row ? row->name : NULL;
}

size_t clscan_type_size(clscan_type type) {
    const cs_type_row *row = cs_type_at(type);
    return row ? row->size : 0;
}
