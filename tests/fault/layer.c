/* A layer of the OpenCL loader that fails the call with the number FAULT_AT, and writes its name to the file FAULT_HIT.
 * Releases are not counted. */
#include "support/layer.h"
#include "fault/fault.h"

#include <stdio.h>
#include <stdlib.h>

struct fault fault;

static void tell(const char *call) {
    const char *name = getenv("FAULT_HIT");
    FILE *file = name ? fopen(name, "w") : NULL;
    if (!file)
        return;
    fprintf(file, "%s\n", call);
    fclose(file);
}

/* Several threads may call this function, but the tool's threads take turns. */
bool fault_due(const char *call) {
    const bool due = ++fault.calls == fault.at;
    if (due)
        tell(call);
    return due;
}

const char layer_name[] = "clscan's faults";
static const cl_icd_dispatch *next;

#define NEXT(name)                   next->name
#define HOOK(type, name, parameters) static type CL_API_CALL hook_##name parameters
#include "fault/hooks.h"

void layer_take(cl_icd_dispatch *layer, const cl_icd_dispatch *below) {
    const char *at = getenv("FAULT_AT");
    fault.at = at ? (unsigned)strtoul(at, NULL, 10) : 0;
    next = below;
#define STATUS(name, ...)        layer->name = hook_##name;
#define QUEUED(name, ...)        layer->name = hook_##name;
#define FOUND(type, name, ...)   layer->name = hook_##name;
#define CREATED(type, name, ...) layer->name = hook_##name;
#define RETAINED(name, ...)      layer->name = hook_##name;
#define RELEASED(name, ...)      layer->name = hook_##name;
#include "fault/calls.def"
}
