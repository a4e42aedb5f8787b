/* Every exported function: checks what the layers below take for granted, and calls them. */
#include "api_check.h"
#include "base/fork.h"
#include "enqueue/bound.h"
#include "enqueue/plan_describe.h"
#include "host/execute.h"
#include "host/host_calls.h"
#include "plan/strided.h"
#include "program/cache_folder.h"
#include "self_test/self_test.h"
#include "table/table.h"

#include <stddef.h>
#include <string.h>

int clscan_version(void) {
    return CLSCAN_VERSION;
}

clscan_status clscan_host_scan(const char *type, clscan_op op, clscan_kind kind, const void *in, void *out,
                               size_t count) {
    clscan_status status = CLSCAN_OK;
    TRY(cs_fork_check());
    TRY(cs_host_scan(type, op, kind, in, out, count));
done:
    return status;
}

clscan_status clscan_host_reduce(const char *type, clscan_op op, const void *in, void *out, size_t count) {
    clscan_status status = CLSCAN_OK;
    TRY(cs_fork_check());
    TRY(cs_host_reduce(type, op, in, out, count));
done:
    return status;
}

clscan_status clscan_host_select(const char *type, const char *condition, const void *in, size_t count, void *out,
                                 size_t capacity, size_t *kept) {
    clscan_status status = CLSCAN_OK;
    NOT_NULL(kept);
    TRY(cs_fork_check());
    TRY(cs_host_select(type, condition, in, count, out, capacity, kept));
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
        TAKE(own, options, CS_FIRST_DEVICE_OPTIONS);
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
        TAKE(own, options, CS_FIRST_DEVICE_OPTIONS);
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
    clscan_cache_stats all = cs_program_cache_stats((cs_program_cache *)&device->programs); /* locks, changes nothing */
    TRY(cs_struct_version_give(stats, &all, sizeof all, CS_FIRST_CACHE_STATS, "stats"));
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
    TAKE(own, desc, CS_FIRST_DESC);
    TRY(cs_self_test_plan(device, &own, plan));
done:
    return status;
}

void clscan_plan_destroy(clscan_plan *plan) {
    if (plan && !cs_forked())
        cs_plan_release(plan);
}

/* Args that have the size of this library's struct are read in place: copying their 2 KB would take a tenth of the time
 * of an enqueue. */
clscan_status cs_take_args(const cs_traits *traits, const clscan_args *args, cs_call *call) {
    clscan_status status = CLSCAN_OK;
    clscan_args own;
    NOT_NULL(args);
    const bool same_size = cs_struct_version_is_ours(args, sizeof own, CS_FIRST_ARGS);
    if (!same_size)
        TAKE(own, args, CS_FIRST_ARGS);
    TRY(cs_call_of(traits, same_size ? args : &own, call));
done:
    return status;
}

clscan_status cs_take_part_args(const cs_traits *traits, const clscan_args *args, cs_call *call) {
    const clscan_status status = cs_take_args(traits, args, call);
    call->of_part = status == CLSCAN_OK;
    return status;
}

clscan_status clscan_plan_enqueue(clscan_plan *plan, cl_command_queue queue, const clscan_args *args,
                                  cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    cs_call call;
    NOT_NULL(plan);
    TRY(cs_fork_check());
    TRY(cs_take_args(&plan->traits, args, &call));
    TRY(cs_plan_enqueue(plan, queue, &call, num_events_in_wait_list, event_wait_list, event));
done:
    return status;
}

clscan_status clscan_plan_execute(clscan_plan *plan, const clscan_args *args) {
    clscan_status status = CLSCAN_OK;
    cs_call call;
    NOT_NULL(plan);
    TRY(cs_fork_check());
    TRY(cs_take_args(&plan->traits, args, &call));
    TRY(cs_execute(plan, &call));
done:
    return status;
}

clscan_status clscan_bound_create(clscan_plan *plan, cl_command_queue queue, const clscan_args *args,
                                  clscan_bound **bound) {
    clscan_status status = CLSCAN_OK;
    cs_call call;
    NOT_NULL(bound);
    *bound = NULL;
    NOT_NULL(plan);
    TRY(cs_fork_check());
    TRY(cs_take_args(&plan->traits, args, &call));
    TRY(cs_bound_create(plan, queue, &call, bound));
done:
    return status;
}

clscan_status clscan_bound_enqueue(clscan_bound *bound, cl_uint num_events_in_wait_list,
                                   const cl_event *event_wait_list, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    NOT_NULL(bound);
    TRY(cs_fork_check());
    TRY(cs_bound_enqueue(bound, num_events_in_wait_list, event_wait_list, event));
done:
    return status;
}

void clscan_bound_destroy(clscan_bound *bound) {
    if (bound && !cs_forked())
        cs_bound_destroy(bound);
}

clscan_status clscan_plan_workspace_size(const clscan_plan *plan, size_t count, size_t *bytes) {
    clscan_status status = CLSCAN_OK;
    NOT_NULL(plan);
    NOT_NULL(bytes);
    TRY(cs_plan_workspace_bytes(plan, count, bytes));
done:
    return status;
}

clscan_status clscan_plan_init_size(const clscan_plan *plan, size_t *bytes) {
    clscan_status status = CLSCAN_OK;
    NOT_NULL(plan);
    NOT_NULL(bytes);
    *bytes = cs_traits_init_bytes(&plan->traits);
done:
    return status;
}

clscan_status clscan_plan_total_size(const clscan_plan *plan, size_t *bytes) {
    clscan_status status = CLSCAN_OK;
    NOT_NULL(plan);
    NOT_NULL(bytes);
    *bytes = cs_traits_total_bytes(&plan->traits);
done:
    return status;
}

clscan_status clscan_args_set_axis(clscan_args *args, const size_t *shape, unsigned rank, unsigned axis) {
    clscan_status status = CLSCAN_OK;
    enum { MAX_RANK = 4 };
    NOT_NULL(args);
    NOT_NULL(shape);
    FAIL_IF(rank == 0 || rank > MAX_RANK, CLSCAN_ERROR_INVALID_VALUE,
            "rank is %u; an array may have 1 to %d dimensions", rank, MAX_RANK);
    FAIL_IF(args->struct_size && args->struct_size < offsetof(clscan_args, dims) + sizeof args->dims,
            CLSCAN_ERROR_INVALID_VALUE,
            "args.struct_size is %zu, which is too small for args.dims: initialize args with CLSCAN_ARGS_INIT",
            args->struct_size);
    FAIL_IF(axis >= rank, CLSCAN_ERROR_INVALID_VALUE, "axis is %u, but rank is %u", axis, rank);
    TRY(cs_strided_set_axis(args, shape, rank, axis));
done:
    return status;
}

/* Copies as much of the text `all`, of `length` characters, as fits into `size` bytes. *needed becomes the size that
 * holds all of it. */
static void copy_text(const char *all, size_t length, char *text, size_t size, size_t *needed) {
    if (needed)
        *needed = length + 1;
    if (size == 0)
        return;
    size_t kept = length < size ? length : size - 1;
    memcpy(text, all, kept);
    text[kept] = '\0';
}

clscan_status clscan_plan_describe(const clscan_plan *plan, const clscan_args *args, char *text, size_t size,
                                   size_t *needed) {
    clscan_status status = CLSCAN_OK;
    cs_strbuf all = { 0 };
    cs_call call;
    NOT_NULL(plan);
    TRY(cs_take_args(&plan->traits, args, &call));
    FAIL_IF(!text && size > 0, CLSCAN_ERROR_INVALID_VALUE, "text is NULL, but size is %zu", size);
    TRY(cs_plan_describe(plan, &call, &all));
    TRY_ALLOC(!all.failed);
    copy_text(all.data, all.size, text, size, needed);
done:
    cs_strbuf_free(&all);
    return status;
}

clscan_status clscan_plan_call_info(const clscan_plan *plan, const clscan_args *args, clscan_call_info *info) {
    clscan_status status = CLSCAN_OK;
    clscan_call_info all;
    cs_call call;
    NOT_NULL(plan);
    NOT_NULL(info);
    TRY(cs_take_args(&plan->traits, args, &call));
    TRY(cs_plan_call_info(plan, &call, &all));
    TRY(cs_struct_version_give(info, &all, sizeof all, CS_FIRST_CALL_INFO, "info"));
done:
    return status;
}

clscan_status clscan_plan_tuning_row(const clscan_plan *plan, size_t count, char *text, size_t size, size_t *needed) {
    clscan_status status = CLSCAN_OK;
    cs_strbuf all = { 0 };
    NOT_NULL(plan);
    FAIL_IF(!text && size > 0, CLSCAN_ERROR_INVALID_VALUE, "text is NULL, but size is %zu", size);
    TRY(cs_plan_check_count(plan, count));
    cs_plan_tuning_row(plan, count, &all);
    TRY_ALLOC(!all.failed);
    copy_text(all.data, all.size, text, size, needed);
done:
    cs_strbuf_free(&all);
    return status;
}

size_t clscan_plan_num_replaced(const clscan_plan *plan) {
    size_t n = 0;
    while (plan && cs_plan_replacement(plan, n))
        n++;
    return n;
}

clscan_status clscan_plan_source(const clscan_plan *plan, size_t i, char *text, size_t size, size_t *needed) {
    clscan_status status = CLSCAN_OK;
    cs_strbuf source = { 0 };
    NOT_NULL(plan);
    FAIL_IF(!text && size > 0, CLSCAN_ERROR_INVALID_VALUE, "text is NULL, but size is %zu", size);
    TRY(cs_plan_source(plan, i, &source));
    copy_text(source.data ? source.data : "", source.size, text, size, needed);
    if (!source.data && needed)
        *needed = 0;
done:
    cs_strbuf_free(&source);
    return status;
}

clscan_status clscan_tuning_path(char *path, size_t size, size_t *needed) {
    clscan_status status = CLSCAN_OK;
    bool named;
    cs_strbuf all = { 0 };
    FAIL_IF(!path && size > 0, CLSCAN_ERROR_INVALID_VALUE, "path is NULL, but size is %zu", size);
    TRY(cs_tuning_path(&all, &named));
    copy_text(all.data, all.size, path, size, needed);
done:
    cs_strbuf_free(&all);
    return status;
}

clscan_status clscan_cache_path(char *path, size_t size, size_t *needed) {
    clscan_status status = CLSCAN_OK;
    cs_strbuf all = { 0 };
    FAIL_IF(!path && size > 0, CLSCAN_ERROR_INVALID_VALUE, "path is NULL, but size is %zu", size);
    cs_disk_cache_path(&all);
    TRY_ALLOC(!all.failed);
    copy_text(all.data ? all.data : "", all.size, path, size, needed);
done:
    cs_strbuf_free(&all);
    return status;
}

clscan_status clscan_cache_visit(const char *folder, clscan_cache_fn visit, void *user) {
    clscan_status status = CLSCAN_OK;
    NOT_NULL(folder);
    NOT_NULL(visit);
    TRY(cs_cache_visit(folder, visit, user));
done:
    return status;
}

clscan_status clscan_cache_clear(const char *folder, size_t *entries, size_t *bytes) {
    clscan_status status = CLSCAN_OK;
    NOT_NULL(folder);
    TRY(cs_cache_clear(folder, entries, bytes));
done:
    return status;
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
