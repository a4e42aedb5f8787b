/* Which device a selector means. */
#ifndef CS_SELECT_H
#define CS_SELECT_H

#include "clscan/clscan.h"

/* See clscan_device_open. */
clscan_status cs_select_device(const char *selector, cl_device_id *id);

#endif
