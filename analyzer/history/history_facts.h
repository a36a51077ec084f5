/* Relations of levels of visibility that a history determines without a commit order: sessions, reads-from, row
 * conflicts, statements and locks; and the versions that a read shows to be in a snapshot.
 *
 * Kinds of reads, for a reader u at its statement p that read w's version of x:
 *
 * of the snapshot:  p sees w, and no writer of x that p sees commits after w.
 *
 * newest:  w commits before u, and no writer of x that p sees commits after w: what is committed includes the
 *   snapshot. No writer of x commits between w and u if its write excludes a lock that u had acquired on the row by
 *   then, or if it holds a lock that excludes a lock of an earlier statement of u (a statement's checks count as a
 *   later statement).
 *
 * either:  the facts that both have in common.
 *
 * found in the way, by ON CONFLICT DO NOTHING, where u has one snapshot:  newest, and p sees w (PostgreSQL 15,
 *   ExecCheckTIDVisible).
 *
 * Where statements have their own snapshots, the snapshots after p contain w in all cases (in the first, by the level's
 * axioms): w had committed before they were taken. */
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
    bool is_seen;            /* the version is in the snapshot, but may not be the last one there */
    bool is_dependency;      /* its overwriters depend on the reader in the level's axioms */
    ip_transactions outside; /* writers that do not commit between the version and the reader */
} ip_fact_read;

/* Places are the statements of all transactions, in one row: those of one transaction follow each other in its order.
 */
typedef struct ip_history_facts {
    const ip_history *history;
    ip_transactions all; /* except the initial transaction, which is visible to all and in no relation */
    ip_pairs so, wr, conflict, changes;
    ip_transactions *at_level;     /* [level] */
    ip_transactions own_snapshots; /* transactions whose statements have their own snapshots: one for each place */
    int first_place[IP_MAX_TRANSACTIONS + 1];
    int *owner;             /* [place] */
    ip_transactions *locks; /* [place]: transactions with a lock that excludes a lock acquired there */
    const ip_fact_read *reads;
    int read_count;
} ip_history_facts;

typedef struct ip_facts_reader ip_facts_reader; /* reuses its memory for the next history */

/* places: statements matter; else each transaction has one place. */
ip_facts_reader *ip_history_facts_reader_new(ip_arena *arena, const ip_level *const *levels, int count, bool places);
/* Valid until the next call. */
const ip_history_facts *ip_history_facts_read(ip_facts_reader *reader, const ip_history *history);

static inline int ip_facts_place_count(const ip_history_facts *facts)
{
    return facts->first_place[facts->history->count];
}

#endif
