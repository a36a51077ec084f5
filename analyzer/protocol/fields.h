/* The fields of a message's body, one after the other. */
#ifndef IP_FIELDS_H
#define IP_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* short_of: a field was asked for that is not there; every field from then on is 0 or "". */
typedef struct ip_fields {
    const char *at, *end;
    bool short_of;
} ip_fields;

ip_fields ip_fields_of(const char *body, size_t length);
int ip_field_byte(ip_fields *fields);
int ip_field_int16(ip_fields *fields); /* signed */
int32_t ip_field_int32(ip_fields *fields);
/* Ends with a zero byte within the body, where it stays. */
const char *ip_field_text(ip_fields *fields);
/* So many bytes, where they stay. NULL: they are not there. */
const char *ip_field_bytes(ip_fields *fields, size_t length);
bool ip_fields_left(const ip_fields *fields);

#endif
