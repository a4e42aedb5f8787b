/* The activity line: after a second of waiting, one line on stderr says what the tool is doing and counts the seconds.
 * Nothing is shown unless stderr is a terminal. Only the main thread calls these functions. */
#ifndef CLSCAN_TOOL_ACTIVITY_H
#define CLSCAN_TOOL_ACTIVITY_H

#include <stddef.h>

/* Begins an activity that may take long, for example "reading" and "in.txt", and ends the one before. */
void activity_begin(const char *doing, const char *what);

/* Says how many bytes of the activity are done, of how many; SIZE_MAX: that is not known. The line then has the rate,
 * and the time left if it is known. */
void activity_amount(size_t done, size_t of);

/* Ends the activity and clears the line. */
void activity_end(void);

#endif
