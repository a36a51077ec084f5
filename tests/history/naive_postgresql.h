/* PostgreSQL's read committed and repeatable read by brute force: every order of commits, with every snapshot in it for
 * each statement, or for each transaction: so many commits. */
#ifndef NAIVE_POSTGRESQL_H
#define NAIVE_POSTGRESQL_H

#include "history/history.h"

/* statement_snapshots: [level]; else repeatable read. */
bool naive_postgresql(const ip_history *history, const bool *statement_snapshots);

#endif
