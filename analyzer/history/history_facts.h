/* What a history says that levels of visibility speak of, before there is an order: sessions, who read from whom, row
 * conflicts, statements and locks; and which versions a read tells to be in a snapshot.
 *
 * Kinds of reads, for a reader u at its statement p that read w's version of x:
 *
 * of the snapshot:  p sees w, and no writer of x that p sees commits after w.
 *
 * newest:  w commits before u, and no writer of x that p sees commits after w: what is committed includes the
 *   snapshot. Nor does any between w and u whose write excludes a lock that u had got on the row by then, or who
 *   has a lock that excludes one of an earlier statement of u, a statement's checks being a later one.
 *
 * either:  what both have in common.
 *
 * found in the way, by ON CONFLICT DO NOTHING, where u has one snapshot:  newest, and p sees w (PostgreSQL 15,
 *   ExecCheckTIDVisible).
 *
 * Where statements have snapshots of their own, those after p see w in all cases but the first, where axioms say so:
 * it had committed before they were taken.
 */
#ifndef IP_HISTORY_FACTS_H
#define IP_HISTORY_FACTS_H

#include "history/history.h"
#include "level/instantiate.h"

/* A binary relation on transactions, both ways. */
typedef struct ip_pairs {
    ip_transactions after[IP_MAX_TRANSACTIONS];  /* [t]: all u with (t, u) */
    ip_transactions before[IP_MAX_TRANSACTIONS]; /* [u]: all t with (t, u) */
} ip_pairs;

typedef struct ip_fact_read {
    int object, from, reader;
    int place;
    bool of_snapshot;
    bool is_seen;            /* the version is in the snapshot, whether it is the last one there or not */
    bool is_dependency;      /* its overwriters depend on the reader, as far as levels are concerned */
    ip_transactions outside; /* writers that do not commit between the version and the reader */
} ip_fact_read;

/* Places are the statements of all transactions, in one row: those of one transaction follow each other in its order.
 */
typedef struct ip_history_facts {
    const ip_history *history;
    ip_transactions all; /* but the initial one, which is visible to all and in no relation */
    ip_pairs so, wr, conflict, changes;
    ip_transactions *at_level;     /* [level] */
    ip_transactions own_snapshots; /* transactions whose statements have snapshots of their own: one a place */
    int first_place[IP_MAX_TRANSACTIONS + 1];
    int *owner;             /* [place] */
    ip_transactions *locks; /* [place]: transactions with a lock that excludes one that is got there */
    const ip_fact_read *reads;
    int read_count;
} ip_history_facts;

typedef struct ip_facts_reader ip_facts_reader; /* keeps its memory from history to history */

/* places: statements matter; else each transaction has one place. */
ip_facts_reader *ip_facts_reader_new(ip_arena *arena, const ip_level *const *levels, int count, bool places);
/* Valid until the next call. */
const ip_history_facts *ip_facts_read(ip_facts_reader *reader, const ip_history *history);

static inline int ip_facts_place_count(const ip_history_facts *facts)
{
    return facts->first_place[facts->history->count];
}

#endif
