/* clscan explain: describes how a scan would be computed. */
#include "common/activity.h"
#include "common/count.h"
#include "common/json.h"
#include "common/message.h"
#include "data/generated.h"
#include "options/device_plan.h"
#include <stdio.h>
#include <stdlib.h>

/* Returns the texts of all programs of the plan, each after a line with its number; to be freed. NULL after
 * complaining.
 */
static char *sources(const clscan_plan *plan) {
    enum { CAPTION = 64 };
    char *all = calloc(1, 1), *longer;
    size_t length = 0, needed;
    for (size_t i = 0; all && clscan_plan_source(plan, i, NULL, 0, &needed) == CLSCAN_OK && needed > 0; i++) {
        longer = realloc(all, length + CAPTION + needed);
        if (!longer)
            free(all);
        all = longer;
        if (!all)
            break;
        length += (size_t)snprintf(all + length, CAPTION, "%s// program %zu of the plan\n", i ? "\n" : "", i + 1);
        if (clscan_plan_source(plan, i, all + length, needed, NULL) == CLSCAN_OK)
            length += needed - 1;
    }
    if (!all)
        complain("out of memory");
    return all;
}

static void print(const options *o, const char *device, size_t count, const char *text) {
    if (!o->json) {
        printf("%s", text);
        return;
    }
    json object = json_begin();
    json_text(&object, "device", device);
    json_integer(&object, "count", count);
    json_text(&object, o->source ? "source" : "plan", text);
    json_end(&object);
}

/* Returns the task that bench and verify would generate for these options, without data. */
static task explained(const options *o, size_t count) {
    const oracle_type type = o->type < 0 ? (o->data.size ? ORACLE_USER : ORACLE_INT) : (oracle_type)o->type;
    const clscan_desc desc = options_desc(o, type);
    const oracle_problem problem = { type, desc.op, NULL };
    const size_t size = type == ORACLE_USER ? o->data.size : oracle_type_size(type);
    task t = task_of(&desc, &problem, (array) { .type = type, .size = size, .count = count });
    generated_view(&o->view, &t);
    t.desc.max_count = task_max_count(&t);
    return t;
}

int command_explain(const options *o) {
    uint64_t count;
    device_plan dp;
    if (!count_parse("COUNT", o->operands[0], 0, SIZE_MAX, &count))
        return EXIT_ERROR;
    const task t = explained(o, (size_t)count);
    const size_t columns = t.columns ? t.columns : 1;
    if (t.components && t.problem.type == ORACLE_USER)
        return complain("--components is %u, but --type is user: there are no vectors of it", t.components), EXIT_ERROR;
    if (t.length && count % (t.length * columns) != 0)
        return complain("COUNT is %zu, which is not a multiple of length, %zu", count, t.length), EXIT_ERROR;
    const clscan_args args = task_args(&t);
    activity_begin("compiling", "");
    const bool opened = device_plan_open(o, &t.desc, t.size, &dp);
    activity_end();
    if (!opened)
        return EXIT_ERROR;
    char *device = device_text(clscan_device_id(dp.device), CL_DEVICE_NAME);
    char *text = o->source ? sources(dp.plan) : describe_scan(dp.plan, &args);
    if (device && text)
        print(o, device, (size_t)count, text);
    const int status = device && text ? EXIT_OK : EXIT_ERROR;
    free(device);
    free(text);
    device_plan_close(&dp);
    return status;
}
