/* A database in memory: the tables of a schema on a store. It runs SQL and returns rows. Transactions run one at a
 * time. */
#ifndef IP_SERVER_DATABASE_H
#define IP_SERVER_DATABASE_H

#include "code/code_text.h"
#include "engine/engine.h"
#include "interpreter/run/session.h"
#include "store/store.h"

typedef struct ip_served_schema
    ip_served_schema; /* definitions of the input files; any number of databases may start from it */
typedef struct ip_served ip_served;

/* Reads files with definitions and with statements that insert the initial rows. Returns NULL after reporting an error.
 */
ip_served_schema *ip_served_schema_read(ip_arena *arena, const ip_source *const *files, int count,
                                        ip_diagnostics *diagnostics);

/* Creates a database with the initial rows. Release it with ip_served_free. Returns NULL after reporting an error. */
ip_served *ip_served_new(ip_served_schema *schema, const ip_level *level, uint64_t seed, ip_diagnostics *diagnostics);
/* Creates a database whose level belongs to an engine: transactions are interleaved statement by statement and take
 * that engine's locks. The store stays empty, and the engine does what is declared below for transactions. */
ip_served *ip_served_new_interleaved(ip_served_schema *schema, const ip_level *level, ip_diagnostics *diagnostics);
/* The same without rows, and with what clients have defined. */
ip_served *ip_served_new_interleaved_empty(ip_served_schema *schema, const ip_level *level,
                                           ip_diagnostics *diagnostics);
ip_db *ip_served_engine(const ip_served *served); /* NULL if the database uses the store */
/* The callback gets each notification of a transaction after its commit. */
void ip_served_when_notified(ip_served *served, void (*notified)(void *data, const char *channel, const char *payload),
                             void *data);
void ip_served_free(ip_served *served); /* served may be NULL */
ip_store *ip_served_store(ip_served *served);
/* Passes each line of the history to the callback when a transaction ends. */
void ip_served_record(ip_served *served, void (*line)(void *data, const char *text), void *data);
/* Makes everything committed visible to every session. No transaction may be running. */
void ip_served_settle(ip_served *served);
/* The callback runs before ip_served_settle, which forgets the versions that reads returned. */
void ip_served_before_settling(ip_served *served, void (*tell)(void *data, ip_served *served), void *data);
/* Returns the name of an object, as in "accounts(1).balance", allocated in the arena. */
const char *ip_served_object(const ip_served *served, ip_arena *arena, int object);

/* An error to send to the client. */
typedef struct ip_served_error {
    const char *sqlstate; /* NULL if no error */
    const char *message;
} ip_served_error;

/* Where the error is, in the text that was compiled, if it is the last that was found there; source NULL: not known. */
ip_range ip_served_place_of_error(const ip_served *served, const ip_served_error *error);

/* What the error was about, if it is that of the last run that failed; else all is NULL. It lives until another fails.
 */
ip_error_about ip_served_about_error(const ip_served *served, const ip_served_error *error);

/* Statements that write are refused from now on. */
void ip_served_set_read_only(ip_served *served, bool read_only);

/* The result of a statement. It lives until the next statement runs. */
typedef struct ip_served_result {
    ip_served_error error;
    bool has_rows;
    int width;
    long row_count; /* rows returned, or rows changed if the statement returns none */
    const char *const *names;
    const ip_sqltype *types;
    const ip_datum *values;
    const char *verb; /* of the command tag, as in "SELECT" or "INSERT 0" */
    const struct ip_code *code;
} ip_served_result;

void ip_served_call(ip_served *served, const char *database); /* names the database unless it has a name */
/* Releases what statements have left in memory, if that is a lot. Call between messages, when no COPY is going on. */
void ip_served_tidy(ip_served *served);
/* Returns the number of the current schema. Each schema has a number of its own. */
unsigned long ip_served_edition(const ip_served *served);
/* The result of a definition. tag is the command tag. skipped: IF EXISTS, IF NOT EXISTS, and nothing was done. */
typedef struct ip_served_defined {
    ip_served_error error;
    const char *tag;
    bool skipped, changed; /* changed: the database is another one now */
} ip_served_defined;
ip_served_defined ip_served_define(ip_served *served, const char *text);
/* The error of ANALYZE or VACUUM, which do nothing here. */
ip_served_error ip_served_idles(ip_served *served, const char *text);

/* Where names are looked for in the texts that follow: as in SET search_path = path; NULL for the default. exact: also
 * names that only one schema has. */
void ip_served_look_along(ip_served *served, const char *path, bool exact);
const char *ip_served_path(const ip_served *served); /* NULL for the default */
struct ip_listed_materialized;
struct ip_listed_materialized ip_served_materialized(const ip_served *served, ip_arena *arena, const char *name);
#define IP_FILLING "isoproof fills it" /* a comment: no client sends this text, for which the code is kept */
void ip_served_fill(ip_served *served, const char *table); /* statements may change it until the next call; or NULL */
bool ip_served_has_schema(const ip_served *served, const char *name);
bool ip_served_has_table(const ip_served *served, const char *name); /* by its name with schema */
const char *ip_served_verb(const ip_code *code);
bool ip_served_locks_table(const ip_code *code); /* LOCK TABLE */
/* Compiles one statement. The code is kept by text and shared with other databases of the schema. Returns NULL and sets
 * *error if the text cannot be compiled. */
const ip_code *ip_served_compile(ip_served *served, const char *text, ip_served_error *error);
/* Returns which of the client's values the parameter takes, counted from 1. */
int ip_served_parameter_number(const ip_code *code, int parameter);
/* Returns the client's values as arguments for the code's parameters, allocated in the arena. */
const ip_datum *ip_served_arguments(ip_arena *arena, const ip_code *code, const ip_datum *values, int count);

/* isolation is an engine's name of a level, and has an effect if the database's level belongs to that engine. NULL for
 * the database's level. Returns the number of the transaction. */
long ip_served_begin(ip_served *served, int session, ip_store_policy policy, const char *isolation);
/* arguments has one value for each parameter of the code. */
ip_served_result ip_served_run(ip_served *served, const ip_code *code, const ip_datum *arguments);
/* What the transaction has drawn from sequences; and the session's transactions before, after ip_served_begin. */
struct ip_sequence *ip_served_drawn(const ip_served *served, ip_arena *arena);
void ip_served_drew(ip_served *served, const struct ip_sequence *drawn);
void ip_served_keep_result(ip_served *served); /* it lives until the next transaction begins */
ip_served_result ip_served_describe(ip_served *served, const ip_code *code, const ip_datum *arguments);
/* Runs deferred checks and triggers. ip_served_commit does so, too; it returns false and sets *error after a failure,
 * and the transaction is rolled back then. */
ip_served_error ip_served_finish(ip_served *served);
bool ip_served_commit(ip_served *served, ip_served_error *error);
void ip_served_abort(ip_served *served);

typedef struct ip_served_mark {
    int store, editions, restarts, sends;
    ip_session_mark session;
} ip_served_mark;
ip_served_mark ip_served_now(ip_served *served);
void ip_served_rollback_to(ip_served *served, ip_served_mark mark);

#endif
