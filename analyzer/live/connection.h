/* Connections to a server, never blocking for longer than a deadline, and never through an interruption. */
#ifndef IP_LIVE_CONNECTION_H
#define IP_LIVE_CONNECTION_H

#include "live/live.h"

#include <libpq-fe.h>

typedef enum ip_live_wait {
    IP_LIVE_ANSWERED,
    IP_LIVE_TIMED_OUT,
    IP_LIVE_LOST, /* the connection was lost */
    IP_LIVE_INTERRUPTED
} ip_live_wait;

/* Sets the context's error, unless there is one. Returns false. */
bool ip_live_fail(ip_live_context *context, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Settings of the session are those that predictions are written for: output formats, no time limits of the server's.
 * NULL after setting the error. */
PGconn *ip_live_connect(ip_live_context *context, const char *who);
/* Sends nothing if nothing runs; then closes. NULL is allowed. */
void ip_live_disconnect(PGconn *connection);

/* Until the answer to what was sent can be taken without waiting, at most until the deadline (of ip_clock()). */
ip_live_wait ip_live_wait_for(ip_live_context *context, PGconn *connection, double deadline);
/* Runs one command to its end; its last result, to be cleared by the caller; NULL after setting the error, that of
 * the server included: what names the command in it. */
PGresult *ip_live_query(ip_live_context *context, PGconn *connection, const char *what, const char *sql);
bool ip_live_command(ip_live_context *context, PGconn *connection, const char *what, const char *sql);

/* The server's words on one line, in the arena. */
const char *ip_live_message(ip_arena *arena, const PGconn *connection);

#endif
