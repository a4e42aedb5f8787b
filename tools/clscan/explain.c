/* clscan explain: how a scan would be done. */
#include "job.h"
#include "json.h"
#include "message.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static bool parse_count(const char *text, size_t *count) {
    char *end;
    errno = 0;
    *count = (size_t)strtoull(text, &end, 10);
    return (isdigit((unsigned char)*text) && !*end && errno == 0) ||
           complain("COUNT: '%s' is not a whole number", text);
}

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

int command_explain(const options *o) {
    const clscan_type type = o->data.type < 0 ? (o->data.size ? CLSCAN_USER : CLSCAN_INT) : (clscan_type)o->data.type;
    size_t count;
    job j;
    if (!parse_count(o->operands[0], &count) || !job_open(o, type, o->data.size, &j))
        return EXIT_ERROR;
    char *device = device_text(clscan_device_id(j.device), CL_DEVICE_NAME), *text = job_describe(&j, count);
    if (text)
        print(o, device ? device : "?", count, text);
    const int status = text ? EXIT_OK : EXIT_ERROR;
    free(device);
    free(text);
    job_close(&j);
    return status;
}
