/* The list of unfinished output files. However the tool ends, it removes all of them. */
#ifndef CLSCAN_TOOL_UNFINISHED_H
#define CLSCAN_TOOL_UNFINISHED_H

/* One file. It is never freed, because a signal's handler on another thread may be reading it. */
typedef struct unfinished unfinished;

/* Adds a file to the list. Call it before the file is created, so that a signal in between finds the file in the list.
 * NULL: out of memory. */
unfinished *unfinished_note(const char *path);

/* Returns the path, in which mkstemp may replace the X's. */
char *unfinished_path(unfinished *file);

/* Takes a file from the list: the file is finished, or was not created. */
void unfinished_forget(unfinished *file);

/* Removes all files that this process has added to the list. Files of the parent process stay. Async-signal-safe. */
void unfinished_remove(void);

#endif
