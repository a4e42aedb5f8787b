/* Fuzzes the translation of build logs. The input is a compiler's log and, after a NUL, the text that was compiled. */
#include "source/build_log.h"
#include "base/strbuf.h"
#include "fuzz/fuzz.h"

#include <string.h>

static char *string(const uint8_t *data, size_t size) {
    char *s = malloc(size + 1);
    MUST(s);
    memcpy(s, data, size);
    s[size] = '\0';
    return s;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *end = memchr(data, '\0', size), *rest = end ? end + 1 : data + size;
    const size_t length = end ? (size_t)(end - data) : size;
    char *log = string(data, length), *text = string(rest, (size_t)(data + size - rest));
    char *translated = cs_build_log_translate(log, text);
    MUST(translated);
    if ((!strstr(log, "<kernel>:") && !strstr(log, "input.cl:")) || !strstr(text, "#line"))
        MUST(strcmp(translated, log) == 0);
    free(translated);
    free(text);
    free(log);
    return 0;
}
