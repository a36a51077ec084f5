/* What a running application has sent to its server, statement by statement, whatever recorded it: the server's log, or
 * a recording of the protocol. */
#ifndef IP_RECORDED_H
#define IP_RECORDED_H

#include "base/arena.h"

#include <stdbool.h>

typedef enum ip_recorded_kind {
    IP_RECORDED_STATEMENT,
    IP_RECORDED_ERROR,   /* what the session did last has failed, and its transaction with it; text: what failed */
    IP_RECORDED_CONNECT, /* the session begins: nothing of it came before */
    IP_RECORDED_END,     /* the session ends, and its open transaction is rolled back */
    IP_RECORDED_OTHER    /* something else of the session, which counts in number */
} ip_recorded_kind;

/* A value that the protocol carried beside the text. */
typedef struct ip_recorded_value {
    const char *text; /* NULL: SQL's NULL, or not known */
    bool known;
} ip_recorded_value;

typedef IP_VEC(ip_recorded_value) ip_recorded_values;
typedef IP_VEC(const char *) ip_recorded_names;

/* Texts live until the sink returns. NULL: the source does not tell. */
typedef struct ip_recorded {
    ip_recorded_kind kind;
    const char *session;
    const char *database, *application;
    const char *time;
    const char *vxid;          /* "3/8", the virtual transaction; "3/0" or "": outside of any */
    const char *text;          /* one statement or several */
    ip_recorded_values values; /* of $1 and so on */
    const char *prepared;      /* EXECUTE p (…): the PREPARE that made p */
    bool extended;             /* one statement of the extended protocol */
    bool before;               /* it began in a transaction that was open already ("idle in transaction") */
    bool finished;             /* logged at its end: it has succeeded, and vxid is that after it */
    long number;               /* of the entry in its session, from 1; 0: not known */
    double duration;           /* milliseconds; negative: not known */
    bool told;                 /* what came of it is known, of a text that is one statement: */
    long rows;                 /* it found, or changed, so many, */
    ip_recorded_names columns; /* and of a result of one row this is it */
    ip_recorded_values row;
    const char *file;
    long line;
} ip_recorded;

typedef void (*ip_recorded_sink)(void *context, const ip_recorded *recorded);

#endif
