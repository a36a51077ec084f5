/* From programs and levels to formulas: k instances whose programs are symbolic,
 * their visibility and commit order, and dependency edges between them.
 *
 * Soundness: for every execution at the levels, and any choice of k of its committed
 * instances, the asserted formulas have a model in which relations, accesses
 * and values are those of the execution. So a cycle query that is unsatisfiable excludes
 * the cycle. docs/encoding.md goes through the rules one by one. */
#ifndef IP_ENCODING_H
#define IP_ENCODING_H

#include "level/level.h"
#include "execution/touch.h"

typedef struct ip_encoding ip_encoding;

typedef struct ip_selection { /* selective serializability of two programs, by index into programs */
    const ip_level *level;    /* the file that defines it, over in-a and in-b */
    int a, b;
} ip_selection;

typedef enum ip_edge_type { IP_EDGE_WR, IP_EDGE_WW, IP_EDGE_RW } ip_edge_type;

/* Dependencies that are ignored. The remaining relation is only a part of an execution's, so nothing may rest on the
 * absence of further dependencies: ip_encoding_assume_single_inserts, ip_rules_inserts_once_or_both and
 * ip_encoding_no_dependency may not be used. */
typedef struct ip_spared {
    const ip_program *from, *to;      /* to NULL: every dependency that begins or ends at from */
    int from_statement, to_statement; /* -1: any */
    ip_edge_type type;                /* the following only if to is given: */
    int table;
    bool exists; /* the row's existence, or */
    int column_count;
    const int *columns; /* those of the group (ip_column_group) */
} ip_spared;

typedef struct ip_encoding_input {
    const ip_schema *schema;
    const ip_facts *facts;             /* derived from all programs of the workload */
    const ip_program *const *programs; /* the programs that an instance may run here */
    int program_count;
    const ip_level *const *levels; /* one for each program */
    const ip_selection *selections;
    int selection_count;
    const ip_spared *spared;
    int spared_count;
    const int *only; /* [only_count]: the one program that each of the first instances runs */
    int only_count;
    bool rules[IP_RULE_COUNT]; /* false: left out */
    bool sessions;             /* session order counts as a dependency */
    /* Where one transaction is delayed (delayed.h): instances below this begin in one state, snapshots are states, the
     * order of instances is known, and those from 2 on need not run a program. 0: not so. */
    int one_state;
    /* For tests, unsound: equal values of every type count as the same; of a row, queries use only whether it matches.
     */
    bool all_plain, only_matches;
    /* Whether to give up, called from time to time; after it returns true, formulas are incomplete, and no answer about
     * them may be used. NULL: never. */
    bool (*expired)(void *data);
    void *expired_data;
} ip_encoding_input;

ip_encoding *ip_encoding_new(ip_arena *arena, const ip_encoding_input *input);
void ip_encoding_release(ip_encoding *e); /* releases the Z3 context and all of its terms */

const ip_build *ip_encoding_build(ip_encoding *e);

/* At least count instances: numbered from 0. */
void ip_rules_instances(ip_encoding *e, int count);

/* The Bool "there is a dependency from instance i to instance j", with its own witness row. At most one call for each
 * pair. */
Z3_ast ip_rules_edge(ip_encoding *e, int from, int to);

/* "instance i runs program p", and relations between instances. */
Z3_ast ip_encoding_runs(ip_encoding *e, int instance, int program);
Z3_ast ip_encoding_ar(ip_encoding *e, int i, int j);
Z3_ast ip_encoding_vis(ip_encoding *e, int i, int j);
/* There is surely no dependency from i to j: for cycles without chords. Also states forced RW facts. */
Z3_ast ip_encoding_no_dependency(ip_encoding *e, int i, int j);

/* Rules about rows inserted once hold only in executions without a cycle of two instances. Call after such cycles were
 * searched and none was found (or they were reported); until then the rules are guarded. */
void ip_encoding_assume_single_inserts(ip_encoding *e);

/* For the search of cycles of two before that: either rows are inserted once, or these two instances insert the same
 * row. (If another instance inserts such a row, it forms a cycle of two with one of them.) */
Z3_ast ip_rules_inserts_once_or_both(ip_encoding *e, int i, int j);

/* The instance runs no over-approximated statement outside loops: the search prefers such executions. The Bool yes: no
 * program has such a statement. */
Z3_ast ip_rules_followed(ip_encoding *e, int instance);

/* No argument of the instance is NULL. */
Z3_ast ip_rules_given(ip_encoding *e, int instance);

/* Integer arguments of the first instances, and integers in keys of rows where two of them meet, are within the range
 * of every integer type: one term for each. These are no facts: the search prefers
 * models with such values. */
ip_terms ip_encoding_usual(ip_encoding *e, int instances);
/* varchar(n) and char(n) leave all texts as they are. No fact either: a run rarely follows a model in which an argument
 * becomes another text. The Bool yes: there are no such types. */
Z3_ast ip_encoding_uncut(ip_encoding *e);

/* The constraints asserted since the last call. */
const ip_terms *ip_rules_take(ip_encoding *e);

/* Which monotone counters were used, for the report: table, column pairs. */
typedef struct ip_counter {
    const ip_table *table;
    int column;
} ip_counter;
int ip_encoding_counters(const ip_encoding *e, const ip_counter **counters);

/* Tables for which the encoding assumed that every row's key is below the counter that its key is drawn from
 * (ip_table_facts.drawn). */
int ip_encoding_drawn(const ip_encoding *e, const ip_table *const **tables);
/* Tables for which the encoding assumed that they have no index but those in the input (rules/overtaking.c). */
int ip_rules_searched(const ip_encoding *e, const ip_table *const **tables);

/* ---- reading a model ---- */

typedef struct ip_edge_model {
    ip_edge_type type;
    const ip_column_group *group;
    int from_program, from_statement, to_program, to_statement;
    bool approximated; /* one side is an IP_UNKNOWN statement */
    int key_length;
    Z3_ast key[16]; /* values */
} ip_edge_model;

int ip_encoding_model_program(ip_encoding *e, Z3_model model, int instance);
bool ip_encoding_model_edge(ip_encoding *e, Z3_model model, int from, int to, ip_edge_model *edge);
/* "The edge has the same cause": the same table and columns, the same statements. */
Z3_ast ip_encoding_same_way(ip_encoding *e, Z3_model model, int from, int to);
bool ip_encoding_model_true(ip_encoding *e, Z3_model model, Z3_ast term);
/* t's writes are in the snapshot of u's statements of that step (in loops, of the first iteration). program: u's
 * program. */
bool ip_encoding_model_sees(ip_encoding *e, Z3_model model, int t, int u, int program, int step);
/* Some program has one snapshot for each statement. */
bool ip_encoding_has_statement_snapshots(const ip_encoding *e);
/* Value of a parameter: value term and whether NULL. */
ip_term ip_encoding_model_parameter(ip_encoding *e, Z3_model model, int instance, int program, int parameter);
/* "NaN", "Infinity" or "-Infinity", if this real represents one of them in the model; NULL: an ordinary number. */
const char *ip_encoding_model_special(ip_encoding *e, Z3_model model, Z3_ast number);
/* Element i (from 1) and length of an array value. */
ip_term ip_encoding_model_element(ip_encoding *e, Z3_model model, ip_term array, ip_type element, int i);
int ip_encoding_model_length(ip_encoding *e, Z3_model model, ip_term array);
/* A row as an instance sees it in the model: a hint at rows with which the model's execution happens, not a fact. */
typedef struct ip_row_model {
    int table;
    const Z3_ast *key; /* values; ip_term_key_length of them */
    bool present;      /* in the instance's snapshot */
    ip_term *columns;  /* [table columns]: values, value NULL if the model has none */
} ip_row_model;
typedef IP_VEC(ip_row_model) ip_row_models;
/* The rows of the edges, and the rows that the instance's statements find by key. program: the instance's program. */
ip_row_models ip_encoding_model_rows(ip_encoding *e, Z3_model model, int instance, int program);
/* The loop iterations of the instance's edges, ascending: for range loops, their indexes. */
int ip_encoding_model_iterations(ip_encoding *e, Z3_model model, int instance, int program, const int **iterations);
/* Text literal of a text code; NULL: none. */
const char *ip_encoding_text(ip_encoding *e, long long code);

#endif
