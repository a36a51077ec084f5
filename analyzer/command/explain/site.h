/* All pages of isoproof explain as one HTML file without scripts or network. */
#ifndef IP_SITE_H
#define IP_SITE_H

#include "base/arena.h"

#include <stdio.h>

void ip_command_write_site(FILE *out, ip_arena *arena);

#endif
