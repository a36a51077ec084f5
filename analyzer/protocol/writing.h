/* Messages to send, one after the other in one buffer. */
#ifndef IP_WRITING_H
#define IP_WRITING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed at first. failed: memory ran out, and what is there is not to be sent. */
typedef struct ip_writing {
    char *bytes;
    size_t length, room;
    size_t begun; /* where the length of the message stands that is being written */
    bool failed;
} ip_writing;

void ip_writing_begin(ip_writing *out, char type); /* type 0: none */
void ip_writing_byte(ip_writing *out, char byte);
void ip_writing_int16(ip_writing *out, int value);
void ip_writing_int32(ip_writing *out, int32_t value);
void ip_writing_text(ip_writing *out, const char *text); /* with its zero byte */
void ip_writing_bytes(ip_writing *out, const char *bytes, size_t length);
void ip_writing_end(ip_writing *out); /* fills in the length */
/* ErrorResponse (PostgreSQL 15, section 55.8): severity "ERROR", "FATAL". */
void ip_writing_error(ip_writing *out, const char *severity, const char *sqlstate, const char *message);
/* The same with the server's routine that has raised it, by which drivers know some errors. */
void ip_writing_error_of(ip_writing *out, const char *sqlstate, const char *message, const char *routine);
/* What a server says (section 55.7). */
void ip_writing_authenticated(ip_writing *out);
void ip_writing_parameter(ip_writing *out, const char *name, const char *value); /* ParameterStatus */
void ip_writing_key_data(ip_writing *out, int32_t process, int32_t secret);      /* BackendKeyData */
void ip_writing_ready(ip_writing *out, char status);                             /* ReadyForQuery: I, T or E */
void ip_writing_complete(ip_writing *out, const char *tag);                      /* CommandComplete */
void ip_writing_empty(ip_writing *out, char type); /* a message without a body: EmptyQueryResponse, NoData … */
/* RowDescription: begun, then each column, then ip_writing_end. type: pg_type.oid; size: pg_type.typlen. */
void ip_writing_columns(ip_writing *out, int count);
void ip_writing_column(ip_writing *out, const char *name, uint32_t type, int size, int format);
void ip_writing_notice(ip_writing *out, const char *severity, const char *sqlstate, const char *message);
void ip_writing_free(ip_writing *out);

#endif
