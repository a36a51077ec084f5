/* Random clients on a real server, and the histories that they leave. */
#ifndef RECORD_H
#define RECORD_H

#include "history/history.h"

#include <libpq-fe.h>

#include <stdint.h>

enum { ROWS = 4, COLUMNS = 3, SESSIONS = 4, TRANSACTIONS = 3, STATEMENTS = 4 }; /* at most; column 0: existence */
enum { MOST = SESSIONS * TRANSACTIONS + 1, READS = 64 };
enum { OBJECTS = ROWS * COLUMNS };

typedef enum level { READ_COMMITTED, REPEATABLE_READ, SERIALIZABLE, LEVELS } level;

typedef enum kind {
    SELECT_ROW,
    SELECT_RANGE, /* both columns */
    SELECT_LOCK,
    UPDATE_ROW, /* returns the other column */
    UPDATE_BOTH,
    INSERT_ROW,
    UPSERT, /* INSERT … ON CONFLICT DO UPDATE of one column, returns the other */
    KINDS
} kind;

typedef struct statement {
    kind kind;
    int row, last_row; /* range */
    int column;        /* 1, 2 */
} statement;

typedef struct transaction {
    level level;
    int count;
    statement statements[STATEMENTS];
    bool rolls_back;
    /* What happened. Reads of what it has written itself are checked and left out. */
    bool committed;
    int read_count;
    ip_history_read reads[READS];
    bool wrote[OBJECTS];
    long value[OBJECTS]; /* last written */
    const char *fault;   /* what no server may do: a value that no transaction wrote … */
    /* Values read, with the reader's read: whose they are is known once all have ended. */
    long values[READS];
} transaction;

typedef struct client {
    int sessions, rows; /* rows: how many keys; the first of them are there at the beginning */
    int present;
    int counts[SESSIONS];
    transaction transactions[MOST]; /* [1 + session * TRANSACTIONS + index] */
} client;

uint64_t record_random_next(uint64_t *state);
int record_random_below(uint64_t *state, int limit);

/* mixed: each transaction at a level of its own up to the given one. */
void client_draw(client *c, level level, bool mixed, uint64_t *random);
/* false: the connections are of no use any more; what was said on standard error. */
bool client_run(client *c, PGconn *const *connections, uint64_t *random);
/* Fills the history; aborted transactions keep their reads unless they ran at serializable. NULL, or what no
 * level allows: a value of an aborted transaction, or a value that its writer overwrote itself. */
const char *client_history(client *c, ip_history *history);
void client_print(const client *c, FILE *out);

#endif
