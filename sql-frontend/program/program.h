/* Lowered programs: the frontend's output for the encoders.
 *
 * A program is a list of statements in program order. Structure is kept as
 * conditions: a statement runs in an instance iff its path condition is true
 * (in the current iteration, when it stands in a loop). Variables are in static
 * single assignment form: each is defined once (per iteration of its loop); a
 * join of branches is an IP_OP_IF over the branch's condition.
 *
 * Everything is immutable once ip_frontend_read() has returned. */
#ifndef IP_PROGRAM_H
#define IP_PROGRAM_H

#include "program/expr.h"
#include "catalog/lock_mode.h"

typedef struct ip_parameter {
    const char *name; /* as declared; "$1" when unnamed; the psql variable's name in scripts */
    ip_type type;
    bool local;  /* a variable of a part that begins in the middle of its routine, not an argument of the call */
    bool quoted; /* psql's :'x', which is not NULL */
} ip_parameter;

typedef enum ip_variable_kind {
    IP_VAR_EXPR,   /* value of .expr */
    IP_VAR_RESULT, /* output .index of statement .statement; NULL if it yields no row. For the query
                      of a loop, and loop == that loop: the value in this iteration's row */
    IP_VAR_FOUND,  /* boolean: did statement .statement find, change or loop over a row */
    IP_VAR_COUNT,  /* integer: how many rows statement .statement found or changed (ROW_COUNT) */
    IP_VAR_INDEX,  /* the index of range loop .loop */
    IP_VAR_ANY     /* unknown: carried around a loop, or assigned in a way that is not followed */
} ip_variable_kind;

typedef struct ip_variable {
    ip_variable_kind kind;
    const char *name; /* the source's name with a version, "bal#2" */
    ip_type type;
    int loop; /* innermost loop it is defined in: one value per iteration; -1: none */
    const ip_expr *expr;
    int statement, index;
} ip_variable;

typedef enum ip_loop_kind {
    IP_LOOP_RANGE, /* FOR i IN low..high: indexes low to high, each once */
    IP_LOOP_QUERY, /* FOR r IN query: once for each result row of statement .query */
    IP_LOOP_WHILE  /* anything else: any number of iterations */
} ip_loop_kind;

typedef struct ip_loop {
    ip_loop_kind kind;
    int parent;                /* enclosing loop, -1: none */
    const ip_expr *low, *high; /* range loops; NULL: unknown */
    int query;                 /* query loops: statement index; that statement stands outside this loop */
    int index;                 /* range loops: the IP_VAR_INDEX variable */
    bool may_stop_early;       /* EXIT or RETURN inside: a later iteration may not happen */
    ip_range range;
} ip_loop;

/* An expression that is evaluated on a row of a source and may raise an error (total.h): a condition, a cast in one, a
 * column of a subquery. The row is then read, whether it matches the statement's conditions or not. */
typedef struct ip_raising {
    const ip_expr *expr;
    const ip_expr *under; /* conditions that the server has surely evaluated before; NULL: none */
} ip_raising;

/* One table (or alias of one) in a statement's FROM, or its target. */
typedef struct ip_row_source {
    const ip_table *table;
    const char *alias;
    /* When a row of this source can take part in the statement. May name other sources' columns (joins): some row of
     * those must then match. NULL: every row. */
    const ip_expr *filter;
    bool optional;        /* null-extended side of an outer join: as seen from other sources its columns may be NULL */
    bool *filter_columns; /* [table columns]: named by any condition of the statement for this source */
    bool *output_columns; /* [table columns]: whose values flow into outputs or assignments */
    /* The weakest lock that the statement takes on each row of this source that it uses, target rows of INSERT, UPDATE
     * and DELETE and the rows that checks read included. Engines that lock re-read such rows after they have the lock;
     * a row that did not match in the statement's snapshot is not locked. For an uncertain or limited statement it is
     * not known which rows are locked, unless it passes over rows. */
    ip_lock lock;
    /* The statement reads the latest committed versions, whether they are in its snapshot or not: the checks of unique
     * keys, and the search of ON CONFLICT. */
    bool newest;
    /* newest, for a foreign key's action on the rows that refer to a row which is deleted or changes its key. With one
     * snapshot for each transaction the action fails on a row whose latest version is not in the snapshot. */
    bool referring;
    bool reads_only;  /* IP_UNKNOWN: it writes nothing of this table */
    bool writes_only; /* IP_UNKNOWN, on an outside table: its effect does not depend on the table */
    /* SKIP LOCKED: any row may be left out, in a serial execution, too, whether it matches or not. The filter holds for
     * the rows that are used: these are locked, and nothing is known about the other rows. */
    bool passes_over;
    bool own; /* found by keys of rows that the program itself has inserted: no row of others matches (body/inserted.h)
               */
    IP_VEC(ip_raising) raising;
} ip_row_source;

typedef enum ip_aggregate {
    IP_AGG_NONE,
    IP_AGG_MIN,
    IP_AGG_MAX,
    IP_AGG_COUNT,  /* count(*), count(x), count(DISTINCT x): never NULL */
    IP_AGG_EXISTS, /* boolean: is there a row */
    IP_AGG_OTHER   /* sum, avg, array_agg …: some function of all rows that take part */
} ip_aggregate;

typedef struct ip_output {
    ip_aggregate aggregate;
    const ip_expr *expr; /* over the sources' columns; NULL for count(*) and exists */
    ip_type type;
} ip_output;

typedef enum ip_statement_kind {
    IP_SELECT,
    IP_INSERT, /* one row; INSERT … SELECT is a query loop around it */
    IP_UPDATE,
    IP_DELETE,
    /* TRUNCATE of sources[0]; its lock is a separate statement before it. Reads nothing, and looks at no row that other
     * transactions may have changed. A transaction that begins to read the table after its end finds it empty,
     * regardless of the snapshot (PostgreSQL 15, section 13.6). */
    IP_TRUNCATE,
    IP_ABORT,  /* RAISE EXCEPTION, ROLLBACK, failing ASSERT: a committed instance never runs it */
    IP_UNKNOWN /* not understood: may read and (but for sources[].reads_only) write any column of the tables in sources,
                  any number of rows, on its step's snapshot or on later ones, and re-read rows that it locks */
} ip_statement_kind;

/* A constraint's check as a separate statement: a SELECT whose outcome is known for committed instances. Only the write
 * that made the check succeed is a dependency (WR). The database, which checks against everything committed, refuses a
 * write that would make the check fail later, so an anti-dependency (RW) only leads where other such dependencies lead,
 * too. */
typedef enum ip_check_kind {
    IP_CHECK_NONE,
    IP_CHECK_PRESENT, /* of a foreign key: the referenced row exists */
    IP_CHECK_ABSENT   /* of a unique key, or before a referenced row is deleted: no such row exists */
} ip_check_kind;

/* Errors by which the database refuses a statement because of other transactions: SQLSTATE, its name. */
#define IP_DENIALS(X)                                                                                                  \
    X(IP_DENIED_DUPLICATE, "23505", "unique violation")                                                                \
    X(IP_DENIED_NOT_SERIALIZED, "40001", "serialization failure")                                                      \
    X(IP_DENIED_DEADLOCK, "40P01", "deadlock")                                                                         \
    X(IP_DENIED_LOCK, "55P03", "lock not available")

typedef enum ip_denial {
#define X(id, state, name) id,
    IP_DENIALS(X)
#undef X
        IP_DENIAL_COUNT
} ip_denial;

typedef struct ip_statement {
    int id; /* index in the program; program order */
    ip_statement_kind kind;
    const ip_expr *path;           /* over parameters and variables; NULL: always */
    int loop;                      /* innermost enclosing loop, -1: none */
    IP_VEC(ip_row_source) sources; /* sources[0] is the target of INSERT, UPDATE, DELETE */
    /* INSERT: value of each column of the target, never NULL pointers (a column without value and
     * default is IP_EXPR_NULL). UPDATE: NULL where not assigned. Over columns of sources. */
    const ip_expr **assignments;
    bool *read_with_others;    /* columns of sources[0] that constraints or transition tables also need; NULL: none */
    IP_VEC(ip_output) outputs; /* result columns; of RETURNING in terms of the row before the write */
    bool aggregated;           /* always one result row (aggregates without GROUP BY, EXISTS) */
    bool only_whether; /* EXISTS, IN, PERFORM and FOUND, checks of referring rows: at most that there is a row counts */
    bool grouped;      /* GROUP BY, DISTINCT, window: result rows are not table rows */
    /* ORDER BY … LIMIT 1: only the first row in this order is the result. NULL: none.
     * order_expr is the whole key only if order_exact. */
    const ip_expr *order_expr;
    bool order_descending, order_exact;
    bool limited; /* some LIMIT or OFFSET other than an exact ORDER BY … LIMIT 1 */
    /* It may touch fewer rows than match its conditions, even no row with the key that it names: a BEFORE trigger or a
     * rule may leave rows out. */
    bool uncertain;
    /* SELECT … INTO: only one of its rows is fetched, which gives the variables. If the statement locks rows, this row
     * is surely locked, even if it is uncertain for the other rows. */
    bool first_only;
    bool discarded; /* nothing depends on which rows it finds, and what they hold: it locks them, if anything */
    ip_check_kind check;
    /* IP_CHECK_ABSENT of a key that an INSERT adds, or of the rows that refer to a row that a DELETE removes: after the
     * check, no row that other transactions have left matches, except rows that the instance itself has changed, and no
     * row starts to match before the instance ends. */
    bool settles;
    /* IP_CHECK_ABSENT of an entry in a unique index on part of the rows or on expressions: a conflicting row matches
     * the filter. */
    bool of_entry;
    int cause; /* of a check of referring rows: the DELETE that it belongs to; another row with the deleted key would
                  satisfy the references. -1: none */
    const ip_table *referenced; /* of a check of referring rows: the table that they refer to; else NULL */
    /* A script's LOCK TABLE before any other statement: a transaction with one snapshot takes the snapshot after it. */
    bool before_snapshot;
    /* Where every statement has its own snapshot: statements of one program with the same number share a snapshot (the
     * lowered statements of one user statement; the bodies of STABLE and IMMUTABLE functions and the statement that
     * calls them). Snapshots are taken in the order of these numbers, from 0; constraint checks and triggers, which see
     * more than their statement, come after it. */
    int step;
    const char *text; /* source text, white space folded */
    ip_range range;
    const char *why_unknown; /* IP_UNKNOWN: what was not understood */
    /* A unique key's check that may fail without ending the transaction, because a handler catches the error: the
     * conflicting row may be in no snapshot of the instance. */
    bool past_snapshot;
    bool caught; /* its errors may be caught, so a row that raised an error has been read, too */
    /* IP_UNKNOWN: some of it may run when a statement is planned, on any snapshot since the call of the program (an
     * IMMUTABLE function that reads tables). */
    bool early;
    /* And its result may be kept in the session's plans for several transactions: the read may be of any earlier
     * version, also from before the call of the program, and without the instance's own writes. */
    bool kept;
    unsigned handled; /* one bit for each ip_denial: a handler catches the error and goes on */
    bool no_wait;     /* NOWAIT: it fails instead of waiting */
    bool times_out;   /* some lock_timeout is set: it may fail while it waits */
    bool of_cursor; /* WHERE CURRENT OF: the filter is the key that the row had when it was fetched, if that is known */
    /* IP_UNKNOWN: it writes rows by DELETE alone, with which no trigger, foreign key or check runs. */
    bool only_deletes;
    bool partly_followed; /* later, values of IP_VAR_ANY replace its results */
} ip_statement;

typedef enum ip_program_kind { IP_ROUTINE, IP_SCRIPT } ip_program_kind;

/* Outcomes that depend on concurrent transactions and not on reads. They count as free choices, also in a serial
 * execution: either behaviour is assumed to be correct. */
typedef enum ip_chance {
    IP_CHANCE_NOT_SERIALIZED, /* 40001 is caught */
    IP_CHANCE_DEADLOCK,       /* 40P01 */
    IP_CHANCE_NOT_AVAILABLE,  /* 55P03: NOWAIT, lock_timeout */
    IP_CHANCE_CANCELED,       /* 57014: statement_timeout, a user's request */
    IP_CHANCE_RESULT,         /* the result of a function that tries to take a lock, or of SKIP LOCKED */
    IP_CHANCE_UNCHECKED, /* no outcome: plpgsql.check_asserts may be off, and this ASSERT is assumed to be checked */
    IP_CHANCE_COUNT
} ip_chance;

/* At which levels, one bit for each kind of level. */
enum {
    IP_AT_STATEMENT_SNAPSHOTS = 1,
    IP_AT_ONE_SNAPSHOT = 2, /* and conflicting writers that no longer wait for each other */
    IP_AT_TRACKED_READS = 4,
    IP_AT_ALL_LEVELS = 7
};

typedef struct ip_free_choice {
    ip_range range;
    const char *what; /* the call with the result, "pg_try_advisory_xact_lock()"; NULL: a handler that goes on after: */
    const ip_expr *given; /* the result; NULL: not one value */
    unsigned at[IP_CHANCE_COUNT];
} ip_free_choice;

/* A value that the program compares by order: <, BETWEEN, greatest, min, ORDER BY with LIMIT. Or a value in arithmetic:
 * a difference of two numbers, or the previous number, also reveals the order. */
typedef struct ip_ordered_value {
    ip_range range, statement;
    const ip_expr *value;  /* a variable, or a number of a sequence; NULL: */
    const ip_table *table; /* a column */
    int column;
    bool sorted;             /* by ORDER BY, and all rows are returned */
    bool calculated;         /* an operand of arithmetic: +, -, *, /, % … */
    const ip_expr *equal_to; /* an operand of = or <>: the other operand; NULL: it is none */
} ip_ordered_value;

typedef struct ip_program {
    int id;
    const char *name;
    ip_program_kind kind;
    ip_range range;
    IP_VEC(ip_parameter) parameters;
    IP_VEC(ip_variable) variables;
    IP_VEC(ip_loop) loops;
    IP_VEC(ip_statement) statements;
    int step_count;     /* ip_statement.step is below it */
    const char *broken; /* not NULL: the reason why (part of) it could not be parsed; its verdict is undecided */
    ip_range broken_range;
    bool suppressed;            /* "-- isoproof: ignore" before it: all of its findings, or some */
    IP_VEC(ip_range) read;      /* the statements lowered, also of called routines: each place once (coverage.h) */
    const struct ip_code *code; /* the executable form (code.h); NULL: none */
    /* A placeholder of a script that another statement also has, without anything that identifies the two values;
     * source NULL: none. */
    ip_range numbered_apart;
    IP_VEC(ip_free_choice) choices;
    IP_VEC(ip_ordered_value) ordered;
    const char *declared; /* the level that its code or the input's settings declare, by PostgreSQL's name; NULL */
    ip_range declared_at;
    const char *promised; /* the level at which a comment says that it is safe, as written there; NULL: none */
    ip_range promised_at;
} ip_program;

bool ip_program_statement_locks_rows(const ip_statement *statement);
/* The condition determines the value of the column of source q, if the rows of the known sources (one bit each) are
 * given. */
bool ip_program_filter_fixes(const ip_expr *filter, int q, int column, uint64_t known);
bool ip_program_statement_names_one_row(const ip_statement *statement); /* by the value of a whole key */
/* For the first count sources, regardless of the others, which represent subqueries of conditions. */
bool ip_program_statement_first_name_one_row(const ip_statement *statement, int count);

#endif
