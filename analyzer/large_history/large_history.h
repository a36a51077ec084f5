/* Histories of any size: the reads-from relation, in flat arrays with indexes of each object's readers and writers.
 * history/history.h has the form with bit masks, for up to 63 transactions.
 *
 * Transactions are numbered session by session, each in its order, and 0 is the initial one, alone in session 0: it
 * writes every object and precedes all others. So the transactions of one session that precede t are those from the
 * session's first to t-1, and a set of transactions that has with each also its session's earlier ones is one number a
 * session. */
#ifndef IP_LARGE_HISTORY_H
#define IP_LARGE_HISTORY_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

/* An external read: one not preceded by the transaction's own write of the object. */
typedef struct ip_large_read {
    int object, from;
    int step; /* reads of one statement share it, and have no order among themselves */
} ip_large_read;

/* What a recording shows of the commit order beside its reads: one list's elements in the order of their appending. */
typedef struct ip_large_precedence {
    int first, then, object;
} ip_large_precedence;

/* A read that no level allows: of an aborted transaction, of a version that its writer overwrote, of an own write that
 * is not the last. */
typedef struct ip_large_impossible {
    int transaction;
    const char *reason;
} ip_large_impossible;

typedef struct ip_large_history {
    int count;                /* transactions, the initial one included */
    int session_count;        /* session 0 is the initial transaction's */
    const int *session_first; /* [session_count + 1] */
    const int *session_of;    /* [count] */
    const bool *aborted;      /* [count] by its program: its reads count, its writes do not */
    const int *read_first;    /* [count + 1] into reads */
    const ip_large_read *reads;
    const int *write_first; /* [count + 1] into writes */
    const int *writes;      /* objects, ascending for each transaction; none of aborted ones nor of the initial one */
    int object_count;
    const int *writer_first; /* [object_count + 1] into writers */
    const int *writers;      /* transactions, ascending for each object */
    const int *row_of;       /* [object_count] the row it belongs to; NULL: each is a row of its own */
    int row_count;
    int precedence_count;
    const ip_large_precedence *precedences;
    const char *const *names;         /* [count]; NULL: named after its session */
    const char *const *session_names; /* [session_count]; NULL: numbered */
    const char *const *objects;       /* [object_count] */
    const char *object_word;          /* before an object's name: "key ", "" */
    IP_VEC(ip_large_impossible) impossible;
    int impossible_count; /* those that are not listed included */
} ip_large_history;

const char *ip_large_name(ip_arena *arena, const ip_large_history *history, int transaction);
const char *ip_large_object_name(ip_arena *arena, const ip_large_history *history, int object);

bool ip_large_writes(const ip_large_history *history, int transaction, int object);

/* The history of the kept transactions alone: their reads from each other and from the initial one. Levels of commit
 * orders that hold of a history hold of this one, since no read and no order is added. */
const ip_large_history *ip_large_restrict(ip_arena *arena, const ip_large_history *history, const bool *keep);

#endif
