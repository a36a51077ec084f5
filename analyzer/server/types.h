/* Types by the numbers that the protocol has for them. */
#ifndef IP_SERVER_TYPES_H
#define IP_SERVER_TYPES_H

#include "interpreter/value/sqltype.h"

#include <stdint.h>

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
    IP_OID_VECTOR = 22,
    IP_OID_XML = 142,
    IP_OID_UNKNOWN = 705,
    IP_OID_TEXT_ARRAY = 1009,
    IP_OID_OID_ARRAY = 1028,
    IP_OID_VOID = 2278
};

/* Numbers of types that clients define begin with it. */
#define IP_FIRST_USER_TYPE 0x40000000u

/* Lists the server's types that are known, with index counting from 0: the type's number as element, the number of its
 * array type (0 if it has none), pg_type.typname and typlen. Returns false after the last type. */
typedef struct ip_wire_array {
    uint32_t oid, element;
    const char *name;
    int size;
} ip_wire_array;
bool ip_served_wire_array_at(int index, ip_wire_array *array);

/* The domain that represents the catalog's type "char". */
#define IP_LETTER "isoproof_letter"
/* The domain over smallint[] that represents int2vector, which is written without braces. */
#define IP_VECTOR "isoproof_vector"

/* The number of an enum, a domain, or a row type, by its name ("schema.name" unless public), or of its array type. */
uint32_t ip_served_wire_user_number(const char *name, bool array);
/* Of a column of a result, which has the base type of its domain. */
ip_wire_type ip_served_wire_type_of(ip_sqltype type);
ip_wire_type ip_served_wire_field_type_of(ip_sqltype type); /* of a field of a row, which has the domain itself */
int ip_served_wire_modifier(ip_sqltype type); /* pg_attribute.atttypmod: lengths and precisions; -1: none */
bool ip_served_wire_is_vector(ip_sqltype type);

#endif
