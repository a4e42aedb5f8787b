/* Reductions of rows, or of the whole range. If lines have several parts, a second launch combines them. */
#include "grid/combine_parts.h"
#include "grid/reduce_lines.h"
