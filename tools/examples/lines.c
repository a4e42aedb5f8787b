/* Computes an index of the lines of a text, in one launch: reads bytes and writes the offset at which each line begins.
 * The scan counts newlines. Each newline stores the offset of the next line, at the number of that line. The text is a
 * file's, or generated. */
#include "example.h"
#include <string.h>

static const char source[] =
    "uint newline(const global uchar *text, ulong i) { return text[i] == '\\n'; }\n"
    "void line(global uint *begins, const global uchar *text, ulong i, uint x, uint inclusive,\n"
    "          uint exclusive) {\n"
    "    if (x)\n"
    "        begins[inclusive] = (uint)i + 1;\n"
    "}\n";

static void *must_have(void *memory) {
    if (!memory) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return memory;
}

/* Reads a whole file, which must be small enough for places of uint, and appends a NUL. */
static char *read_text(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t room = 0;
    do {
        room = 2 * room + 4096;
        text = must_have(realloc(text, room));
        *size += file ? fread(text + *size, 1, room - *size, file) : 0;
    } while (*size == room && *size < CL_UINT_MAX);
    if (!file || ferror(file) || *size >= CL_UINT_MAX) {
        fprintf(stderr, "can't read %s, or not all of it\n", path);
        exit(1);
    }
    fclose(file);
    text[*size] = '\0';
    return text;
}

static char *make_text(size_t *size) {
    char *text = must_have(calloc((*size = 1 << 20) + 1, 1));
    for (cl_uint i = 0; i < *size; i++)
        text[i] = i * 2654435761u >> 26 == 0 ? '\n' : 'a';
    return text;
}

int main(int argc, char **argv) {
    size_t size = 0;
    char *text = argc > 1 ? read_text(argv[1], &size) : make_text(&size);
    const size_t bytes = (size + 1) * sizeof(cl_uint); /* room for the places of all lines, if each byte is a newline */
    cl_uint *begins = must_have(calloc(size + 1, sizeof(cl_uint))), newlines = 0;

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.value.name = "uint";
    desc.in[0].name = "uchar";
    desc.user.source = source;
    desc.user.load = "newline";
    desc.out[0].name = "uint";
    desc.user.store = "line";

    example e = example_open();
    cl_mem in = example_buffer(&e, size + 1, text), out = example_buffer(&e, bytes, begins), /* line 0 begins at 0 */
        total = example_buffer(&e, sizeof newlines, NULL);
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = in;
    args.out[0].buffer = out;
    args.total.buffer = total;
    args.count = size;
    example_scan(&e, &desc, &args);
    example_take(&e, out, bytes, begins);
    example_take(&e, total, sizeof newlines, &newlines);
    clReleaseMemObject(in);
    example_close(&e);

    size_t wrong = 0, line = 0;
    for (const char *at = text; (at = memchr(at, '\n', size - (size_t)(at - text))); at++)
        wrong += ++line > newlines || begins[line] != (cl_uint)(at - text) + 1;
    printf("%zu bytes, %u newlines; %zu lines begin in the wrong place\n", size, newlines, wrong);
    free(text);
    free(begins);
    return wrong != 0 || line != newlines;
}
