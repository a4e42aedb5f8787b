/* Fuzzes the user's OpenCL C: accepted text leaves no comment, string, bracket or condition open that would affect the
 * text after it. */
#include "page/user_source.h"
#include "base/strbuf.h"
#include "fuzz/fuzz.h"
#include "source/embedded.h"

static const char kernels[] =
    "#define WIDE 1\nstatic int f(int x) { return clamp(x, 0, WIDE) /* add() */; } // \"x\"\n";

/* Stands in for the library's kernel files, which take long to read. */
const cs_embedded_file cs_embedded_files[] = { { "kernels.cl", kernels } };
const size_t cs_embedded_count = 1;
const char *const cs_embedded_words[] = { "0", "1", "WIDE", "clamp", "define", "f", "int", "return", "static", "x" };
const size_t cs_embedded_word_count = sizeof cs_embedded_words / sizeof *cs_embedded_words;

static clscan_status check_with(const char *text, const char *more) {
    cs_strbuf both = { 0 };
    cs_strbuf_add(&both, "%s\n\n%s", text, more);
    MUST(!both.failed);
    const clscan_status status = cs_user_source_check("desc.user.source", both.data, true);
    cs_strbuf_free(&both);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cs_strbuf text = { 0 };
    cs_strbuf_add(&text, "%.*s", (int)size, (const char *)data);
    MUST(!text.failed);
    const clscan_status status = cs_user_source_check("desc.user.source", text.data, true);
    MUST(status == CLSCAN_OK || status == CLSCAN_ERROR_INVALID_DESC);
    if (status == CLSCAN_OK) {
        MUST(check_with(text.data, "int plain;") == CLSCAN_OK);
        MUST(check_with(text.data, "#include \"x\"") == CLSCAN_ERROR_INVALID_DESC);
    }
    cs_strbuf_free(&text);
    return 0;
}
