/* Whether there is memory for what is made up. Bytes are SIZE_MAX where they are that or more. */
#ifndef CLSCAN_TOOL_ROOM_H
#define CLSCAN_TOOL_ROOM_H

#include <clscan/clscan.h>
#include <stdbool.h>
#include <stddef.h>

size_t room_plus(size_t a, size_t b);
size_t room_times(size_t a, size_t b);

/* What a device has; is_host: it is a CPU, which shares it with the host. */
typedef struct room_limits {
    cl_ulong buffer, all;
    bool is_host;
} room_limits;
bool room_limits_of(clscan_device *device, room_limits *limits);

/* Whether a scan's input and output, so many bytes each, and what marks its segments go beside `*held` bytes on the
 * host, which they are added to; else `why` says how much is missing. */
enum { ROOM_WHY = 200 };
bool room_suffices(const room_limits *limits, size_t buffer, size_t marks, size_t *held, char why[static ROOM_WHY]);

#endif
