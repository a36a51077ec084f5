/* What a database consists of: for database.c, which runs statements on it, and names.c. */
#ifndef IP_SERVER_DATABASE_STATE_H
#define IP_SERVER_DATABASE_STATE_H

#include "server/database.h"

/* What a sequence has given so far. Draws are outside of transactions. */
typedef struct drawn {
    const char *name;
    int64_t count;
} drawn;

typedef struct compiled {
    struct compiled *next;
    const char *text;
    const ip_code *code;
} compiled;

enum { BUCKETS = 1024, MOST_NOTED = 12, MOST_NOTED_TRANSACTIONS = 10000 };

struct ip_served_schema {
    ip_arena *arena;
    ip_workload *workload;
    const ip_code *setup;
    int width;                       /* objects of a row: presence and the columns of the widest table */
    IP_VEC(const ip_level *) levels; /* of the engine whose level was asked for first */
    compiled *texts[BUCKETS];        /* for all databases that begin with it: a test's runs send the same ones */
};

typedef struct noted {
    IP_VEC(const char *) texts;
} noted;

struct ip_served {
    ip_arena *arena;
    ip_served_schema *schema;
    const ip_level *level;
    const ip_level *running; /* the transaction's */
    ip_store *store;
    ip_db *engine; /* NULL: the store is used */
    ip_interpreter *interpreter;
    ip_database database;
    ip_rows *rows;
    int met; /* rows that the store knows of */
    IP_VEC(drawn) sequences;
    IP_VEC(int) found;   /* rows, by checks of keys */
    long changed;        /* by the statement */
    bool emptied;        /* by the transaction: TRUNCATE */
    IP_VEC(noted) notes; /* [transaction] */
};

#endif
