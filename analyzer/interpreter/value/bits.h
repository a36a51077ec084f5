/* Values of bit and bit varying. A datum is a text of 0 and 1, as the server prints it; the order of the texts is the
 * server's order. */
#ifndef IP_BITS_H
#define IP_BITS_H

#include "interpreter/value/sqltype.h"

ip_datum ip_value_bits_datum(ip_arena *arena, const char *bits, size_t length);
/* Reads the server's input: binary digits, alone or after a b, or hexadecimal digits after an x. Returns false with
 * *failure if the text is malformed. */
bool ip_value_bits_parse(ip_arena *arena, const char *text, ip_datum *result, ip_failure *failure);
/* bit(n) has n bits, bit varying(n) at most n. An explicit cast truncates or pads on the right; otherwise a wrong
 * length fails. */
bool ip_value_bits_apply_length(ip_arena *arena, ip_sqltype type, bool explicit, ip_datum *value, ip_failure *failure);

#endif
