/* Changes that might help. None alters what a transaction does when it runs alone; the analysis of the changed text
 * decides whether it helps. */
#ifndef IP_CANDIDATE_H
#define IP_CANDIDATE_H

#include "advice/edit.h"
#include "isoproof.h"

/* A statement that the change may help: it reads what another transaction then changes, or (writes) it changes what
 * another transaction read. */
typedef struct ip_helped {
    int program, statement;
    bool writes;
} ip_helped;

typedef struct ip_candidate {
    ip_fix fix;
    ip_edits edits;
    IP_VEC(ip_helped) helped;
    IP_VEC(ip_range) claimed;         /* texts that no other change may touch beside this one */
    int raised_program, raised_level; /* "raise-level"; program -1: another kind */
    bool broken;                      /* the text could not be read with it */
    const char *assumes;              /* a further assumption of a proof with it; NULL: none */
    int weaker_than;                  /* the same with a stronger lock, which does at least what this one does; -1 */
    bool last_resort;                 /* stops all other transactions on a table: only where nothing else helps */
    bool waits_only;                  /* a lock on rows that no program changes: its only effect is that others wait */
    bool conflicts_only; /* for conflicts of writes: where a lock re-reads the row, the lock alone is enough */
} ip_candidate;

typedef IP_VEC(ip_candidate) ip_candidates;

/* The input for candidates. */
typedef struct ip_workshop {
    ip_arena *arena;
    const ip_workload *workload;
    ip_candidates candidates;
} ip_workshop;

/* The costs of changes; the cost of a list is their sum. Nearly all cost about the same, so fewer changes are cheaper;
 * docs/advice.md gives reasons. */
enum {
    IP_COST_SINGLE_STATEMENT = 8,
    IP_COST_MERGE = 8,
    IP_COST_LOCK_SHARE = 9,
    IP_COST_RECHECK = 9,
    IP_COST_SKIP_LOCKED = 9,
    IP_COST_LOCK_NO_KEY_UPDATE = 10,
    IP_COST_LOCK_UPDATE = 11,
    IP_COST_CONSTRAINT = 11,
    IP_COST_LOCK_BEFORE = 12,
    IP_COST_LOCK_PARENT = 12,
    IP_COST_LOCK_SHARE_THEN_WRITE = 13, /* two of them wait for each other */
    IP_COST_RECHECK_VALUES = 13,        /* more fails than has to */
    IP_COST_PROMOTE = 14,
    IP_COST_ADVISORY_LOCK_PAIR = 24, /* fewer wait for each other than where one column is locked */
    IP_COST_ADVISORY_LOCK = 25,
    IP_COST_RAISE_LEVEL = 30,
    IP_COST_ADVISORY_LOCK_ALL = 45 /* one at a time, whatever its rows are */
};

/* Adds a candidate and returns its index. */
int ip_advice_candidate_add(ip_workshop *w, const char *kind, int program, int statement, int cost, const char *change);
/* false: the range cannot be changed; the candidate is then broken. */
bool ip_advice_candidate_edit(ip_workshop *w, int candidate, ip_range range, const char *text);
/* Inserts a statement before the statement of the routine or script at the place. */
bool ip_advice_candidate_insert_before(ip_workshop *w, int candidate, ip_range place, const char *statement);
void ip_advice_candidate_helps(ip_workshop *w, int candidate, int program, int statement, bool writes);
void ip_advice_candidate_claims(ip_workshop *w, int candidate, ip_range range);

/* "SELECT" or "PERFORM", the word that starts a statement whose result is discarded; NULL: statements that lock or
 * write are not allowed at this place. */
const char *ip_advice_bare_select(ip_arena *arena, ip_range place);

/* They change the same text, or the level of the same program. */
bool ip_advice_candidates_overlap(const ip_candidate *a, const ip_candidate *b);
/* It changes the schema, or something of the program. */
bool ip_advice_candidate_touches(const ip_candidate *one, int program);
/* Of all that are chosen [candidates]. */
int ip_advice_candidates_cost(const ip_candidates *candidates, const bool *chosen);
/* A lock or a constraint: the statements stay the same. */
bool ip_advice_candidate_only_excludes(const ip_candidate *one);
/* The lines that change with all chosen changes applied, into the set's fixes. */
void ip_advice_candidates_show_hunks(ip_arena *arena, const ip_candidates *candidates, const bool *chosen,
                                     ip_fix_set *set);

/* The kinds of changes, one file each. */
void ip_advice_find_locks(ip_workshop *w);
void ip_advice_find_promotions(ip_workshop *w);
void ip_advice_find_merges(ip_workshop *w);
void ip_advice_find_single_statements(ip_workshop *w);
void ip_advice_find_rechecks(ip_workshop *w);
void ip_advice_find_parent_locks(ip_workshop *w);
void ip_advice_find_advisory_locks(ip_workshop *w);
void ip_advice_find_constraints(ip_workshop *w);
void ip_advice_find_transactions(ip_workshop *w);

/* The parameter that names a statement's rows of a table, in this column; -1. */
int ip_advice_naming_parameter(const ip_statement *statement, int source, int column);
bool ip_advice_parameter_is_named(const ip_program *program, int parameter);
/* The key of an advisory lock that a parameter gives: alone, or as one of two, which are 32 bits wide each. */
const char *ip_advice_advisory_key(ip_workshop *w, const ip_program *program, int parameter);
const char *ip_advice_half_advisory_key(ip_workshop *w, const ip_program *program, int parameter);
/* The first two columns by which the source's rows are searched together, other than a key. */
bool ip_advice_sought_together(const ip_program *program, const ip_statement *s, int source, int *columns,
                               int *parameters);
/* A script that is one statement, without BEGIN. */
bool ip_advice_stands_alone(const ip_program *program);

/* Whether the expression, or a variable that it names, comes from this statement. */
bool ip_advice_comes_from(const ip_program *program, const ip_expr *expr, int statement);
/* Whether a later statement, a path or a result uses the number of rows it found. */
bool ip_advice_counts_rows_of(const ip_program *program, int statement);
/* Whether some program changes or deletes rows of it. Other tables need a lock only to represent absent rows. */
bool ip_advice_changes_ever(const ip_workshop *w, const ip_table *table);
/* The statement finds at most one row: it names a key of its only table. */
bool ip_advice_finds_one_row(const ip_statement *statement);
/* The variable's name in the program: "v_bal" of "v_bal#2". */
const char *ip_advice_variable_base_name(ip_arena *arena, const ip_variable *variable);

#endif
