/* bit and bit varying: their datums are texts of 0 and 1, as the server prints them, which are in its order. */
#ifndef IP_BITS_H
#define IP_BITS_H

#include "interpreter/value/sqltype.h"

ip_datum ip_bits_datum(ip_arena *arena, const char *bits, size_t length);
/* The server's input: digits 0 and 1, after a b or alone, or hexadecimal ones after an x. */
bool ip_bits_parse(ip_arena *arena, const char *text, ip_datum *result, ip_failure *failure);
/* bit(n) is of n bits, bit varying(n) of at most n; an explicit cast cuts off, or fills up, on the right. */
bool ip_bits_apply_length(ip_arena *arena, ip_sqltype type, bool explicit, ip_datum *value, ip_failure *failure);

#endif
