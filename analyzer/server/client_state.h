/* A client's session, shared by client.c, which reads its messages, and the files that run its statements. */
#ifndef IP_SERVER_CLIENT_STATE_H
#define IP_SERVER_CLIENT_STATE_H

#include "server/client.h"
#include "server/noted.h"
#include "server/wire_values.h"
#include "workload/client_statement.h"

typedef struct ip_served_savepoint {
    const char *name;
    ip_served_mark mark;
    int listening; /* number of LISTEN and UNLISTEN before it */
    int changed;   /* number of changed settings before it */
    int read_only; /* as of the client, which it is afterwards again (xact.c, prevXactReadOnly) */
} ip_served_savepoint;

/* A temporary table. action: 'd' to drop, 'r' to empty it when a transaction commits, 'p' to preserve it. */
typedef struct ip_temporary_table {
    const char *name;
    char action;
} ip_temporary_table;

/* A setting that the running transaction has changed. */
typedef struct ip_changed_setting {
    const char *name, *before;
    bool local;
} ip_changed_setting;

typedef struct ip_served_notice {
    const char *level, *sqlstate, *text, *detail; /* "NOTICE"; detail may be NULL */
} ip_served_notice;

/* LISTEN and UNLISTEN of the running transaction. */
typedef struct ip_listening {
    const char *channel; /* NULL for all */
    bool listens;
} ip_listening;

typedef struct ip_served_setting {
    const char *name, *value;
} ip_served_setting;

/* A statement prepared by Parse or PREPARE: compiled SQL, or a statement about the session. */
typedef struct ip_served_prepared {
    ip_arena *arena;
    const char *name, *text;
    bool empty, explains; /* explains: EXPLAIN, and code is the statement's */
    ip_client_statement statement;
    unsigned long edition;   /* of the schema for which the code was compiled */
    const char *path;        /* search_path at that time; NULL for the default */
    const char *description; /* of the result's columns as reported to the client; NULL if the client has not asked */
    const ip_code *code;     /* NULL if a catalog answer or a session statement */
    IP_VEC(uint32_t) types;
} ip_served_prepared;

typedef struct ip_served_portal {
    const char *name;
    ip_served_prepared *of;
    const ip_datum *values; /* as sent by the client */
    int value_count;
    const ip_datum *arguments; /* for the code's parameters */
    unsigned long edition;
    IP_VEC(int) formats;
} ip_served_portal;

struct ip_served_client {
    ip_service *service;
    ip_served_client *next; /* of the service's clients */
    ip_arena *arena;        /* lives as long as the session */
    ip_arena *message;      /* lives until the next message */
    ip_arena *bound;        /* lives as long as the portals */
    int number, session;
    int32_t secret; /* which a request to cancel has to know */
    bool canceled;  /* such a request has come */
    bool started;
    const char *user, *database;
    bool in_block, failed, running;            /* running: the session has the running transaction */
    const char *isolation, *default_isolation; /* as set by the client; NULL if not set */
    int read_only;                             /* the transaction: 1 READ ONLY, 0 READ WRITE, -1 if not set */
    const char *query;     /* text of the message, or of the prepared statement, that is answered; NULL: none */
    size_t query_at;       /* where its current statement begins */
    const char *asked;     /* first value of the portal that runs; NULL: none */
    ip_store_policy reads; /* SET isoproof.reads; IP_STORE_UNIFORM for the service's policy */
    bool at_once;          /* SET isoproof.pauses = off */
    bool skips;            /* after an error, until the next Sync */
    bool several;          /* the message has several statements: they are a block */
    bool implicit;         /* messages of the extended protocol have begun a transaction */
    ip_db_session *engine; /* see interleaved.c; NULL if the database uses the store */
    ip_arena *sending;     /* holds the message that the engine is running */
    bool sent, waits, was_failed;
    bool sets;               /* the message that the engine is running has a SET */
    struct ip_copy *copying; /* the COPY … FROM STDIN that receives data; NULL if none */
    ip_arena *drawn_arena;
    struct ip_sequence *drawn;       /* by its transactions so far; NULL if it has not drawn a number */
    int skipped;                     /* results of statements that the client itself has not sent */
    int notices;                     /* of the engine's, sent so far */
    IP_VEC(ip_served_notice) raised; /* by the statement that runs; lives in message */
    IP_VEC(ip_served_savepoint) savepoints;
    IP_VEC(ip_served_setting) settings;
    IP_VEC(ip_changed_setting) changed;
    IP_VEC(ip_temporary_table) temporary;               /* some may have been dropped since */
    IP_VEC(ip_served_prepared *) prepared, deallocated; /* deallocated: portals still use them */
    IP_VEC(ip_served_portal *) portals;
    IP_VEC(struct ip_held_cursor *) held;
    IP_VEC(const char *) channels; /* to which it listens */
    IP_VEC(ip_listening) listening;
    struct ip_notification *notifications; /* that it has not been sent yet */
};

/* An answer to a catalog query that drivers send when they connect. */
typedef struct ip_catalog_answer {
    int width, count; /* number of columns and rows */
    const char *const *names;
    const char *const *values; /* row by row; NULL for null */
    const uint32_t *types;     /* [width]; NULL if all columns are texts */
    uint32_t parameter;        /* type of the query's parameter; 0 if it has none.  */
} ip_catalog_answer;

/* Defined in catalog.c. Returns NULL if the text is not such a query. */
const ip_catalog_answer *ip_served_catalog_answer_to(ip_served_client *client, const char *text);
/* origins.c: 0: of none */
typedef struct ip_served_origin {
    uint32_t table;
    int number;
} ip_served_origin;
ip_served_origin ip_served_origin_of(ip_arena *arena, const ip_code *code, int column);
bool ip_served_has_iso_intervals(const ip_served_client *client); /* answers.c: IntervalStyle is iso_8601 */
bool ip_served_setting_is_on(const char *value);                  /* settings.c */
double ip_served_setting_milliseconds(const char *value);         /* setting_rules.c: of "500", "5s"; 0 for NULL */
const char *ip_served_setting_of(const ip_served_client *client, const char *name); /* NULL if unknown */

/* Defined in introspected.c. */
const ip_catalog_answer *ip_served_introspected(ip_served_client *client);

/* Defined in session_calls.c. */
const char *ip_served_client_about(void *client, const char *what, int index); /* see ip_database.about_session */

/* Defined in prepared.c. */
ip_served_prepared *ip_served_prepared_new(const char *name, const char *text);
/* Takes ownership: adds the statement to the session, or frees it after an error. */
ip_served_error ip_served_prepared_add(ip_served_client *client, ip_served_prepared *prepared);
ip_served_prepared *ip_served_prepared_named(const ip_served_client *client, const char *name); /* NULL if unknown */
bool ip_served_prepared_forget(ip_served_client *client,
                               const char *name); /* name NULL for all; returns false if unknown */
/* The error for a prepared statement whose result columns have changed. Drivers react by preparing the statement again.
 */
#define IP_PLAN_CHANGED "cached plan must not change result type"
/* Records the result columns that are reported to the client. */
void ip_served_prepared_describe(ip_served_prepared *prepared, const ip_served_result *result);
/* Compiles the statement again if the schema has changed. Returns an error if that is no longer possible. */
ip_served_error ip_served_prepared_renew(ip_served_client *client, ip_served_prepared *prepared);
void ip_served_prepared_free_deallocated(ip_served_client *client); /* call when no portal is open */
int ip_served_prepared_parameter_count(const ip_served_prepared *prepared);
ip_served_error ip_served_prepared_missing(ip_served_client *client, const char *name);
ip_served_error ip_served_prepared_prepare(ip_served_client *client, const ip_client_statement *statement);
/* Returns the code that EXECUTE runs, and its arguments, allocated in the arena. Returns NULL after an error. */
const ip_code *ip_served_prepared_execute(ip_served_client *client, const ip_client_statement *statement,
                                          ip_arena *arena, const ip_datum **arguments, ip_served_error *error);

/* Defined in copying.c. */
bool ip_served_copying_begins(const ip_served_client *client, const ip_client_statements *list);
/* Run a simple query that is a COPY, and handle messages while client->copying is set. */
ip_client_answer ip_served_copying_query(ip_served_client *client, const char *text, ip_writing *out);
ip_client_answer ip_served_copying_says(ip_served_client *client, const ip_frame *frame, ip_writing *out);
void ip_served_copying_end(ip_served_client *client);

/* Defined in statements.c. */
/* Tells whether the interpreter runs the statement. */
bool ip_served_is_sql(ip_served_client *client, const ip_client_statement *statement, const char *text);
/* Tells whether the client must have the running transaction before the statement can run. */
bool ip_served_needs_turn(ip_served_client *client, const ip_client_statement *statement, const char *text);
/* Ends a transaction that began without BEGIN. */
ip_served_error ip_served_end_implicit(ip_served_client *client);
const char *ip_served_tag(ip_arena *arena, const char *verb, long count); /* as in "UPDATE 1" */
void ip_served_fail(ip_served_client *client); /* fails the transaction block, or rolls back */
typedef struct ip_served_answer {
    ip_served_error error;
    ip_error_about about; /* the error, of an engine; of others see ip_served_about_error */
    const char *warning;
    const char *tag;
    bool skipped; /* a definition with IF NOT EXISTS or IF EXISTS, and nothing was done */
    const ip_catalog_answer *catalog;
    ip_served_result result; /* for SQL only */
    bool is_sql;
} ip_served_answer;
/* code may be NULL: it is compiled then. arguments belong to the code. last: the message
 * has no further statement. */
ip_served_answer ip_served_statement(ip_served_client *client, const ip_client_statement *statement, const char *text,
                                     const ip_code *code, const ip_datum *arguments, bool last);
ip_served_answer ip_served_code(ip_served_client *client, const char *text, const ip_code *code,
                                const ip_datum *arguments);                   /* the same of compiled SQL */
ip_served_answer ip_served_query(ip_served_client *client, const char *text); /* runs SQL in the client's transaction */
void ip_served_leave(ip_served_client *client);                               /* rolls back the client's transaction */

/* Defined in answers.c. */
typedef struct ip_answering {
    ip_served_client *client;
    ip_writing *out;
} ip_answering;
bool ip_served_has_failed(const ip_served_client *client);
void ip_served_ready(ip_served_client *client, ip_writing *out);
/* Sends the answer's error. */
void ip_served_tell_error(ip_served_client *client, ip_writing *out, const ip_served_answer *answer);
/* Sends the error, and fails the transaction. */
void ip_served_refuse(ip_served_client *client, ip_writing *out, ip_served_error error);
bool ip_served_has_rows(const ip_served_answer *answer);
void ip_served_tell_columns(const ip_answering *a, const ip_served_answer *answer, const ip_served_portal *portal);
/* Sends the result of a statement. Returns false after an error. rows: Describe has already sent the columns. */
bool ip_served_tell(const ip_answering *a, const ip_served_answer *answer, const ip_served_portal *portal, bool rows);
void ip_served_tell_notices(const ip_answering *a); /* of an engine */

/* Defined in extended.c: handles Parse, Bind, Describe, Execute, Close or Sync. */
ip_client_answer ip_served_extended_says(const ip_answering *a, const ip_frame *frame);

/* Defined in held.c: DECLARE … WITH HOLD, and statements that use such a cursor. */
bool ip_served_held_takes(ip_served_client *client, const char *text);
ip_served_answer ip_served_held_run(ip_served_client *client, const char *text);
bool ip_served_held_describe(ip_served_client *client, const char *text,
                             ip_served_result *result); /* returns false if the text is no FETCH from such a cursor */
void ip_served_held_commit(ip_served_client *client);
void ip_served_held_end(ip_served_client *client,
                        bool all); /* all: otherwise those that the rolled back transaction declared */

/* Defined in notifications.c. */
bool ip_served_listening_takes(const char *text); /* LISTEN, UNLISTEN */
ip_served_answer ip_served_listening_run(ip_served_client *client, const char *text);
void ip_served_listening_commit(ip_served_client *client);
void ip_served_listening_end(ip_served_client *client); /* listens to nothing any more */
ip_served_answer ip_served_notify_run(ip_served_client *client, const char *text);

/* Defined in temporary.c. */
typedef struct ip_temporary_definition {
    const char *name, *text; /* text creates the table in the client's schema */
    char action;
    bool refers; /* has a foreign key */
} ip_temporary_definition;
void ip_served_temporary_look_along(
    ip_served_client *client); /* call when search_path has changed, or another client is next */
/* Of the schemas in which the client's names are looked for, those of search_path; NULL after the last. */
const char *ip_served_temporary_schema_at(ip_served_client *client, int index);
const char *ip_served_temporary_names(ip_served_client *client, const char *text);
/* Returns false if the text is no CREATE TEMPORARY TABLE. */
bool ip_served_temporary_create(ip_served_client *client, const char *text, ip_temporary_definition *to);
void ip_served_temporary_created(ip_served_client *client, const ip_temporary_definition *definition);
ip_served_error ip_served_temporary_commit(ip_served_client *client); /* ON COMMIT */
void ip_served_temporary_end(ip_served_client *client);               /* drops all */
void ip_served_temporary_sweep(ip_service *service);                  /* drops those of clients that have left */

/* Defined in settings.c. */
/* setting_rules.c: a server has the setting, or it is one with a dot, which clients may make up. */
bool ip_served_setting_exists(const char *name);
const char *ip_served_setting_name(const char *name);  /* as the server writes it */
const char *ip_served_setting_usual(const char *name); /* what a new server shows; NULL if that is not known */
/* Can it be set to this now? *shown: how the value is shown. value: NULL: to its default. */
ip_served_error ip_served_setting_checked(const ip_served_client *client, const char *name, const char *value,
                                          const char **shown);
ip_served_error ip_served_setting_put(ip_served_client *client, const char *name, const char *value, bool local);
void ip_served_settings_reset(ip_served_client *client); /* RESET ALL */
void ip_served_settings_undo(ip_served_client *client,
                             int count); /* keeps the first count of the transaction's changes */
void ip_served_settings_commit(ip_served_client *client);
ip_served_error ip_served_settings_of_options(ip_served_client *client, const char *options); /* "-c name=value …" */
ip_served_answer ip_served_setting_set(ip_served_client *client, const ip_client_statement *s);
/* SET TRANSACTION. isolation: NULL if not given; read_only: as in ip_client_statement. */
ip_served_answer ip_served_setting_modes(ip_served_client *client, const char *isolation, int read_only);
bool ip_served_setting_is_read_only(const ip_served_client *client); /* of the transaction */
ip_served_answer ip_served_setting_show(ip_served_client *client, const char *name);

ip_served_answer ip_served_definition(ip_served_client *client, const char *text); /* CREATE, ALTER, DROP */
/* Defined in created_as.c: CREATE TABLE … AS, SELECT … INTO. */
typedef struct ip_copied_rows {
    int width;
    long count;
    const ip_datum *values; /* texts, which every type reads */
} ip_copied_rows;
ip_copied_rows ip_served_result_rows(ip_arena *arena, const ip_served_result *result);
ip_served_error ip_served_insert_rows(ip_served_client *client, const char *table, const ip_copied_rows *rows);
bool ip_served_created_as_takes(ip_served_client *client, const char *text);
ip_served_answer ip_served_created_as_run(ip_served_client *client, const char *text);

/* Defined in refreshed.c: REFRESH MATERIALIZED VIEW. */
bool ip_served_refreshed_takes(const char *text);
ip_served_answer ip_served_refreshed_run(ip_served_client *client, const char *text);

/* Defined in explained.c. */
bool ip_served_explained_takes(const char *text); /* EXPLAIN */
const char *ip_served_explained_statement(ip_arena *arena, const char *text);
const ip_catalog_answer *ip_served_explained_columns(ip_arena *arena, const char *text);
ip_served_answer ip_served_explained_run(ip_served_client *client, const char *text, const ip_code *code,
                                         const ip_datum *arguments);

/* Defined in interleaved.c: statements of a session of an engine. */
typedef struct ip_interleaved {
    ip_client_statements statements;
    const char *const *texts;         /* [statement] */
    const ip_code *const *codes;      /* [statement] NULL entries are compiled; NULL if all are */
    const ip_datum *const *arguments; /* [statement]; NULL if no statement has arguments */
    bool extended;                    /* a transaction without BEGIN ends at Sync */
} ip_interleaved;
typedef IP_VEC(ip_served_answer) ip_served_answers;
void ip_served_interleaved_connect(ip_served_client *client);
/* Returns false if the client has to wait: call again with the same statements. Otherwise adds an answer for each
 * statement up to the first error. */
bool ip_served_interleaved_run(ip_served_client *client, const ip_interleaved *given, ip_served_answers *answers);
bool ip_served_interleaved_sync(ip_served_client *client, ip_served_answers *answers); /* likewise at Sync */
void ip_served_interleaved_fail(ip_served_client *client); /* reports an error that the engine has not raised */

#endif
