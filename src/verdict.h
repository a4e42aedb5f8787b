/* What the self-test has found of a program on a device with its driver, so that it is found once. */
#ifndef CS_VERDICT_H
#define CS_VERDICT_H

#include "caps.h"

typedef enum cs_verdict { CS_UNKNOWN, CS_RIGHT, CS_WRONG } cs_verdict;

/* A number for the kernels `text`, compiled with `options` by the device's driver. */
cl_ulong cs_verdict_key(const cs_caps *caps, const char *options, const char *text);

/* Kept as long as the process lives. */
cs_verdict cs_verdict_recall(cl_ulong key);
void cs_verdict_remember(cl_ulong key, cs_verdict verdict);

#endif
