#include "program/environment.h"

#include <stdlib.h>
#include <string.h>

#ifdef __APPLE__
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#else
extern char **environ;
#endif

typedef enum effect { CS_IGNORED, CS_COUNTS, CS_BARS } effect;

static const struct row {
    const char *beginning;
    effect effect;
} rows[] = {
#define VARIABLES(beginning, effect) { beginning, effect },
#include "table/environment.def"
#undef VARIABLES
};

/* Returns the effect of a variable, "NAME=VALUE". The longest row that matches the variable decides. */
static effect effect_of(const char *variable) {
    size_t longest = 0;
    effect found = CS_IGNORED;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t length = strlen(rows[i].beginning);
        if (length > longest && strncmp(variable, rows[i].beginning, length) == 0) {
            longest = length;
            found = rows[i].effect;
        }
    }
    return found;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static cs_digest digest_of(const char **variables, size_t count) {
    cs_sha256 hash = cs_sha256_begin();
    if (count > 0)
        qsort(variables, count, sizeof *variables, by_text);
    for (size_t i = 0; i < count; i++)
        cs_sha256_add(&hash, variables[i], strlen(variables[i]) + 1); /* with the NUL, as a separator */
    return cs_sha256_end(&hash);
}

const char *cs_environment_digest(cs_digest *digest) {
    size_t all = 0, count = 0;
    while (environ && environ[all])
        all++;
    const char **variables = calloc(all + 1, sizeof *variables), *wrong = variables ? NULL : "out of memory";
    for (size_t i = 0; variables && i < all; i++) {
        const effect what = effect_of(environ[i]);
        if (what == CS_COUNTS)
            variables[count++] = environ[i];
        else if (what == CS_BARS)
            wrong = "the driver obeys variables of the environment that no key can cover";
    }
    if (!wrong)
        *digest = digest_of(variables, count);
    free(variables);
    return wrong;
}

bool cs_environment_has(const char *text) {
    for (char **variable = environ; variable && *variable; variable++)
        if (effect_of(*variable) != CS_IGNORED && strstr(*variable, text))
            return true;
    return false;
}
