/* Lets PoCL compile kernels without optimization, in half the time. Only programs that test host code are linked with
 * this file. With CLSCAN_TEST_WHOLE=1 or CLSCAN_TEST_OPTIMIZED=1 their kernels are optimized too. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool is_wanted(void) {
    return !getenv("CLSCAN_TEST_WHOLE") && !getenv("CLSCAN_TEST_OPTIMIZED");
}

__attribute__((constructor)) static void disable_optimization(void) {
    if (is_wanted())
        setenv("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable", 0);
}

/* PoCL creates LLVM's code generator with full optimization, whatever the options of the program are. It then asks the
 * code generator for an analysis. The function below takes the place of that method of LLVM, turns the optimization of
 * the code generator off, and calls the method. This saves a seventh of the time for compiling. Other libraries that
 * call the method, such as other drivers with another LLVM, notice nothing. */
#if defined(__linux__) && defined(__x86_64__)
enum { NO_OPTIMIZATION = 0 }; /* CodeGenOpt::None */

/* llvm::TargetMachine::getTargetIRAnalysis() const. The caller passes the address of the result first. */
void *_ZNK4llvm13TargetMachine19getTargetIRAnalysisEv(void *result, void *machine);

/* Stores at `function` the address of a function of the library with this file name, or of one that it needs. */
static void find_function(void *function, const char *library, const char *name) {
    void *handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    void *found = handle ? dlsym(handle, name) : NULL;
    memcpy(function, &found, sizeof found);
    if (handle)
        dlclose(handle);
}

void *_ZNK4llvm13TargetMachine19getTargetIRAnalysisEv(void *result, void *machine) {
    Dl_info caller;
    void *(*method)(void *result, void *machine) = NULL;
    void (*set_level)(void *machine, int level) = NULL;
    if (!dladdr(__builtin_return_address(0), &caller))
        abort();
    find_function(&method, caller.dli_fname, "_ZNK4llvm13TargetMachine19getTargetIRAnalysisEv");
    find_function(&set_level, caller.dli_fname, "_ZN4llvm13TargetMachine11setOptLevelENS_10CodeGenOpt5LevelE");
    if (!method)
        abort();
    if (set_level && is_wanted() && strstr(caller.dli_fname, "/libpocl."))
        set_level(machine, NO_OPTIMIZATION);
    return method(result, machine);
}
#endif
