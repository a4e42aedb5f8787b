/* Descriptions that a split cannot compute. */
#ifndef CS_SPLIT_REFUSE_H
#define CS_SPLIT_REFUSE_H

#include "clscan/clscan.h"

#include <stdbool.h>

/* Fails for a description whose results cannot be computed part by part. The description has been checked. With
 * `pieces`, the host has the whole array and cuts it into pieces, so that sorts are possible. */
clscan_status cs_split_refuse(const clscan_desc *desc, bool pieces);

#endif
