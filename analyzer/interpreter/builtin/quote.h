/* Names and values as they must stand in a statement. */
#ifndef IP_QUOTE_H
#define IP_QUOTE_H

#include "base/arena.h"

#include <stdbool.h>

/* The name as it must stand in a statement: quote_ident(). */
const char *ip_quoted_name(ip_arena *arena, const char *name);

#endif
