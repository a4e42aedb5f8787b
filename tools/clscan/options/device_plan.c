#include "options/device_plan.h"
#include "common/message.h"
#include "formats/feed.h"
#include "options/task_table.h"
#include <stdlib.h>
#include <string.h>

static void warn_of_driver(const clscan_plan *plan) {
    const size_t replaced = clscan_plan_num_replaced(plan);
    if (replaced > 0)
        say("clscan: warning: this driver compiles %zu of the plan's kernels wrongly or not at all; slower ones take "
            "their place, as clscan explain says",
            replaced);
}

static clscan_device *open_device(const options *o, bool self_test) {
    clscan_device_options device_options = CLSCAN_DEVICE_OPTIONS_INIT;
    device_options.kernel_dir = o->kernel_dir;
    device_options.self_test = self_test ? CLSCAN_SELF_TEST_ON : CLSCAN_SELF_TEST_OFF;
    device_options.disk_cache = o->no_cache ? NULL : "";
    clscan_device *device;
    if (clscan_device_open(o->device, &device_options, &device) != CLSCAN_OK)
        complain_of_library("can't open the device");
    return device;
}

/* The caller compares all results itself, and a self-test would replace the kernels that are to be judged. */
clscan_device *open_device_of(const options *o) {
    return open_device(o, false);
}

bool has_user_operator(const options *o) {
    return o->op_source || o->combine;
}

const char *user_type_name(const options *o) {
    return o->type_name ? o->type_name : "element";
}

/* The oracle's name of all user types is "user". with_user replaces it by the type's name in OpenCL C. */
static bool is_of_user_type(const clscan_desc *desc) {
    return strcmp(desc->value.name, oracle_type_name(ORACLE_USER)) == 0;
}

/* Like the library by default, a stream on a device that works in the memory of the host has pieces that fit into a
 * cache. */
static clscan_status create_stream(const clscan_desc *desc, const stream_pieces *pieces, device_plan *dp) {
    enum { OF_CACHE = 1 << 20 };
    clscan_stream_options stream = CLSCAN_STREAM_OPTIONS_INIT;
    cl_bool unified = CL_FALSE;
    const size_t few = OF_CACHE / pieces->widest > 0 ? OF_CACHE / pieces->widest : 1;
    clGetDeviceInfo(clscan_device_id(dp->device), CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof unified, &unified, NULL);
    stream.piece_elements = unified && few < pieces->most ? few : pieces->most;
    stream.init = pieces->init;
    return clscan_stream_create(dp->device, desc, &stream, &dp->stream);
}

/* Creates a stream if pieces are given, and else a plan. */
static bool create(const options *o, const clscan_desc *desc, const stream_pieces *pieces, refusal words,
                   device_plan *dp) {
    *dp = (device_plan) { .device = open_device(o, !o->no_self_test) };
    if (!dp->device)
        return false;
    if ((pieces ? create_stream(desc, pieces, dp) : clscan_plan_create(dp->device, desc, &dp->plan)) != CLSCAN_OK) {
        complain_of_library_as(words.doing, words.names, words.count);
        device_plan_close(dp);
        return false;
    }
    warn_of_driver(pieces ? clscan_stream_plan(dp->stream) : dp->plan);
    return true;
}

bool device_plan_create(const options *o, const clscan_desc *desc, refusal words, device_plan *dp) {
    return create(o, desc, NULL, words, dp);
}

bool device_stream_create(const options *o, const clscan_desc *desc, refusal words, const stream_pieces *pieces,
                          device_plan *dp) {
    return create(o, desc, pieces, words, dp);
}

/* Adds the user operator and the user type of the options. `source` is the text of the file that --op-source names, or
 * NULL. */
static clscan_desc with_user(const options *o, clscan_desc desc, size_t size, const char *source) {
    if (has_user_operator(o)) {
        desc.user.source = source;
        desc.user.combine = o->combine ? o->combine : "combine";
        desc.user.identity = o->identity;
    }
    if (is_of_user_type(&desc))
        desc.value = (clscan_type) { .name = user_type_name(o), .size = size };
    return desc;
}

static bool open_with_user(const options *o, const clscan_desc *desc, size_t size, const stream_pieces *pieces,
                           device_plan *dp) {
    char *source = NULL, doing[TASK_CANNOT_ROOM];
    *dp = (device_plan) { .plan = NULL };
    if (is_of_user_type(desc) && !has_user_operator(o))
        return complain("a user type needs an operator: --op-source or --combine");
    if (!is_of_user_type(desc) && o->type_name)
        return complain("--type-name is for user types: %s has its own", desc->value.name);
    if (o->op_source && !(source = input_string(o->op_source)))
        return false;
    const clscan_desc whole = with_user(o, *desc, size, source);
    const refusal words = { .doing = task_cannot("plan", desc->task, doing) };
    const bool ok = create(o, &whole, pieces, words, dp);
    free(source);
    return ok;
}

bool device_plan_open(const options *o, const clscan_desc *desc, size_t size, device_plan *dp) {
    return open_with_user(o, desc, size, NULL, dp);
}

bool device_stream_open(const options *o, const clscan_desc *desc, size_t size, const stream_pieces *pieces,
                        device_plan *dp) {
    return open_with_user(o, desc, size, pieces, dp);
}

void device_plan_close(device_plan *dp) {
    clscan_stream_destroy(dp->stream);
    clscan_plan_destroy(dp->plan);
    clscan_device_destroy(dp->device);
    *dp = (device_plan) { .plan = NULL };
}

bool device_says(cl_device_id id, cl_device_info what, size_t size, void *to) {
    return opencl(clGetDeviceInfo(id, what, size, to, NULL), "clGetDeviceInfo");
}

char *device_text(cl_device_id id, cl_device_info what) {
    size_t size = 0;
    if (!opencl(clGetDeviceInfo(id, what, 0, NULL, &size), "clGetDeviceInfo"))
        return NULL;
    char *text = calloc(size + 1, 1);
    if (!text)
        complain("out of memory");
    else if (size == 0 || device_says(id, what, size, text))
        return text;
    free(text);
    return NULL;
}

char *describe_scan(const clscan_plan *plan, const clscan_args *args) {
    size_t needed;
    char *text = NULL;
    if (clscan_plan_describe(plan, args, NULL, 0, &needed) == CLSCAN_OK && (text = malloc(needed)) &&
        clscan_plan_describe(plan, args, text, needed, NULL) == CLSCAN_OK)
        return text;
    free(text);
    complain_of_library("can't scan so");
    return NULL;
}
