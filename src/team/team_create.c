#include "team/team.h"

#include "base/try.h"
#include "team/exchange.h"
#include "team/pipeline.h"

#include <stdlib.h>

/* A device that is given twice would compute two parts one after the other, which is most likely a mistake. */
static clscan_status check_devices(clscan_device *const *devices, size_t num) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(num == 0, CLSCAN_ERROR_INVALID_VALUE, "num_devices is 0");
    for (size_t i = 0; i < num; i++) {
        FAIL_IF(!devices[i], CLSCAN_ERROR_INVALID_VALUE, "devices[%zu] is NULL", i);
        for (size_t k = 0; k < i; k++)
            FAIL_IF(devices[i]->id == devices[k]->id, CLSCAN_ERROR_INVALID_DEVICE,
                    "devices[%zu] is the same device as devices[%zu], %s", i, k, devices[i]->caps.name);
    }
done:
    return status;
}

static clscan_status name_device_in_failure(size_t i, const clscan_device *device, clscan_status status) {
    if (status != CLSCAN_OK)
        cs_message_add(" (devices[%zu], %s)", i, device->caps.name);
    return status;
}

clscan_status cs_team_named(const clscan_team *team, size_t part, clscan_status status) {
    return name_device_in_failure(part, team->splits[part]->plan->device, status);
}

static clscan_status create_sorters(const clscan_desc *desc, clscan_team *team) {
    clscan_status status = CLSCAN_OK;
    TRY_ALLOC(team->sorters = calloc(team->num, sizeof *team->sorters));
    for (size_t i = 0; i < team->num; i++)
        TRY(cs_team_named(team, i, cs_sorter_create(team->splits[i]->plan, desc, &team->sorters[i])));
done:
    return status;
}

clscan_status cs_team_create(clscan_device *const *devices, size_t num, const clscan_desc *desc, clscan_team **team) {
    clscan_status status = CLSCAN_OK;
    clscan_team *s = NULL;
    TRY(check_devices(devices, num));
    TRY_ALLOC(s = calloc(1, sizeof *s));
    pthread_mutex_init(&s->mutex, NULL);
    pthread_mutex_init(&s->executing, NULL);
    pthread_cond_init(&s->idle, NULL);
    s->num = num;
    TRY_ALLOC(s->splits = calloc(num, sizeof *s->splits));
    TRY_ALLOC(s->pipelines = calloc(num, sizeof *s->pipelines));
    for (size_t i = 0; i < num; i++)
        TRY(name_device_in_failure(i, devices[i], cs_split_create(devices[i], desc, true, &s->splits[i])));
    if (desc->task == CLSCAN_TASK_SORT)
        TRY(create_sorters(desc, s));
    TRY(cs_worker_start(&s->worker));
    *team = s;
    s = NULL;
done:
    cs_team_destroy(s);
    return status;
}

void cs_team_destroy(clscan_team *s) {
    if (!s)
        return;
    cs_exchange_end_lost(s);
    pthread_mutex_lock(&s->mutex);
    while (s->exchanges > 0)
        pthread_cond_wait(&s->idle, &s->mutex);
    pthread_mutex_unlock(&s->mutex);
    cs_worker_stop(&s->worker);
    for (size_t i = 0; i < s->num && s->pipelines; i++)
        cs_pipeline_close(&s->pipelines[i]);
    for (size_t i = 0; i < s->num && s->splits; i++)
        cs_split_destroy(s->splits[i]);
    for (size_t i = 0; i < s->num && s->sorters; i++)
        cs_sorter_destroy(&s->sorters[i]);
    free(s->sorters);
    free(s->pipelines);
    free(s->splits);
    pthread_cond_destroy(&s->idle);
    pthread_mutex_destroy(&s->executing);
    pthread_mutex_destroy(&s->mutex);
    free(s);
}

/* Every part but the last one has whole words of bits. */
size_t cs_team_share(const clscan_team *s, size_t count, size_t part) {
    const size_t words = count / CS_BITS_OF_WORD + (count % CS_BITS_OF_WORD > 0);
    const size_t each = words / s->num, more = words % s->num;
    const size_t begin = (part * each + (part < more ? part : more)) * CS_BITS_OF_WORD;
    const size_t share = (each + (part < more)) * CS_BITS_OF_WORD;
    if (begin >= count)
        return 0;
    return share < count - begin ? share : count - begin;
}

clscan_status cs_team_status(clscan_team *s, size_t *part) {
    clscan_status status = CLSCAN_OK;
    pthread_mutex_lock(&s->mutex);
    const cl_int error = s->error;
    const size_t failed = s->failed;
    pthread_mutex_unlock(&s->mutex);
    if (error == CL_SUCCESS)
        goto done;
    status = cs_team_named(s, failed, cs_fail_cl(error, "a command of an earlier call for this team"));
    *part = failed;
done:
    return status;
}
