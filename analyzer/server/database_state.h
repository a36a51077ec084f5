/* The data of a database, shared by database.c and the other files that work on it. */
#ifndef IP_SERVER_DATABASE_STATE_H
#define IP_SERVER_DATABASE_STATE_H

#include "server/database.h"
#include "server/era.h"
#include "server/noted.h"

#include "catalog/sequence_rule.h"

/* How many numbers a sequence has given. Numbers are not transactional. */
typedef struct drawn {
    const char *name;
    int64_t count;
} drawn;

typedef struct compiled {
    struct compiled *next;
    const char *text;
    const char *path; /* and `exact`: ip_served.path, .path_exact when it was compiled */
    bool exact;
    const ip_code *code;
} compiled;

enum { BUCKETS = 1024 };

/* A definition that a client has sent and that is still in force. */
typedef struct ip_said_definition {
    const ip_source *text;
    const char *about; /* see ip_client_definition */
    bool makes, needs_none;
} ip_said_definition;
typedef IP_VEC(ip_said_definition) ip_said_definitions;

struct ip_served_schema {
    ip_arena *arena;
    unsigned long number;
    bool shows;             /* includes views of the catalog */
    bool full;              /* full of compiled code: no further database may use it */
    size_t bytes;           /* size after it was read */
    ip_served_schema *root; /* the schema that the input files define */
    ip_said_definitions said;
    int users; /* number of editions that use it */
    IP_VEC(ip_served_schema *)
    later; /* root only: schemas with clients' definitions, shared by databases with the same definitions */
    unsigned long schemas;           /* root only: numbers assigned so far */
    IP_VEC(const ip_source *) files; /* root only */
    ip_workload *workload;
    const ip_code *setup;
    int width;                              /* objects a row: its existence and the columns of the widest table */
    IP_VEC(const char *) created_elsewhere; /* of the first schema: statements that create what no schema keeps */
    IP_VEC(const ip_level *) levels;        /* of the engine whose level was asked for first */
    compiled *texts[BUCKETS]; /* shared by all databases of the schema, as the runs of a test send the same texts */
};

/* A notification that the running transaction sends if it commits. */
typedef struct ip_sending {
    const char *channel, *payload;
} ip_sending;

/* The state at the begin of a PL/pgSQL block with handlers. */
typedef struct ip_block_mark {
    int store, sends;
} ip_block_mark;

/* A version of the database between two definitions. */
typedef struct ip_edition {
    ip_arena *arena; /* of the rows */
    ip_served_schema *schema;
    ip_rows *rows;
    ip_interpreter *interpreter;
    int groups; /* number of the first table's group in the store; the other tables follow */
    IP_VEC(drawn) sequences;
} ip_edition;

/* See era.h. */
typedef struct ip_era {
    ip_arena *arena;          /* NULL: it begins with what the files define */
    long first;               /* number of its first transaction */
    long end;                 /* number of the first transaction after it; 0: it goes on */
    bool defines;             /* a definition has ended it, so that its rows may no longer be there */
    ip_served_schema *schema; /* counts among the users; NULL with the arena */
    IP_VEC(ip_era_rows) rows; /* of each table */
    IP_VEC(drawn) sequences;
} ip_era;

/* What code that runs asks of its session, and RAISE sends to its client (interpreter.h); data is passed on. */
typedef struct ip_asked_session {
    const char *(*setting)(void *data, const char *name);
    ip_setting_error (*configures)(void *data, const char *name, const char *value, bool local);
    const char *(*about)(void *data, const char *what, int index);
    void (*notice)(void *data, const char *level, const char *text, const char *detail); /* detail may be NULL */
    void *data;
} ip_asked_session;

struct ip_served {
    ip_arena *arena;
    void (*before_settling)(void *data, ip_served *served);
    void *before_settling_data;
    const char *path; /* see ip_served_look_along */
    bool path_exact;
    ip_arena *path_arena;
    const char *database_name; /* NULL before the first client */
    ip_served_schema *schema;
    const ip_level *level;
    const ip_level *running; /* level of the running transaction */
    ip_store *store;
    ip_db *engine; /* NULL if the store is used */
    ip_interpreter *interpreter;
    ip_database database;
    ip_rows *rows;
    int met;                            /* number of rows that the store knows */
    ip_edition now;                     /* owns its schema, rows and interpreter */
    IP_VEC(ip_edition) before;          /* editions before the running transaction's definitions */
    IP_VEC(drawn) restarted;            /* sequences restarted by the running transaction, as they were before */
    int width;                          /* objects a row in the store: of the widest table so far */
    int groups;                         /* group numbers assigned so far */
    IP_VEC(int) found;                  /* rows found by checks of keys */
    long changed;                       /* by the current statement */
    bool emptied;                       /* the running transaction has executed TRUNCATE */
    IP_VEC(ip_noted_transaction) notes; /* [transaction] */
    IP_VEC(drawn) drawn_by_files;       /* what sequences have given before there were clients */
    ip_era era;
    long last;          /* number of the transaction that was begun last */
    bool keeps_answers; /* notes what clients get */
    bool touched;       /* the current statement has used rows */
    ip_arena *sent;     /* of the running transaction's notifications */
    IP_VEC(ip_sending) sends;
    IP_VEC(ip_block_mark) blocks;
    void (*notified)(void *data, const char *channel, const char *payload);
    void *notified_data;
    ip_store_witness witness;       /* see ip_served_record */
    IP_VEC(const char *) row_names; /* of an engine's rows; of others where a definition has changed their table */
    IP_VEC(const char *const *) column_names; /* [row] of the table that it had; NULL where it has one */
    IP_VEC(bool) named;                       /* [object] some line has named it; of an engine's */
    ip_asked_session asked;                   /* its members are NULL before there are sessions */
    ip_arena *failure_arena;
    ip_served_error failure; /* of the last run that an error has ended, and what it was about */
    ip_error_about failure_about;
    ip_arena *place_arena;
    const char *placed; /* message of the last error of which the place is known, and the place; NULL: none */
    ip_range place;
};

/* Defined in schemas.c. */
/* Returns a schema with these definitions that is already known, or reads it. NULL after an error. */
ip_served_schema *ip_served_schema_of(ip_served *s, const ip_said_definitions *said, const char **error);
/* Reads it. catalog is the SQL of the catalog's views; NULL to leave them out. checks: the body of the function that is
 * said last may not name tables that are not there; otherwise they are looked for when it is called. */
ip_served_schema *ip_served_schema_with(ip_served_schema *root, const ip_said_definitions *said, const char *catalog,
                                        bool checks, ip_arena *messages, const char **error);

/* Defined in failures.c: see ip_served_about_error. */
void ip_served_keep_failure(ip_served *s, const ip_session_result *result);
/* What is not supported here; and an error of the server, whose place is kept. */
ip_served_error ip_served_refusal(ip_served *s, const char *message, ip_range range);
ip_served_error ip_served_error_at(ip_served *s, const char *sqlstate, const char *message, ip_range range);
/* Defined in session_calls.c. */
const char *ip_served_setting_asked(void *data, const char *name);
ip_setting_error ip_served_setting_configured(void *data, const char *name, const char *value, bool local);
const char *ip_served_session_asked(void *data, const char *what, int index);
void ip_served_notice_raised(void *data, const char *level, const char *text);
/* Defined in names.c. */
void ip_served_keep_names(ip_served *served, const ip_table *table); /* of its rows, which are no table's from now on */
void ip_served_drop_names(ip_served *served, const bool *gone);      /* [row] others get these numbers */
/* Defined in store_calls.c. */
#define IP_NO_SERIALIZATION "could not serialize access due to read/write dependencies among transactions"
ip_database ip_served_calls_of_store(ip_served *served);
void ip_served_meet(ip_served *served);        /* lets the store know the rows that are new */
void ip_served_forget_rows(ip_served *served); /* rows that everyone sees as deleted, between transactions */
/* Defined in sequences.c. */
int64_t ip_served_draws(void *data, const ip_sequence_rule *rule, int64_t drawn_so_far);
bool ip_served_restarts(void *data, const ip_sequence_rule *rule, int64_t position, bool undone);
void ip_served_undo_restarts(ip_served *served, int count); /* keeps the first count */
/* Defined in definitions.c. */
void ip_served_undo_definitions(ip_served *served,
                                int editions); /* goes back until so many earlier editions are left */
void ip_served_keep_definitions(ip_served *served);
void ip_served_show_catalog(ip_served *served); /* lets queries name the catalog, if its views can be read */
/* Reads the schema again with the catalog as views; NULL if that fails. */
ip_served_schema *ip_served_with_catalog(ip_served_schema *schema, const char *database, ip_arena *messages);

#endif
