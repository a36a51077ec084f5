/* The pieces of ip_workload_definitions_read. Internal to this folder. */
#ifndef IP_DEFINITION_PARTS_H
#define IP_DEFINITION_PARTS_H

#include "base/text_table.h"
#include "ddl/apply.h"
#include "catalog/definition.h"
#include "psql/reader.h"
#include "catalog/relation.h"

/* A statement prepared in the current session. */
typedef struct ip_prepared_statement {
    const char *name;
    ip_pl_text query;           /* its statement, in which $1 and so on are the arguments */
    const char *text;           /* NULL: it has psql variables or stands under \if, so that it may be another */
    IP_VEC(const char *) types; /* of its parameters, as far as they are given */
} ip_prepared_statement;

/* A statement outside of a transaction that a comment names, as sqlc's queries are. */
typedef struct ip_named_query {
    const char *name;
    ip_sql_item item;
    const ip_path *path; /* of the session */
    bool many;           /* of kind :many, the client takes any number of rows */
    bool called;         /* in a transaction that a comment composes */
} ip_named_query;

/* A statement in a transaction of which columns have been taken by their names. */
typedef struct ip_columns_used {
    ip_unit *unit;
    const ip_tree *statement;
    IP_VEC(const char *) names;
    ip_range range;
    const ip_path *path;
} ip_columns_used;

typedef struct ip_reader {
    ip_arena *arena;
    ip_arena *scratch; /* of ip_workload_schema_run; NULL before its first */
    ip_definitions *definitions;
    ip_diagnostics *diagnostics;
    ip_ddl ddl;
    bool setup;
    bool implicit; /* statements outside BEGIN … COMMIT are transactions, too */
    ip_variables *variables;
    ip_text_table routine_names; /* the last part of their names: how many have it, as intptr_t */
    IP_VEC(ip_prepared_statement) prepared;
    IP_VEC(ip_named_query) queries;
    bool composes; /* a comment may compose transactions of them */
    IP_VEC(ip_columns_used) columns_used;
    ip_declared session_level; /* default of the current session */
    /* The database to which \connect has connected last, and the last one in which something was defined or run; NULL:
     * none, or it is not named. */
    const char *database, *used;
} ip_reader;

/* What the comments before a unit say ("-- isoproof: …", "-- name: x"). */
typedef struct ip_notices {
    const char *name;
    bool not_a_transaction;
    IP_VEC(ip_annotation_text) ignores;
    ip_annotation_text promise; /* "-- isoproof: level L"; text NULL: none */
} ip_notices;

/* annotation.c */
/* The text of a comment without its signs and the white space around it. */
const char *ip_workload_comment_text(ip_arena *arena, ip_range comment);
void ip_workload_notices_read(ip_reader *reader, const ip_sql_item *item, ip_notices *notices);
void ip_workload_notices_apply(const ip_reader *reader, const ip_notices *notices, ip_unit *unit);
/* Records the annotations inside a body. */
void ip_workload_annotations_read(ip_reader *reader, ip_range body);
/* Tells those that no EXECUTE has used. */
void ip_workload_annotations_unused(ip_reader *reader, ip_range body);

/* routine.c: from CREATE FUNCTION / PROCEDURE (create: the node's content). */
ip_unit *ip_workload_routine_read(ip_reader *reader, const ip_sql_item *item,
                                  const PgQuery__CreateFunctionStmt *create);
/* The same from a statement that does not parse, if it is one and has a name; else NULL. */
ip_unit *ip_workload_routine_broken(ip_reader *reader, const ip_sql_item *item, const char *message, ip_range place);

/* DO, as a procedure without parameters; name NULL: by its place. Of ip_workload_routine_block the body is not yet
 * parsed. */
ip_unit *ip_workload_routine_block(ip_reader *reader, const ip_sql_item *item, const PgQuery__DoStmt *block,
                                   const char *name);
ip_unit *ip_workload_routine_anonymous(ip_reader *reader, const ip_sql_item *item, const PgQuery__DoStmt *block,
                                       const char *name);

/* script.c: a BEGIN … COMMIT block being read. */
typedef struct ip_script_savepoint {
    const char *name;
    ip_pl_statement *block; /* that it stands in */
    int at;                 /* statements before it there */
    int changes;            /* of the schema before it */
    const ip_path *path;    /* of the session */
} ip_script_savepoint;

/* A change of the schema that counts once its transaction has committed. */
typedef struct ip_schema_change {
    const ip_tree *statement; /* NULL: the definition of a routine */
    ip_range range;           /* of the statement */
    const ip_path *path;      /* of the session then */
    ip_unit *routine;
    ip_notices notices; /* before it */
    /* Not NULL: the statement runs code that perhaps changes it; the statement of the file, and its form in the
     * transaction. */
    const ip_sql_item *run;
    ip_pl_statement *ran;
} ip_schema_change;

/* "-- assume: …" before a transaction. */
typedef struct ip_script_assumption {
    const char *name, *other; /* other NULL: name has one value in all iterations of its loop */
    const char *condition;    /* NULL, or what name, which \if asks, is: an expression with ":x" in it; other is name */
    const char *column;       /* NULL, or the column of a loop's row that name is; other is the same */
    const char *list;   /* NULL, or the array that stands in the place of name: "ARRAY[:a, :b]", or a literal; other is
                           name */
    const char *value;  /* NULL, or the literal or sum that name always is; list is the same, but in every row */
    const char *chosen; /* NULL, or the array of which those are taken that are also in the array other */
    bool every_row;     /* name is an array, and other, or value, is each of its elements */
    bool used;
    ip_range range;
} ip_script_assumption;

/* "-- isoproof: loop" */
typedef struct ip_script_loop {
    ip_pl_statement *around; /* the block that it stands in */
    int ifs;                 /* open ones there */
    ip_range range;
} ip_script_loop;

/* "-- isoproof: column id in rows_1_id": the array of a column of all rows of a query. */
typedef struct ip_script_column {
    const char *column, *variable; /* column NULL: the variable is the number of rows */
} ip_script_column;
typedef IP_VEC(ip_script_column) ip_script_columns;

/* Which ways of an \if end the transaction. */
typedef struct ip_script_ways {
    bool every, some;
    bool ended_before, partly; /* partly_ended before the \if, and in one of the ways */
    bool has_else;
} ip_script_ways;

typedef struct ip_script {
    ip_unit *unit; /* NULL: outside */
    bool touches_rows;
    bool deploys;  /* it creates what outlives it: tables, routines, types, views, triggers */
    bool composed; /* composed.c: of statements that share nothing with others of their session */
    bool named;    /* by the user, and so a program whatever it does */
    int statements, schema_statements;
    IP_VEC(const char *) used;              /* names of variables already used */
    ip_pl_statement *block;                 /* that statements are added to */
    IP_VEC(ip_pl_statement *) ifs;          /* open ones of \if */
    IP_VEC(ip_pl_statement *) blocks;       /* around them, from the outside */
    IP_VEC(ip_script_ways) ways;            /* of each of them */
    bool way_ended;                         /* COMMIT or ROLLBACK stood in the way that is read now */
    bool partly_ended;                      /* in one of the ways before, and not in all */
    bool over;                              /* in all */
    IP_VEC(ip_script_savepoint) savepoints; /* that can be rolled back to */
    IP_VEC(ip_script_assumption) assumed;
    IP_VEC(ip_script_loop) loops; /* open ones */
    ip_range marked;              /* the last mark of a loop that was read */
    int loop_count, count_count;  /* so far */
    const char *rows_in;          /* the variable with the number of rows of the last statement; NULL: of its own */
    int count_checks;             /* statements after the last one of the input that check how many rows it had */
    IP_VEC(ip_schema_change) changes;
    const ip_path *path;       /* of the session before it */
    ip_declared session_level; /* the session's level after it, if it commits: */
    bool sets_session_level;
} ip_script;

void ip_workload_script_begin(ip_reader *reader, ip_script *script, const ip_sql_item *item, const ip_notices *notices);
void ip_workload_script_statement(ip_reader *reader, ip_script *script, const ip_sql_item *item,
                                  const ip_tree *statement, bool schema_statement);
/* COPY … FROM STDIN of a file that sets up rows: adds the INSERTs of the data. false: it is something else. */
bool ip_workload_copied_rows(ip_reader *reader, ip_script *script, const ip_sql_item *item, const ip_tree *statement);
/* COMMIT or ROLLBACK in a way of an \if that begins in the transaction. */
void ip_workload_script_end_way(ip_reader *reader, ip_script *script, const ip_sql_item *item, bool rolls_back);
void ip_workload_script_rollback(ip_reader *reader, ip_script *script, const ip_sql_item *item);
/* A psql command inside: \gset turns the last statement's results into variables, \if opens a branch. */
void ip_workload_script_command(ip_reader *reader, ip_script *script, const ip_sql_item *command,
                                const ip_sql_item *last, const ip_tree *last_statement);
/* \gset outside of a transaction: any value from then on. */
void ip_workload_script_forget_results(ip_reader *reader, const ip_sql_item *command, const ip_tree *statement);
void ip_workload_script_broken(ip_reader *reader, ip_script *script, const char *message, ip_range place);
/* read_files.c: an assumption about what a migration runs outside of routines. */
void ip_workload_report_ran_before(ip_reader *reader, ip_range range);
/* end: offset just after the last statement in source. NULL if it only changed the schema. */
ip_unit *ip_workload_script_end(ip_reader *reader, ip_script *script, const ip_source *source, size_t end);

/* A statement more, where the script is at. */
ip_pl_statement *ip_workload_script_push(ip_reader *reader, ip_script *script, ip_pl_kind kind, ip_range range);
/* A text of its own, placed where the range begins. */
ip_pl_text ip_workload_script_generated(ip_reader *reader, const char *text, ip_range range);
/* The values of psql variables in the item's text. statement NULL: a condition. */
void ip_workload_script_see(ip_reader *reader, ip_script *script, const ip_sql_item *item, const ip_tree *statement);

/* script_mark.c: what comments before the item say: of its transaction, which it begins; and about loops. */
/* Of what follows "isoproof:": is it said here? */
bool ip_workload_is_script_mark(const char *said);
void ip_workload_script_assumptions(ip_reader *reader, ip_script *script, const ip_sql_item *item);
void ip_workload_script_marks(ip_reader *reader, ip_script *script, const ip_sql_item *item);
/* After a statement of the transaction: how many rows it has, as comments say. */
void ip_workload_script_counts(ip_reader *reader, ip_script *script, const ip_sql_item *item);
/* How many rows the last statement had, as a variable. */
void ip_workload_script_count_rows(ip_reader *reader, ip_script *script, ip_range place, const char *name);
/* An array of any values, a parameter; type: of its elements, NULL: not known. */
void ip_workload_script_array(ip_reader *reader, ip_script *script, const char *name, const char *type, ip_range place);
/* That the answers depend on it. */
void ip_workload_script_note_assumption(ip_reader *reader, const ip_script *script, ip_range comment);
/* What the value of that name is called. */
const char *ip_workload_script_assumed(ip_script *script, const char *name);
/* Are all elements of the array of that name one value? *value: the literal, NULL: another one. */
bool ip_workload_script_in_every_row(ip_script *script, const char *name, const char **value);
/* The condition of an \if of one variable, if an assumption gives it: an expression, in which variables are spelled
 * ":x". NULL: none does. */
const char *ip_workload_script_condition(ip_script *script, const ip_sql_item *command);
/* At the end of the transaction: what is left over. Arrays no longer stand in the place of names. */
void ip_workload_script_assumptions_end(ip_reader *reader, const ip_script *script);
void ip_workload_script_loops_end(ip_reader *reader, ip_script *script);

/* script_rows.c: a statement with values that are the same in every row, in the place of the arrays of them. NULL: it
 * has none, or is of another kind, which is reported. */
const ip_tree *ip_workload_script_rows(ip_reader *reader, ip_script *script, const ip_sql_item *item,
                                       ip_sql_item *changed);

/* script_columns.c: "-- isoproof: column id in rows_1_id" */
/* Of what follows "isoproof:": is it said here? */
bool ip_workload_is_column_mark(const char *said);
/* The query in the form that gives arrays of its columns, as comments before it ask for; *taken: what its results are
 * kept in. NULL: none ask, or the statement is of another kind, which is reported. */
const ip_tree *ip_workload_script_columns(ip_reader *reader, ip_script *script, const ip_sql_item *item,
                                          const ip_tree *statement, ip_sql_item *changed, ip_script_columns *taken);

/* connection.c: a session begins; something is defined or run in the current database; \connect. */
void ip_workload_session_begin(ip_reader *reader);
void ip_workload_database_used(ip_reader *reader);
void ip_workload_connect(ip_reader *reader, const ip_sql_item *item);

/* workload/prepared_statement.c: PREPARE, EXECUTE, DEALLOCATE. Of what the session prepares, whether in a transaction
 * or outside: */
bool ip_workload_prepare_statement(ip_reader *reader, const ip_script *script, const ip_sql_item *item,
                                   const ip_tree *statement);
/* PREPARE does nothing in a transaction, EXECUTE is the statement that was prepared. false: none of them, or not known.
 */
bool ip_workload_script_prepared_statement(ip_reader *reader, ip_script *script, const ip_sql_item *item,
                                           const ip_tree *statement);

/* schema_change.c: what a transaction changes of the schema, in its order: once it commits. script->unit NULL: at once.
 */
void ip_workload_schema_change_add(ip_reader *reader, ip_script *script, const ip_tree *statement, ip_range range);
void ip_workload_schema_change_define(ip_reader *reader, ip_script *script, ip_unit *routine,
                                      const ip_notices *notices);
void ip_workload_schema_change_commit(ip_reader *reader, ip_script *script);
/* A statement that runs code that may change the schema (ip_workload_schema_may_run); ran: its form in the script. */
void ip_workload_schema_change_run(ip_reader *reader, ip_script *script, const ip_sql_item *item,
                                   const ip_tree *statement, ip_pl_statement *ran);
/* Does the transaction so far change anything of the schema? */
bool ip_workload_schema_change_any(ip_reader *reader, ip_script *script);
/* Of those, the first ones stay; path: of the session from here on. */
void ip_workload_schema_change_undo(ip_reader *reader, ip_script *script, int stay, const ip_path *path);

/* workload/schema_effects.c: routines and DO blocks that a file's statement runs. */
typedef struct ip_schema_ran {
    bool changes; /* something of the schema, */
    bool unsure;  /* and some of it only on a way that is perhaps not taken */
    bool unknown; /* a text is executed that is not known */
    bool more;    /* something else than that is done */
} ip_schema_ran;

static inline bool ip_schema_ran_only(const ip_schema_ran *ran)
{
    return ran->changes && !ran->unknown && !ran->more;
}

/* Calls a function that is none of PostgreSQL's, or a procedure, or is a DO. */
bool ip_workload_schema_may_run(const ip_reader *reader, const ip_tree *statement);
/* Applies the changes, if it applies, and reports what is assumed of them. */
ip_schema_ran ip_workload_schema_run(ip_reader *reader, const ip_sql_item *item, const ip_tree *statement,
                                     bool applies);

/* composed.c: transactions that comments in the sources compose of the named queries, once all files are read. */
void ip_workload_composed_read(ip_reader *reader, const ip_source *const *sources, int source_count);
/* Sets queries_apart of the definitions if no comment composes any. */
void ip_workload_composed_find_apart(const ip_reader *reader);

/* recorded_share.c: next to the verdicts, of a script that stands for recorded transactions: how many of them. */
void ip_workload_recorded_share_report(ip_reader *reader, const ip_source *source);

/* savepoint.c: SAVEPOINT, RELEASE, ROLLBACK TO */
void ip_workload_script_savepoint_statement(ip_reader *reader, ip_script *script, const ip_sql_item *item,
                                            const PgQuery__TransactionStmt *control);

/* definition_item.c */
/* The state between statements of one file and the files that it includes. */
typedef struct ip_file {
    ip_psql *psql;
    ip_script script;
    ip_sql_item last; /* the statement that a \gset speaks of */
    const ip_tree *last_tree;
    const ip_tree *last_statement;
    int implicit; /* statements that are transactions of their own */
    ip_range first_implicit;
    size_t reread; /* bytes read again after broken statements */
    bool reported_conditional;
    bool joined;                                  /* the current implicit transaction goes on */
    bool closes;                                  /* it ends, once a \gset after it is read */
    const struct ip_client_file_session *session; /* whose text this is; NULL: a file of its own */
    int step;                                     /* of it */
} ip_file;

void ip_workload_file_read_item(ip_reader *reader, ip_file *file, const ip_sql_item *item);
/* Of what has been read, the tree of the last statement is no longer needed. */
void ip_workload_file_forget_last(ip_file *file);
/* Ends an implicit transaction that does not go on. */
void ip_workload_file_close_implicit(ip_reader *reader, ip_file *file);
/* The current transaction commits; end: of its text. */
void ip_workload_file_close_script(ip_reader *reader, ip_file *file, const ip_source *source, size_t end);
/* written: as a statement of the input, which counts for coverage. */
void ip_workload_definitions_add_routine(ip_reader *reader, ip_unit *unit, const ip_notices *notices, bool written);

#endif
