/* The command line as the user typed it, for commands that a report suggests. */
#ifndef IP_AGAIN_H
#define IP_AGAIN_H

#include "command/options/command.h"
#include "report/report.h"

/* Commands that work when they are pasted into a shell. */
ip_suggested_commands ip_option_suggested_commands(const ip_arguments *arguments);

#endif
