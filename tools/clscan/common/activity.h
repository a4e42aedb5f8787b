/* What the tool is doing, for a person who waits: a line on stderr that counts seconds, from the first one on. Nothing
 * is shown where stderr is no terminal. Only the main thread calls these functions. */
#ifndef CLSCAN_TOOL_ACTIVITY_H
#define CLSCAN_TOOL_ACTIVITY_H

/* Something begins that may take long, such as "reading" of "in.txt", and what began before has ended. */
void activity_begin(const char *doing, const char *what);

/* Clears the line. Until something else begins, none is drawn. */
void activity_end(void);

#endif
