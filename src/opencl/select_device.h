/* Finds the device that a selector such as "gpu" or "0:1" names. */
#ifndef CS_SELECT_DEVICE_H
#define CS_SELECT_DEVICE_H

#include "clscan/clscan.h"

/* Sets *id to the device. clscan_device_open documents selectors and failures. */
clscan_status cs_select_device(const char *selector, cl_device_id *id);

#endif
