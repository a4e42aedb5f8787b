/* Signals: an interrupted run leaves no half-written file, and a mapped file that gives way ends in a sentence. */
#ifndef CLSCAN_TOOL_SIGNALS_H
#define CLSCAN_TOOL_SIGNALS_H

/* What is removed when the run can't go on; NULL: nothing. */
void signals_unfinished(char *path);

/* Again after a device is opened: its compiler has handlers of its own. */
void signals_arm(void);

#endif
