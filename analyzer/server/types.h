/* Types and values in the form that the protocol sends. */
#ifndef IP_SERVER_TYPES_H
#define IP_SERVER_TYPES_H

#include "interpreter/value/sqltype.h"
#include "protocol/writing.h"

typedef struct ip_wire_type {
    uint32_t oid; /* pg_type.oid */
    int size;     /* pg_type.typlen */
} ip_wire_type;

enum {
    IP_OID_BOOLEAN = 16,
    IP_OID_CHAR = 18,
    IP_OID_NAME = 19,
    IP_OID_INTEGER = 23,
    IP_OID_TEXT = 25,
    IP_OID_OID = 26,
    IP_OID_JSON = 114,
    IP_OID_XML = 142,
    IP_OID_TEXT_ARRAY = 1009,
    IP_OID_OID_ARRAY = 1028,
    IP_OID_VOID = 2278
};

/* Lists the known types, with index counting from 0: the type's number as element, the number of its array type (0 if
 * it has none, or none in binary form) and pg_type.typname. Returns false after the last type. */
typedef struct ip_wire_array {
    uint32_t oid, element;
    const char *name;
} ip_wire_array;
bool ip_served_wire_array_at(int index, ip_wire_array *array);

/* The domain that represents the catalog's type "char". */
#define IP_LETTER "isoproof_letter"
/* The domain over smallint[] that represents int2vector, which is written without braces. */
#define IP_VECTOR "isoproof_vector"

ip_wire_type ip_served_wire_type_of(ip_sqltype type);
int ip_served_wire_modifier(ip_sqltype type); /* pg_attribute.atttypmod: lengths and precisions; -1: none */
bool ip_served_wire_has_binary(ip_sqltype type);
/* Writes a field of a DataRow. binary requires that the type has a binary form. */
void ip_served_wire_write(ip_writing *out, ip_arena *arena, ip_sqltype type, ip_datum value, bool binary);
/* Writes a value of a catalog answer, given as text; NULL for null. */
void ip_served_wire_write_named(ip_writing *out, uint32_t oid, const char *text, bool binary);
/* Converts the text that the client has sent for a parameter; oid 0 if the type is not known. */
ip_datum ip_served_wire_read(uint32_t oid, const char *text);

#endif
