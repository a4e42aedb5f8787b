#include "host/host_calls.h"

#include "base/checked_math.h"
#include "base/try.h"
#include "host/execute.h"
#include "page/user_source.h"
#include "problem/desc.h"
#include "self_test/self_test.h"
#include "table/type_name.h"

#include <stdint.h>
#include <string.h>

#define OP(...)             +1
#define OP_ACCUMULATOR(...) +1
enum {
    MOST_COMPONENTS = 16,
    NUM_TYPES = CS_TYPE_USER * (MOST_COMPONENTS + 1),
    NUM_OPS = 0
#include "table/op.def"
#include "table/op_accumulator.def"
    ,
    NUM_KINDS = 2,
    NUM_PLANS = NUM_KINDS + 1 /* the last one is the plan of the reduction */
};
#undef OP
#undef OP_ACCUMULATOR

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* protects the next two variables */
static clscan_device *default_device;
static clscan_plan *default_plans[NUM_TYPES][NUM_OPS][NUM_PLANS];

static clscan_status find_device(clscan_device **device) {
    clscan_status status = CLSCAN_OK;
    pthread_mutex_lock(&mutex);
    if (!default_device)
        status = cs_device_open(NULL, NULL, &default_device);
    *device = default_device;
    pthread_mutex_unlock(&mutex);
    return status;
}

/* Creates a plan of the default device. No lock is held, so that other threads need not wait for the compiler. */
static clscan_status create(const clscan_desc *desc, clscan_plan **plan) {
    clscan_status status = CLSCAN_OK;
    clscan_device *device = NULL;
    TRY(cs_desc_check(desc));
    TRY(find_device(&device));
    TRY(cs_self_test_plan(device, desc, plan));
done:
    return status;
}

/* Takes the plan in `kept`, or creates and keeps one. If another thread has kept its plan meanwhile, that one is taken.
 */
static clscan_status find_or_create(const clscan_desc *desc, clscan_plan **kept, clscan_plan **plan) {
    clscan_status status = CLSCAN_OK;
    clscan_plan *made = NULL;
    pthread_mutex_lock(&mutex);
    *plan = *kept;
    pthread_mutex_unlock(&mutex);
    if (*plan)
        goto done;
    TRY(create(desc, &made));
    pthread_mutex_lock(&mutex);
    *plan = *kept ? *kept : made;
    *kept = *plan;
    pthread_mutex_unlock(&mutex);
    if (*plan != made)
        cs_plan_release(made);
done:
    return status;
}

/* Finds the number of a type among the scalars and vectors of OpenCL C. */
static clscan_status find_type(const char *name, size_t *number) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(!name, CLSCAN_ERROR_INVALID_VALUE, "type is NULL");
    const cs_type_name type = cs_type_name_parse(name);
    const char *suggested = type.row ? NULL : cs_type_name_suggested(name);
    FAIL_IF(suggested, CLSCAN_ERROR_INVALID_VALUE,
            "type is \"%s\", which is not the name of a type in OpenCL C: write \"%s\"", name, suggested);
    FAIL_IF(!type.row, CLSCAN_ERROR_INVALID_VALUE,
            "type is \"%s\", which is not a type of OpenCL C that can be scanned; for types of your own there "
            "is clscan_plan_execute",
            name);
    *number = (size_t)(type.row - cs_type_at(0)) * (MOST_COMPONENTS + 1) + type.components;
done:
    return status;
}

/* Finds the plan of a scan or reduction, or creates it. */
static clscan_status find_plan(const clscan_desc *desc, clscan_plan **plan) {
    clscan_status status = CLSCAN_OK;
    size_t type = 0;
    const cs_op_row *op = cs_op_at(desc->op);
    TRY(find_type(desc->value.name, &type));
    FAIL_IF(!op, CLSCAN_ERROR_INVALID_VALUE, "op is %d, which is not a clscan_op", (int)desc->op);
    FAIL_IF((unsigned)desc->kind >= NUM_KINDS, CLSCAN_ERROR_INVALID_VALUE, "kind is %d, which is not a clscan_kind",
            (int)desc->kind);
    FAIL_IF(op->accumulator.more_in, CLSCAN_ERROR_INVALID_VALUE,
            "op is %s, which reads a second array, args.in[1]: use clscan_plan_execute", op->name);
    FAIL_IF(op->accumulator.more_out, CLSCAN_ERROR_INVALID_VALUE,
            "op is %s, which writes a second array, args.out[1]: use clscan_plan_execute", op->name);
    const int which = desc->task == CLSCAN_TASK_REDUCE ? NUM_KINDS : (int)desc->kind;
    TRY(find_or_create(desc, &default_plans[type][desc->op][which], plan));
done:
    return status;
}

/* The input and the output of a call. */
typedef struct arrays {
    const void *in;
    void *out;
    size_t count, capacity; /* elements */
} arrays;

/* Sets *bytes to the bytes of an array from `at` on, unless it ends past all memory. */
static clscan_status find_bytes(const char *name, const void *at, size_t n, size_t size, size_t *bytes) {
    clscan_status status = CLSCAN_OK;
    size_t end;
    FAIL_IF(n > 0 && !at, CLSCAN_ERROR_INVALID_VALUE, "%s is NULL, but has %zu element%s", name, n, n == 1 ? "" : "s");
    FAIL_IF(!cs_checked_multiply(n, size, bytes) || !cs_checked_add((uintptr_t)at, *bytes, &end),
            CLSCAN_ERROR_INVALID_VALUE, "%s has %zu elements of %zu bytes: from %p on they end past all memory", name,
            n, size, at);
done:
    return status;
}

/* Checks the arrays under the names that they have in these calls, which have no args. */
static clscan_status check_arrays(const cs_traits *traits, const arrays *a) {
    clscan_status status = CLSCAN_OK;
    size_t in_bytes = 0, out_bytes = 0;
    const uintptr_t in = (uintptr_t)a->in, out = (uintptr_t)a->out;
    const bool in_place = in == out && !traits->moves && !traits->reduces;
    TRY(find_bytes("in", a->in, a->count, traits->in[0].size, &in_bytes));
    TRY(find_bytes("out", a->out, a->capacity, traits->out[0].size, &out_bytes));
    const bool empty = in_bytes == 0 || out_bytes == 0;
    FAIL_IF(!in_place && !empty && in < out + out_bytes && out < in + in_bytes, CLSCAN_ERROR_BUFFER_OVERLAP,
            "in and out overlap: in has %zu bytes and out %zu, and out begins %zu bytes %s in%s", in_bytes, out_bytes,
            in < out ? (size_t)(out - in) : (size_t)(in - out), in < out ? "after" : "before",
            traits->moves || traits->reduces ? "" : "; in place they must be the same");
done:
    return status;
}

/* Executes the plan. `total` is where a selection writes its count, as a ulong, or NULL. */
static clscan_status execute(clscan_plan *plan, const arrays *a, cl_ulong *total) {
    clscan_status status = CLSCAN_OK;
    cs_call call = cs_call_contiguous(a->count);
    call.in[0].handle = (cl_mem)(a->count > 0 ? a->in : &call); /* without elements, nothing is read */
    if (a->capacity > 0)                                        /* without an output, a selection counts */
        call.out[0] = (cs_call_array) { .handle = (cl_mem)a->out, .capacity = a->capacity };
    call.total.handle = (cl_mem)total;
    call.memory = CS_HOST;
    TRY(cs_execute(plan, &call));
done:
    return status;
}

clscan_status cs_host_scan(const char *type, clscan_op op, clscan_kind kind, const void *in, void *out, size_t count) {
    clscan_status status = CLSCAN_OK;
    clscan_plan *plan = NULL;
    const clscan_desc desc = { .value = { .name = type }, .op = op, .kind = kind };
    const arrays a = { in, out, count, count };
    TRY(find_plan(&desc, &plan));
    TRY(check_arrays(&plan->traits, &a));
    TRY(execute(plan, &a, NULL));
done:
    return status;
}

clscan_status cs_host_reduce(const char *type, clscan_op op, const void *in, void *out, size_t count) {
    clscan_status status = CLSCAN_OK;
    clscan_plan *plan = NULL;
    const clscan_desc desc = { .task = CLSCAN_TASK_REDUCE, .value = { .name = type }, .op = op };
    const arrays a = { in, out, count, 1 };
    TRY(find_plan(&desc, &plan));
    TRY(check_arrays(&plan->traits, &a));
    TRY(execute(plan, &a, NULL));
done:
    return status;
}

/* Creates the plan of a selection. The device keeps its program for later calls with the same condition. */
static clscan_status create_selection(const char *type, const char *condition, size_t count, clscan_plan **plan) {
    clscan_status status = CLSCAN_OK;
    size_t ignored;
    cs_strbuf source = { 0 };
    TRY(find_type(type, &ignored));
    FAIL_IF(!condition, CLSCAN_ERROR_INVALID_VALUE, "condition is NULL");
    FAIL_IF(!condition[strspn(condition, " \t\n")], CLSCAN_ERROR_INVALID_DESC, "condition is empty");
    TRY(cs_user_source_check("condition", condition, false));
    cs_strbuf_add(&source, "static int meets_condition(%s x) { return (%s\n) != 0; }", type, condition);
    TRY_ALLOC(!source.failed);
    const clscan_desc desc = { .task = CLSCAN_TASK_SELECT,
                               .value = { .name = type },
                               .count_type = { .name = "ulong" },
                               .max_count =
                                   count > 0 ? count : 1, /* so that no programs for larger counts are compiled */
                               .user = { .source = source.data, .keep = "meets_condition" } };
    TRY(create(&desc, plan));
done:
    cs_strbuf_free(&source);
    return status;
}

clscan_status cs_host_select(const char *type, const char *condition, const void *in, size_t count, void *out,
                             size_t capacity, size_t *kept) {
    clscan_status status = CLSCAN_OK;
    clscan_plan *plan = NULL;
    cl_ulong total = 0;
    const arrays a = { in, out, count, capacity < count ? capacity : count };
    TRY(create_selection(type, condition, count, &plan));
    TRY(check_arrays(&plan->traits, &a));
    TRY(execute(plan, &a, &total));
    *kept = (size_t)total;
done:
    cs_plan_release(plan);
    return status;
}
