/* Space in an output file, which a thread prepares while the device starts. Reserving disk space and touching pages for
 * the first time takes longer than the scan that fills them. */
#ifndef CLSCAN_TOOL_OUTPUT_ROOM_H
#define CLSCAN_TOOL_OUTPUT_ROOM_H

#include <stddef.h>

typedef struct output_room output_room;

/* Begins to prepare the empty file `file` for `size` bytes. NULL: the file cannot be prepared, and has to be written.
 */
output_room *output_room_begin(int file, size_t size);

/* Ends the preparation, however far it is, and returns the file as memory. NULL: the file has to be written. */
char *output_room_memory(output_room *room);

/* Accepts NULL. */
void output_room_free(output_room *room);

#endif
