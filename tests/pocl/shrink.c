/* shrink LIBRARY WORDS OUT: reads PoCL's library of OpenCL C functions, which is LLVM bitcode, and writes it without
 * the functions that nothing calls and that the file WORDS does not name, with one word on each line. The functions of
 * LLVM are declared here because PoCL depends on LLVM's library but not on its headers. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct LLVMOpaqueContext *context_ref;
typedef struct LLVMOpaqueMemoryBuffer *buffer_ref;
typedef struct LLVMOpaqueModule *module_ref;
typedef struct LLVMOpaqueValue *value_ref;
typedef struct LLVMOpaquePassBuilderOptions *options_ref;
enum { EXTERNAL_LINKAGE = 0, INTERNAL_LINKAGE = 8 };

context_ref LLVMGetGlobalContext(void);
int LLVMCreateMemoryBufferWithContentsOfFile(const char *path, buffer_ref *out, char **message);
int LLVMParseBitcodeInContext2(context_ref context, buffer_ref buffer, module_ref *out);
int LLVMWriteBitcodeToFile(module_ref module, const char *path);
value_ref LLVMGetFirstFunction(module_ref module);
value_ref LLVMGetNextFunction(value_ref function);
const char *LLVMGetValueName2(value_ref value, size_t *length);
int LLVMIsDeclaration(value_ref value);
int LLVMGetLinkage(value_ref value);
void LLVMSetLinkage(value_ref value, int linkage);
options_ref LLVMCreatePassBuilderOptions(void);
void *LLVMRunPasses(module_ref module, const char *passes, void *machine, options_ref options);

static char **words;
static size_t n_words;

static int compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The words are in the order of strcmp. */
static bool read_words(const char *path) {
    static char line[4096];
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (n_words % 4096 == 0)
            words = realloc(words, (n_words + 4096) * sizeof *words);
        if (!words || !(words[n_words++] = strdup(line)))
            return false;
    }
    fclose(file);
    return n_words > 0;
}

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

/* Conversions without a rounding mode, and vector loads and stores: clscan makes their names from parts. */
static bool is_composed(const char *name) {
    const char *rounding = strstr(name, "_rt");
    return (begins(name, "convert_") && !rounding) ||
           ((begins(name, "vload") || begins(name, "vstore")) && !strchr(name, '_'));
}

/* The mangled name _Z8_cl_fmaxff is that of fmax, and so is _Z4fmaxff. The library needs other functions if something
 * calls them. A function of OpenCL C without overloads has its own name. */
static bool is_needed(const char *mangled) {
    char name[256] = "";
    const char *found = name;
    unsigned length = 0;
    int at = 0;
    if (sscanf(mangled, "_Z%u%n", &length, &at) != 1)
        snprintf(name, sizeof name, "%s", mangled);
    else if (length < sizeof name)
        snprintf(name, sizeof name, "%.*s", (int)length, mangled + at);
    found += begins(name, "_cl_") ? 4 : 0;
    return is_composed(found) || begins(found, "pocl") || begins(found, "_pocl") || begins(found, "__pocl") ||
           bsearch(&found, words, n_words, sizeof *words, compare);
}

static void set_linkage(module_ref module, int from, int to) {
    for (value_ref f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        size_t length;
        const bool changes = from == INTERNAL_LINKAGE || !is_needed(LLVMGetValueName2(f, &length));
        if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == from && changes)
            LLVMSetLinkage(f, to);
    }
}

/* A function that is not needed by its name is internal while globaldce removes internal functions without a caller. */
static bool shrink(module_ref module) {
    set_linkage(module, EXTERNAL_LINKAGE, INTERNAL_LINKAGE);
    const void *error = LLVMRunPasses(module, "globaldce", NULL, LLVMCreatePassBuilderOptions());
    set_linkage(module, INTERNAL_LINKAGE, EXTERNAL_LINKAGE);
    return !error;
}

int main(int argc, char **argv) {
    buffer_ref buffer = NULL;
    module_ref module = NULL;
    char *message = NULL;
    if (argc != 4 || !read_words(argv[2]) ||
        LLVMCreateMemoryBufferWithContentsOfFile(argv[1], &buffer, &message) != 0 ||
        LLVMParseBitcodeInContext2(LLVMGetGlobalContext(), buffer, &module) != 0 || !shrink(module) ||
        LLVMWriteBitcodeToFile(module, argv[3]) != 0)
        return fprintf(stderr, "shrink: %s\n", message ? message : "not done"), 1;
    return 0;
}
