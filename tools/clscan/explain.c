/* clscan explain: how a scan would be done. */
#include "count.h"
#include "job.h"
#include "json.h"
#include "message.h"
#include <stdio.h>
#include <stdlib.h>

static void print(const options *o, const char *device, size_t count, const char *text) {
    if (!o->json) {
        printf("%s", text);
        return;
    }
    json object = json_begin();
    json_text(&object, "device", device);
    json_integer(&object, "count", count);
    json_text(&object, "plan", text);
    json_end(&object);
}

/* The first array that is of another type than what is scanned. */
static const char *other_type(int given, clscan_type type) {
    return given < 0 || given == (int)type ? NULL : clscan_type_name((clscan_type)given);
}

static clscan_desc explained(const options *o, clscan_type type) {
    clscan_desc desc = options_desc(o, type);
    desc.segments = (clscan_segments)o->view.segments;
    desc.layout = o->view.rows || o->view.columns || o->view.stride ? CLSCAN_ROWS : CLSCAN_CONTIGUOUS;
    desc.keys.type = o->view.key_type < 0 ? NULL : clscan_type_name((clscan_type)o->view.key_type);
    desc.in[0].type = other_type(o->view.in_type, type);
    desc.out[0].type = other_type(o->view.out_type, type);
    return desc;
}

int command_explain(const options *o) {
    const clscan_type type = o->type < 0 ? (o->data.size ? CLSCAN_USER : CLSCAN_INT) : (clscan_type)o->type;
    const clscan_desc desc = explained(o, type);
    uint64_t count;
    job j;
    if (!count_parse("COUNT", o->operands[0], 0, SIZE_MAX, &count) || !job_open(o, &desc, o->data.size, &j))
        return EXIT_ERROR;
    char *device = device_text(clscan_device_id(j.device), CL_DEVICE_NAME), *text = job_describe(&j, (size_t)count);
    if (device && text)
        print(o, device, (size_t)count, text);
    const int status = device && text ? EXIT_OK : EXIT_ERROR;
    free(device);
    free(text);
    job_close(&j);
    return status;
}
