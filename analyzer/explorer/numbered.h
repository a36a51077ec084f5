/* A client by number: its transactions from 1, session by session, and the cells of its rows as objects. */
#ifndef IP_EXPLORE_NUMBERED_H
#define IP_EXPLORE_NUMBERED_H

#include "history/history.h"
#include "replay/world/client.h"

typedef struct ip_numbered {
    int count; /* transactions, the initial one included */
    const ip_client_transaction *transactions[IP_MAX_TRANSACTIONS];
    int session[IP_MAX_TRANSACTIONS], index[IP_MAX_TRANSACTIONS];
    ip_transactions sessions_before[IP_MAX_TRANSACTIONS]; /* as in history.h */
    bool sessions;                                        /* some session has several */
    ip_rows *rows;
    int width;                             /* objects of a row: presence and the columns of the widest table */
    IP_VEC(const ip_client_row *) present; /* by row, at first */
} ip_numbered;

/* false after reporting a transaction that is not run in memory, too many of them, or two rows of one key. */
bool ip_explore_number_client(ip_arena *arena, const ip_client *client, ip_numbered *numbered,
                              ip_diagnostics *diagnostics);

/* Object of a cell: row * width + column + 1, of presence row * width. */
ip_datum ip_explore_numbered_initial(const ip_numbered *numbered, int object);

/* Why a transaction's run came to no end. */
void ip_explore_report_run(const ip_client_transaction *transaction, const ip_run_outcome *outcome,
                           ip_diagnostics *diagnostics);

#endif
