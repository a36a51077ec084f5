/* The executable form of routines and scripts: what the interpreter runs.
 *
 * A program has two forms. ip_program (program.h) is flat, in static single
 * assignment form and over-approximates; encoders read it. ip_code keeps the
 * source's structure, with every name resolved, and does exactly what
 * PostgreSQL does. What it cannot express has no code but a reason. Neither
 * form is derived from the other, so that each can catch the other's mistakes.
 *
 * Everything is immutable and lives in the workload's arena. */
#ifndef IP_CODE_H
#define IP_CODE_H

#include "code/code_query.h"

/* The role that runs the code where no client does: current_user and the like. A server is given this name in their
 * place. */
#define IP_CODE_USER "isoproof"

/* A variable in the text of a statement or expression that is sent to a server. Its value is written with its type:
 * '5'::integer, since a bare 5 in ORDER BY would be a position. An IP_CODE_ROW is r.*: the values of its args are
 * written with commas between them. */
typedef struct ip_code_place {
    size_t begin, end; /* bytes of text */
    const ip_code_expr *expr;
    bool name; /* the value is the name of a cursor, and is written as a name */
} ip_code_place;

/* A lock on a table as a whole. */
typedef struct ip_code_table_lock {
    const ip_table *table;
    ip_lock lock; /* IP_LOCK_TABLE_… */
} ip_code_table_lock;

typedef struct ip_code_sql {
    const char *text;             /* without INTO; PERFORM is SELECT; an expression: without SELECT */
    IP_VEC(ip_code_place) places; /* in order */
    /* The tables that the text names, each with the lock that the server takes on it before it takes the snapshot.
     * These locks matter for tables that are locked_whole. LOCK_TABLE: the tables that it locks. */
    IP_VEC(ip_code_table_lock) tables;
    /* For an expression that contains a query, which PL/pgSQL runs as a query: ROW_COUNT after it, 1 or
     * IP_CODE_SOME_ROWS. */
    int counts;
} ip_code_sql;

enum { IP_CODE_SOME_ROWS = -1 }; /* only a server knows the number */

/* The target of an assignment: a variable, or the part of it that the path selects. */
typedef struct ip_code_lvalue {
    int slot;
    ip_code_path path;
} ip_code_lvalue;

typedef enum ip_code_statement_kind {
    IP_CODE_BLOCK,     /* body; handlers */
    IP_CODE_ASSIGN,    /* targets[0] := expr */
    IP_CODE_IF,        /* branches, the last one's condition NULL for ELSE */
    IP_CODE_LOOP,      /* body */
    IP_CODE_WHILE,     /* expr; body */
    IP_CODE_FOR_RANGE, /* targets[0] in low … high by step (NULL: 1), reverse; body */
    IP_CODE_FOR_QUERY, /* targets in query (or write, RETURNING); body */
    IP_CODE_FOREACH,   /* targets[0] in the elements of expr; body */
    IP_CODE_EXIT,      /* label or innermost loop, expr (WHEN) or NULL */
    IP_CODE_CONTINUE,
    IP_CODE_RETURN,         /* expr or NULL */
    IP_CODE_RETURN_NEXT,    /* expr or NULL (OUT parameters) */
    IP_CODE_RETURN_QUERY,   /* query */
    IP_CODE_RAISE,          /* aborts: an error (sqlstate NULL: the one being handled again); else only args are
                               evaluated */
    IP_CODE_SELECT,         /* query INTO targets (strict); in a script without targets, its rows go to the client */
    IP_CODE_WRITE,          /* write, RETURNING INTO targets (strict) */
    IP_CODE_PERFORM,        /* query, result dropped, sets FOUND */
    IP_CODE_CALL_PROCEDURE, /* expr is an IP_CODE_CALL; targets take its OUT values */
    IP_CODE_ROW_COUNT,      /* targets[0] := number of rows of the last statement */
    IP_CODE_STACKED,        /* targets[0] := the item, message, of the error that is being handled: "constraint_name" */
    IP_CODE_ASSERT,         /* expr; args[0]: its message, if there is one */
    IP_CODE_COMMIT,
    IP_CODE_ROLLBACK,
    IP_CODE_NOTHING,
    IP_CODE_NOTIFY,          /* expr is what it does; takes no snapshot, and leaves FOUND alone */
    IP_CODE_LOCK_TABLE,      /* sql.tables; takes no snapshot */
    IP_CODE_SET_CONSTRAINTS, /* names (none: all) are deferred, and it takes no snapshot; or not, and run now */
    IP_CODE_OPEN,            /* cursor over query; by_arguments: sets FOUND and ROW_COUNT */
    IP_CODE_FETCH,           /* targets from cursor, direction, expr (NULL: 1) or all; move: MOVE. The rows of a portal
                                go to the client */
    IP_CODE_CLOSE,           /* cursor, portal; neither: all */
    IP_CODE_CREATE_TABLE,    /* CREATE TEMPORARY TABLE: creates, with the rows of write (an INSERT), if there is one */
    IP_CODE_DROP_TABLES,     /* temporary tables */
    IP_CODE_EMPTY_TABLES,    /* TRUNCATE of any tables */
    IP_CODE_EXECUTE,         /* runs the statement that `execute` compiles from the text that expr gives */
    IP_CODE_REFUSED          /* cannot be run: message says why, why_range where */
} ip_code_statement_kind;

/* The statement compiled from a text that is known only during a run. It has the targets, body, label and number of the
 * EXECUTE statement. The same text gives the same statement. */
typedef struct ip_code_created {
    const ip_code_statement *statement; /* NULL: the text is an error, or cannot be run */
    const char *sqlstate, *message;     /* the error; without sqlstate: why it cannot be run */
} ip_code_created;

typedef struct ip_code_execute ip_code_execute;
struct ip_code_execute {
    ip_code_created (*compile)(const ip_code_execute *self, const char *text);
};

/* FETCH and MOVE go a number of rows forward or backward, or (ABSOLUTE) to the row of that number, which is counted
 * from the end if it is negative. */
typedef enum ip_code_direction {
    IP_CODE_FORWARD,
    IP_CODE_BACKWARD,
    IP_CODE_ABSOLUTE,
    IP_CODE_RELATIVE
} ip_code_direction;

typedef struct ip_code_branch {
    const ip_code_expr *condition;
    bool accesses;
    IP_VEC(const ip_code_statement *) body;
    ip_code_sql sql; /* of the condition */
} ip_code_branch;

typedef struct ip_code_handler {
    IP_VEC(const char *) conditions; /* "others", "unique_violation", "23505" */
    int sqlstate, message;           /* slots that take the error's SQLSTATE and SQLERRM; -1: the body uses neither */
    IP_VEC(const ip_code_statement *) body;
} ip_code_handler;

struct ip_code_statement {
    ip_code_statement_kind kind;
    int id; /* its number in its code, in source order, from 0 */
    ip_range range;
    const char *label;
    IP_VEC(const ip_code_statement *) body;
    IP_VEC(ip_code_handler) handlers; /* BLOCK: an error undoes the block's writes and runs the first that matches */
    IP_VEC(ip_code_branch) branches;
    IP_VEC(ip_code_lvalue) targets;
    bool strict, reverse, aborts;
    bool no_rows;  /* ROW_COUNT is 0 after it, whatever it does */
    bool executes; /* SELECT, WRITE: run by EXECUTE, which computes all rows even if INTO takes one */
    /* SELECT, WRITE: the first row is the value of an SQL function: a single column of a record type is that value as a
     * whole, and without a row the value is NULL. */
    bool row_value;
    const ip_code_expr *expr, *low, *high, *step;
    const ip_code_query *query;
    const ip_code_write *write;
    /* WITH queries that write, lock rows or are volatile: each runs once, when its rows are first read, on the
     * statement's snapshot. A query that writes, and whose rows are never read, runs after everything else. DERIVED
     * items over the same query are its rows. */
    IP_VEC(const ip_code_query *) parts;
    int cursor;         /* OPEN, FETCH, CLOSE, FOR_QUERY: slot of the cursor's variable; -1 */
    const char *portal; /* in a script: the cursor's name; NULL */
    /* OPEN, FOR_QUERY: a replay on a server sends DECLARE, and a FETCH for each row. */
    bool declares;
    ip_code_direction direction;
    bool all, move, scroll, no_scroll, by_arguments;
    bool unfetched; /* OPEN: its rows cannot be computed in advance, since volatile functions act while it is fetched */
    const ip_table *creates;
    IP_VEC(const ip_table *) tables; /* DROP_TABLES, EMPTY_TABLES */
    bool restarts;                   /* EMPTY_TABLES: the sequences of their columns, too */
    bool unless;                     /* IF NOT EXISTS, IF EXISTS: no error if there is nothing to do */
    int slice;                       /* FOREACH … SLICE: the number of dimensions; 0: single elements */
    bool no_wait;                    /* LOCK_TABLE: it fails instead of waiting */
    bool deferred;                   /* SET CONSTRAINTS: of triggers, by their names */
    IP_VEC(const char *) names;
    const ip_code_execute *execute;  /* EXECUTE */
    const char *sqlstate;            /* RAISE: "P0001", an SQLSTATE or a condition's name */
    const char *level;               /* RAISE that is no error: "notice"; NULL */
    const char *message;             /* RAISE: format; NULL: the text is expr, or else the condition's name */
    ip_range why_range;              /* REFUSED */
    const char *wrong_state, *wrong; /* REFUSED: the server's error, which is why; NULL: it is not supported */
    IP_VEC(const ip_code_expr *)
    args; /* RAISE: for the format, then a value for each of names: "errcode", "detail" … */
    /* The text of .query, .write or .expr for a server. accesses: it reads or writes a table, itself or through calls,
     * so that a replay sends it; otherwise only the interpreter evaluates it. */
    ip_code_sql sql;
    bool accesses;
};

/* LOCK TABLE and SET CONSTRAINTS … DEFERRED take no snapshot; FETCH uses the cursor's. */
static inline bool ip_code_takes_snapshot(const ip_code_statement *statement)
{
    return statement->kind != IP_CODE_LOCK_TABLE && statement->kind != IP_CODE_FETCH &&
           statement->kind != IP_CODE_CLOSE && !(statement->kind == IP_CODE_SET_CONSTRAINTS && statement->deferred);
}

/* A local variable, in the order of slots. Parameters come first, in the order declared. */
typedef struct ip_code_variable {
    const char *name;
    ip_code_type type;
    bool not_null, constant;
    const ip_code_expr *initial; /* set on entry of its block by an IP_CODE_ASSIGN; kept here for listings only */
} ip_code_variable;

struct ip_code {
    const char *name;
    bool script; /* statements of a client, BEGIN … COMMIT: the rows of every SELECT go to the client */
    bool procedure;
    bool volatile_; /* VOLATILE: at read committed each of its statements takes a snapshot */
    bool immutable; /* IMMUTABLE: may be called once, when the calling statement is planned */
    bool definer;   /* SECURITY DEFINER: current_user is its owner */
    bool sets;      /* it has settings of its own: CREATE FUNCTION … SET */
    bool strict;    /* not run if an argument is NULL: the result is NULL, or no rows */
    double cost;    /* of a call, in calls of an operator */
    bool returns_set;
    bool returns_void;
    bool returns_null;           /* void, in SQL: functions.c gives NULL, PL/pgSQL an empty text */
    bool enumerated;             /* the check that a value is one of the labels of an enum */
    IP_VEC(const char *) labels; /* of that enum, or of the domain's enum */
    bool trigger;                /* a trigger's function: its parameters are NEW and OLD */
    bool *row_reads[2];  /* trigger: [table columns] of NEW and of OLD, and of transition tables, whose values it uses
                            other than by returning them */
    bool transition;     /* trigger: it reads a transition table */
    int parameter_count; /* of the variables, all kinds */
    IP_VEC(ip_code_variable) variables;
    IP_VEC(bool) in, out;                  /* [parameter_count] */
    IP_VEC(const ip_code_expr *) defaults; /* [parameter_count], NULL: none */
    int found;                             /* slot of FOUND; -1 in scripts */
    int row_slot;                          /* unused slots: -1 */
    IP_VEC(const ip_code_statement *) body;
    int statement_count;                   /* ids below it */
    const ip_code_user_operators *unasked; /* user-defined implicit casts and assignment casts: from, to */
    ip_code_type result;
    /* For a procedure that ends its transaction and goes on: the transaction to run begins after this COMMIT or
     * ROLLBACK, the first time that the call executes it. Without a source: the call's first transaction. */
    ip_range begins_after;
    /* Why the routine as a whole cannot be run ("a body in language c"), and where; NULL: it can, as far as its
     * statements can. */
    const char *why_not;
    ip_range why_not_range;
    const char *sqlstate, *error; /* a server's error for a name that does not exist, which is why; NULL */
};

/* An EXCLUDE constraint: no two rows that satisfy `where` compare true with every operator. */
typedef struct ip_code_exclusion {
    const ip_exclusion *source;
    const ip_code_expr *const *parts; /* [source->parts.count]; over the row as item 0 */
    const ip_code_expr *where;        /* NULL: all rows */
} ip_code_exclusion;

/* What the interpreter needs of a table beside schema.h (ip_table.code): compiled expressions. */
typedef struct ip_code_table {
    const ip_code_expr *const
        *defaults; /* [columns]; NULL: none. Sequences: FUNCTION nextval with the sequence's name */
    const ip_code_expr *const *generated; /* [columns]; over the row as item 0; NULL: not generated */
    IP_VEC(const ip_code_expr *) checks;  /* over the row as item 0; NULL passes */
    IP_VEC(const char *) check_names;     /* "" where none was given; NULL: the check of an enum's labels */
    IP_VEC(ip_code_exclusion) exclusions;
    /* For a table with partitions: the number of the partition of the row, which is item 0; NULL: it has none. All HASH
     * partitions of one table have one number, since only the server computes the hash. */
    const ip_code_expr *partition;
    IP_VEC(const char *) partition_names; /* by number, from 1 */
    bool partitions_in_order;             /* the numbers follow the bounds, as a server's scans do */
    const bool *hashed;                   /* [columns]: those by which rows are hashed */
    /* [foreign keys][DELETE, UPDATE]: a write with nothing but the triggers that the action fires; NULL: none. */
    const ip_code_write *(*actions)[2];
} ip_code_table;

/* expr/effects.c: whether routines called by it take locks, draw numbers or write. Rows that the query itself locks do
 * not count. */
bool ip_code_acts(const ip_code_expr *expr);
bool ip_code_query_acts(const ip_code_query *query);
bool ip_code_subquery_acts(const ip_code_expr *expr); /* of those in the expression */
bool ip_code_calls_what_acts(const ip_code *code);

#endif
