/* Relays an application's connections to its server, byte for byte, and records what is said. */
#ifndef IP_RELAY_H
#define IP_RELAY_H

#include "recorder/endpoint.h"
#include "recorder/tls.h"
#include "recorder/trace.h"

typedef struct ip_relay_options {
    int listening; /* of ip_endpoint_listen */
    const ip_endpoint *listen, *upstream;
    const ip_tls_rules *tls; /* to the upstream; NULL: none */
    ip_trace *trace;
    char *const *command; /* run with PGHOST, PGPORT and DATABASE_URL set; NULL: until SIGINT or SIGTERM */
} ip_relay_options;

typedef struct ip_relay_result {
    int status;        /* of the command, as a shell tells it; 0 without one */
    long connections;  /* that were made; each one is in the recording, or one of: */
    long cancels;      /* requests to cancel a statement */
    long foreign;      /* of a version of the protocol that is not read, or something else; relayed all the same */
    long silent;       /* ended before their first message */
    long wanted_tls;   /* of these, those that had asked for TLS or GSSAPI */
    long unread;       /* connections of which some was not read: the rest of them is not in the recording */
    long refused;      /* those for which the server could not be reached */
    const char *error; /* why the last one was refused; or why the command was not run. NULL: nothing went wrong */
} ip_relay_result;

/* Until the command has ended, and its connections with it. error lives in the arena. */
ip_relay_result ip_relay(ip_arena *arena, const ip_relay_options *options);

#endif
