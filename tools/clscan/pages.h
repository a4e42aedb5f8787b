/* What an installation has of the tool's help: a man page, and completion for bash. */
#ifndef CLSCAN_TOOL_PAGES_H
#define CLSCAN_TOOL_PAGES_H

/* Both go to stdout, made of the same tables as --help. */
void pages_print_man(void);
void pages_print_completion(void);

#endif
