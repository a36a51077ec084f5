/* Reads the fields of a message's body one after the other. */
#ifndef IP_FIELDS_H
#define IP_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* short_of is set once a field lies beyond the end of the body. From then on every field is 0 or "". */
typedef struct ip_fields {
    const char *at, *end;
    bool short_of;
} ip_fields;

ip_fields ip_protocol_fields_of(const char *body, size_t length);
int ip_protocol_field_byte(ip_fields *fields);
int ip_protocol_field_int16(ip_fields *fields); /* signed */
int32_t ip_protocol_field_int32(ip_fields *fields);
/* Returns a field that ends with a zero byte. The text is not copied: it lives as long as the body. */
const char *ip_protocol_field_text(ip_fields *fields);
/* Returns the next length bytes, not copied. Returns NULL if the body has fewer. */
const char *ip_protocol_field_bytes(ip_fields *fields, size_t length);
bool ip_protocol_fields_left(const ip_fields *fields);

#endif
