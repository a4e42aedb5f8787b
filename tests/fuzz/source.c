/* Fuzzes kernel files that include each other in any way. The flattened text has each file at most once. The input is
 * the files, separated by NULs, and the first one is the page. */
#include "source/source.h"
#include "base/status.h"
#include "fuzz/fuzz.h"
#include "source/embedded.h"

#include <string.h>

enum { FILES = 4, MOST = 1024 };

static char content[1 + FILES][MOST + 1];

/* These files replace the kernel files of the library. */
const cs_embedded_file cs_embedded_files[] = {
    { "grid/a.cl", content[1] }, { "b.h", content[2] }, { "group/c.h", content[3] }, { "op/d.h", content[4] }
};
const size_t cs_embedded_count = FILES;

static size_t lines;

static void fill(const char *data, size_t size) {
    const char *const past = data + size;
    memset(content, 0, sizeof content);
    lines = 0;
    for (int i = 0; i <= FILES && data < past; i++) {
        const size_t length = strnlen(data, (size_t)(past - data));
        memcpy(content[i], data, length < MOST ? length : MOST);
        data += length < (size_t)(past - data) ? length + 1 : length;
    }
    for (int i = 0; i <= FILES; i++)
        for (const char *c = content[i]; *c; c++)
            lines += *c == '\n';
}

/* Returns a bound on the length of the flattened text. No #line directive is longer than LINE bytes. */
static size_t most_bytes(size_t files) {
    enum { LINE = 64 };
    size_t bytes = LINE * (lines + 2 * files);
    for (size_t i = 0; i < files; i++)
        bytes += strlen(content[i]) + 1;
    return bytes;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const cs_source source = { .problem = content[0], .group = "c", .op = "d" };
    cs_strbuf text = { 0 };
    fill((const char *)data, size);
    const clscan_status status = cs_source_flatten(&text, &source, cs_embedded_files[0].name);
    MUST(status == CLSCAN_OK || (status == CLSCAN_ERROR_FILE && *cs_message()));
    MUST(strlen(text.data) <= most_bytes(1 + FILES));
    cs_strbuf_free(&text);
    return 0;
}
