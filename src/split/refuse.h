/* Descriptions that a split cannot compute. */
#ifndef CS_SPLIT_REFUSE_H
#define CS_SPLIT_REFUSE_H

#include "clscan/clscan.h"

/* Fails for a description whose results cannot be computed part by part. The description has been checked. */
clscan_status cs_split_refuse(const clscan_desc *desc);

#endif
