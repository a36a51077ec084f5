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
void ip_writing_free(ip_writing *out);

#endif
