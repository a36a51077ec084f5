/* Writes messages into a growing buffer. */
#include "protocol/writing.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

void ip_protocol_writing_bytes(ip_writing *out, const char *bytes, size_t length)
{
    if (out->failed || length == 0)
        return;
    if (out->length + length > out->room) {
        size_t room = (out->length + length) * 2;
        char *larger = realloc(out->bytes, room);
        if (!larger) {
            out->failed = true;
            return;
        }
        out->bytes = larger;
        out->room = room;
    }
    memcpy(out->bytes + out->length, bytes, length);
    out->length += length;
}

void ip_protocol_writing_byte(ip_writing *out, char byte)
{
    ip_protocol_writing_bytes(out, &byte, 1);
}

void ip_protocol_writing_int16(ip_writing *out, int value)
{
    const char bytes[] = {(char)(value >> 8), (char)value};
    ip_protocol_writing_bytes(out, bytes, sizeof bytes);
}

void ip_protocol_writing_int32(ip_writing *out, int32_t value)
{
    uint32_t v = (uint32_t)value;
    const char bytes[] = {(char)(v >> 24), (char)(v >> 16), (char)(v >> 8), (char)v};
    ip_protocol_writing_bytes(out, bytes, sizeof bytes);
}

void ip_protocol_writing_text(ip_writing *out, const char *text)
{
    ip_protocol_writing_bytes(out, text, strlen(text) + 1);
}

void ip_protocol_writing_begin(ip_writing *out, char type)
{
    if (type)
        ip_protocol_writing_byte(out, type);
    out->begun = out->length;
    ip_protocol_writing_int32(out, 0);
}

void ip_protocol_writing_end(ip_writing *out)
{
    if (out->failed)
        return;
    uint32_t length = (uint32_t)(out->length - out->begun);
    for (int i = 0; i < 4; i++)
        out->bytes[out->begun + (size_t)i] = (char)(length >> (24 - 8 * i));
}

static void say_field(ip_writing *out, char type, const char *text)
{
    if (!text || !*text)
        return;
    ip_protocol_writing_byte(out, type);
    ip_protocol_writing_text(out, text);
}

static void say(ip_writing *out, char type, const char *severity, const char *sqlstate, const char *message,
                const ip_error_fields *fields)
{
    ip_protocol_writing_begin(out, type);
    ip_protocol_writing_byte(out, 'S');
    ip_protocol_writing_text(out, severity);
    ip_protocol_writing_byte(out, 'V');
    ip_protocol_writing_text(out, severity);
    ip_protocol_writing_byte(out, 'C');
    ip_protocol_writing_text(out, sqlstate);
    ip_protocol_writing_byte(out, 'M');
    ip_protocol_writing_text(out, message);
    char position[16];
    snprintf(position, sizeof position, "%d", fields->position);
    say_field(out, 'P', fields->position ? position : NULL);
    say_field(out, 'D', fields->detail);
    say_field(out, 'H', fields->hint);
    say_field(out, 's', fields->schema);
    say_field(out, 't', fields->table);
    say_field(out, 'c', fields->column);
    say_field(out, 'd', fields->datatype);
    say_field(out, 'n', fields->constraint);
    say_field(out, 'R', fields->routine);
    ip_protocol_writing_byte(out, '\0');
    ip_protocol_writing_end(out);
}

void ip_protocol_writing_error(ip_writing *out, const char *severity, const char *sqlstate, const char *message)
{
    say(out, 'E', severity, sqlstate, message, &(ip_error_fields){0});
}

void ip_protocol_writing_error_of(ip_writing *out, const char *sqlstate, const char *message,
                                  const ip_error_fields *fields)
{
    say(out, 'E', "ERROR", sqlstate, message, fields);
}

void ip_protocol_writing_notice(ip_writing *out, const char *severity, const char *sqlstate, const char *message,
                                const char *detail)
{
    say(out, 'N', severity, sqlstate, message, &(ip_error_fields){.detail = detail});
}

void ip_protocol_writing_authenticated(ip_writing *out)
{
    ip_protocol_writing_begin(out, 'R');
    ip_protocol_writing_int32(out, 0);
    ip_protocol_writing_end(out);
}

void ip_protocol_writing_parameter(ip_writing *out, const char *name, const char *value)
{
    ip_protocol_writing_begin(out, 'S');
    ip_protocol_writing_text(out, name);
    ip_protocol_writing_text(out, value);
    ip_protocol_writing_end(out);
}

void ip_protocol_writing_key_data(ip_writing *out, int32_t process, int32_t secret)
{
    ip_protocol_writing_begin(out, 'K');
    ip_protocol_writing_int32(out, process);
    ip_protocol_writing_int32(out, secret);
    ip_protocol_writing_end(out);
}

void ip_protocol_writing_ready(ip_writing *out, char status)
{
    ip_protocol_writing_begin(out, 'Z');
    ip_protocol_writing_byte(out, status);
    ip_protocol_writing_end(out);
}

void ip_protocol_writing_complete(ip_writing *out, const char *tag)
{
    ip_protocol_writing_begin(out, 'C');
    ip_protocol_writing_text(out, tag);
    ip_protocol_writing_end(out);
}

void ip_protocol_writing_empty(ip_writing *out, char type)
{
    ip_protocol_writing_begin(out, type);
    ip_protocol_writing_end(out);
}

void ip_protocol_writing_columns(ip_writing *out, int count)
{
    ip_protocol_writing_begin(out, 'T');
    ip_protocol_writing_int16(out, count);
}

void ip_protocol_writing_column(ip_writing *out, const char *name, uint32_t table, int number, uint32_t type, int size,
                                int modifier, int format)
{
    ip_protocol_writing_text(out, name);
    ip_protocol_writing_int32(out, (int32_t)table);
    ip_protocol_writing_int16(out, number);
    ip_protocol_writing_int32(out, (int32_t)type);
    ip_protocol_writing_int16(out, size);
    ip_protocol_writing_int32(out, modifier);
    ip_protocol_writing_int16(out, format);
}

void ip_protocol_writing_free(ip_writing *out)
{
    free(out->bytes);
    *out = (ip_writing){.failed = true};
}
