/* However the tool ends early, no unfinished file is left; a mapped file that gives way ends it with a sentence. */
#ifndef CLSCAN_TOOL_SIGNALS_H
#define CLSCAN_TOOL_SIGNALS_H

/* Installs the handlers. Call it before a device is opened: its compiler has handlers of its own, which hand on to
 * these. */
void signals_arm(void);

/* Again before a device reads mapped files: LLVM's handler gives way to ours at the first thread that gets there, and
 * a second one that does so meanwhile would meet neither. */
void signals_arm_files(void);

#endif
