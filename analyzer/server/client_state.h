/* A client's session: what client.c, which reads its messages, and statements.c, which runs them, share. */
#ifndef IP_SERVER_CLIENT_STATE_H
#define IP_SERVER_CLIENT_STATE_H

#include "server/client.h"
#include "server/types.h"
#include "workload/client_statement.h"

typedef struct ip_served_savepoint {
    const char *name;
    ip_served_mark mark;
} ip_served_savepoint;

typedef struct ip_served_setting {
    const char *name, *value;
} ip_served_setting;

/* Parse and PREPARE: a text that has been compiled, or is the session's own affair. */
typedef struct ip_served_prepared {
    ip_arena *arena;
    const char *name, *text;
    bool empty;
    ip_client_statement statement;
    unsigned long edition;   /* of the schema that it is compiled for */
    const char *description; /* of its result, as reported to the client; NULL: it has not asked */
    const ip_code *code;     /* SQL; NULL: an answer of the catalog's, or no SQL */
    IP_VEC(uint32_t) types;
} ip_served_prepared;

typedef struct ip_served_portal {
    const char *name;
    ip_served_prepared *of;
    const ip_datum *values; /* of the client */
    int value_count;
    const ip_datum *arguments; /* of the code */
    unsigned long edition;
    IP_VEC(int) formats;
} ip_served_portal;

struct ip_served_client {
    ip_service *service;
    ip_arena *arena;   /* of the session */
    ip_arena *message; /* of a message */
    ip_arena *bound;   /* of portals */
    int number, session;
    bool started;
    const char *user, *database;
    bool in_block, failed, running;            /* running: the transaction that runs is its */
    const char *isolation, *default_isolation; /* that the client has asked for; NULL */
    ip_store_policy reads;                     /* SET isoproof.reads; IP_STORE_UNIFORM: as the service has it */
    bool skips;                                /* to the next Sync, after an error */
    bool implicit;                             /* messages of the extended protocol have begun a transaction */
    ip_db_session *engine;                     /* interleaved.c; NULL: a session of the store */
    ip_arena *sending;                         /* what the engine has been sent, until it is through */
    bool sent, waits, was_failed;
    struct ip_copy *copying; /* COPY … FROM STDIN, whose data comes; NULL */
    int skipped;             /* results of statements that the client has not given */
    int notices;             /* sent so far */
    IP_VEC(ip_served_savepoint) savepoints;
    IP_VEC(ip_served_setting) settings;
    IP_VEC(ip_served_prepared *) prepared, gone; /* gone: deallocated, but portals may still use them */
    IP_VEC(ip_served_portal *) portals;
    IP_VEC(struct ip_held_cursor *) held;
};

/* An answer to what drivers ask the catalog when they connect. */
typedef struct ip_catalog_answer {
    int width, count; /* columns, rows */
    const char *const *names;
    const char *const *values; /* texts; NULL: null */
    const uint32_t *types;     /* [width]; NULL: all are texts */
    uint32_t parameter; /* the type of the question's one; 0: it has none. The answer has all that it might ask for */
} ip_catalog_answer;

/* catalog.c: NULL: it is no such question. */
const ip_catalog_answer *ip_catalog_answer_to(ip_served_client *client, const char *text);
const char *ip_served_setting_of(const ip_served_client *client,
                                 const char *name); /* NULL: there is none of that name */

/* prepared.c */
ip_served_prepared *ip_prepared_new(const char *name, const char *text);
/* Adds it, or frees it. */
ip_served_error ip_prepared_add(ip_served_client *client, ip_served_prepared *prepared);
ip_served_prepared *ip_prepared_named(const ip_served_client *client, const char *name); /* NULL: there is none */
bool ip_prepared_forget(ip_served_client *client, const char *name); /* NULL: all. false: there was none */
/* The error of a prepared statement whose result has other columns by now: drivers prepare it again. */
#define IP_PLAN_CHANGED "cached plan must not change result type"
/* This result is reported to the client. */
void ip_prepared_describe(ip_served_prepared *prepared, const ip_served_result *result);
/* Again, if the schema is another one by now; an error if nothing can be made of it any more. */
ip_served_error ip_prepared_renew(ip_served_client *client, ip_served_prepared *prepared);
void ip_prepared_free_gone(ip_served_client *client); /* once no portal is there */
int ip_prepared_parameter_count(const ip_served_prepared *prepared);
ip_served_error ip_prepared_missing(ip_served_client *client, const char *name);
ip_served_error ip_prepared_prepare(ip_served_client *client, const ip_client_statement *statement);
/* The code that EXECUTE runs, with its arguments. NULL after an error. */
const ip_code *ip_prepared_execute(ip_served_client *client, const ip_client_statement *statement, ip_arena *arena,
                                   const ip_datum **arguments, ip_served_error *error);

/* client.c */
bool ip_served_has_failed(const ip_served_client *client);
void ip_served_ready(ip_served_client *client, ip_writing *out);
/* The error, and what it undoes. */
void ip_served_refuse(ip_served_client *client, ip_writing *out, ip_served_error error);

/* copying.c */
bool ip_copying_begins(const ip_served_client *client, const ip_client_statements *list);
/* Of a simple query that is COPY; and what comes while client->copying. */
ip_client_answer ip_copying_query(ip_served_client *client, const char *text, ip_writing *out);
ip_client_answer ip_copying_says(ip_served_client *client, const ip_frame *frame, ip_writing *out);
void ip_copying_end(ip_served_client *client);

/* statements.c */
/* Is it for the interpreter? */
bool ip_served_is_sql(ip_served_client *client, const ip_client_statement *statement, const char *text);
/* Does it need to be the one whose transaction runs? */
bool ip_served_needs_turn(ip_served_client *client, const ip_client_statement *statement, const char *text);
/* Ends what has begun without BEGIN. */
ip_served_error ip_served_end_implicit(ip_served_client *client);
const char *ip_served_tag(ip_arena *arena, const char *verb, long count); /* "UPDATE 1" */
void ip_served_fail(ip_served_client *client);                            /* an error: what it undoes */
typedef struct ip_served_answer {
    ip_served_error error;
    const char *warning, *notice;
    const char *tag;
    const ip_catalog_answer *catalog;
    ip_served_result result; /* of SQL */
    bool is_sql;
} ip_served_answer;
/* code: of SQL; NULL: to be compiled. arguments: of code. last: nothing follows in the message. */
ip_served_answer ip_served_statement(ip_served_client *client, const ip_client_statement *statement, const char *text,
                                     const ip_code *code, const ip_datum *arguments, bool last);
ip_served_answer ip_served_query(ip_served_client *client, const char *text); /* SQL, in its transaction */
void ip_served_leave(ip_served_client *client);                               /* its transaction is rolled back */

/* held.c: DECLARE … WITH HOLD, and what is about such a cursor. */
bool ip_held_takes(ip_served_client *client, const char *text);
ip_served_answer ip_held_run(ip_served_client *client, const char *text);
bool ip_held_describe(ip_served_client *client, const char *text,
                      ip_served_result *result); /* false: no FETCH of one */
void ip_held_commit(ip_served_client *client);
void ip_held_end(ip_served_client *client, bool all); /* else those of the transaction that is rolled back */

/* interleaved.c: the same for a session of an engine. */
typedef struct ip_interleaved {
    ip_client_statements statements;
    const char *const *texts;         /* [statement] */
    const ip_code *const *codes;      /* [statement]; NULL: to be compiled */
    const ip_datum *const *arguments; /* [statement]; NULL: none of them has any */
    bool extended;                    /* what has begun without BEGIN ends at Sync */
} ip_interleaved;
typedef IP_VEC(ip_served_answer) ip_served_answers;
void ip_interleaved_connect(ip_served_client *client);
/* false: it has to wait; then it is to be called again with the same. answers: up to the first error. */
bool ip_interleaved_run(ip_served_client *client, const ip_interleaved *given, ip_served_answers *answers);
bool ip_interleaved_sync(ip_served_client *client, ip_served_answers *answers); /* the same, at Sync */
void ip_interleaved_fail(ip_served_client *client);                             /* an error outside of the engine */

#endif
