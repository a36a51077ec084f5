/* Facts about tables and columns, found by looking at all programs at once: columns that never change or only grow,
 * tables whose rows have an identity. */
#ifndef IP_FACTS_H
#define IP_FACTS_H

#include "frontend.h"
#include "facts/transitions.h"

typedef struct ip_column_facts {
    bool updated;  /* some UPDATE sets it */
    bool changed;  /* some UPDATE may set it to a value that the row has not had (rewritten.h) */
    bool read;     /* some statement's condition or result names it */
    bool frozen;   /* one value per row identity throughout any execution: never changed, and the table is not both
                      inserted into and deleted from (a row could be inserted again with another value), or its keys are
                      fresh */
    bool monotone; /* only changed by SET c = c + positive constant, rows never inserted or deleted */
    /* NULL: any value may follow any other, or deleted rows are inserted again */
    const ip_transitions *transitions[IP_FOUND_WAYS];
    int group; /* columns with one group have the same reading and writing statements; -1: no
                  program writes it, so it carries no dependency */
} ip_column_facts;

/* Every INSERT into the table draws one key column from a monotone counter, whose row the other key
 * columns name: orders(w, d, o) with o = district(w, d).next + offset. */
typedef struct ip_drawn_key {
    const ip_table *counter; /* NULL: not drawn */
    int column;              /* of the counter's table */
    const char *offset;      /* integer literal added to the value before the increment */
    int component;           /* of this table's key */
    const int *row;          /* [counter's key length]: component of this table's key that gives it */
} ip_drawn_key;

typedef struct ip_table_facts {
    bool inserted, deleted;
    bool fresh;    /* inserted with keys from a sequence only: no deleted row is inserted again */
    bool appended; /* all rows get the greatest number of their group plus one (appended.h) */
    bool returned; /* deleted, and each time inserted again with the same key before the transaction ends */
    /* Row identity: the columns of a key that no program updates. key_count 0: there is no such key, and a hidden row
     * number (one integer) identifies rows. */
    int key_count;
    const int *key;
    ip_drawn_key drawn;
    int exists_group; /* group of the implicit column `exists`; -1: rows are never inserted or deleted */
    ip_column_facts *columns;
} ip_table_facts;

/* One dependency-carrying column group: `exists` (columns empty) or columns of one table. */
typedef struct ip_column_group {
    int table;
    bool exists;
    IP_VEC(int) columns;
} ip_column_group;

typedef struct ip_facts {
    const ip_schema *schema;
    ip_table_facts *tables; /* by table id */
    IP_VEC(ip_column_group) groups;
} ip_facts;

/* Everything but .drawn and .appended, which ip_facts_drawn_keys_find (drawn.h) and
 * ip_facts_appended_tables_find (appended.h) add. by_row: merge all columns of a table into one group
 * (the column rule left out). fresh: take keys from sequences to be new. */
ip_facts *ip_facts_derive(ip_arena *arena, const ip_schema *schema, const ip_program *const *programs, int count,
                          bool by_row, bool fresh);
/* A deleted row of the table may be inserted again. */
static inline bool ip_rows_come_again(const ip_table_facts *facts)
{
    return facts->inserted && facts->deleted && !facts->fresh;
}

/* Is the table's set of rows fixed? */
static inline bool ip_table_fixed(const ip_table_facts *facts)
{
    return !facts->inserted && !facts->deleted;
}

/* Syntactic access of a statement, over-approximated: */
bool ip_facts_statement_writes(const ip_statement *statement, const ip_table *table,
                               int column);                                           /* column -1: exists */
bool ip_facts_statement_reads(const ip_statement *statement, int source, int column); /* column -1: exists */
/* It is over-approximated: IP_UNKNOWN, except statements that only change state that no level isolates. */
bool ip_facts_statement_guessed(const ip_statement *statement);

/* The term of a conjunct "column = term" (or "term = column") of the condition, for a column of the source;
 * NULL where there is none. */
const ip_expr *ip_facts_equated_term(const ip_expr *condition, int source, int column);

/* Of how many conditions, joined by AND, the condition consists. */
int ip_facts_conjunct_count(const ip_expr *condition);

/* SET c = c + 1, or SET c = v + 1 where the condition has c = v: the added positive literal; NULL: any other
 * assignment. */
const ip_expr *ip_facts_increment_of(const ip_statement *statement, int column);

/* SET c = v where the condition has c = v, for a column that identifies the row: the identity stays, and the UPDATE
 * does not count as a write of the column. For other columns it does: a reader of the written value depends on that
 * version. */
bool ip_facts_statement_keeps(const ip_statement *statement, int column);

/* Accesses of any column of a group. */
bool ip_facts_statement_writes_group(const ip_statement *statement, const ip_table *table,
                                     const ip_column_group *group);
bool ip_facts_statement_reads_group(const ip_statement *statement, int source, const ip_column_group *group);
/* A condition of the statement for this source names a column of the group. */
bool ip_facts_statement_filters_by(const ip_statement *statement, int source, const ip_column_group *group);

/* The row stores the value that an INSERT gives for a column unchanged: types that round or pad change it. */
bool ip_facts_stored_as_given(const ip_expr *given, ip_type type);

#endif
