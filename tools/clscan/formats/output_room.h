/* Room in an output file, made on a thread of its own while the device starts: to take disk space and to touch pages
 * for the first time takes longer than the scan that fills them. */
#ifndef CLSCAN_TOOL_OUTPUT_ROOM_H
#define CLSCAN_TOOL_OUTPUT_ROOM_H

#include <stddef.h>

typedef struct output_room output_room;

/* Begins; `file` is empty and will have `size` bytes. NULL where that can't be: then the file has to be written. */
output_room *output_room_begin(int file, size_t size);

/* Ends the preparations, however far they are, and returns the file as memory; NULL: it has to be written. */
char *output_room_memory(output_room *room);

/* Takes NULL too. */
void output_room_free(output_room *room);

#endif
