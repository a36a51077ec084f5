/* Small sets of transaction programs as the oracle knows them: a schema of one
 * or two tables over integers and programs over them, as trees in fixed pools,
 * so that a set is copied by assignment. Nothing here is shared with isoproof:
 * the oracle prints a set as SQL for isoproof and runs it by itself. */
#ifndef ORACLE_SET_H
#define ORACLE_SET_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
    MAX_TABLES = 2,
    MAX_KEY = 2,     /* key columns k0, k1 */
    MAX_COLUMNS = 2, /* other columns c0, c1 */
    MAX_PROGRAMS = 4,
    MAX_PARAMETERS = 4,
    MAX_STATEMENTS = 64,
    MAX_EXPRESSIONS = 384,
    MAX_INSTANCES = 4,
    ROWS = 16, /* of a table, present or absent */
    NONE = -1,
    SQL_NULL = INT_MIN
};

/* Variables: v0..v5, range loop indexes i0 i1, then the fields k0 k1 c0 c1 of the rows r0 r1 of query loops. */
enum { FIRST_INDEX = 6, FIRST_FIELD = 8, VARIABLES = 16, MAX_LOOPS = 2 };

/* The value of the query before the statement that uses it: printed as a subquery or a join, never as v5. */
enum { SUBQUERY = 5 };

typedef enum operator_kind {
    E_CONSTANT,  /* value */
    E_PARAMETER, /* value: which */
    E_VARIABLE,  /* value: which */
    E_KEY,       /* value: key column of the current row */
    E_COLUMN,    /* value: column of the current row */
    E_ADD,
    E_SUBTRACT,
    E_EQUAL,
    E_DIFFERENT,
    E_LESS,
    E_AT_MOST,
    E_GREATER,
    E_AT_LEAST,
    E_AND,
    E_OR,
    E_NOT,
    E_IS_NULL,
    E_COALESCE,
    E_FOUND
} operator_kind;

typedef struct expression {
    operator_kind kind;
    int value;
    int left, right;
} expression;

typedef enum statement_kind {
    S_SELECT, /* by whole key: column (and second) INTO variable (and second_variable) */
    S_AGGREGATE,
    S_FIRST, /* ORDER BY the key LIMIT 1 */
    S_UPDATE,
    S_INSERT,
    S_DELETE,
    S_ASSIGN,
    S_IF,
    S_IF_EXISTS,
    S_RAISE,
    S_FOR_RANGE,
    S_FOR_QUERY,
    S_RETURN, /* without a value: leave early */
    S_EXIT,
    S_TRUNCATE /* CASCADE */
} statement_kind;

typedef enum aggregate_kind { A_COUNT, A_SUM, A_MIN, A_MAX } aggregate_kind;

/* Row locks of S_SELECT, S_FIRST, S_FOR_QUERY. They change no value: at the levels here, no order either. */
typedef enum lock_kind { LOCK_NONE, LOCK_SHARE, LOCK_UPDATE } lock_kind;

typedef struct statement {
    statement_kind kind;
    int table;
    int key_where;    /* condition over keys, parameters, variables */
    int column_where; /* condition over columns, parameters, variables */
    int column, second;
    int of_key;                    /* S_AGGREGATE, S_FIRST: this key column instead of column, or NONE */
    int variable, second_variable; /* also: RETURNING column INTO variable, ROW_COUNT of S_UPDATE, S_DELETE */
    aggregate_kind aggregate;
    bool descending; /* S_FIRST */
    bool assigned;   /* printed as v := (SELECT …), which leaves FOUND alone */
    bool negated;    /* S_IF_EXISTS */
    bool or_nothing; /* ON CONFLICT DO NOTHING */
    bool inlined;    /* S_SELECT, S_AGGREGATE INTO SUBQUERY: printed within the next statement */
    bool joined;     /* inlined as a join where the next statement looks up a key by it */
    lock_kind lock;
    bool insert_select; /* S_FOR_QUERY around one INSERT: printed as INSERT … SELECT */
    int key[MAX_KEY];
    int values[MAX_COLUMNS]; /* INSERT; UPDATE: NONE where not set; S_ASSIGN: values[0] */
    int condition;
    int low, high; /* S_FOR_RANGE */
    int loop;      /* which index or row variable */
    int body, other;
    int next;
} statement;

/* Masks of unique keys besides the primary one. */
enum { UNIQUE_C0 = 1, UNIQUE_C1 = 2, UNIQUE_BOTH = 4 };

/* What of t1 refers to t0's k0, or to its c0. */
typedef enum reference { REFERENCE_NONE, REFERENCE_KEY, REFERENCE_COLUMN } reference;
/* ON DELETE, ON UPDATE. */
typedef enum foreign_action {
    ACTION_NONE,
    ACTION_RESTRICT,
    ACTION_CASCADE,
    ACTION_SET_NULL,
    ACTION_SET_DEFAULT
} foreign_action;

typedef struct table {
    int key_count;    /* 0: a table without key */
    int column_count; /* at least 1 */
    bool not_null[MAX_COLUMNS];
    int defaults[MAX_COLUMNS]; /* DEFAULT, or NONE: INSERT leaves the column out where it gives just that */
    unsigned unique;
    bool positive;       /* CHECK (c0 >= 0) */
    reference reference; /* k0 or c0 REFERENCES t0 */
    bool to_column;      /* t0 (c0), which is unique */
    foreign_action on_delete, on_update;
} table;

/* PL/pgSQL, a function in SQL, or a script from BEGIN to COMMIT with psql variables. */
typedef enum program_form { FORM_PLPGSQL, FORM_SQL, FORM_SCRIPT } program_form;

typedef struct program {
    int parameter_count;
    int first;
    int result; /* variable returned, NONE: void */
    bool procedure;
    program_form form; /* where the body allows it */
} program;

typedef struct program_set {
    int table_count;
    table tables[MAX_TABLES];
    int program_count;
    program programs[MAX_PROGRAMS];
    /* for the question about mixed levels: each program's (oracle_level), and a pair for --serialize or NONE */
    int assigned[MAX_PROGRAMS];
    int serialize_a, serialize_b;
    /* Assumed of initial states, by a proof that says so: no row of table has a key at or above a value of the
     * counter column. */
    int drawn_count;
    struct drawn {
        int table, key, counter_table, counter_column;
    } drawn[MAX_TABLES];
    int statement_count, expression_count;
    statement statements[MAX_STATEMENTS];
    expression expressions[MAX_EXPRESSIONS];
} program_set;

/* Seeded and the same everywhere. */
typedef struct random_state {
    uint64_t state;
} random_state;

uint64_t random_next(random_state *random);
int random_below(random_state *random, int n);
bool random_chance(random_state *random, int percent);

int set_expression(program_set *set, operator_kind kind, int value, int left, int right); /* NONE: pool full */
int set_statement(program_set *set, statement_kind kind);                                 /* NONE: pool full */

void set_generate(program_set *set, random_state *random);
/* From now on every set has keys drawn from a counter, where its tables allow it. */
void set_prefer_counters(void);
/* From now on every set has a foreign key. */
void set_prefer_references(void);
/* And from now on it acts, and tables are truncated. */
void set_prefer_actions(void);
/* From now on every set has a foreign key, whose referenced keys are moved, deleted and inserted again. */
void set_prefer_moved(void);
/* From now on sets are mostly about a few integers, read, compared and written. */
void set_prefer_guards(void);
void set_print(const program_set *set, FILE *out);

/* Is the inlined query before s printed as a join with it? */
bool statement_joins(const program_set *set, const statement *query, const statement *s);
/* Is the loop printed as INSERT … SELECT? */
bool statement_insert_select(const program_set *set, const statement *s);
/* The expressions a statement holds itself: EXPRESSIONS_OF of them, NONE where it has none. */
enum { EXPRESSIONS_OF = 9 };
void statement_expressions(const statement *s, int *expressions);
/* Mask of the variables an expression names. */
unsigned expression_variables(const program_set *set, int index);

/* One short line of kinds, "U(k=)U(all)|S(k=)": the set's shape, for statistics. */
void set_shape(const program_set *set, char *text, size_t size);

#endif
