/* The schema: the tables after all CREATE TABLE and ALTER TABLE statements of all files. */
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
    const char *domain; /* the domain of its values, or of its elements: type is the domain's base type; NULL: none */
    bool not_null;
    const ip_expr *default_value; /* NULL: no default, or not a constant */
    bool has_default;             /* also serial, identity, generated */
    bool sequence;                /* the default draws from the column's own sequence: serial, identity */
    bool own_sequence;            /* serial: the column created that sequence */
    const char *sequence_name;    /* serial, identity: the sequence's name, as in its rule; NULL: another default */
    const char *owned_sequence;   /* given to the column by OWNED BY; NULL: none */
    ip_range range;
    bool always;    /* GENERATED ALWAYS AS IDENTITY: takes no other value */
    bool generated; /* GENERATED … AS (expression) STORED: recomputed at each write of the row */
    bool indexed;   /* a column of some index, or of a key's index, even if it is dropped later */
    const struct ip_table
        *row; /* of a composite type, or an array of one: its fields; NULL: another type, or not known */
    const struct ip_kept_tree *kept_default,
        *kept_generated;                /* parse trees from which .code of the table is compiled */
    const struct ip_code *domain_check; /* as ip_code_type.domain */
} ip_column;

typedef struct ip_key {
    const char *name; /* of the constraint or index */
    bool primary;
    int column_count;
    const int *columns; /* indexes into the table's columns */
    ip_range range;
    bool waits; /* while files are read: created ON ONLY a partitioned table, and no partition's index attached yet */
    int made;   /* ip_definitions.made, in whose order a table's keys stand */
    bool index; /* of CREATE UNIQUE INDEX, no constraint */
} ip_key;

typedef struct ip_foreign_key {
    int column_count;
    const int *columns;
    const struct ip_table *target;
    const int *target_columns;
    ip_range range;
    /* What happens to the referring rows when the row that they refer to is deleted or changes its key: 'c' CASCADE,
     * 'n' SET NULL, 'd' SET DEFAULT; anything else refuses the change. */
    char on_delete, on_update;
    bool deferrable, deferred;   /* checked at the end of the transaction: after SET CONSTRAINTS, or from the start */
    const struct ip_table *part; /* the only partition of the table that has it; NULL: it holds for all rows */
    const char *name;
    bool unproved;    /* NOT VALID: older rows may refer to nothing */
    bool full;        /* MATCH FULL: all columns are NULL, or none */
    const bool *sets; /* [column_count]: the columns that ON DELETE SET NULL or SET DEFAULT sets; NULL: all */
    int made;         /* ip_definitions.made */
} ip_foreign_key;

/* CASCADE, SET NULL and SET DEFAULT change the referring rows, and do not refuse. */
static inline bool ip_reference_acts(char action)
{
    return action == 'c' || action == 'n' || action == 'd';
}

/* Whether the action changes this column of the key, by position; deleted: of ON DELETE. */
static inline bool ip_reference_sets(const ip_foreign_key *key, int position, bool deleted)
{
    return !deleted || !key->sets || key->sets[position];
}

/* One element of an EXCLUDE constraint: what of two rows is compared, and by which operator. */
typedef struct ip_exclusion_part {
    const char *column; /* NULL: expr is compared */
    const struct ip_kept_tree *expr;
    const char *operator;
    bool equal; /* the operator is = of the values' type and collation */
    /* For && between ranges like tsrange(lower, upper): their columns; else NULL. closed: the bounds are '[]'. filled:
     * unless one of them is NULL the range is not empty, since it is closed or a CHECK says so. */
    const char *lower, *upper;
    bool closed, filled;
} ip_exclusion_part;

/* Pairs of rows that exclude each other: by EXCLUDE, or by a unique index on some of the rows or on expressions. Two
 * such rows are equal in the columns of `equal`. Which of those rows exclude each other is known only where `followed`
 * is set. A constraint that may have been dropped stays here, and counts only as read. */
typedef struct ip_exclusion {
    const char *name;           /* of the constraint or index; "": unknown */
    const char *what;           /* "an EXCLUDE constraint" */
    IP_VEC(const char *) equal; /* columns, by name */
    IP_VEC(const char *) named; /* all columns on which it depends */
    bool followed;              /* only operators on columns, or && of ranges over columns */
    bool late;                  /* a deferrable key: may be checked at the end of the transaction */
    bool any;                   /* it depends on every column: an expression takes the row as a whole */
    bool computed;              /* it has an expression or a condition */
    ip_range range;
    /* From which .code of the table is compiled. */
    IP_VEC(ip_exclusion_part) parts; /* none: not followed */
    const struct ip_kept_tree *where;
    bool unique;      /* a unique index or key: its error is another one, and a change of its columns changes a key */
    bool nulls_equal; /* NULLS NOT DISTINCT */
    bool deferrable, deferred; /* as in ip_foreign_key */
    bool primary;              /* a deferrable PRIMARY KEY */
    int made;                  /* ip_definitions.made; of NULLS NOT DISTINCT, that of the key */
} ip_exclusion;

/* A CHECK that orders two columns of each row. Neither of them is NULL. */
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
    IP_VEC(ip_ordered) ordered;       /* complete once all files are read */
    IP_VEC(const ip_expr *) checks;   /* over IP_EXPR_COLUMN with source 0 */
    const struct ip_code_table *code; /* defaults, checks and generated columns, compiled (code.h); not NULL once all
                                         files are read */
    /* No table of a database: represents advisory locks and locks of whole tables (catalog/lock_mode.h). It has a row
     * for every value of its key, and only locks touch the rows. */
    bool locks_only;
    /* locks_only, and represents state that no level isolates (access_summary/outside_state.h): writes become visible
     * at once, or later, regardless of snapshots, and reads are not tracked. Only IP_UNKNOWN statements touch it. */
    bool outside;
    /* Not one table, but all tables that no file creates: the text of an EXECUTE may also name these. */
    bool others;
    bool temporary;  /* each session has a table of this name */
    bool foreign;    /* CREATE FOREIGN TABLE: another server, or a file, has its rows */
    bool referenced; /* some foreign key refers to it, or did: otherwise no table need be searched for one */
    /* A temporary table that a program creates, in schema.own at index .id. No other transaction sees its rows. It is
     * empty at first. */
    bool own;
    const struct ip_view_definition
        *view;           /* own: it represents that view's rows, in writes through INSTEAD OF triggers; NULL */
    char on_commit;      /* own: 'd' the table is dropped, 'r' its rows are deleted, otherwise they stay */
    bool references_off; /* while files are read: after DISABLE TRIGGER ALL its foreign keys are not checked */
    bool locked_whole; /* some program locks it with LOCK TABLE or TRUNCATE, so that every statement that uses it takes
                          a lock on it, too */
    bool emptied;      /* by TRUNCATE in some program */
    bool computes_index; /* some index, which may be dropped later, has an expression or a condition */
    /* Its rows are identified by numbers, not by a key: for databases whose rows keep their identity when their keys
     * change (replay/engine). */
    bool numbered;
    const char *unchecked; /* a constraint or column that is not represented here ("an EXCLUDE constraint"), so that
                              writes must not be run in memory; NULL */
    ip_range range;
    int made; /* ip_definitions.made */
} ip_table;

struct ip_schema {
    IP_VEC(ip_table *) tables;
    ip_table **by_name; /* the first `indexed` tables, sorted by name; the others are searched one by one */
    int indexed;
    IP_VEC(ip_table *) own; /* temporary tables, each of one routine or script in its executable form (code.h) */
    IP_VEC(ip_sequence_rule *) sequences;
};

/* -1 when there is none. */
int ip_catalog_table_column(const ip_table *table, const char *name);
/* Every table has such a column; it is not among ip_table.columns. */
bool ip_catalog_is_system_column(const char *name);
bool ip_catalog_table_in_some_key(const ip_table *table, int column);
/* The key that identifies a row: the primary key, else the first UNIQUE key without NULLs; NULL: none. */
const ip_key *ip_catalog_table_identity(const ip_table *table);
/* Looks up "name" or "schema.name"; NULL when there is none. Never a table with locks_only or others. */
ip_table *ip_catalog_schema_table(const ip_schema *schema, const char *name);
/* A schema of a client's temporary tables, "pg_temp_3", or the name of something in it. */
bool ip_catalog_name_is_temporary(const char *name);
/* Builds an index for this look-up, after the last rename of a table. */
void ip_catalog_schema_index(ip_arena *arena, ip_schema *schema);

/* What the locks_only tables represent, by key: advisory locks of one number, those of two numbers (which are other
 * locks), and locks of whole tables, by name. */
typedef enum ip_lock_space { IP_LOCKS_ADVISORY, IP_LOCKS_ADVISORY_PAIR, IP_LOCKS_TABLE } ip_lock_space;
enum { IP_LOCK_SPACES = IP_LOCKS_TABLE + 1 };
const ip_table *ip_catalog_lock_table(ip_arena *arena, ip_schema *schema, ip_lock_space space); /* created if needed */
const ip_table *ip_catalog_lock_table_if_any(const ip_schema *schema, ip_lock_space space); /* NULL: nothing uses it */
const ip_table *ip_catalog_outside_table(ip_arena *arena, ip_schema *schema, const char *name); /* ip_table.outside */
/* The table that represents all tables that no file creates. */
const ip_table *ip_catalog_other_tables(ip_arena *arena, ip_schema *schema); /* created if needed */
const ip_table *ip_catalog_other_tables_if_any(const ip_schema *schema);     /* NULL: nothing uses it */

#endif
