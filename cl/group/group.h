/* One work-group scans the values of its work-items, by the algorithm the plan chose. Every algorithm's file defines
 *
 *   CLSCAN_GROUP_WIDTH     consecutive values that each work-item brings
 *   clscan_group_storage   the local memory it works in
 *   clscan_group_scan(x, storage)
 *                          replaces the work-item's x[0 .. WIDTH) by their exclusive prefixes in the group and
 *                          returns the total of the group
 *
 * Called by every work-item; the storage may be reused as soon as it returns. */
#ifndef CLSCAN_GROUP_H
#define CLSCAN_GROUP_H

#include "problem.h"
#include CLSCAN_GROUP

#endif
