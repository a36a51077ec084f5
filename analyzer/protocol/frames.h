/* A stream of bytes as messages. A message is a type, a length that counts itself, and a body; a client's first ones
 * have no type (PostgreSQL 15, section 55.2.1). */
#ifndef IP_FRAMES_H
#define IP_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The codes that stand in place of the version in a client's first message (section 55.7). */
enum { IP_PROTOCOL_3 = 196608, IP_CANCEL_REQUEST = 80877102, IP_SSL_REQUEST = 80877103, IP_GSS_REQUEST = 80877104 };

typedef struct ip_frame {
    char type;        /* 0: a client's first messages */
    const char *body; /* lives until the sink returns; NULL: passed over, it was longer than is kept */
    size_t length;    /* of the body */
} ip_frame;

/* Takes one message. false: the stream is over, or not understood from here on. */
typedef bool (*ip_frame_sink)(void *context, const ip_frame *frame);

/* One direction of a connection. Zeroed, with untyped set for what a client sends first. Freed with ip_frames_free. */
typedef struct ip_frames {
    bool untyped; /* the next message has no type; the receiver of the messages clears it */
    bool broken;  /* the bytes are no messages: everything after is passed over */
    char *bytes;  /* of a message that is not whole yet */
    size_t length, room;
    size_t passed; /* bytes of a body to pass over */
} ip_frames;

/* More of the stream. false: the bytes are no messages (a length that is too small, a first message that is too long),
 * or the sink wants no more. */
bool ip_frames_feed(ip_frames *frames, const char *bytes, size_t length, ip_frame_sink sink, void *context);
/* Bytes of a message that has not come to its end. */
void ip_frames_free(ip_frames *frames);

#endif
