/* Signal handlers: however the tool ends early, it removes its unfinished files. If a mapped file becomes shorter while
 * it is read, the tool ends with a message. */
#ifndef CLSCAN_TOOL_SIGNALS_H
#define CLSCAN_TOOL_SIGNALS_H

/* Installs the handlers. Call it before a device is opened: the driver's compiler then installs handlers of its own,
 * which call these. */
void signals_arm(void);

/* Installs the handlers once more. Call it before a device reads mapped files. LLVM's handler restores ours in the
 * first thread that gets a signal. A second thread with the same signal at that moment would find no handler. */
void signals_arm_files(void);

#endif
