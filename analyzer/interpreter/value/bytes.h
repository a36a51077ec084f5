/* Values of bytea. A datum is a text in the form that the server prints; the order of the texts is that of the bytes.
 */
#ifndef IP_BYTES_H
#define IP_BYTES_H

#include "interpreter/value/sqltype.h"

ip_datum ip_value_bytes_datum(ip_arena *arena, const unsigned char *bytes, size_t length);
unsigned char *ip_value_bytes_of(ip_arena *arena, ip_datum datum, size_t *length);
/* Reads the server's input: \x and hexadecimal digits, or characters and octal escapes. */
bool ip_value_bytes_parse(ip_arena *arena, const char *text, ip_datum *result, ip_failure *failure);

/* Read hexadecimal digits without \x, or only escapes, as decode() does. */
bool ip_value_bytes_parse_hex(ip_arena *arena, const char *text, size_t length, ip_datum *result, ip_failure *failure);
bool ip_value_bytes_parse_escapes(ip_arena *arena, const char *text, size_t length, ip_datum *result,
                                  ip_failure *failure);

#endif
