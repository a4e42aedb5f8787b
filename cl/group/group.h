/* A work-group scans the values of its work-items by the algorithm that the plan chose. The file of every algorithm
 * defines:
 *
 *   CLSCAN_GROUP_WIDTH     The number of consecutive values of each work-item.
 *   clscan_group_storage   The local memory that the algorithm needs.
 *   clscan_group_scan(x, storage)
 *                          Replaces the work-item's x[0 .. WIDTH) by their exclusive prefixes in the group. Returns the
 *                          total of the group.
 *
 * Every work-item of the group calls clscan_group_scan. The storage may be reused after the call. */
#ifndef CLSCAN_GROUP_H
#define CLSCAN_GROUP_H

#include "problem.h"
#include CLSCAN_GROUP

#endif
