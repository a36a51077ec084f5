/* What a read says of the order of transactions. */
#ifndef IP_READ_ORDER_H
#define IP_READ_ORDER_H

#include "history/history.h"

typedef struct ip_read_order {
    bool after_writer;       /* the reader depends on whoever wrote the version */
    bool before_overwriters; /* whoever overwrites it depends on the reader */
} ip_read_order;

/* The dependencies of a read in Adya's graph. A row that is locked is read as it is once it is locked: the snapshot
 * only says which rows are locked. A check of constraints depends on what made it succeed, and what would make it fail
 * cannot come after it (ip_check_kind in sql-frontend/program/program.h). Where nothing is known of locks, all reads
 * count alike. */
ip_read_order ip_history_read_order(const ip_history *history, int transaction, const ip_history_read *read);

/* Does a server that looks for dangerous structures keep record of the read, so that overwriters are known to it? One
 * snapshot: the reader has no others. PostgreSQL 15, predicate.c: only what is read by a snapshot is. */
bool ip_history_read_recorded(const ip_history *history, int transaction, const ip_history_read *read,
                              bool one_snapshot);

#endif
