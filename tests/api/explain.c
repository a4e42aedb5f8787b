/* Narration to a callback and to stderr, and descriptions of plans. */
#include "api/scans.h"
#include "device/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* All lines that the library has narrated so far, each with a newline. */
typedef struct narration {
    char text[16384];
    bool newline_inside;
} narration;

static void listen(const char *line, void *user) {
    narration *n = user;
    n->newline_inside |= strchr(line, '\n') != NULL;
    strncat(n->text, line, sizeof n->text - strlen(n->text) - 2);
    strcat(n->text, "\n");
}

static void scan_ones(const test_device *d, clscan_plan *plan) {
    const clscan_args args = { .in[0].buffer = new_input(d, 1), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clFinish(d->in_order));
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
}

static void test_callback(void **state) {
    const test_device *d = *state;
    static narration n;
    const clscan_device_options options = { .log = listen,
                                            .log_user = &n,
                                            .self_test = CLSCAN_SELF_TEST_OFF }; /* a self-test launches kernels too */
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_device *device = NULL;
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    assert_has(n.text, "device: ");
    clscan_plan *plan = new_plan(device, &desc), *again = new_plan(device, &desc);
    assert_has(n.text, "miss, building reduce_scan|hit for reduce_scan|plan: inclusive add over int (4 bytes)|4 "
                       "work-items of 3 items");
    assert_null(strstr(n.text, "launch: "));
    scan_ones(d, plan);
    assert_has(n.text, "launch: kernel 0 on 4 work-groups of 4\n|launch: kernel 1 on 5 work-groups of 4\n");
    assert_false(n.newline_inside);
    clscan_plan_destroy(plan);
    clscan_plan_destroy(again);
    clscan_device_destroy(device);
}

/* Reads what the library writes to stderr while it opens a device, and returns the number of bytes. */
static size_t opened_on_stderr(const test_device *d, char *text, size_t size) {
    clscan_device *device = NULL;
    FILE *file = tmpfile();
    const int saved = dup(STDERR_FILENO);
    assert_true(file && saved >= 0);
    fflush(stderr);
    dup2(fileno(file), STDERR_FILENO);
    const clscan_status status = clscan_device_create(d->context, d->id, NULL, &device);
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    rewind(file);
    const size_t length = fread(text, 1, size - 1, file);
    text[length] = '\0';
    fclose(file);
    assert_ok(status);
    clscan_device_destroy(device);
    return length;
}

static void test_stderr(void **state) {
    char text[4096];
    unsetenv("CLSCAN_EXPLAIN");
    assert_int_equal(opened_on_stderr(*state, text, sizeof text), 0);
    setenv("CLSCAN_EXPLAIN", "0", 1);
    assert_int_equal(opened_on_stderr(*state, text, sizeof text), 0);
    setenv("CLSCAN_EXPLAIN", "1", 1);
    opened_on_stderr(*state, text, sizeof text);
    unsetenv("CLSCAN_EXPLAIN");
    assert_has(text, "clscan: device: ");
}

static void test_description(void **state) {
    const test_device *d = *state;
    char text[1024];
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_HIERARCHICAL);
    desc.tuning.group = CLSCAN_GROUP_BRENT_KUNG;
    desc.kind = CLSCAN_KIND_EXCLUSIVE;
    clscan_plan *plan = new_plan(d->device, &desc);
    assert_ok(clscan_plan_describe(plan, &(clscan_args) { .count = SCAN_COUNT }, text, sizeof text, NULL));
    /* tiles of 4 x 2 x 3: 1000 elements make 42 tiles, those make 2, those one; one total is the last */
    assert_has(
        text, "exclusive add over int|1000 elements|hierarchical|brent_kung, 4 work-items of 2 x 3 items: tiles of 24");
    assert_has(text, "launches   5: 42, 2, 1, 1, 42 work-groups\n|workspace  4180 bytes\n");
    assert_ok(clscan_plan_describe(plan, &(clscan_args) { .count = 0 }, text, sizeof text, NULL));
    assert_has(text, "0 elements|launches   0\n|workspace  4 bytes\n");
    clscan_plan_destroy(plan);
}

/* Writes the numbers of work-groups of the narrated launches, one after the other. */
enum { GROUPS = 256 };
static void narrated(const narration *n, char groups[static GROUPS]) {
    static const char key[] = " on ";
    size_t length = 0;
    *groups = '\0';
    for (const char *at = n->text; (at = strstr(at, key)); at++) {
        length += (size_t)snprintf(groups + length, GROUPS - length, "%s%ld", *groups ? ", " : "",
                                   strtol(at + strlen(key), NULL, 10));
        assert_true(length < GROUPS);
    }
}

/* A workspace of `bytes` bytes is accepted, and one byte less is refused. */
static void assert_workspace(const test_device *d, clscan_plan *plan, clscan_args *args, size_t bytes) {
    const cl_mem enough = test_device_buffer(d, CL_MEM_READ_WRITE, bytes, NULL);
    args->workspace = test_device_buffer(d, CL_MEM_READ_WRITE, bytes - 1, NULL);
    assert_fails(clscan_plan_enqueue(plan, d->in_order, args, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_TOO_SMALL,
                 "args.workspace");
    clReleaseMemObject(args->workspace);
    args->workspace = enough;
}

static size_t elements(const clscan_args *args) {
    size_t n = args->num_dims ? 1 : args->count;
    for (unsigned i = 0; i < args->num_dims; i++)
        n *= args->dims[i].n;
    return n;
}

/* clscan_plan_call_info returns what the text says. */
static void assert_info(const clscan_plan *plan, const clscan_args *args, const char *text, size_t bytes) {
    clscan_call_info info = CLSCAN_CALL_INFO_INIT;
    char words[128];
    assert_ok(clscan_plan_call_info(plan, args, &info));
    assert_int_equal(info.struct_size, sizeof info);
    assert_int_equal(info.workspace_bytes, bytes);
    assert_int_equal(info.replaced, strstr(text, "replaced") != NULL);
    snprintf(words, sizeof words, "strategy   %s|launches   %zu", clscan_strategy_name(info.tuning.strategy),
             info.launches);
    assert_has(text, words);
    snprintf(words, sizeof words, ", %u work-item", info.tuning.wg_size);
    assert_has(text, words);
}

/* The description for some arguments names the launches and the workspace of the scan with these arguments. */
static void describe_and_scan(const test_device *d, clscan_plan *plan, narration *n, const clscan_args *how) {
    clscan_args args = *how;
    const size_t count = elements(how);
    char text[1024], groups[GROUPS], expected[GROUPS + 32];
    size_t bytes = 0;
    assert_ok(clscan_plan_describe(plan, &args, text, sizeof text, NULL));
    assert_int_equal(sscanf(strstr(text, "\nworkspace "), " workspace %zu bytes", &bytes), 1);
    assert_info(plan, &args, text, bytes);
    args.in[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof(cl_int) * count, NULL);
    args.out[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof(cl_int) * count, NULL);
    if (args.num_segments > 0)
        args.segments.buffer = args.in[0].buffer; /* the contents do not matter: no offset is past the end */
    if (bytes > 0)
        assert_workspace(d, plan, &args, bytes);
    n->text[0] = '\0';
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clFinish(d->in_order));
    narrated(n, groups);
    snprintf(expected, sizeof expected, ": %s work-group%s\n", groups, strcmp(groups, "1") == 0 ? "" : "s");
    assert_has(text, expected);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    if (args.workspace)
        clReleaseMemObject(args.workspace);
}

static void test_description_of_args(void **state) {
    static const clscan_args rows[] = {
        { .num_dims = 1, .dims = { { .n = 100000 } } },
        { .num_dims = 2, .dims = { { .n = 100 }, { .n = 1000 } } },
        { .num_dims = 2, .dims = { { .n = 10, 10000, 10000 }, { .n = 10000, 1, 1 } } },
        { .num_dims = 2, .dims = { { .n = 1 << 17, 8, 8 }, { .n = 8, 1, 1 } } },
        { .num_dims = 2, .dims = { { .n = 900, 1000, 1000 }, { .n = 1000, 1, 1 } } },
    };
    static const clscan_args offsets = { .count = 100000, .num_segments = 10 };
    static narration n;
    const test_device *d = *state;
    const clscan_device_options options = { .log = listen, .log_user = &n };
    clscan_device *device = NULL;
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    for (clscan_strategy s = CLSCAN_STRATEGY_AUTO; clscan_strategy_name(s); s++) {
        const clscan_desc in_rows = { .tuning.strategy = s, .layout = CLSCAN_LAYOUT_ROWS };
        const clscan_desc in_segments = { .tuning.strategy = s, .segments = CLSCAN_SEGMENTS_OFFSETS };
        if (!test_device_runs(d, s))
            continue;
        clscan_plan *plan = new_plan(device, &in_rows);
        for (size_t i = 0; i < COUNT(rows); i++)
            describe_and_scan(d, plan, &n, &rows[i]);
        clscan_plan_destroy(plan);
        plan = new_plan(device, &in_segments);
        describe_and_scan(d, plan, &n, &offsets);
        clscan_plan_destroy(plan);
    }
    clscan_device_destroy(device);
}

/* If there are enough strips of columns for all work-groups, strips are not cut into blocks, and there are no records.
 * Without fences between work-groups, strips are never cut. */
static void test_whole_columns(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .layout = CLSCAN_LAYOUT_ROWS,
                               .tuning = {
                                   .strategy = CLSCAN_STRATEGY_COLUMNS, .wg_size = 4, .items = 2, .num_groups = 8 } };
    const clscan_args wide = { .num_dims = 2, .dims = { { .n = 1 << 10, 1 << 6, 1 << 6 }, { .n = 1 << 6, 1, 1 } } },
                      narrow = { .num_dims = 2, .dims = { { .n = 1 << 13, 1 << 3, 1 << 3 }, { .n = 1 << 3, 1, 1 } } };
    clscan_plan *plan = new_plan(d->device, &desc);
    char text[1024];
    assert_ok(clscan_plan_describe(plan, &wide, text, sizeof text, NULL));
    assert_has(text, "launches   1: 32 work-groups\n|workspace  0 bytes\n");
    assert_ok(clscan_plan_describe(plan, &narrow, text, sizeof text, NULL));
    assert_int_equal(strstr(text, "workspace  0 bytes") == NULL, d->device->caps.has_fence);
    clscan_plan_destroy(plan);
}

static void test_odd_args(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .tuning.strategy = CLSCAN_STRATEGY_REDUCE_SCAN },
                      in_segments = { .segments = CLSCAN_SEGMENTS_OFFSETS };
    const cl_mem total = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof(cl_int), NULL);
    const clscan_args nothing = { .total.buffer = total }, unused = { .count = 10, .num_segments = 3 },
                      too_many = { .count = 10, .num_segments = SIZE_MAX };
    clscan_plan *plan = new_plan(d->device, &desc), *offsets = new_plan(d->device, &in_segments);
    char text[1024];
    assert_ok(clscan_plan_describe(plan, &nothing, text, sizeof text, NULL));
    assert_null(strstr(text, "launches   0"));
    assert_fails(clscan_plan_describe(plan, &unused, NULL, 0, NULL), CLSCAN_ERROR_INVALID_VALUE, "args.num_segments");
    assert_fails(clscan_plan_describe(offsets, &too_many, NULL, 0, NULL), CLSCAN_ERROR_INVALID_VALUE, "no memory");
    clscan_plan_destroy(plan);
    clscan_plan_destroy(offsets);
    clReleaseMemObject(total);
}

/* If the buffer is too short, it gets the beginning of the text and a NUL. `needed` does not depend on the buffer. */
static void test_short_buffers(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = new_plan(d->device, &desc);
    char whole[1024], part[1024];
    size_t size = 0, needed = 0;
    assert_ok(clscan_plan_describe(plan, &(clscan_args) { .count = 100 }, NULL, 0, &size));
    assert_ok(clscan_plan_describe(plan, &(clscan_args) { .count = 100 }, whole, sizeof whole, NULL));
    assert_int_equal(size, strlen(whole) + 1);
    for (size_t i = 1; i <= size + 1; i++) {
        memset(part, '#', sizeof part);
        assert_ok(clscan_plan_describe(plan, &(clscan_args) { .count = 100 }, part, i, &needed));
        assert_int_equal(needed, size);
        assert_int_equal(strlen(part), i < size ? i - 1 : size - 1);
        assert_memory_equal(part, whole, strlen(part));
        assert_int_equal(part[i], '#');
    }
    clscan_plan_destroy(plan);
}

/* `program` compiles alone, with the options of the device. */
static void assert_compiles(const test_device *d, const char *program) {
    cl_int error = CL_SUCCESS;
    cl_program built = clCreateProgramWithSource(d->context, 1, &program, NULL, &error);
    assert_cl(error);
    assert_cl(clBuildProgram(built, 1, &d->id, d->device->build_options.data, NULL, NULL));
    clReleaseProgram(built);
}

/* clscan_plan_source returns every program of a plan in full. All programs differ, and past the last one the text is
 * empty. */
static void test_source(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .op = CLSCAN_OP_MAX };
    clscan_plan *plan = new_plan(d->device, &desc);
    char *before = NULL, empty[] = "#";
    size_t needed = 1, size = 0, programs = 0;
    for (; assert_ok(clscan_plan_source(plan, programs, NULL, 0, &size)), size > 0; programs++) {
        char *text = malloc(size);
        assert_non_null(text);
        assert_ok(clscan_plan_source(plan, programs, text, size, &needed));
        assert_int_equal(needed, size);
        assert_int_equal(strlen(text), size - 1);
        assert_non_null(strstr(text, "#line 1 \"cl/grid/"));
        assert_non_null(strstr(text, "#line 1 \"cl/problem.h\""));
        assert_null(strstr(text, "#include"));
        assert_compiles(d, text);
        assert_true(!before || strcmp(before, text) != 0);
        free(before);
        before = text;
    }
    assert_true(programs > 0);
    assert_ok(clscan_plan_source(plan, programs, empty, sizeof empty, NULL));
    assert_string_equal(empty, "");
    assert_ok(clscan_plan_source(plan, SIZE_MAX, NULL, 0, NULL));
    free(before);
    clscan_plan_destroy(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_callback),      cmocka_unit_test(test_stderr),
        cmocka_unit_test(test_description),   cmocka_unit_test(test_description_of_args),
        cmocka_unit_test(test_whole_columns), cmocka_unit_test(test_odd_args),
        cmocka_unit_test(test_short_buffers), cmocka_unit_test(test_source),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
