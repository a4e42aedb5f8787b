#include "device/device.h"

#include "base/fork.h"
#include "base/try.h"
#include "device/probe.h"
#include "opencl/driver_fault.h"
#include "opencl/select_device.h"
#include "opencl/tested_driver.h"
#include "program/environment.h"

#include <stdlib.h>
#include <string.h>

static clscan_status check_in_context(cl_context context, cl_device_id id) {
    clscan_status status = CLSCAN_OK;
    cl_device_id *ids = NULL;
    size_t size = 0;
    CL(clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, NULL, &size));
    TRY_ALLOC(ids = malloc(size));
    CL(clGetContextInfo(context, CL_CONTEXT_DEVICES, size, ids, NULL));
    size_t n = size / sizeof *ids, i = 0;
    while (i < n && ids[i] != id)
        i++;
    FAIL_IF(i == n, CLSCAN_ERROR_INVALID_DEVICE, "the device is none of the %zu in the context", n);
done:
    free(ids);
    return status;
}

/* Opens the disk cache. If the folder cannot be used, the device works without a disk cache. */
static void open_disk_cache(clscan_device *device, const clscan_device_options *options) {
    const size_t usual = (size_t)256 << 20, limit = options->disk_cache_bytes ? options->disk_cache_bytes : usual;
    cs_strbuf path = { 0 };
    cs_strbuf_add(&path, "%s", options->disk_cache);
    if (!*options->disk_cache)
        cs_disk_cache_path(&path);
    const char *name = path.failed ? options->disk_cache : path.data;
    const char *wrong = path.failed ? "out of memory" : cs_disk_cache_open(&device->programs.disk, name, limit);
    if (wrong)
        cs_log_line(&device->log, "disk cache: ignored: %s%s%s", name, *name ? ": " : "", wrong);
    else
        cs_log_line(&device->log, "disk cache: %s, up to %zu bytes", name, limit);
    cs_strbuf_free(&path);
}

/* Checks the options as far as that needs no driver. A process that has not called a driver yet may still fork. */
static clscan_status check_options(const clscan_device_options *options) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(options && (unsigned)options->self_test > CLSCAN_SELF_TEST_OFF, CLSCAN_ERROR_INVALID_VALUE,
            "options.self_test is %d, which is not a clscan_self_test", (int)options->self_test);
done:
    return status;
}

/* Refuses build options with which the driver ends the process, from the caller or from the environment. */
static clscan_status check_build_options(const cs_caps *caps, const char *build_options) {
    static const char unoptimized[] = "-cl-opt-disable";
    clscan_status status = CLSCAN_OK;
    if (!cs_driver_has(caps->faults, CS_FAULT_UNOPTIMIZED))
        goto done;
    FAIL_IF(strstr(build_options, unoptimized), CLSCAN_ERROR_INVALID_VALUE,
            "options.build_options is \"%s\", but driver %s of %s %s", build_options, caps->driver, caps->name,
            cs_driver_fault_text(CS_FAULT_UNOPTIMIZED));
    FAIL_IF(cs_environment_has(unoptimized), CLSCAN_ERROR_INVALID_VALUE,
            "a variable of the environment, such as POCL_EXTRA_BUILD_FLAGS, has %s, but driver %s of %s %s",
            unoptimized, caps->driver, caps->name, cs_driver_fault_text(CS_FAULT_UNOPTIMIZED));
done:
    return status;
}

static void choose_self_test(clscan_device *device, clscan_self_test wish) {
    const char *when = cs_tested_when(&device->caps);
    device->self_test = wish == CLSCAN_SELF_TEST_ON || (wish == CLSCAN_SELF_TEST_AUTO && !when);
    device->strict = wish == CLSCAN_SELF_TEST_OFF;
    cs_log_line(&device->log, "self-test: %s%s; driver %s is %s%s", device->self_test ? "on" : "off",
                wish == CLSCAN_SELF_TEST_AUTO ? "" : ", as the caller asks", device->caps.driver,
                when ? "trusted, tested in " : "not among those that are trusted", when ? when : "");
}

/* Returns a device for the context before the driver is queried, or NULL if there is no memory. The device takes over
 * the caller's reference to the context if `owned`. */
static clscan_device *new_device(cl_context context, bool owned, cl_device_id id,
                                 const clscan_device_options *options) {
    clscan_device *device = calloc(1, sizeof *device);
    if (!device)
        return NULL;
    device->references = 1;
    device->context = context;
    device->owns_context = owned;
    device->log = cs_log_choose(options);
    pthread_mutex_init(&device->mutex, NULL);
    pthread_mutex_init(&device->launch_mutex, NULL);
    cs_program_cache_init(&device->programs, context, id, device->caps.name, &device->log);
    return device;
}

static clscan_status copy_cl_dir(clscan_device *device, const char *kernel_dir) {
    clscan_status status = CLSCAN_OK;
    if (kernel_dir)
        TRY_ALLOC(device->kernel_dir = cs_strdup(kernel_dir));
done:
    return status;
}

static clscan_status retain_and_query(clscan_device *device, cl_device_id id) {
    clscan_status status = CLSCAN_OK;
    CL(clRetainDevice(id));
    device->id = id;
    TRY(cs_caps_query(id, &device->caps));
done:
    return status;
}

/* With CS_FAULT_RETAINS, releasing one of several references to a context would let blocking writes return early. The
 * device takes no reference there, and so releases none. */
static clscan_status retain_context(clscan_device *device) {
    clscan_status status = CLSCAN_OK;
    if (!device->owns_context && !cs_driver_has(device->caps.faults, CS_FAULT_RETAINS)) {
        CL(clRetainContext(device->context));
        device->owns_context = true;
    }
done:
    return status;
}

static clscan_status set_build_options(clscan_device *device, const char *own) {
    clscan_status status = CLSCAN_OK;
    /* -w: drivers print the number of warnings on stderr, and PoCL also a remark on each loop that it did not unroll */
    cs_strbuf_add(&device->build_options, "-w %s %s", device->caps.build_options, own);
    TRY_ALLOC(!device->build_options.failed);
    device->programs.options = device->build_options.data;
    device->programs.own_options = device->build_options.data + device->build_options.size - strlen(own);
done:
    return status;
}

static void narrate(const clscan_device *device) {
    const cs_caps *caps = &device->caps;
    cs_log_line(&device->log, "device: %s, %s, driver %s, %u compute units, %zu work-items, %llu bytes of local memory",
                caps->name, caps->version, caps->driver, caps->compute_units, caps->max_wg_size,
                (unsigned long long)caps->local_bytes);
    for (unsigned i = 0; i < CS_DRIVER_FAULTS; i++)
        if (cs_driver_has(caps->faults, i))
            cs_log_line(&device->log, "driver fault: %s %s", caps->driver, cs_driver_fault_text(i));
}

/* If `owned`, takes over the caller's reference to `context`, also on failure. */
static clscan_status create(cl_context context, bool owned, cl_device_id id, const clscan_device_options *options,
                            clscan_device **out) {
    clscan_status status = CLSCAN_OK;
    const char *own = options && options->build_options ? options->build_options : "";
    clscan_device *device = new_device(context, owned, id, options);
    if (!device && owned)
        clReleaseContext(context);
    TRY_ALLOC(device);
    TRY(copy_cl_dir(device, options ? options->kernel_dir : NULL));
    TRY(retain_and_query(device, id));
    TRY(check_build_options(&device->caps, own));
    TRY(retain_context(device));
    choose_self_test(device, options ? options->self_test : CLSCAN_SELF_TEST_AUTO);
    device->memory = cs_pointer_args_of(&device->caps);
    TRY(set_build_options(device, own));
    TRY(cs_tuning_load(&device->tuning, &device->caps, options ? options->tuning : NULL, &device->log));
    narrate(device);
    if (options && options->disk_cache)
        open_disk_cache(device, options);
    TRY(cs_probe_float_sums(device));
    *out = device;
    device = NULL;
done:
    cs_device_release(device);
    return status;
}

clscan_status cs_device_create(cl_context context, cl_device_id id, const clscan_device_options *options,
                               clscan_device **device) {
    clscan_status status = CLSCAN_OK;
    TRY(check_options(options));
    cs_fork_watch();
    TRY(check_in_context(context, id));
    TRY(create(context, false, id, options, device));
done:
    return status;
}

/* The device takes over the only reference to the new context. */
clscan_status cs_device_open(const char *selector, const clscan_device_options *options, clscan_device **device) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    cl_device_id id;
    TRY(check_options(options));
    TRY(cs_select_device(selector, &id));
    cl_context context = clCreateContext(NULL, 1, &id, NULL, NULL, &error);
    TRY(cs_check_cl(error, "clCreateContext"));
    TRY(create(context, true, id, options, device));
done:
    return status;
}

void cs_device_retain(clscan_device *device) {
    pthread_mutex_lock(&device->mutex);
    device->references++;
    pthread_mutex_unlock(&device->mutex);
}

static void destroy(clscan_device *device) {
    cs_program_cache_destroy(&device->programs);
    if (device->last_submission)
        clReleaseEvent(device->last_submission);
    pthread_mutex_destroy(&device->launch_mutex);
    pthread_mutex_destroy(&device->mutex);
    if (device->id)
        clReleaseDevice(device->id);
    if (device->owns_context)
        clReleaseContext(device->context);
    cs_strbuf_free(&device->build_options);
    cs_tuning_free(&device->tuning);
    free(device->kernel_dir);
    free(device);
}

void cs_device_release(clscan_device *device) {
    if (!device)
        return;
    pthread_mutex_lock(&device->mutex);
    size_t left = --device->references;
    pthread_mutex_unlock(&device->mutex);
    if (left == 0)
        destroy(device);
}
