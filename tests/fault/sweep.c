#include "fault/sweep.h"

#include <string.h>

void fault_arm(void) {
    fault.calls = 0;
    fault.hit = NULL;
    fault.thread = pthread_self();
    fault.armed = true;
}

clscan_status fault_disarm(clscan_status status) {
    fault.armed = false;
    return status;
}

static bool is_one_of(const char *name, const char *list) {
    const size_t length = strlen(name);
    for (const char *at = list; at && (at = strstr(at, name)); at++)
        if ((at == list || at[-1] == '|') && (at[length] == '|' || at[length] == '\0'))
            return true;
    return false;
}

/* Asserts that status, message and OpenCL error describe the call that failed. */
static void check_told(clscan_status status) {
    const bool opencl = strncmp(fault.hit, "cl", 2) == 0;
    assert_int_equal(status, opencl ? CLSCAN_ERROR_OPENCL : CLSCAN_ERROR_OUT_OF_MEMORY);
    assert_int_equal(clscan_last_cl_error(), opencl ? FAULT_ERROR : CL_SUCCESS);
    assert_has(clscan_last_message(), opencl ? fault.hit : "out of host memory");
}

/* Makes another call fail, which frees the thread's build log, so that the log does not count as held. */
static void drop_build_log(void) {
    assert_fails(clscan_args_set_axis(NULL, NULL, 0, 0), CLSCAN_ERROR_INVALID_VALUE, "args is NULL");
}

/* Runs the test once. Returns true if the function succeeded although a call failed. */
static bool run(const test_device *d, const fault_row *row) {
    const clscan_status status = row->call(d, row->argument);
    const bool survived = status == row->end && fault.hit;
    if (!fault.hit)
        assert_int_equal(status, row->end);
    else if (!survived || !is_one_of(fault.hit, row->survives))
        check_told(status);
    drop_build_log();
    return survived;
}

void fault_sweep(const test_device *d, const fault_row *row) {
    unsigned failed = 0, survived = 0;
    drop_build_log();
    for (fault.at = 1, fault.hit = ""; fault.hit; fault.at += row->stride ? row->stride : 1) {
        const long objects = fault.objects, blocks = fault.blocks;
        const bool did_without = run(d, row);
        print_message("%s: call %u, %s\n", row->name, fault.at, fault.hit ? fault.hit : "none left");
        failed += fault.hit != NULL;
        survived += did_without;
        if (!did_without && !row->keeps) {
            assert_int_equal(fault.objects, objects);
            assert_int_equal(fault.blocks, blocks);
        }
    }
    print_message("%s: %u of %u calls failed in turn, %u of them it did without\n", row->name, failed, fault.calls,
                  survived);
}
