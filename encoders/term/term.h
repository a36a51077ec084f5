/* Expressions of a program, evaluated for one instance (slot) in one iteration
 * and at given rows, as Z3 terms.
 *
 * Sorts: INTEGER, TEXT, TIME, OTHER and arrays are Int (text as opaque codes: only equality is interpreted, order is an
 * uninterpreted relation, because it depends on the collation), NUMERIC is Real, BOOLEAN is Bool. Every value comes
 * with a Bool that says whether it is NULL; the value is then arbitrary. */
#ifndef IP_TERM_H
#define IP_TERM_H

#include "term/build.h"
#include "facts/facts.h"
#include "facts/reading.h"
#include "rules.h"

typedef struct ip_term {
    Z3_ast value, null;
} ip_term;

/* The current row of a statement's source. */
typedef struct ip_row {
    const Z3_ast *key;            /* identity terms; NULL: some unknown row */
    bool arbitrary;               /* columns that may change have any value: "could this row match?" */
    const struct ip_term *values; /* [column] of source's table: values to use instead; NULL, or .value NULL: none */
} ip_row;

/* One running instance with a symbolic program: all symbols of slot i have i in their names. */
typedef struct ip_site {
    int slot;
    const ip_program *program;
    const ip_statement *statement; /* NULL outside statements */
    const Z3_ast *tokens;          /* the iteration, one integer for each loop depth; NULL outside loops */
    int depth;                     /* the number of tokens that count: loops around the place */
    const ip_row *rows;            /* one for each source of the statement; NULL: unbound */
    bool reread;                   /* rows that the statement locks are in the version that it re-reads */
} ip_site;

/* A snapshot: of an instance, or of the statements of one step in it. */
typedef struct ip_snapshot {
    int slot;
    const ip_program *program; /* NULL: the instance has only one */
    int step;
    const Z3_ast *tokens; /* the iteration, where statements in loops have their own snapshots */
    int depth;
} ip_snapshot;

/* The state of evaluation that all queries of one encoding share. Opaque elsewhere. */
typedef struct ip_terms_context {
    ip_build build;
    ip_arena *arena;
    const ip_facts *facts;
    bool rules[IP_RULE_COUNT];
    IP_VEC(const char *) texts; /* text literals; literal i has code -1-i */
    ip_terms side;              /* facts that hold in every execution, asserted with the next query */
    ip_terms uncut;             /* alternating: texts before and after a possible cut by varchar(n) and char(n) */
    struct ip_seen_set *seen;   /* side facts already emitted, and those */
    struct ip_variable_cache *variables;
    int fresh;
    /* Each writer of a row that has always existed overwrites the version of the writer before it: the levels either
     * order conflicting writers by visibility or re-read locked rows. */
    bool writers_chain;
    bool engine; /* the levels are an engine's, which checks constraints against everything committed */
    const ip_reading *const *readings;  /* by program id */
    IP_VEC(const ip_table *) drawn;     /* tables whose keys are assumed to be below their counter */
    int one_state;                      /* slots below this have one snapshot; 0: snapshots need not be states */
    bool names_special_numbers;         /* some formula is about NaN or an infinity */
    IP_VEC(struct ip_numeral) numerals; /* made so far */
} ip_terms_context;

/* Equal values of the type may be written in different ways. */
bool ip_term_type_has_spellings(ip_type type);

void ip_term_terms_context_init(ip_terms_context *c, ip_arena *arena, const ip_facts *facts);
void ip_term_terms_context_release(ip_terms_context *c);

/* Adds a fact once. */
void ip_term_side_fact(ip_terms_context *c, Z3_ast fact);
/* A text that may be cut or padded, and the result. Their equality becomes a term only in ip_encoding_uncut: the models
 * that the solver finds depend on every term. */
void ip_term_usually_uncut(ip_terms_context *c, Z3_ast before, Z3_ast after);

ip_term ip_term_eval(ip_terms_context *c, const ip_site *site, const ip_expr *expr);
/* "expr is true" (not false, not NULL). NULL expr: true. */
Z3_ast ip_term_eval_true(ip_terms_context *c, const ip_site *site, const ip_expr *expr);
/* The same value as a value of another SQL type (assignment cast). NULL e: the expression that it comes from is
 * unknown. */
ip_term ip_term_cast(ip_terms_context *c, const ip_site *site, const ip_expr *e, ip_term term, ip_type from,
                     ip_type to);

/* raising.c: the row of the source may raise an error in one of the expressions that are evaluated on it
 * (ip_row_source.raising). A necessary condition. Rows are given. */
Z3_ast ip_term_row_raises(ip_terms_context *c, const ip_site *site, int source);

/* Value of a column of source q of the site's statement at rows[q]. */
ip_term ip_term_of_column(ip_terms_context *c, const ip_site *site, int source, int column);

/* Symbols for values that behave like numbers only in comparisons. */
typedef struct ip_special_numbers {
    Z3_ast lowest, infinity, nan; /* -Infinity, Infinity, NaN */
} ip_special_numbers;
ip_special_numbers ip_term_special_numbers_of(ip_terms_context *c);
/* The value, a real, is a number so close to 0 that arithmetic with it is that of reals. */
Z3_ast ip_term_near_number(ip_terms_context *c, Z3_ast value);
/* The operator, by name, holds for two values of the type that are not NULL. */
Z3_ast ip_term_operator_holds(ip_terms_context *c, const char *name, ip_term a, ip_term b, ip_type type);
/* Two values of the type, neither of which is NULL: a < b, or a <= b. */
Z3_ast ip_term_comes_before(ip_terms_context *c, ip_term a, ip_term b, ip_type type, bool or_equal);

/* The statement runs: its path condition, and every enclosing loop is in the iteration of the tokens. Without the
 * condition that the slot runs this program. */
Z3_ast ip_term_executes(ip_terms_context *c, const ip_site *site);

/* Depth of a loop: 0 for outermost; -1 for loop -1. */
int ip_term_loop_depth(const ip_program *program, int loop);

const ip_reading *ip_term_reading_of(const ip_terms_context *c, const ip_program *program);
/* The snapshot that the site's statement reads. */
ip_snapshot ip_term_snapshot_of(const ip_terms_context *c, const ip_site *site);
/* Whether a row is alive in it, and the value of a column. */
Z3_ast ip_term_alive(ip_terms_context *c, const ip_snapshot *snapshot, const ip_table *table, const Z3_ast *key);
ip_term ip_term_seen(ip_terms_context *c, const ip_snapshot *snapshot, const ip_table *table, int column,
                     const Z3_ast *key);
/* The site uses the latest versions of the source's rows, not the snapshot's; the value of a column then. */
bool ip_term_reads_later_version(const ip_terms_context *c, const ip_site *site, int source);
/* The INSERT that runs if s, the look-up of an ON CONFLICT, and the look-ups of its other keys find nothing; NULL: s is
 * no such look-up. */
const ip_statement *ip_term_inserts_unless_found(const ip_program *program, const ip_statement *s);
ip_term ip_term_seen_reread(ip_terms_context *c, const ip_site *site, int source, int column, const Z3_ast *key);

/* Value of a column of a row that is in the snapshot. */
ip_term ip_term_column_in_snapshot(ip_terms_context *c, const ip_snapshot *snapshot, const ip_table *table, int column,
                                   const Z3_ast *key);

/* The number of the table's rows in the snapshot of the slot, which count(*) returns; where one transaction is
 * delayed. */
Z3_ast ip_term_row_total(ip_terms_context *c, int slot, const ip_table *table);

/* The row of source q is alive when the statement looks for rows: in the snapshot, or in the latest version for newest
 * sources; unless the instance itself may have inserted into or deleted from the table before. */
Z3_ast ip_term_alive_at(ip_terms_context *c, const ip_site *site, int q, const Z3_ast *key);
/* The row is still alive after the statement has locked it. */
Z3_ast ip_term_alive_reread(ip_terms_context *c, const ip_site *site, int q, const Z3_ast *key);
/* All sources' rows match the site's conditions and exist when they are used; rows of optional sources may be missing.
 * Rows are given. */
Z3_ast ip_term_rows_match(ip_terms_context *c, const ip_site *site, const ip_row *rows);
/* May the program have changed the table's set of rows before the statement runs? */
bool ip_term_changed_before(const ip_terms_context *c, const ip_program *program, const ip_statement *statement,
                            const ip_table *table, int column);

/* That the table's first rows are below the counter of their keys is assumed, and reported. */
void ip_term_note_drawn(ip_terms_context *c, const ip_table *table);
/* The counter that a live row's key was drawn from has passed the key, in the snapshot. */
void ip_term_drawn_key_fact(ip_terms_context *c, const ip_snapshot *snapshot, const ip_table *table, const Z3_ast *key);

/* Rows of a statement's sources. rows[q].key set where the row is determined by equalities with terms
 * known without looking at rows; returns whether all are. rows has one entry a source, preset entries are kept
 * and count as known. Uses the identity key or, for fixed tables, another UNIQUE key. */
bool ip_term_determine_rows(ip_terms_context *c, const ip_site *site, ip_row *rows);

/* The rows of a statement over one table that can match, if its condition names their keys: id IN (a, b). Two of them
 * may be one row. rows: room for IP_MOST_KEYS. Returns their number; 0: the condition has another form, or more keys.
 */
enum { IP_MOST_KEYS = 8 };
int ip_term_rows_by_keys(ip_terms_context *c, const ip_site *site, ip_row *rows);

/* The value that a conjunct `column = term` of the filter gives for a column of source q, of the column's sort; it may
 * be NULL, and then no row matches. false: there is no such conjunct. */
bool ip_term_equated_value(ip_terms_context *c, const ip_site *site, const ip_expr *filter, int q, int column,
                           Z3_ast *value);

/* MIN/MAX/ORDER BY LIMIT 1 over one source whose sort expression is immutable: the result's value. */
typedef struct ip_extreme {
    bool present; /* the statement has this form */
    const ip_expr *expr;
    bool descending;
    Z3_ast value, none; /* value of the expression in the result row; there is no such row */
    const Z3_ast *key;  /* identity of the result row where equalities and value determine it, else NULL */
} ip_extreme;
ip_extreme ip_term_statement_extreme(ip_terms_context *c, const ip_site *site);

/* Rows of the sources of a loop's query in the iteration of the site; NULL: the query's results are not rows. */
const ip_row *ip_term_iteration_rows(ip_terms_context *c, const ip_site *site, int loop);

/* Some row matches the statement: exact where its rows are found by key, else a symbol. */
Z3_ast ip_term_some_row(ip_terms_context *c, const ip_site *site);
/* The row, by source, whose values a statement returns if it finds one: the row by key, the extreme row, or some row
 * that matches. NULL: its values come from several rows, or from none. */
const ip_row *ip_term_given_row(ip_terms_context *c, const ip_site *site);
/* FOUND after the statement; that is, whether it finds a row. */
Z3_ast ip_term_statement_found(ip_terms_context *c, const ip_site *site);

/* Identity terms: sort of component i of the table's key. */
Z3_sort ip_term_key_sort(ip_terms_context *c, const ip_table *table, int component);
int ip_term_key_length(const ip_terms_context *c, const ip_table *table); /* ≥ 1 */
/* Identity of the row that an INSERT creates. */
const Z3_ast *ip_term_insert_key(ip_terms_context *c, const ip_site *site);
/* Each other UNIQUE key also identifies rows, if it never changes and no row is deleted: for an INSERT's row. */
void ip_term_unique_insert(ip_terms_context *c, const ip_site *site, const Z3_ast *key, Z3_ast executes);
/* The same for any row, if it exists. Where rows are inserted, `there` is the condition under which it is an initial
 * row; NULL: unknown. */
void ip_term_unique_facts(ip_terms_context *c, const ip_table *table, const Z3_ast *key, Z3_ast there);

#endif
