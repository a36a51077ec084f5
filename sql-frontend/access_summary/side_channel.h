/* Side channels: how programs can communicate other than through the rows that their statements name. One table says
 * of each channel whether the analysis follows it. A program that uses a channel that is not followed counts as not
 * understood, with the place and the reason; its result is never replaced by an arbitrary value without dependencies.
 * Shared state that is not a row (sequences, large objects, catalogs, sizes, activity) is classified elsewhere:
 * IP_CHANNEL_OUTSIDE. */
#ifndef IP_CHANNEL_H
#define IP_CHANNEL_H

typedef enum ip_channel_kind {
    IP_CHANNEL_DIAGNOSTIC, /* an item of GET DIAGNOSTICS, in lower case; SQLERRM, SQLSTATE, RAISE */
    IP_CHANNEL_COLUMN,     /* a system column */
    IP_CHANNEL_FUNCTION,   /* PostgreSQL's own */
    IP_CHANNEL_STATEMENT
} ip_channel_kind;

typedef enum ip_channel_effect {
    IP_CHANNEL_NOTHING, /* only about the session, the statement or the program; or it is sent to something other than a
                           program */
    IP_CHANNEL_DRAWN,   /* a number that no other transaction has, as a sequence's: any value */
    IP_CHANNEL_ROWS,    /* read as far as the statement's rows are */
    IP_CHANNEL_ROW,     /* it reads all columns of the row */
    IP_CHANNEL_OUTSIDE, /* shared, and no row */
    IP_CHANNEL_REFUSED  /* not followed */
} ip_channel_effect;

typedef struct ip_channel {
    ip_channel_kind kind;
    const char *name;
    ip_channel_effect effect;
    const char *says; /* what it tells, for messages */
} ip_channel;

/* NULL: no row of the table. */
const ip_channel *ip_summary_channel_named(ip_channel_kind kind, const char *name);
/* A function of PostgreSQL's that is not followed; NULL: another. */
const ip_channel *ip_summary_channel_refused(const char *function);

#endif
