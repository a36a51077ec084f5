/* Reads values in binary form (PostgreSQL's send functions), as asyncpg, JDBC and other drivers send them. */
#ifndef IP_BINARY_H
#define IP_BINARY_H

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

/* What is known of a type that users define: 'e' an enum, 'c' a row type, 'd' a domain over the type *base (which may
 * be one of the server), 0 nothing, which is then guessed from the bytes. */
typedef struct ip_binary_types {
    char (*kind_of)(void *data, uint32_t type, uint32_t *base);
    void *data;
} ip_binary_types;

/* Returns the text that PostgreSQL prints for a binary value of the type (pg_type.oid; 0 if unknown), allocated in the
 * arena. types may be NULL. Returns NULL if the type, or this length of it, is not supported. */
const char *ip_protocol_binary_text(ip_arena *arena, const ip_binary_types *types, uint32_t type, const char *bytes,
                                    size_t length);

#endif
