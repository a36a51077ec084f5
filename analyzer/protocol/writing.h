/* Writes messages to send, one after the other, into one buffer. */
#ifndef IP_WRITING_H
#define IP_WRITING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Initialize it with zeros; release it with ip_protocol_writing_free. failed is set when memory runs out; the buffer
 * must not be sent then. */
typedef struct ip_writing {
    char *bytes;
    size_t length, room;
    size_t begun; /* offset of the length field of the current message */
    bool failed;
} ip_writing;

void ip_protocol_writing_begin(ip_writing *out, char type); /* type 0 for a message without a type */
void ip_protocol_writing_byte(ip_writing *out, char byte);
void ip_protocol_writing_int16(ip_writing *out, int value);
void ip_protocol_writing_int32(ip_writing *out, int32_t value);
void ip_protocol_writing_text(ip_writing *out, const char *text); /* including its zero byte */
void ip_protocol_writing_bytes(ip_writing *out, const char *bytes, size_t length);
void ip_protocol_writing_end(ip_writing *out); /* fills in the length field */
/* ErrorResponse (PostgreSQL 15, section 55.8). severity is "ERROR" or "FATAL". */
void ip_protocol_writing_error(ip_writing *out, const char *severity, const char *sqlstate, const char *message);
/* Further fields of an ErrorResponse (section 55.8). NULL and "" are left out. routine is the server's, by which
 * drivers recognize some errors. */
typedef struct ip_error_fields {
    int position; /* counts characters of the query, from 1; 0: none */
    const char *detail, *hint, *schema, *table, *column, *datatype, *constraint, *routine;
} ip_error_fields;
/* An ErrorResponse of severity "ERROR" with these fields. */
void ip_protocol_writing_error_of(ip_writing *out, const char *sqlstate, const char *message,
                                  const ip_error_fields *fields);
/* Messages of a server (section 55.7). */
void ip_protocol_writing_authenticated(ip_writing *out);
void ip_protocol_writing_parameter(ip_writing *out, const char *name, const char *value); /* ParameterStatus */
void ip_protocol_writing_key_data(ip_writing *out, int32_t process, int32_t secret);      /* BackendKeyData */
void ip_protocol_writing_ready(ip_writing *out, char status);                             /* ReadyForQuery: I, T or E */
void ip_protocol_writing_complete(ip_writing *out, const char *tag);                      /* CommandComplete */
void ip_protocol_writing_empty(ip_writing *out,
                               char type); /* a message without a body: EmptyQueryResponse, NoData, … */
/* RowDescription: call ip_protocol_writing_columns, then ip_protocol_writing_column for each column, then
 * ip_protocol_writing_end. type is pg_type.oid, size is pg_type.typlen. */
void ip_protocol_writing_columns(ip_writing *out, int count);
/* table, number: of the column of a table that it is; 0: of none. */
void ip_protocol_writing_column(ip_writing *out, const char *name, uint32_t table, int number, uint32_t type, int size,
                                int modifier, int format);
/* detail may be NULL */
void ip_protocol_writing_notice(ip_writing *out, const char *severity, const char *sqlstate, const char *message,
                                const char *detail);
void ip_protocol_writing_free(ip_writing *out);

#endif
