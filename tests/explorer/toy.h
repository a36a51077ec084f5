/* Clients over numbered objects, 0 at first, for tests of the algorithm without SQL. Written down by random.c, run by
 * toy_runner.c for the explorer and, separately, by brute.c. */
#ifndef TOY_H
#define TOY_H

#include <stdbool.h>

enum { TOY_OPS = 12, TOY_TRANSACTIONS = 10, TOY_OBJECTS = 8, TOY_READS = 32 };

typedef enum toy_kind {
    TOY_READ,  /* last = object */
    TOY_WRITE, /* object = value */
    TOY_ADD,   /* object = last + value */
    TOY_SKIP,  /* the next op only if last == value */
    TOY_ABORT,
    TOY_SAVEPOINT, /* one at a time */
    TOY_ROLLBACK,  /* to the savepoint */
    TOY_SCAN       /* last = sum of all objects from object on, in one statement */
} toy_kind;

typedef struct toy_op {
    toy_kind kind;
    int object, value;
} toy_op;

typedef struct toy_transaction {
    int session, op_count;
    toy_op ops[TOY_OPS];
} toy_transaction;

typedef struct toy_client {
    int count, objects, objects_per_row; /* transactions, session by session */
    toy_transaction transactions[TOY_TRANSACTIONS];
} toy_client;

typedef struct toy_read {
    int object, from, step;
} toy_read;

typedef struct toy_history {
    bool aborted[TOY_TRANSACTIONS + 1];
    int read_count[TOY_TRANSACTIONS + 1];
    toy_read reads[TOY_TRANSACTIONS + 1][TOY_READS];
} toy_history;

/* One line, equal for equal histories. */
void toy_describe(const toy_client *client, const toy_history *history, char *text);
enum { TOY_TEXT = 8192 };

typedef struct toy_set {
    char **texts;
    int count, capacity;
} toy_set;

void toy_set_add(toy_set *set, const char *text);
void toy_set_sort(toy_set *set);
void toy_set_free(toy_set *set);

/* brute.c: every history of the client in which so ∪ wr is acyclic and that the level allows; levels per transaction.
 * Levels: "true", "read-committed", "read-atomic", "causal", "prefix", "snapshot-isolation", "serializability". */
void brute_force(const toy_client *client, const char *const *levels, toy_set *set);

/* large: of 4 or 5 transactions instead of 2 to 4. */
void toy_random(toy_client *client, bool large, unsigned long *seed);
unsigned toy_draw(unsigned long *seed, unsigned below);
void toy_print(const toy_client *client);

#endif
