/* The consequences of a read for the order of transactions. */
#ifndef IP_READ_ORDER_H
#define IP_READ_ORDER_H

#include "history/history.h"

typedef struct ip_read_order {
    bool after_writer;       /* the reader depends on the version's writer */
    bool before_overwriters; /* its overwriters depend on the reader */
} ip_read_order;

/* The dependencies of a read in Adya's graph. A locked row is read in the version after the lock: the snapshot only
 * decides which rows are locked. A check of constraints depends on the write that made it succeed, and a write that
 * would make it fail cannot come after it (ip_check_kind in sql-frontend/program/program.h). Without information on
 * locks, all reads count equally. */
ip_read_order ip_history_read_order(const ip_history *history, int transaction, const ip_history_read *read);

/* Whether a server that looks for dangerous structures tracks the read, and so its overwriters. one_snapshot: the
 * reader has no other snapshots. PostgreSQL 15, predicate.c: only reads by a snapshot are tracked. */
bool ip_history_read_recorded(const ip_history *history, int transaction, const ip_history_read *read,
                              bool one_snapshot);

#endif
