/* The executable form of routines and scripts: what the interpreter runs.
 *
 * A program has two forms. ip_program (program.h) is flat, in static single
 * assignment form and over-approximates; encoders read it. ip_code is the
 * source's own structure with every name resolved, and means exactly what
 * PostgreSQL does; where that cannot be had, there is no code but a reason.
 * Neither is made from the other, so that each can catch the other's mistakes.
 *
 * Everything is immutable and lives in the workload's arena. */
#ifndef IP_CODE_H
#define IP_CODE_H

#include "code/code_query.h"

/* The role that runs the code: current_user and the like. A server is given this name in their place. */
#define IP_CODE_USER "isoproof"

/* A statement or expression as the server would be given it: text with places where a variable stands. A value
 * is to be written with its type ('5'::integer: a bare 5 in ORDER BY would be a position). An IP_CODE_ROW there
 * stands for r.*: the values of its args, with commas between. */
typedef struct ip_code_place {
    size_t begin, end; /* bytes of text */
    const ip_code_expr *expr;
    bool name; /* the value is written as a name: a cursor's */
} ip_code_place;

/* A lock on a table as a whole. */
typedef struct ip_code_table_lock {
    const ip_table *table;
    ip_lock lock; /* IP_LOCK_TABLE_… */
} ip_code_table_lock;

typedef struct ip_code_sql {
    const char *text;             /* without INTO; PERFORM is SELECT; an expression: without SELECT */
    IP_VEC(ip_code_place) places; /* in order */
    /* The tables that it names, each with the lock that the server takes on it before the snapshot. Such locks matter
     * of tables that are locked_whole. LOCK_TABLE: those it locks. */
    IP_VEC(ip_code_table_lock) tables;
    /* An expression with a query in it, which PL/pgSQL runs as one: what ROW_COUNT is then, 1 or IP_CODE_SOME_ROWS. */
    int counts;
} ip_code_sql;

enum { IP_CODE_SOME_ROWS = -1 }; /* not known in memory */

/* Where a value goes: a variable, or what its path leads to. */
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
    IP_CODE_RAISE,          /* aborts: an error (sqlstate NULL: the one being handled again); else args are evaluated
                               and nothing comes of it */
    IP_CODE_SELECT,         /* query INTO targets (strict); without targets in a script: rows for the client */
    IP_CODE_WRITE,          /* write, RETURNING INTO targets (strict) */
    IP_CODE_PERFORM,        /* query, result dropped, sets FOUND */
    IP_CODE_CALL_PROCEDURE, /* expr is an IP_CODE_CALL; targets take its OUT values */
    IP_CODE_ROW_COUNT,      /* targets[0] := number of rows of the last statement */
    IP_CODE_STACKED,        /* targets[0] := the item, message, of the error that is being handled: "constraint_name" */
    IP_CODE_ASSERT,         /* expr; args[0]: its message, if there is one */
    IP_CODE_COMMIT,
    IP_CODE_ROLLBACK,
    IP_CODE_NOTHING,
    IP_CODE_LOCK_TABLE,      /* sql.tables; takes no snapshot */
    IP_CODE_SET_CONSTRAINTS, /* names (none: all) are deferred, and it takes no snapshot; or not, and run now */
    IP_CODE_OPEN,            /* cursor over query; by_arguments: sets FOUND and ROW_COUNT */
    IP_CODE_FETCH,           /* targets from cursor, direction, expr (NULL: 1) or all; move: MOVE. Of a portal, the rows
                                are the client's */
    IP_CODE_CLOSE,           /* cursor, portal; neither: all */
    IP_CODE_MAKE_TABLE,      /* CREATE TEMPORARY TABLE: makes, with the rows of write (an INSERT), if there is one */
    IP_CODE_DROP_TABLES,     /* own tables */
    IP_CODE_EMPTY_TABLES,    /* TRUNCATE: of own tables, or of others' */
    IP_CODE_EXECUTE, /* expr gives a text: the statement that `execute` makes of it is run in the place of this one */
    IP_CODE_REFUSED  /* cannot be run: message says why, why_range where */
} ip_code_statement_kind;

/* A text that only a run knows, as a statement: with the targets, body, label and number of the one in whose place it
 * stands. The same text gives the same statement. */
typedef struct ip_code_created {
    const ip_code_statement *statement; /* NULL: */
    const char *sqlstate, *message;     /* the error that it is; without sqlstate: why it cannot be run */
} ip_code_created;

typedef struct ip_code_execute ip_code_execute;
struct ip_code_execute {
    ip_code_created (*make)(const ip_code_execute *self, const char *text);
};

/* Where FETCH and MOVE go: so many rows, or (ABSOLUTE) to the row of that number, counted from the end if negative. */
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
    int sqlstate, message;           /* slots that take the error's SQLSTATE and SQLERRM; -1: not asked for */
    IP_VEC(const ip_code_statement *) body;
} ip_code_handler;

struct ip_code_statement {
    ip_code_statement_kind kind;
    int id; /* number of it in its code, in source order, from 0 */
    ip_range range;
    const char *label;
    IP_VEC(const ip_code_statement *) body;
    IP_VEC(ip_code_handler) handlers; /* BLOCK: an error undoes the block's writes and runs the first that matches */
    IP_VEC(ip_code_branch) branches;
    IP_VEC(ip_code_lvalue) targets;
    bool strict, reverse, aborts;
    bool no_rows;  /* ROW_COUNT is 0 after it, whatever it does */
    bool executes; /* SELECT, WRITE: by EXECUTE, which runs to the last row, whatever INTO takes */
    /* SELECT, WRITE: their first row is the value of a function in SQL: one column that is a record is it as a whole,
     * and no row is NULL. */
    bool row_value;
    const ip_code_expr *expr, *low, *high, *step;
    const ip_code_query *query;
    const ip_code_write *write;
    /* WITH queries that write, lock rows or give other values each time: each runs once, when its rows are first asked
     * for, on the statement's snapshot; a part that writes runs after everything else if they never are. DERIVED items
     * over the same query stand for its rows. */
    IP_VEC(const ip_code_query *) parts;
    int cursor;         /* OPEN, FETCH, CLOSE, FOR_QUERY: slot of the cursor's variable; -1 */
    const char *portal; /* the same in a script: the cursor's name; NULL */
    /* OPEN, FOR_QUERY: a server that gets its statements one by one is given DECLARE, and FETCH for each row. */
    bool declares;
    ip_code_direction direction;
    bool all, move, scroll, no_scroll, by_arguments;
    bool unfetched; /* OPEN: its rows cannot be had without what volatile functions do meanwhile */
    const ip_table *makes;
    IP_VEC(const ip_table *) tables; /* DROP_TABLES, EMPTY_TABLES */
    bool restarts;                   /* EMPTY_TABLES: the sequences of their columns, too */
    bool unless;                     /* IF NOT EXISTS, IF EXISTS: else it is an error */
    int slice;                       /* FOREACH: so many dimensions, as arrays; 0: elements */
    bool deferred;                   /* SET CONSTRAINTS: of triggers, by their names */
    IP_VEC(const char *) names;
    const ip_code_execute *execute; /* EXECUTE */
    const char *sqlstate;           /* RAISE: "P0001", an SQLSTATE or a condition's name */
    const char *level;              /* RAISE that is no error: "notice"; NULL */
    const char *message;            /* RAISE: format; NULL: expr gives the text, else the condition's name is it */
    ip_range why_range;             /* REFUSED */
    IP_VEC(const ip_code_expr *)
    args; /* RAISE: for the format, then a value for each of names: "errcode", "detail" … */
    /* The text for a server, of .query, .write or .expr. accesses: a table is read or written in it (also
     * through calls), so a replay sends it; else the interpreter alone evaluates it. */
    ip_code_sql sql;
    bool accesses;
};

/* LOCK TABLE takes none, SET CONSTRAINTS … DEFERRED neither; FETCH goes on with that of the cursor. */
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
    bool script; /* BEGIN … COMMIT: the client sees every SELECT's rows */
    bool procedure;
    bool volatile_; /* VOLATILE: its statements take snapshots of their own at read committed */
    bool immutable; /* IMMUTABLE: may be called when what calls it is planned, and not again */
    bool strict;    /* not run if an argument is NULL: the result is NULL, or no rows */
    double cost;    /* of a call, in calls of an operator */
    bool returns_set;
    bool returns_void;
    bool enumerated;             /* what an enum asks of a value: that it is one of its labels */
    IP_VEC(const char *) labels; /* of that enum, or of the enum that the domain is over */
    bool trigger;                /* a trigger's function: its parameters are NEW and OLD */
    bool *row_reads[2];  /* trigger: [table columns] of NEW and of OLD that it uses, those aside that it only returns;
                            of the rows in its transition tables, too */
    bool transition;     /* trigger: it reads the rows that the statement has changed */
    int parameter_count; /* of the variables, all kinds */
    IP_VEC(ip_code_variable) variables;
    IP_VEC(bool) in, out;                  /* [parameter_count] */
    IP_VEC(const ip_code_expr *) defaults; /* [parameter_count], NULL: none */
    int found;                             /* slot of FOUND; -1 in scripts */
    int row_slot;                          /* unused slots: -1 */
    IP_VEC(const ip_code_statement *) body;
    int statement_count;                   /* ids below it */
    const ip_code_user_operators *unasked; /* user-defined casts that happen without being written: from, to */
    ip_code_type result;
    /* For a procedure that ends its transaction and goes on: the transaction to run begins after this
     * COMMIT or ROLLBACK, when the call first gets there. Without a source: the call's first transaction. */
    ip_range begins_after;
    /* NULL: it can be run, as far as its statements can. Else why not ("a body in language c") and where. */
    const char *why_not;
    ip_range why_not_range;
    const char *sqlstate, *error; /* a name that is not there is why: what a server says, whose schema this is; NULL */
};

/* What the executor needs of a table beside schema.h (ip_table.code): expressions in place of the constants there. */
/* Two rows that stand to each other as all operators say are not both there, of those that satisfy `where`. */
typedef struct ip_code_exclusion {
    const ip_exclusion *source;
    const ip_code_expr *const *parts; /* [source->parts.count]; over the row as item 0 */
    const ip_code_expr *where;        /* NULL: all rows */
} ip_code_exclusion;

typedef struct ip_code_table {
    const ip_code_expr *const
        *defaults; /* [columns]; NULL: none. Sequences: FUNCTION nextval with the sequence's name */
    const ip_code_expr *const *generated; /* [columns]; over the row as item 0; NULL: not generated */
    IP_VEC(const ip_code_expr *) checks;  /* over the row as item 0; NULL passes */
    IP_VEC(const char *) check_names;     /* "" where none was given; NULL: that an enum's value is one of its labels */
    IP_VEC(ip_code_exclusion) exclusions;
    /* Of a table that has partitions: the number of the partition that takes the row, which is item 0; NULL: no
     * partition does. All HASH partitions of one table have one number: which of them it is, only the server knows. */
    const ip_code_expr *partition;
    IP_VEC(const char *) partition_names; /* by number, from 1 */
    bool partitions_in_order; /* of their bounds, which is the one in which a server scans them, as far as is known */
    const bool *hashed;       /* [columns]: those by which rows are hashed */
    /* [foreign keys][DELETE, UPDATE]: the triggers that its action fires, in a write that has nothing else; NULL: none.
     */
    const ip_code_write *(*actions)[2];
} ip_code_table;

/* expr/effects.c: does evaluating it take locks, draw numbers or write, by what it calls? Rows that the
 * query itself locks do not count. */
bool ip_code_acts(const ip_code_expr *expr);
bool ip_code_query_acts(const ip_code_query *query);
bool ip_code_calls_what_acts(const ip_code *code);

#endif
