/* Numbers of one type as another, as the library converts them: to integers, floating numbers are cut off and saturate,
 * others wrap. */
#ifndef CLSCAN_TOOL_CONVERT_H
#define CLSCAN_TOOL_CONVERT_H

#include <clscan/clscan.h>

/* The `index`th of `elements`, built-in types. */
void convert(clscan_type from, const void *elements, size_t index, clscan_type to, void *element);

#endif
