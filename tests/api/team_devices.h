/* Several devices of one platform, for the tests of teams. */
#ifndef TESTS_API_TEAM_DEVICES_H
#define TESTS_API_TEAM_DEVICES_H

#include "support/test_device.h"

enum { MOST = 3 };

typedef struct devices {
    size_t num;
    test_device at[MOST];
} devices;

/* The devices of one context, the same ones in a context each, and a mixture. */
extern devices together, apart, mixed;

/* The setup and the teardown of a group of tests. Skips the program if no platform has two devices. */
int team_devices_open(void **state);
int team_devices_close(void **state);

#endif
