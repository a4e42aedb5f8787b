/* An index of a text's lines: bytes in, the places where lines begin out, by one launch. Newlines are counted; each
 * stores where the line behind it begins, at the line's number. The text is a file's, or one made up. */
#include "example.h"
#include <string.h>

static const char source[] =
    "uint newline(const global uchar *text, ulong i) { return text[i] == '\\n'; }\n"
    "void line(global uint *begins, const global uchar *text, ulong i, uint x, uint inclusive,\n"
    "          uint exclusive) {\n"
    "    if (x)\n"
    "        begins[inclusive] = (uint)i + 1;\n"
    "}\n";

enum { MOST = 1 << 20 };

static size_t read_text(const char *path, char *text) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "can't read %s\n", path);
        exit(1);
    }
    size_t size = fread(text, 1, MOST, file);
    fclose(file);
    return size;
}

static size_t make_text(char *text) {
    for (cl_uint i = 0; i < MOST; i++)
        text[i] = i * 2654435761u >> 26 == 0 ? '\n' : 'a';
    return MOST;
}

int main(int argc, char **argv) {
    static char text[MOST];
    static cl_uint begins[MOST + 1];
    size_t size = argc > 1 ? read_text(argv[1], text) : make_text(text);
    if (size == 0)
        return 0;

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.type = CLSCAN_UINT;
    desc.in[0].type = "uchar";
    desc.user.source = source;
    desc.load = "newline";
    desc.out[0].type = "uint";
    desc.store = "line";

    example e = example_open();
    cl_uint newlines;
    cl_mem in = example_buffer(&e, size, text),
           out = example_buffer(&e, sizeof begins, begins), /* line 0 begins at 0 */
        total = example_buffer(&e, sizeof newlines, NULL);
    clscan_args args = { .in = in, .out = out, .count = size, .total = total };
    example_scan(&e, &desc, &args);
    example_take(&e, out, sizeof begins, begins);
    example_take(&e, total, sizeof newlines, &newlines);
    clReleaseMemObject(in);
    example_close(&e);

    size_t wrong = 0, line = 0;
    for (const char *at = text; (at = memchr(at, '\n', size - (size_t)(at - text))); at++)
        wrong += ++line > newlines || begins[line] != (cl_uint)(at - text) + 1;
    printf("%zu bytes, %u newlines; %zu lines begin in the wrong place\n", size, newlines, wrong);
    return wrong != 0 || line != newlines;
}
