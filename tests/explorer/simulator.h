/* A tiny PostgreSQL: one table kv (k int primary key, v int), transactions at read committed or repeatable read, row
 * locks with waiting, snapshots, the first updater wins. Every interleaving of its steps, which are: a statement
 * begins and takes its snapshot; it locks one row, or waits; the transaction commits. Shares nothing with the explorer
 * or with level files. */
#ifndef SIMULATOR_H
#define SIMULATOR_H

#include "toy.h"

enum { SIMULATED_KEYS = 3, SIMULATED_STATEMENTS = 3, SIMULATED_TRANSACTIONS = 3 };

typedef enum simulated_kind {
    SIMULATED_GET,    /* SELECT … WHERE k = key */
    SIMULATED_SCAN,   /* SELECT … WHERE v >= least */
    SIMULATED_ADD,    /* UPDATE … SET v = v + value WHERE k = key */
    SIMULATED_ADD_TO, /* UPDATE … SET v = v + value WHERE v >= least */
    SIMULATED_DELETE, /* DELETE … WHERE k = key */
    SIMULATED_INSERT, /* an error if the key is there */
    SIMULATED_UPSERT, /* ON CONFLICT DO UPDATE SET v = kv.v + value */
    SIMULATED_OFFER,  /* ON CONFLICT DO NOTHING */
    SIMULATED_KINDS,
    /* On a server only. */
    SERVER_COUNT = SIMULATED_KINDS, /* SELECT count(*) … WHERE v >= least */
    SERVER_FILL,                    /* INSERT … SELECT key, count(*) …: an error if the key is there */
    SERVER_ADVISORY,                /* pg_advisory_xact_lock(key) */
    SERVER_TABLE,                   /* LOCK TABLE kv IN SHARE ROW EXCLUSIVE MODE */
    SERVER_KINDS
} simulated_kind;

typedef struct simulated_statement {
    simulated_kind kind;
    int key, value, least;
    int lock; /* of GET and SCAN: 0 none, 1 FOR SHARE, 2 FOR UPDATE; on a server also 3 FOR KEY SHARE, 4 FOR NO KEY
                 UPDATE */
} simulated_statement;

typedef enum simulated_level {
    SIMULATED_READ_COMMITTED,
    SIMULATED_REPEATABLE_READ,
    SERVER_SERIALIZABLE, /* on a server only */
    SERVER_LEVELS
} simulated_level;

typedef struct simulated_client {
    int count;
    bool present[SIMULATED_KEYS];
    int values[SIMULATED_KEYS];
    struct simulated_transaction {
        simulated_level level;
        int count;
        simulated_statement statements[SIMULATED_STATEMENTS];
    } transactions[SIMULATED_TRANSACTIONS];
} simulated_client;

/* Adds an outcome for each run that ends without deadlock and without a serialization failure: for each transaction '!'
 * if it failed, what its SELECTs returned, ';', and then the rows that are left. false: too many states. */
bool simulate(const simulated_client *client, toy_set *outcomes);

#endif
