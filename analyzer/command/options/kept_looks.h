/* Where looks at places (--at) are kept from one run to the next. */
#ifndef IP_KEPT_LOOKS_H
#define IP_KEPT_LOOKS_H

#include "command/options/command.h"
#include "isoproof.h"

/* In the user's folder for such files (XDG Base Directory Specification); without one, nothing is kept. */
void ip_option_keep_looks(ip_run *run, const ip_arguments *arguments);

#endif
