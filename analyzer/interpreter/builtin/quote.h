/* Quotes names for the text of statements. */
#ifndef IP_QUOTE_H
#define IP_QUOTE_H

#include "base/arena.h"

#include <stdbool.h>

/* Returns the name as quote_ident() does: with quotes if necessary. */
const char *ip_quoted_name(ip_arena *arena, const char *name);

#endif
