/* A schema's tables on a store: SQL in, rows out. One transaction runs at a time. */
#ifndef IP_SERVER_DATABASE_H
#define IP_SERVER_DATABASE_H

#include "code/code_text.h"
#include "engine/engine.h"
#include "interpreter/run/session.h"
#include "store/store.h"

typedef struct ip_served_schema ip_served_schema; /* what the files say; any number of databases begin with it */
typedef struct ip_served ip_served;

/* Files with definitions and statements that set up rows. NULL after reporting what is wrong. */
ip_served_schema *ip_served_schema_read(ip_arena *arena, const ip_source *const *files, int count,
                                        ip_diagnostics *diagnostics);

/* The database as the files leave it. NULL after reporting why not. */
ip_served *ip_served_new(ip_served_schema *schema, const ip_level *level, uint64_t seed, ip_diagnostics *diagnostics);
/* At an engine's level: one whose transactions run at the same time, statement by statement, with that engine's locks.
 * Its store stays empty, and what is below about transactions is the engine's. */
ip_served *ip_served_new_interleaved(ip_served_schema *schema, const ip_level *level, ip_diagnostics *diagnostics);
ip_db *ip_served_engine(const ip_served *served); /* NULL: it has a store */
void ip_served_free(ip_served *served);           /* NULL is allowed */
ip_store *ip_served_store(ip_served *served);
/* Lines of the history are written there as transactions end. */
void ip_served_record(ip_served *served, void (*line)(void *data, const char *text), void *data);
/* From now on every session sees everything committed. No transaction is running. */
void ip_served_settle(ip_served *served);
/* Called before that: the versions that reads returned are forgotten then. */
void ip_served_before_settling(ip_served *served, void (*tell)(void *data, ip_served *served), void *data);
/* "accounts(1).balance" */
const char *ip_served_object(const ip_served *served, ip_arena *arena, int object);

/* Of the tables that the schema has made, without its schema, from index 0 on; NULL: there are no more. */
const char *ip_served_table_name(const ip_served *served, int index);

/* Notes the next statement of the running transaction, for reports; and the statements that a transaction has run, at
 * most the first few. */
void ip_served_note(ip_served *served, const char *text);
int ip_served_noted_count(const ip_served *served, long transaction);
const char *ip_served_noted(const ip_served *served, long transaction, int index);

/* An error for the client. */
typedef struct ip_served_error {
    const char *sqlstate; /* NULL: none */
    const char *message;
} ip_served_error;

/* What a statement gave; lives until the next one. */
typedef struct ip_served_result {
    ip_served_error error;
    bool has_rows;
    int width;
    long row_count; /* returned, or (without rows) changed */
    const char *const *names;
    const ip_sqltype *types;
    const ip_datum *values;
    const char *verb; /* of the command tag: "SELECT", "INSERT 0" */
} ip_served_result;

void ip_served_call(ip_served *served, const char *database); /* its name, if it has none */
/* Between messages, while no client is within one: what statements have left is forgotten once it is much. */
void ip_served_tidy(ip_served *served);
/* The schema as it is now: another number, another schema. */
unsigned long ip_served_edition(const ip_served *served);
/* A definition of a client's. tag: of the command; notice: NULL, or what there is to say. */
typedef struct ip_served_defined {
    ip_served_error error;
    const char *tag, *notice;
} ip_served_defined;
ip_served_defined ip_served_define(ip_served *served, const char *text);

const char *ip_served_verb(const ip_code *code);
/* Code of one statement, kept for the same text, also for other databases of the schema. *error is set where it is
 * none.
 */
const ip_code *ip_served_compile(ip_served *served, const char *text, ip_served_error *error);
/* Which of the client's values the parameter is, from 1. */
int ip_served_parameter_number(const ip_code *code, int parameter);
/* The client's values, for the code's parameters. */
const ip_datum *ip_served_arguments(ip_arena *arena, const ip_code *code, const ip_datum *values, int count);

/* isolation: an engine's name of a level, which counts where the database is at a level of that engine; NULL: that one.
 */
long ip_served_begin(ip_served *served, int session, ip_store_policy policy, const char *isolation);
/* arguments: one for each parameter of the code. */
ip_served_result ip_served_run(ip_served *served, const ip_code *code, const ip_datum *arguments);
ip_served_result ip_served_describe(ip_served *served, const ip_code *code, const ip_datum *arguments);
/* false: it failed, with *error, and is rolled back. */
/* What was left for the end of the transaction. */
ip_served_error ip_served_finish(ip_served *served);
bool ip_served_commit(ip_served *served, ip_served_error *error);
void ip_served_abort(ip_served *served);

typedef struct ip_served_mark {
    int store, editions, restarts;
    ip_session_mark session;
} ip_served_mark;
ip_served_mark ip_served_now(ip_served *served);
void ip_served_rollback_to(ip_served *served, ip_served_mark mark);

#endif
