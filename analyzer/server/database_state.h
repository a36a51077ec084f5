/* What a database consists of: for database.c, which runs statements on it, and names.c. */
#ifndef IP_SERVER_DATABASE_STATE_H
#define IP_SERVER_DATABASE_STATE_H

#include "server/database.h"

#include "catalog/sequence_rule.h"

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

/* A client's definition that still counts. */
typedef struct ip_said_definition {
    const ip_source *text;
    const char *about; /* as of ip_client_definition */
    bool makes, needs_none;
} ip_said_definition;
typedef IP_VEC(ip_said_definition) ip_said_definitions;

struct ip_served_schema {
    ip_arena *arena;
    unsigned long number;
    bool shows;             /* the catalog, as views */
    bool full;              /* of statements: for no further database */
    size_t bytes;           /* of it as it was read */
    ip_served_schema *root; /* what the files alone say */
    ip_said_definitions said;
    int users;                        /* editions of databases */
    IP_VEC(ip_served_schema *) later; /* root: with what clients have said, kept for others who say the same */
    unsigned long schemas;            /* root: numbers given */
    IP_VEC(const ip_source *) files;  /* root */
    ip_workload *workload;
    const ip_code *setup;
    int width;                       /* objects of a row: presence and the columns of the widest table */
    IP_VEC(const ip_level *) levels; /* of the engine whose level was asked for first */
    compiled *texts[BUCKETS];        /* for all databases that begin with it: a test's runs send the same ones */
};

typedef struct noted {
    IP_VEC(const char *) texts;
} noted;

/* The database as some definitions leave it. */
typedef struct ip_edition {
    ip_arena *arena; /* of its rows */
    ip_served_schema *schema;
    ip_rows *rows;
    ip_interpreter *interpreter;
    int groups; /* the store's group of the first table; the others follow */
    IP_VEC(drawn) sequences;
} ip_edition;

struct ip_served {
    ip_arena *arena;
    void (*before_settling)(void *data, ip_served *served);
    void *before_settling_data;
    const char *database_name; /* NULL: no client has come */
    ip_served_schema *schema;
    const ip_level *level;
    const ip_level *running; /* the transaction's */
    ip_store *store;
    ip_db *engine; /* NULL: the store is used */
    ip_interpreter *interpreter;
    ip_database database;
    ip_rows *rows;
    int met;                   /* rows that the store knows of */
    ip_edition now;            /* schema, rows, interpreter: its own */
    IP_VEC(ip_edition) before; /* the running transaction has defined something since */
    IP_VEC(drawn) restarted;   /* by the running transaction, as they were before */
    int width;                 /* of the store's rows: of the widest table that has been there */
    int groups;                /* given so far */
    IP_VEC(int) found;         /* rows, by checks of keys */
    long changed;              /* by the statement */
    bool emptied;              /* by the transaction: TRUNCATE */
    IP_VEC(noted) notes;       /* [transaction] */
};

int ip_served_width(const ip_schema *schema);
/* sequences.c */
int64_t ip_served_draws(void *data, const ip_sequence_rule *rule, int64_t drawn_so_far);
bool ip_served_restarts(void *data, const ip_sequence_rule *rule, int64_t position, bool undone);
void ip_served_undo_restarts(ip_served *served, int count); /* all but the first so many */
/* definitions.c */
void ip_served_undo_definitions(ip_served *served, int editions); /* back to where there were so many before */
void ip_served_keep_definitions(ip_served *served);
void ip_served_show_catalog(ip_served *served); /* from now on queries can name it, if that can be done */

#endif
