/* The statements that a running application has sent to its server, whether the server's log or a recording of the
 * protocol has them. */
#ifndef IP_RECORDED_H
#define IP_RECORDED_H

#include "base/arena.h"

#include <stdbool.h>

typedef enum ip_recorded_kind {
    IP_RECORDED_STATEMENT,
    IP_RECORDED_ERROR,   /* the session's last statement has failed, and its transaction with it; text is the failed
                            statement */
    IP_RECORDED_CONNECT, /* the session begins: no earlier statement is missing */
    IP_RECORDED_END,     /* the session ends, and its open transaction is rolled back; not if unread */
    IP_RECORDED_GAP,     /* an entry of an unknown session may be missing */
    IP_RECORDED_OTHER    /* another entry of the session; only its number matters */
} ip_recorded_kind;

/* A parameter's value that was sent separately from the statement. */
typedef struct ip_recorded_value {
    const char *text; /* NULL for SQL's NULL, or if not known */
    bool known;
} ip_recorded_value;

typedef IP_VEC(ip_recorded_value) ip_recorded_values;
typedef IP_VEC(const char *) ip_recorded_names;
typedef IP_VEC(ip_recorded_values) ip_recorded_rows;

/* Texts live until the sink returns. They are NULL if the source lacks them. */
typedef struct ip_recorded {
    ip_recorded_kind kind;
    const char *session;
    const char *database, *application;
    const char *time;
    const char *vxid;          /* virtual transaction, as in "3/8"; "3/0" or "" outside of any */
    const char *text;          /* one or several statements */
    ip_recorded_values values; /* of $1, $2, … */
    const char *prepared;      /* for EXECUTE: the PREPARE of the statement */
    bool extended;             /* one statement of the extended protocol */
    bool unread;               /* END: the last statements, or their outcomes, may be missing */
    bool before;               /* the transaction was open before ("idle in transaction") */
    bool finished;             /* logged after success; vxid is the virtual transaction after the statement */
    long number;               /* of the entry in its session, from 1; 0 if unknown */
    double duration;           /* in milliseconds; negative if unknown */
    bool has_outcome;          /* text is one statement whose outcome is known, as follows */
    long rows;                 /* found or changed */
    ip_recorded_names columns; /* of a result */
    ip_recorded_values row;    /* of a result of one row */
    ip_recorded_rows first;    /* the first rows of a result */
    const char *file;
    long line;
} ip_recorded;

typedef void (*ip_recorded_sink)(void *context, const ip_recorded *recorded);

#endif
