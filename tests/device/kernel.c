#include "device/kernel.h"

#include "page/shared_constants.h"
#include "source/source.h"

#include <stdlib.h>
#include <string.h>

static const char as_it_is[] = "#define TEST_VALUE clscan_t\n"
                               "#define TEST_LOAD(value, counter) (value)\n"
                               "#define TEST_STORE(x) (x)\n";

kernel_page kernel_page_of(const oracle_user *user, clscan_group group, unsigned wg_size, unsigned items) {
    return (kernel_page) { user->source, user->type_name, user->combine, user->identity,
                           group,        wg_size,         items,         (wg_size + items) % 2 == 0 };
}

static void write_page(cs_strbuf *text, const kernel_page *page) {
    cs_shared_constants_write(text);
    cs_strbuf_add(text, "%s", page->source);
    if (!strstr(page->source, "TEST_VALUE"))
        cs_strbuf_add(text, "%s", as_it_is);
    cs_strbuf_add(text,
                  "typedef %s clscan_value, clscan_in, clscan_out, clscan_t, clscan_total;\n"
                  "#define CLSCAN_IDENTITY %s\n#define "
                  "clscan_combine(a, b) %s(a, b)\n",
                  page->type, page->identity, page->combine);
    cs_strbuf_add(text, "#define CLSCAN_WG_SIZE %u\n#define CLSCAN_ITEMS %u\n#define CLSCAN_EXCLUSIVE %d\n",
                  page->wg_size, page->items, page->exclusive);
    cs_strbuf_add(text, "#define CLSCAN_REVERSE 0\n#define CLSCAN_HAS_ROWS 0\n#define CLSCAN_CONTINUES 0\n"
                        "#define CLSCAN_FLAGGED 0\n"
                        "#define CLSCAN_SELECTS_ROWS 0\n"
                        "#define CLSCAN_INIT_WORDS 1\n"
                        "#define CLSCAN_FROM_IN(x) (x)\n#define CLSCAN_TO_OUT(x) (x)\n#define CLSCAN_MORE_PARAMETERS\n"
                        "#define CLSCAN_MORE_MEMBERS\n#define CLSCAN_MORE_INITIALIZERS(offset)\n");
}

/* Tests run in the root of the sources, so the kernel files of the library and of this folder are read from there. */
static void write_source(cs_strbuf *text, const kernel_page *page, const char *file) {
    cs_strbuf problem = { 0 }, path = { 0 };
    write_page(&problem, page);
    cs_strbuf_add(&path, "../tests/device/%s", file);
    const cs_source source = { .kernel_dir = "cl", .problem = problem.data, .group = clscan_group_name(page->group) };
    assert_ok(cs_source_flatten(text, &source, path.data));
    cs_strbuf_free(&problem);
    cs_strbuf_free(&path);
}

static void build_or_fail(const test_device *d, cl_program program, const char *text) {
    char log[8192] = "";
    if (clBuildProgram(program, 1, &d->id, "-cl-std=CL1.2", NULL, NULL) == CL_SUCCESS)
        return;
    clGetProgramBuildInfo(program, d->id, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    fail_msg("%s\n%s", log, text);
}

cl_kernel kernel_build(const test_device *d, const kernel_page *page, const char *file, const char *name) {
    cs_strbuf text = { 0 };
    cl_int error = CL_SUCCESS;
    write_source(&text, page, file);
    const char *source = text.data;
    cl_program program = clCreateProgramWithSource(d->context, 1, &source, NULL, &error);
    assert_cl(error);
    build_or_fail(d, program, text.data);
    cl_kernel kernel = clCreateKernel(program, name, &error);
    assert_cl(error);
    clReleaseProgram(program);
    cs_strbuf_free(&text);
    return kernel;
}

void kernel_set_buffers(cl_kernel kernel, size_t n, const cl_mem *buffers) {
    for (size_t i = 0; i < n; i++)
        assert_cl(clSetKernelArg(kernel, (cl_uint)i, sizeof *buffers, &buffers[i]));
}

void kernel_run(const test_device *d, cl_kernel kernel, const kernel_page *page, size_t groups) {
    const size_t local = page->wg_size, global = groups * local;
    assert_cl(clEnqueueNDRangeKernel(d->in_order, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    assert_cl(clFinish(d->in_order));
}

size_t kernel_wg_sizes(const test_device *d, size_t bytes, unsigned sizes[KERNEL_MAX_SIZES]) {
    static const unsigned wanted[] = { 1, 2, 32, 64, 256 };
    size_t greatest = 1, n = 0;
    while (2 * greatest <= d->max_wg_size && 2 * greatest * bytes <= d->local_bytes)
        greatest *= 2;
    for (size_t i = 0; i < COUNT(wanted) && wanted[i] <= greatest; i++)
        if (test_device_runs_groups_of(d, wanted[i]))
            sizes[n++] = wanted[i];
    if (sizes[n - 1] < greatest)
        sizes[n++] = (unsigned)greatest;
    return n;
}
