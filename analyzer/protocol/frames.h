/* Cuts a stream of bytes into messages. A message consists of a type, a length that counts itself, and a body. A
 * client's first messages have no type (PostgreSQL 15, section 55.2.1). */
#ifndef IP_FRAMES_H
#define IP_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Codes that a client's first message may have in place of the protocol version (section 55.7). */
enum { IP_PROTOCOL_3 = 196608, IP_CANCEL_REQUEST = 80877102, IP_SSL_REQUEST = 80877103, IP_GSS_REQUEST = 80877104 };

typedef struct ip_frame {
    char type;        /* 0 for a client's first messages */
    const char *body; /* lives until the sink returns; NULL if it was too long to keep */
    size_t length;    /* of the body, in bytes */
} ip_frame;

/* Receives one message. Returns false if the rest of the stream shall not be read. */
typedef bool (*ip_frame_sink)(void *context, const ip_frame *frame);

/* One direction of a connection. Initialize it with zeros, and set untyped for the client's direction. Release it with
 * ip_protocol_frames_free. */
typedef struct ip_frames {
    bool untyped; /* the next message has no type; the sink clears this */
    bool broken;  /* the stream is malformed, and the rest of it is ignored */
    char *bytes;  /* of the incomplete message; owned */
    size_t length, room;
    size_t passed; /* bytes of a body that are still to be skipped */
} ip_frames;

/* Reads more of the stream. Returns false if the stream is malformed (a length that is too small, a first message that
 * is too long), if memory runs out, or if the sink returns false. */
bool ip_protocol_frames_feed(ip_frames *frames, const char *bytes, size_t length, ip_frame_sink sink, void *context);
/* Releases the bytes of an incomplete message. The stream counts as broken afterwards. */
void ip_protocol_frames_free(ip_frames *frames);

#endif
