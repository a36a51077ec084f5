/* The schema: tables as CREATE TABLE and ALTER TABLE leave them once all files were read. */
#ifndef IP_SCHEMA_H
#define IP_SCHEMA_H

#include "base/source.h"
#include "catalog/sequence_rule.h"
#include "parse/sql_type.h"

#include <stdbool.h>

typedef struct ip_expr ip_expr;

typedef struct ip_column {
    const char *name;
    ip_type type;
    const char *domain; /* the domain that it has, or its elements: type is what that is over; NULL: none */
    bool not_null;
    const ip_expr *default_value; /* a constant, or NULL: none or not a constant */
    bool has_default;             /* also serial, identity, generated */
    bool sequence;                /* the default draws from the column's own sequence: serial, identity */
    bool own_sequence;            /* serial: it has made that sequence */
    const char *sequence_name;    /* serial, identity: of that sequence, as its rule has it; NULL: another default */
    ip_range range;
    bool always;    /* GENERATED ALWAYS AS IDENTITY: takes no other value */
    bool generated; /* GENERATED … AS (expression) STORED: computed again at each write of the row */
    bool indexed;   /* some index has it as a column, a key's also; what is dropped later counts */
    const struct ip_table
        *row; /* of a composite type, or an array of one: its fields; NULL: another type, or not known */
    const struct ip_kept_tree *kept_default, *kept_generated; /* this layer's own, for .code of the table */
    const struct ip_code *domain_check;                       /* as ip_code_type.domain */
} ip_column;

typedef struct ip_key {
    const char *name; /* of the constraint or index */
    bool primary;
    int column_count;
    const int *columns; /* indexes into the table's columns */
    ip_range range;
    bool waits; /* while reading: made on ONLY a partitioned table, and no index of a partition attached */
} ip_key;

typedef struct ip_foreign_key {
    int column_count;
    const int *columns;
    const struct ip_table *target;
    const int *target_columns;
    ip_range range;
    /* What happens here when the row there goes or changes its key: 'c' CASCADE, 'n' SET NULL, 'd' SET
     * DEFAULT; anything else refuses. */
    char on_delete, on_update;
    bool deferrable, deferred;   /* checked at the end of the transaction: if SET CONSTRAINTS says so, or always */
    const struct ip_table *part; /* the partition of the table that alone has it; NULL: all rows refer */
    const char *name;
    bool unproved;    /* NOT VALID: rows that were there before may refer to nothing */
    bool full;        /* MATCH FULL: all columns are NULL, or none */
    const bool *sets; /* [column_count]: what ON DELETE SET NULL and SET DEFAULT set; NULL: all */
} ip_foreign_key;

/* CASCADE, SET NULL, SET DEFAULT: it changes the rows that refer, and does not refuse. */
static inline bool ip_reference_acts(char action)
{
    return action == 'c' || action == 'n' || action == 'd';
}

/* When the row referred to goes, which of its columns change, by position. */
static inline bool ip_reference_sets(const ip_foreign_key *key, int position, bool deleted)
{
    return !deleted || !key->sets || key->sets[position];
}

/* What an exclusion compares of two rows, and by which operator. */
typedef struct ip_exclusion_part {
    const char *column; /* NULL: */
    const struct ip_kept_tree *expr;
    const char *operator;
    bool equal; /* it is the = of the values' own type and collation */
    /* Columns of an expression like tsrange(lower, upper), or with '[]' closed, where the operator is &&; NULL. filled:
     * if neither is NULL it is not empty, as '[]' or a CHECK says. */
    const char *lower, *upper;
    bool closed, filled;
} ip_exclusion_part;

/* Some pairs of rows exclude each other: by EXCLUDE, or by a unique index on part of the rows or on expressions. They
 * agree in the columns of `equal`; of others it is not followed which they are, but for EXCLUDE with operators on
 * columns alone. A constraint
 * that was perhaps dropped stays, and only counts as read. */
typedef struct ip_exclusion {
    const char *name;           /* of the constraint or index; "": not known */
    const char *what;           /* "an EXCLUDE constraint" */
    IP_VEC(const char *) equal; /* columns, by name */
    IP_VEC(const char *) named; /* all columns that matter */
    bool followed;              /* all is known of it: operators on columns, or && of ranges over columns */
    bool late;                  /* a deferrable key: perhaps looked for at the end of the transaction */
    bool any;                   /* or any column at all: an expression takes the row as a whole */
    bool computed;              /* there are expressions or a condition */
    ip_range range;
    /* For .code of the table. */
    IP_VEC(ip_exclusion_part) parts; /* none: not followed */
    const struct ip_kept_tree *where;
    bool unique; /* a unique index or key: it has another error, and a change of its columns counts as a change of a key
                  */
    bool nulls_equal;          /* NULLS NOT DISTINCT */
    bool deferrable, deferred; /* as of foreign keys */
} ip_exclusion;

/* A CHECK orders two columns of each row, neither of which is NULL. */
typedef struct ip_ordered {
    const char *lower, *upper;
    bool or_equal;
} ip_ordered;

typedef struct ip_table {
    int id;           /* index into the schema's tables */
    const char *name; /* lower-cased as PostgreSQL does; "schema.name" unless public */
    IP_VEC(ip_column) columns;
    int primary_key;     /* index into keys, -1: none */
    IP_VEC(ip_key) keys; /* PRIMARY KEY and UNIQUE, without partial and expression indexes */
    IP_VEC(ip_foreign_key) foreign_keys;
    IP_VEC(ip_exclusion) exclusions;
    IP_VEC(ip_ordered) ordered;       /* once files are read */
    IP_VEC(const ip_expr *) checks;   /* over IP_EXPR_COLUMN with source 0 */
    const struct ip_code_table *code; /* defaults, checks and generated columns to be evaluated (code.h); never NULL
                                         once files are read */
    /* Not a user's table: it has a row for every value of its key, which only locks touch. Represents advisory locks
     * and locks of whole tables (catalog/lock_mode.h). */
    bool locks_only;
    /* locks_only, and represents state that no level isolates (access_summary/outside_state.h): writes become visible
     * at once, or later, regardless of snapshots, and reads are not tracked. Only IP_UNKNOWN statements touch it. */
    bool outside;
    /* Not one table, but all tables that no file creates: the text of an EXECUTE may also name these. */
    bool others;
    bool temporary;  /* each session has its own */
    bool referenced; /* a foreign key refers to it, or did: where none does, no search of all tables is needed */
    /* A table that a program creates for itself, in schema.own at index .id. No other transaction sees its rows, and
     * it is empty at first. */
    bool own;
    const struct ip_view_definition
        *view;           /* own: it represents that view's rows, in writes through INSTEAD OF triggers; NULL */
    char on_commit;      /* own: 'd' it is dropped, 'r' its rows are deleted; else they stay */
    bool references_off; /* while reading: DISABLE TRIGGER ALL holds, so that foreign keys are not checked from here */
    bool locked_whole; /* some program locks it, with LOCK TABLE or TRUNCATE: then every statement that touches it locks
                          it, too */
    bool emptied;      /* by TRUNCATE of some program */
    bool computes_index; /* some index has an expression or a condition; what is dropped later counts */
    /* Its rows are identified by numbers, not by a key: for databases whose rows keep their identity when their keys
     * change (replay/engine). */
    bool numbered;
    const char *unchecked; /* a constraint or column that is not represented here ("an EXCLUDE constraint"): writes must
                              not be executed; NULL */
    ip_range range;
} ip_table;

struct ip_schema {
    IP_VEC(ip_table *) tables;
    ip_table **by_name; /* the first `indexed` of them, sorted; the others are searched one by one */
    int indexed;
    IP_VEC(ip_table *) own; /* each of one routine or script, in its executable form (code.h) */
    IP_VEC(ip_sequence_rule *) sequences;
};

/* -1 when there is none. */
int ip_table_column(const ip_table *table, const char *name);
bool ip_table_in_some_key(const ip_table *table, int column);
/* The key that identifies a row: the primary key, else the first UNIQUE key without NULLs; NULL: none. */
const ip_key *ip_table_identity(const ip_table *table);
/* Looks up "name" or "schema.name"; NULL when there is none. Never a table with locks_only or others. */
ip_table *ip_schema_table(const ip_schema *schema, const char *name);
/* Builds an index for this look-up, after the last rename of a table. */
void ip_schema_index(ip_arena *arena, ip_schema *schema);

/* What locks_only tables represent, and their keys: locks of one number, of two numbers (a separate space), of whole
 * tables by name. */
typedef enum ip_lock_space { IP_LOCKS_ADVISORY, IP_LOCKS_ADVISORY_PAIR, IP_LOCKS_TABLE } ip_lock_space;
enum { IP_LOCK_SPACES = IP_LOCKS_TABLE + 1 };
const ip_table *ip_lock_table(ip_arena *arena, ip_schema *schema, ip_lock_space space); /* created if needed */
const ip_table *ip_lock_table_if_any(const ip_schema *schema, ip_lock_space space);     /* NULL: nothing uses it */
const ip_table *ip_outside_table(ip_arena *arena, ip_schema *schema, const char *name); /* ip_table.outside */
/* The table that represents all tables that no file creates. */
const ip_table *ip_other_tables(ip_arena *arena, ip_schema *schema); /* created if needed */
const ip_table *ip_other_tables_if_any(const ip_schema *schema);     /* NULL: nothing uses it */

#endif
