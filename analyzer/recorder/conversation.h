/* What a client and its server say to each other, read along message by message: statements, their parameters, and what
 * came of them (PostgreSQL 15, sections 55.2 and 55.7). Passwords are not looked at. */
#ifndef IP_CONVERSATION_H
#define IP_CONVERSATION_H

#include "base/arena.h"
#include "protocol/frames.h"

#include <stdbool.h>

enum { IP_MOST_KEPT_ROWS = 3 };

/* NULL: SQL's NULL; known false: in a binary form that is not read. */
typedef struct ip_said_value {
    const char *text;
    bool known;
} ip_said_value;

typedef struct ip_said_row {
    IP_VEC(ip_said_value) values;
} ip_said_row;

/* ERROR: of what was said last in its transaction, such as a deferred check at its end. */
typedef enum ip_said_kind { IP_SAID_CONNECT, IP_SAID_STATEMENT, IP_SAID_ERROR, IP_SAID_END } ip_said_kind;

/* Texts live until the sink returns. */
typedef struct ip_said {
    ip_said_kind kind;
    const char *database, *user, *application; /* of the session; "" where the client does not say */
    const char *text;                          /* one statement, or several of one simple query */
    bool extended;
    IP_VEC(ip_said_value) parameters;
    IP_VEC(const char *) columns;
    IP_VEC(ip_said_row) rows;       /* the first ones */
    long row_count;                 /* DataRow messages */
    bool suspended;                 /* the client asked for no more rows than these */
    IP_VEC(const char *) tags;      /* "UPDATE 1", one a statement that succeeded */
    const char *sqlstate, *message; /* failed; NULL: it has not */
    char status;                    /* after it: I, T or E (ReadyForQuery); of a pipeline, 0 but for its last */
    long transaction;               /* of the session, from 1: what goes on without being idle between */
} ip_said;

typedef void (*ip_said_sink)(void *context, const ip_said *said);

typedef struct ip_conversation ip_conversation;

/* What a connection is, by its first message. FOREIGN: no version of the protocol that is read here, or no message at
 * all. */
typedef enum ip_opening { IP_OPENING_NONE, IP_OPENING_SESSION, IP_OPENING_CANCEL, IP_OPENING_FOREIGN } ip_opening;

ip_conversation *ip_conversation_new(ip_said_sink sink, void *context);
/* Bytes that the client has sent, or the server. From the first that are no messages on nothing more is read. */
void ip_conversation_client(ip_conversation *conversation, const char *bytes, size_t length);
void ip_conversation_server(ip_conversation *conversation, const char *bytes, size_t length);
/* Either side has ended the connection. */
void ip_conversation_end(ip_conversation *conversation);
ip_opening ip_conversation_opening(const ip_conversation *conversation);
/* Something was said that could not be read. */
bool ip_conversation_is_broken(const ip_conversation *conversation);
void ip_conversation_free(ip_conversation *conversation);

#endif
