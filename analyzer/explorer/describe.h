/* A history in words: the reads and their writers, in commit order, and the final rows. */
#ifndef IP_EXPLORE_DESCRIBE_H
#define IP_EXPLORE_DESCRIBE_H

#include "explorer/explorer.h"

typedef struct ip_described_access {
    const char *table, *key, *column; /* key: values in SQL, "'x', 1"; column NULL: the row's presence */
    const char *value;                /* in SQL; of presence: "true", "false" */
    const char *from;                 /* reads: the transaction's name, NULL: the initial state */
} ip_described_access;

typedef struct ip_described_transaction {
    const char *name;
    const char *error;            /* NULL: it committed */
    IP_VEC(const char *) results; /* its results for the client, value by value, in SQL */
    /* Reads that only the initial state could answer are left out; repeated ones, too. */
    IP_VEC(ip_described_access) reads, writes;
} ip_described_transaction;

typedef struct ip_described_row {
    const char *table;
    const char *values; /* in SQL */
} ip_described_row;

typedef IP_VEC(ip_described_row) ip_described_rows;

typedef struct ip_described_history {
    IP_VEC(ip_described_transaction) transactions; /* in commit order */
    ip_described_rows rows;                        /* final rows of tables that some transaction wrote */
    IP_VEC(ip_described_rows) others;              /* after other commit orders: all different ends */
    bool more;                                     /* there may be further ones: too many to list */
    bool serializable;
} ip_described_history;

/* given: the commit order; NULL: the order that the history was found with, besides the ends of others. */
ip_described_history *ip_explore_explored_describe(ip_arena *arena, const ip_explored *explored, const int *given);

#endif
