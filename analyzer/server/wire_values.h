/* Values on the wire, as texts and in binary form. */
#ifndef IP_SERVER_WIRE_VALUES_H
#define IP_SERVER_WIRE_VALUES_H

#include "server/types.h"

#include "protocol/writing.h"

/* Returns the name of the type, of the value or within it, of which no binary form is known here; NULL if there is
 * none. */
const char *ip_served_wire_lacks_binary(ip_arena *arena, ip_sqltype type, ip_datum value);
/* Writes a field of a DataRow. binary requires that the value has a binary form. */
void ip_served_wire_write(ip_writing *out, ip_arena *arena, ip_sqltype type, ip_datum value, bool binary);
/* The value with its intervals as texts in the IntervalStyle of ISO 8601. */
ip_datum ip_served_wire_iso_intervals(ip_arena *arena, ip_datum value);
/* Writes a value of a catalog answer, given as text; NULL for null. */
void ip_served_wire_write_named(ip_writing *out, ip_arena *arena, uint32_t oid, const char *text, bool binary);
/* Converts the text that the client has sent for a parameter; oid 0 if the type is not known. */
ip_datum ip_served_wire_read(uint32_t oid, const char *text);

#endif
