/* Reads values in binary form (PostgreSQL's send functions), as asyncpg, JDBC and other drivers send them. */
#ifndef IP_BINARY_H
#define IP_BINARY_H

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

/* Returns the text that PostgreSQL prints for a binary value of the type (pg_type.oid; 0 if unknown), allocated in the
 * arena. Returns NULL if the type, or this length of it, is not supported. */
const char *ip_protocol_binary_text(ip_arena *arena, uint32_t type, const char *bytes, size_t length);

#endif
