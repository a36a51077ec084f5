/* Reads the fields of a message within its bounds. Numbers in the protocol have the most significant byte first. */
#include "protocol/fields.h"

#include <string.h>

ip_fields ip_protocol_fields_of(const char *body, size_t length)
{
    return (ip_fields){body, body + length, false};
}

const char *ip_protocol_field_bytes(ip_fields *fields, size_t length)
{
    if (fields->short_of || (size_t)(fields->end - fields->at) < length) {
        fields->short_of = true;
        return NULL;
    }
    const char *bytes = fields->at;
    fields->at += length;
    return bytes;
}

static uint32_t number(ip_fields *fields, size_t length)
{
    const unsigned char *bytes = (const unsigned char *)ip_protocol_field_bytes(fields, length);
    uint32_t value = 0;
    for (size_t i = 0; bytes && i < length; i++)
        value = value << 8 | bytes[i];
    return value;
}

int ip_protocol_field_byte(ip_fields *fields)
{
    return (int)number(fields, 1);
}

int ip_protocol_field_int16(ip_fields *fields)
{
    return (int16_t)number(fields, 2);
}

int32_t ip_protocol_field_int32(ip_fields *fields)
{
    return (int32_t)number(fields, 4);
}

const char *ip_protocol_field_text(ip_fields *fields)
{
    const char *text = fields->at;
    const char *zero = fields->short_of ? NULL : memchr(text, '\0', (size_t)(fields->end - text));
    if (!zero) {
        fields->short_of = true;
        return "";
    }
    fields->at = zero + 1;
    return text;
}

bool ip_protocol_fields_left(const ip_fields *fields)
{
    return !fields->short_of && fields->at < fields->end;
}
