/* Types and values as they are on the wire. */
#ifndef IP_SERVER_TYPES_H
#define IP_SERVER_TYPES_H

#include "interpreter/value/sqltype.h"
#include "protocol/writing.h"

typedef struct ip_wire_type {
    uint32_t oid; /* pg_type.oid */
    int size;     /* pg_type.typlen */
} ip_wire_type;

ip_wire_type ip_wire_type_of(ip_sqltype type);
bool ip_wire_has_binary(ip_sqltype type);
/* A field of a DataRow. binary: of a type that has it. */
void ip_wire_write(ip_writing *out, ip_arena *arena, ip_sqltype type, ip_datum value, bool binary);
/* A parameter that the client has sent as this text; oid 0: of no type. */
ip_datum ip_wire_read(uint32_t oid, const char *text);

#endif
