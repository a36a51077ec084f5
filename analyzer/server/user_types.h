/* The types of a database as drivers ask for them: the server's, and those that its definitions create. */
#ifndef IP_SERVER_USER_TYPES_H
#define IP_SERVER_USER_TYPES_H

#include "server/database.h"
#include "server/types.h"

#include "catalog/schema.h"

struct ip_definitions;

typedef struct ip_described_type {
    uint32_t oid, array; /* array: the number of its array type; 0: none */
    char kind;           /* pg_type.typtype: 'b', 'e' an enum, 'd' a domain, 'c' a row type, 'r' a range, 'p' */
    const char *name;    /* "schema.name" unless public or of the server */
    bool own;            /* of the server */
    int size;            /* typlen */
    uint32_t base;       /* of a domain: the type that it is over */
    uint32_t last_base;  /* of a domain: the type below all domains; of a range: that of its bounds */
    bool not_null;       /* of a domain */
    int count;           /* fields of a row type */
    const char *const *names;
    const uint32_t *fields;
    long relation; /* of a row type: pg_type.typrelid */
} ip_described_type;

typedef IP_VEC(ip_described_type) ip_described_types;
ip_described_types ip_served_types(ip_arena *arena, const struct ip_definitions *definitions, const ip_schema *schema);

ip_described_types ip_served_listed_types(const ip_served *served, ip_arena *arena);

/* How values of the types are read that clients define; data is an ip_type_reader. */
typedef struct ip_type_reader {
    const ip_served *served;
    ip_arena *arena;
} ip_type_reader;
char ip_served_type_kind(void *data, uint32_t type, uint32_t *base); /* as ip_binary_types has it */

#endif
