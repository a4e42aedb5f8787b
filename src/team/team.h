/* Teams: several devices of this process that compute the parts of one array. */
#ifndef CS_TEAM_H
#define CS_TEAM_H

#include "split/split.h"
#include "team/sorter.h"
#include "team/worker.h"

struct clscan_team {
    pthread_mutex_t mutex; /* protects the fields below `pipelines` */
    size_t num;            /* devices */
    clscan_split **splits; /* one for each device */
    cs_sorter *sorters;    /* one for each device if the task is a sort, else NULL */
    cs_worker worker;      /* waits for the summaries of all calls */

    pthread_mutex_t executing;     /* protects the pipelines: calls on arrays in host memory run one after the other */
    struct cs_pipeline *pipelines; /* one for each device; zero before the first of these calls */

    pthread_cond_t idle;
    size_t exchanges;         /* calls whose commands have not all ended */
    struct cs_exchange *lost; /* exchanges of calls that failed half-way; they live as long as the team */

    /* The first command that failed after its call had returned. */
    cl_int error;  /* CL_SUCCESS: none */
    size_t failed; /* the device */
};

clscan_status cs_team_create(clscan_device *const *devices, size_t num, const clscan_desc *desc, clscan_team **team);

/* Waits until the commands of all calls have ended. `team` may be NULL. */
void cs_team_destroy(clscan_team *team);

/* Enqueues the parts, one for each device. `calls` has the call of each part. */
clscan_status cs_team_enqueue(clscan_team *team, const clscan_team_part *parts, const cs_call *calls);

/* Computes a call on arrays in host memory, in pieces of up to `piece` elements for each device, and waits for the
 * results. If `piece` is 0, the function chooses a number that suits the devices. */
clscan_status cs_team_execute(clscan_team *team, const cs_call *call, size_t piece);

/* Returns how many of `count` elements a part has if the devices are equal. Parts begin with words of bits. */
size_t cs_team_share(const clscan_team *team, size_t count, size_t part);

/* Fails if a command of an earlier call has failed, and sets *part to its device. */
clscan_status cs_team_status(clscan_team *team, size_t *part);

/* Returns `status`. If it is a failure, appends to its message which device it is about: "(devices[1], NAME)", by the
 * index in the array of clscan_team_create. */
clscan_status cs_team_named(const clscan_team *team, size_t part, clscan_status status);

#endif
