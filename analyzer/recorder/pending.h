/* What a client has sent and the server has not answered, in order. Internal to this room. */
#ifndef IP_PENDING_H
#define IP_PENDING_H

#include "protocol/fields.h"
#include "recorder/conversation.h"

/* IP_PENDING_CALL: FunctionCall, which calls a function by its number. */
typedef enum ip_pending_kind {
    IP_PENDING_QUERY,
    IP_PENDING_CALL,
    IP_PENDING_EXECUTE,
    IP_PENDING_DESCRIBE,
    IP_PENDING_SYNC
} ip_pending_kind;

/* A statement that was prepared, by its name; "" is replaced by each one without a name. */
typedef struct ip_prepared_text {
    const char *name, *text;
    IP_VEC(uint32_t) types; /* of parameters; 0: not known */
    IP_VEC(const char *) columns;
    IP_VEC(uint32_t) column_types;
} ip_prepared_text;

/* As it was sent: its type may be known only later. bytes NULL: SQL's NULL. */
typedef struct ip_sent_value {
    const char *bytes;
    size_t length;
    bool binary;
} ip_sent_value;

typedef struct ip_client_portal {
    const char *name;
    ip_prepared_text *of;
    IP_VEC(ip_sent_value) parameters;
    bool begun;          /* executed once: what follows fetches more of its rows */
    IP_VEC(int) formats; /* of the result: 1 is binary; none: text, one: of all columns */
} ip_client_portal;

typedef struct ip_pending {
    ip_pending_kind kind;
    const char *text;         /* QUERY */
    ip_client_portal *portal; /* EXECUTE, CALL */
    bool goes_on;             /* EXECUTE: the same statement's next rows */
    ip_prepared_text *of;     /* DESCRIBE, EXECUTE, CALL; NULL: its text was not seen */
} ip_pending;

typedef struct ip_client_side {
    ip_arena *arena; /* of the session: statements with a name */
    ip_arena *round; /* since the session was idle: the statement without a name, portals, what is pending */
    ip_arena *spare; /* the next round */
    IP_VEC(ip_prepared_text *) prepared;
    IP_VEC(ip_client_portal *) portals;
    IP_VEC(ip_pending) list; /* the first at .first */
    int first;
    bool copying; /* the server reads the rows of COPY, and ignores Sync */
    bool broken;
} ip_client_side;

/* A message of the client after its first ones. */
void ip_recorder_client_says(ip_client_side *client, const ip_frame *frame);
/* The session is idle, and everything is answered: frees what was for that. */
void ip_recorder_client_rests(ip_client_side *client);
/* What comes next; NULL: nothing is pending. */
ip_pending *ip_recorder_pending_first(ip_client_side *client);
/* The text of a portal's parameter, from the arena. */
ip_said_value ip_recorder_portal_value(ip_arena *arena, const ip_client_portal *portal, int parameter);
/* The server has sent its first ReadyForQuery. */
void ip_recorder_client_started(ip_client_side *client);
void ip_recorder_pending_done(ip_client_side *client);
/* The server has asked for the rows of COPY, which the first pending statement is. */
void ip_recorder_client_copies(ip_client_side *client);

#endif
