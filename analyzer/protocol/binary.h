/* Values in binary form (PostgreSQL's send functions), as asyncpg, JDBC and others send them. */
#ifndef IP_BINARY_H
#define IP_BINARY_H

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

/* The text that PostgreSQL prints for a value of the type (pg_type.oid; 0: not known) in this form; NULL: the type, or
 * this length, is not known here. */
const char *ip_binary_text(ip_arena *arena, uint32_t type, const char *bytes, size_t length);

#endif
