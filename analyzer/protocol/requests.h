/* Checks the form of a client's messages before anything in them is read. */
#ifndef IP_REQUESTS_H
#define IP_REQUESTS_H

#include "base/arena.h"
#include "protocol/frames.h"

/* An error as a server reports it. sqlstate is NULL if there is none. */
typedef struct ip_request_problem {
    const char *sqlstate, *message;
} ip_request_problem;

/* Finds what a server refuses in a message of a client after its first one: fields that are missing, left over or
 * impossible (08P01, 22023), and texts that are not UTF-8 (22021). Messages without fields, CopyData and types that are
 * not known have no problem here. */
ip_request_problem ip_protocol_request_problem(ip_arena *arena, const ip_frame *frame);
/* The same of a text, which may hold zero bytes. */
ip_request_problem ip_protocol_text_problem(ip_arena *arena, const char *text, size_t length);
/* The same of a client's first message. */
ip_request_problem ip_protocol_startup_problem(const ip_frame *frame);

#endif
