/* Types and values as they are on the wire. */
#ifndef IP_SERVER_TYPES_H
#define IP_SERVER_TYPES_H

#include "interpreter/value/sqltype.h"
#include "protocol/writing.h"

typedef struct ip_wire_type {
    uint32_t oid; /* pg_type.oid */
    int size;     /* pg_type.typlen */
} ip_wire_type;

enum {
    IP_OID_CHAR = 18,
    IP_OID_NAME = 19,
    IP_OID_INTEGER = 23,
    IP_OID_TEXT = 25,
    IP_OID_OID = 26,
    IP_OID_TEXT_ARRAY = 1009,
    IP_OID_OID_ARRAY = 1028
};

/* The known types, from 0 on, with those of arrays of them (0: none, or not in binary form) and pg_type.typname. false:
 * no more of them. */
typedef struct ip_wire_array {
    uint32_t oid, element;
    const char *name;
} ip_wire_array;
bool ip_wire_array_at(int index, ip_wire_array *array);

/* The domain that stands for the type "char" of the catalog. */
#define IP_LETTER "isoproof_letter"

ip_wire_type ip_wire_type_of(ip_sqltype type);
bool ip_wire_has_binary(ip_sqltype type);
/* A field of a DataRow. binary: of a type that has it. */
void ip_wire_write(ip_writing *out, ip_arena *arena, ip_sqltype type, ip_datum value, bool binary);
/* The same of a catalog's value, which is a text; NULL: null. */
void ip_wire_write_named(ip_writing *out, uint32_t oid, const char *text, bool binary);
/* A parameter that the client has sent as this text; oid 0: of no type. */
ip_datum ip_wire_read(uint32_t oid, const char *text);

#endif
