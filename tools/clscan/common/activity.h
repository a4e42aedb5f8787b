/* The activity line: after a second of waiting, one line on stderr says what the tool is doing and counts the seconds.
 * Nothing is shown unless stderr is a terminal. Only the main thread calls these functions. */
#ifndef CLSCAN_TOOL_ACTIVITY_H
#define CLSCAN_TOOL_ACTIVITY_H

/* Begins an activity that may take long, for example "reading" and "in.txt", and ends the one before. */
void activity_begin(const char *doing, const char *what);

/* Ends the activity and clears the line. */
void activity_end(void);

#endif
