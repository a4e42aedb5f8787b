/* An exchange: the summaries of one call for a team, on their way from the devices to the host and back. */
#ifndef CS_TEAM_EXCHANGE_H
#define CS_TEAM_EXCHANGE_H

#include "team/team.h"

/* The events of a part of an exchange, and the places that receive its results. */
typedef struct cs_exchange_part {
    struct cs_exchange *exchange;
    size_t number;
    cl_event summarized;    /* the summary is in host memory */
    cl_event ready;         /* a user event of the part's context: all summaries are there */
    clscan_part_info *info; /* receives the numbers of the part, or NULL; the device counts results of runs */
    cl_command_queue lost;  /* may have commands that read the summaries, without a callback at their end; else NULL */
} cs_exchange_part;

typedef struct cs_exchange {
    clscan_team *team;
    pthread_mutex_t mutex; /* protects `users`, and the pointers `info` once the worker has begun */
    size_t users;          /* the call itself, the worker, and callbacks that have not been called */
    char *summaries;
    cs_job wait;                   /* for the summaries */
    struct cs_exchange *next_lost; /* see team.h */
    cs_exchange_part parts[];      /* one for each device */
} cs_exchange;

/* Creates an exchange, with user events for all parts. The call that creates the exchange gives it up in the end. */
clscan_status cs_exchange_create(clscan_team *team, cs_exchange **exchange);

/* Lets the team's worker wait for the summaries. The events of all summaries are set, or if the call has failed, only
 * the events of the first parts. If all are set, the user events complete when the summaries have ended, with the first
 * failure if there is any. */
void cs_exchange_await(cs_exchange *exchange);

/* Lets the exchange live until the command of `event`, the last one of a part, has ended. */
clscan_status cs_exchange_follow(cs_exchange *exchange, size_t part, cl_event event);

/* Ends the work of the calling function, which failed to enqueue or to follow the commands of a part. The exchange
 * lives until the team is destroyed, because nobody says when these commands have ended. The worker writes nothing to
 * the caller's memory from then on. */
void cs_exchange_lose(cs_exchange *exchange, size_t part, cl_command_queue queue);

/* Ends the work of the calling function. `exchange` may be NULL. */
void cs_exchange_give_up(cs_exchange *exchange);

/* Waits for the commands of all exchanges that were lost. Nobody else uses the team. */
void cs_exchange_end_lost(clscan_team *team);

#endif
