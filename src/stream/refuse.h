/* Descriptions that a stream cannot compute, and why. */
#ifndef CS_REFUSE_H
#define CS_REFUSE_H

#include "clscan/clscan.h"

/* Fails if a stream cannot compute what the description asks for. `desc` has passed cs_desc_check. */
clscan_status cs_stream_refuse(const clscan_desc *desc);

#endif
