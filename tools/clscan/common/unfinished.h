/* The files that are not finished yet. However the tool ends, it removes all of them. */
#ifndef CLSCAN_TOOL_UNFINISHED_H
#define CLSCAN_TOOL_UNFINISHED_H

/* One file. It is never freed, because a signal's handler on another thread may be reading it. */
typedef struct unfinished unfinished;

/* Notes a file that is about to be made, so that no moment is left in which it exists unnoted. NULL: out of memory. */
unfinished *unfinished_note(const char *path);

/* The path, which mkstemp may complete in place. */
char *unfinished_path(unfinished *file);

/* Forgets a file that is finished, or that is not there. */
void unfinished_forget(unfinished *file);

/* Removes all files that this process has noted and not forgotten; those of its parent stay. Async-signal-safe. */
void unfinished_remove(void);

#endif
