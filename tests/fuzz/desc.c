/* Fuzzes descriptions: the input gives each number, and chooses each string: one of a list, its own bytes, or NULL. A
 * description that passes the check becomes a page for each of several devices. No string may add a line to a page. */
#include "problem/desc.h"
#include "base/status.h"
#include "fuzz/fuzz.h"
#include "page/generate_problem.h"
#include "page/user_source.h"
#include "source/build_log.h"

#include <string.h>

/* ----------------------------------------------------------------------------------------------------- drawing */

typedef struct drawing {
    const uint8_t *at, *end;
    char *strings[64];
    size_t num_strings;
} drawing;

static unsigned byte(drawing *d) {
    return d->at < d->end ? *d->at++ : 0;
}

/* A small number stands for itself, and the others for numbers that are worth trying. */
static size_t number(drawing *d) {
    static const size_t odd[] = { 256,   512,     1024,     4096,       4097,         65536,
                                  65537, 1 << 20, 1u << 31, UINT32_MAX, SIZE_MAX / 2, SIZE_MAX };
    const unsigned b = byte(d), small = 192;
    return b < small ? b : odd[(b - small) % (sizeof odd / sizeof *odd)];
}

/* Allocates exactly the bytes that the string needs, so that the sanitizer detects a read past its end. */
static const char *own_string(drawing *d, size_t length) {
    char *s = malloc(length + 1);
    MUST(s);
    for (size_t i = 0; i < length; i++)
        s[i] = (char)byte(d);
    s[length] = '\0';
    return d->strings[d->num_strings++] = s;
}

static const char *string(drawing *d) {
    static const char *const some[] = { NULL,    "pair", "f", "int",   "uint", "ulong", "float4",
                                        "half3", "min",  "0", "{ 0 }", "",     " x",    "typedef int pair;" };
    const size_t b = byte(d), n = sizeof some / sizeof *some;
    return b < n ? some[b] : own_string(d, b - n);
}

static void draw_type(drawing *d, clscan_type *type) {
    type->name = string(d);
    type->size = number(d);
}

static void draw_how(drawing *d, clscan_desc *desc) {
    desc->tuning.strategy = (clscan_strategy)number(d);
    desc->tuning.group = (clscan_group)number(d);
    desc->tuning.wg_size = (unsigned)number(d);
    desc->tuning.items = (unsigned)number(d);
    desc->tuning.num_groups = (unsigned)number(d);
    desc->deterministic = (int)number(d);
    desc->struct_size = byte(d) < 128 ? 0 : number(d);
    desc->sample.count = number(d);
    desc->sample.elements = byte(d) % 2 ? desc : NULL;
}

static void draw_memory(drawing *d, clscan_desc *desc) {
    desc->reverse = (int)number(d);
    desc->layout = (clscan_layout)number(d);
    desc->segments = (clscan_segments)number(d);
    draw_type(d, &desc->key);
    draw_type(d, &desc->key_in);
    desc->user.key = string(d);
    desc->user.same_key = string(d);
    desc->user.less = string(d);
    for (int i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        draw_type(d, &desc->in[i]);
        draw_type(d, &desc->out[i]);
    }
    desc->user.load = string(d);
    desc->user.map = string(d);
    desc->user.store = string(d);
    draw_type(d, &desc->count_type);
}

static void draw_what(drawing *d, clscan_desc *desc) {
    draw_type(d, &desc->value);
    desc->op = (clscan_op)number(d);
    desc->kind = (clscan_kind)number(d);
    desc->user.source = string(d);
    desc->user.combine = string(d);
    desc->user.identity = string(d);
}

/* -------------------------------------------------------------------------------------------------- what it makes */

static const cs_caps devices[] = {
    { .type = CL_DEVICE_TYPE_CPU,
      .max_wg_size = 4096,
      .local_bytes = 1 << 20,
      .stack_bytes = 8 << 20,
      .has_double = true,
      .atomics = CS_ATOMICS_FENCED,
      .has_fence = true,
      .state_bits = 64 },
    { .type = CL_DEVICE_TYPE_GPU,
      .max_wg_size = 1024,
      .local_bytes = 48 << 10,
      .has_half = true,
      .atomics = CS_ATOMICS_PTX,
      .has_fence = true,
      .state_bits = 32,
      .compute_capability = 90,
      .sub_groups = CS_PTX },
    { .type = CL_DEVICE_TYPE_GPU, .max_wg_size = 1, .local_bytes = 1024, .faults = ~0u },
};

/* Asserts that each line of the page begins like one of the library's own. After a #line, the page also has the
 * prototype of a user function. */
static void check_lines(const char *page) {
    static const char *const begins[] = { "#", "typedef ", "static ", "    ", "}" };
    static const char before_prototype[] = "#line 1 \"" CS_TYPES_OF;
    bool prototype = false;
    for (const char *line = page; *line; line += strcspn(line, "\n") + 1) {
        bool known = prototype;
        prototype = strncmp(line, before_prototype, sizeof before_prototype - 1) == 0;
        for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
            known = known || strncmp(line, begins[i], strlen(begins[i])) == 0;
        MUST(known);
    }
}

static void write_page(const cs_caps *caps, const cs_problem *problem, const cs_shape *shape) {
    static const char users[] = "#line 1 \"user\"\n", ours[] = "\ntypedef int clscan_end_of_text;\n";
    cs_strbuf page = { 0 };
    cs_generate_problem(&page, caps, problem, shape);
    MUST(!page.failed);
    const char *begin = page.data;
    if (*problem->source) {
        begin = strstr(page.data, users) + strlen(users) + strlen(problem->source);
        begin = strstr(begin, ours);
        MUST(begin++);
    }
    check_lines(begin);
    cs_strbuf_free(&page);
}

static void use(const clscan_desc *desc, const cs_caps *caps) {
    static cs_tuning tuning;
    cs_choice choices[CS_MAX_CHOICES];
    const cs_problem problem = cs_desc_problem(desc);
    cs_strbuf text = { 0 };
    size_t n = 0;
    tuning.caps = caps;
    cs_problem_print(&text, &problem);
    MUST(!text.failed);
    cs_strbuf_free(&text);
    if (cs_tune(&tuning, &problem, desc, choices, &n) != CLSCAN_OK)
        return;
    MUST(n > 0 && n <= CS_MAX_CHOICES && choices[n - 1].limit == SIZE_MAX);
    for (size_t i = 0; i < n; i++)
        write_page(caps, &problem, &choices[i].shape);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    drawing d = { .at = data, .end = data + size };
    clscan_desc desc = { 0 };
    draw_what(&d, &desc);
    draw_memory(&d, &desc);
    draw_how(&d, &desc);
    clscan_status status = cs_desc_check(&desc);
    if (status == CLSCAN_OK)
        status = cs_user_source_check_desc(&desc);
    MUST(status == CLSCAN_OK || *cs_message());
    for (size_t i = 0; status == CLSCAN_OK && i < sizeof devices / sizeof *devices; i++)
        use(&desc, &devices[i]);
    while (d.num_strings > 0)
        free(d.strings[--d.num_strings]);
    return 0;
}
