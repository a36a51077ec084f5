/* Relays an application's connections to its server, byte for byte, and records the statements. */
#ifndef IP_RELAY_H
#define IP_RELAY_H

#include "recorder/endpoint.h"
#include "recorder/tls.h"
#include "recorder/trace.h"

typedef struct ip_relay_options {
    int listening; /* of ip_recorder_endpoint_listen */
    const ip_endpoint *listen, *upstream;
    const ip_tls_rules *tls; /* to the upstream; NULL without TLS */
    ip_trace *trace;
    char *const *command; /* run with PGHOST, PGPORT and DATABASE_URL set; NULL to relay until SIGINT or SIGTERM */
} ip_relay_options;

typedef struct ip_relay_result {
    int status;        /* exit status of the command as a shell reports it; 0 without a command */
    long connections;  /* accepted; each one is in the recording, or counts as one of the following */
    long cancels;      /* requests to cancel a statement */
    long foreign;      /* of an unsupported version of the protocol, or another protocol; relayed all the same */
    long silent;       /* ended before their first message */
    long wanted_tls;   /* connections among silent that had asked for TLS or GSSAPI */
    long unread;       /* connections that became unreadable; the recording lacks the rest of them */
    long refused;      /* connections for which the server could not be reached */
    const char *error; /* of the last refused connection, or why the command was not run; NULL if nothing failed */
} ip_relay_result;

/* Relays until the command and its connections have ended. error lives in the arena. */
ip_relay_result ip_recorder_relay(ip_arena *arena, const ip_relay_options *options);

#endif
