/* A database in memory that several sessions use at once, as PostgreSQL 15 would run them: rows in versions,
 * snapshots, locks with their queues, deadlocks, serializable's conflicts. Independent of tests, clients and the
 * axioms of levels.
 *
 * Sessions get messages: statements that are sent together. Each runs until it has to wait or has finished; nothing
 * runs in parallel, so the same calls give the same outcome. Time is simulated: it passes only by calls.
 *
 * Anything that is not modelled is refused: see ip_engine_db_refusal, after which the engine's answers are invalid. */
#ifndef IP_DB_H
#define IP_DB_H

#include "workload/client_statement.h"
#include "interpreter/interpreter.h"
#include "interpreter/value/error_about.h"
#include "interpreter/value/sqltype.h"

typedef struct ip_db ip_db;
typedef struct ip_db_session ip_db_session;

/* One statement. code: of SQL and EXECUTE; arguments: one for each parameter. */
typedef struct ip_db_statement {
    ip_client_statement given;
    const char *sqlstate, *error; /* it fails so, without being run; NULL */
    const ip_code *code;          /* of several statements: their results are not shown */
    const ip_datum *arguments;
} ip_db_statement;

typedef struct ip_db_message {
    IP_VEC(ip_db_statement) statements;
} ip_db_message;

/* The result of a statement: an error, else rows (width ≥ 0), else nothing (width -1). */
typedef struct ip_db_result {
    const char *sqlstate, *error; /* NULL: none */
    ip_error_about about;         /* of the error */
    int row_count, width;
    const char *const *names;        /* [width] */
    const char *const *const *texts; /* [row_count][width]; NULL: null */
    const ip_sqltype *types;         /* [width] */
    const ip_datum *values;          /* [row_count * width] */
    long changed;                    /* rows, by a statement that changes some */
} ip_db_result;

typedef struct ip_db_notice {
    const char *level, *text; /* "NOTICE" */
} ip_db_notice;

typedef enum ip_db_state {
    IP_DB_IDLE,  /* no message, or it is through */
    IP_DB_READY, /* would go on */
    IP_DB_WAITS, /* for a lock that another session has or wants */
    IP_DB_SLEEPS /* for a time */
} ip_db_state;

/* An empty database. Its results live until it is freed. The schema's tables are numbered from now on
 * (ip_table.numbered). */
ip_db *ip_engine_db_new(ip_schema *schema);
void ip_engine_db_free(ip_db *engine);
/* The sequence has given so many numbers. Call before sessions draw some. */
void ip_engine_db_sequence_continues(ip_db *engine, const ip_sequence_rule *rule, int64_t taken);
/* Sessions are of clients from now on: rows may come in any order that SQL allows, and anything that is not modelled is
 * an error of the statement (0A000), after which the database goes on. */
void ip_engine_db_answer_clients(ip_db *engine);
/* Once much has gathered: forgets versions and rows that no later transaction can see, if no transaction is in
 * progress; all results have been read. Nothing is forgotten where histories are watched. */
void ip_engine_db_tidy(ip_db *engine);
bool ip_engine_db_is_untidy(const ip_db *engine); /* so much has gathered that new transactions may wait for it */
/* An index without a key, on those columns; without columns: an index whose use is unknown. */
void ip_engine_db_add_index(ip_db *engine, const ip_table *table, const int *columns, int count);
/* VACUUM or ANALYZE has run: small tables are then scanned, with or without an index, but it is unknown which. */
void ip_engine_db_set_analyzed(ip_db *db);
/* Serializable depends on the server's plans. Where a plan is unknown, this is assumed. */
typedef enum ip_db_plans {
    IP_DB_PLANS_SCAN,   /* the table is read as a whole */
    IP_DB_PLANS_SEARCH, /* an index is searched, and gives all rows */
    IP_DB_PLANS_FIND    /* an index is searched, and gives the rows that satisfy all conditions */
} ip_db_plans;
void ip_engine_db_assume_plans(ip_db *db, ip_db_plans plans);
bool ip_engine_db_has_guessed(const ip_db *db); /* such a plan mattered to what was locked */
/* The first session sets the database up: it is never serializable. like: a session of another database, whose settings
 * apply here, too; NULL. */
ip_db_session *ip_engine_db_connect(ip_db *engine, const char *name, const ip_db_session *like);
void ip_engine_db_session_set(ip_db_session *session, const char *name,
                              const char *value); /* as SET outside of transactions */
/* What code asks of its session's client (ip_database.about_session, .setting), beside the settings that the engine
 * has; data is passed on. */
typedef struct ip_db_client {
    const char *(*about)(void *data, const char *what, int index);
    const char *(*setting)(void *data, const char *name);
    void *data;
} ip_db_client;
void ip_engine_db_ask_client(ip_db_session *session, const ip_db_client *client);
/* For such callbacks: the statement is not run. */
_Noreturn void ip_engine_db_refuse(ip_db_session *session, const char *why);
/* Rows of a database that is there already come in by INSERT: no trigger fires (ip_database.refills). */
void ip_engine_db_refill(ip_db_session *session, bool refills);
/* To an idle session; releases the results of the previous message. */
void ip_engine_db_send(ip_db_session *session, const ip_db_message *message);
/* All sessions that can continue do so, until all are idle or wait. */
void ip_engine_db_settle(ip_db *engine);
/* Advances the clock by this number of milliseconds, or (ip_engine_db_skip) to the next event that a session waits for;
 * false: there is none. Both settle. */
void ip_engine_db_pass(ip_db *engine, double milliseconds);
bool ip_engine_db_skip(ip_db *engine);
bool ip_engine_db_session_in_block(const ip_db_session *session);
bool ip_engine_db_session_has_failed(const ip_db_session *session); /* its block waits for its end */
const char *ip_engine_db_session_isolation(const ip_db_session *session);
void ip_engine_db_session_default_read_only(ip_db_session *session, bool read_only); /* of its next transactions */
const char *ip_engine_db_session_setting(const ip_db_session *session,
                                         const char *name);           /* as SET said; NULL: not set */
bool ip_engine_db_session_is_read_only(const ip_db_session *session); /* its transaction */
/* Rolls back its transaction, even if it waits, and releases its locks. Others continue. */
void ip_engine_db_disconnect(ip_db_session *session);
/* After that, if its client is there no more: another one may get the session. */
void ip_engine_db_leave(ip_db_session *session);
/* Ends the statement that waits with error 57014; returns false if none waits. */
bool ip_engine_db_session_cancel(ip_db_session *session);
ip_db_state ip_engine_db_session_state(const ip_db_session *session);
int ip_engine_db_result_count(const ip_db_session *session);
const ip_db_result *ip_engine_db_session_result(const ip_db_session *session, int index);
int ip_engine_db_notice_count(const ip_db_session *session); /* of the connection, since it began */
const ip_db_notice *ip_engine_db_session_notice(const ip_db_session *session, int index);
/* What a transaction has read and written, but for what it has read of its own, and what constraints have read. Objects
 * are cells; column IP_EXISTS: that the row is there. */
typedef struct ip_db_event {
    bool write;
    int row, column;
    long from; /* a read: the number of the writer; 0: what the first session, or no transaction, has written */
    int step;  /* a read: events of one snapshot have one number */
} ip_db_event;
typedef struct ip_db_ended {
    int session; /* from 1; 0 is the first, which sets up */
    long number; /* from 1; they rise in the order in which transactions begin */
    bool committed;
    int count;
    const ip_db_event *events;
} ip_db_ended;
/* ended: is called as each transaction ends. Call while none runs: what was written before has no writer. */
void ip_engine_db_watch(ip_db *db, void (*ended)(void *data, const ip_db_ended *transaction), void *data);
const ip_rows *ip_engine_db_rows(const ip_db *db);
ip_datum ip_engine_db_last(const ip_db *db, int row, int column); /* of its last version; NULL if there is none */
/* Why the results are invalid; NULL: they are valid. */
const char *ip_engine_db_refusal(const ip_db *engine, ip_range *place);

#endif
