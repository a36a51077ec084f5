/* Reads the messages between a client and its server, and reports statements with their parameters and outcomes
 * (PostgreSQL 15, sections 55.2 and 55.7). Messages about passwords are ignored. */
#ifndef IP_CONVERSATION_H
#define IP_CONVERSATION_H

#include "base/arena.h"
#include "protocol/frames.h"

#include <stdbool.h>

enum { IP_MOST_KEPT_ROWS = 3 };

/* text is NULL for SQL's NULL. known is false if the value has a binary form that is not supported. */
typedef struct ip_said_value {
    const char *text;
    bool known;
} ip_said_value;

typedef struct ip_said_row {
    IP_VEC(ip_said_value) values;
} ip_said_row;

/* IP_SAID_ERROR: the statements that were reported last in the transaction failed afterwards, as by a deferred check at
 * commit. */
typedef enum ip_said_kind { IP_SAID_CONNECT, IP_SAID_STATEMENT, IP_SAID_ERROR, IP_SAID_END } ip_said_kind;

/* Texts live until the sink returns. */
typedef struct ip_said {
    ip_said_kind kind;
    const char *database, *user, *application; /* of the session; "" if the client does not tell */
    const char *text;                          /* one statement, or all statements of a simple query */
    bool extended;
    IP_VEC(ip_said_value) parameters;
    IP_VEC(const char *) columns;
    IP_VEC(ip_said_row) rows;       /* the first rows */
    long row_count;                 /* number of DataRow messages */
    bool suspended;                 /* the client has limited the number of rows */
    IP_VEC(const char *) tags;      /* as in "UPDATE 1", for each statement that succeeded */
    const char *sqlstate, *message; /* NULL if the statement did not fail */
    char status;      /* state after the statement: I, T or E (ReadyForQuery); 0 in a pipeline except for the last */
    bool unread;      /* END: the recording may lack some of the session's last statements, or their outcomes */
    long transaction; /* number in the session, from 1; it increases each time that the session becomes idle */
} ip_said;

typedef void (*ip_said_sink)(void *context, const ip_said *said);

typedef struct ip_conversation ip_conversation;

/* The kind of a connection according to its first message. IP_OPENING_FOREIGN: an unsupported version of the protocol,
 * or another protocol. */
typedef enum ip_opening { IP_OPENING_NONE, IP_OPENING_SESSION, IP_OPENING_CANCEL, IP_OPENING_FOREIGN } ip_opening;

ip_conversation *ip_recorder_conversation_new(ip_said_sink sink, void *context);
/* Read bytes that the client or the server has sent. Malformed bytes end the reading. */
void ip_recorder_conversation_client(ip_conversation *conversation, const char *bytes, size_t length);
void ip_recorder_conversation_server(ip_conversation *conversation, const char *bytes, size_t length);
/* Either side has closed the connection. */
void ip_recorder_conversation_end(ip_conversation *conversation);
ip_opening ip_recorder_conversation_opening(const ip_conversation *conversation);
/* Tells whether some part of the conversation could not be read. */
bool ip_recorder_conversation_is_broken(const ip_conversation *conversation);
/* Tells, after its end, whether it was broken or ended before the server had answered: what was sent last may have been
 * done. */
bool ip_recorder_conversation_lacks_some(const ip_conversation *conversation);
void ip_recorder_conversation_free(ip_conversation *conversation);

#endif
