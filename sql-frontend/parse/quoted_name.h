/* Names as the server quotes them in the text of statements. */
#ifndef IP_QUOTED_NAME_H
#define IP_QUOTED_NAME_H

#include "base/arena.h"

/* quote_ident(): the name, or, where it would be read as something else, the name in quotes. In the arena. */
const char *ip_parse_quoted_name(ip_arena *arena, const char *name);

#endif
