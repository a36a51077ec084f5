/* Schema statements: what they change in the schema. Internal to this folder. */
#ifndef IP_DDL_H
#define IP_DDL_H

#include "catalog/definition.h"
#include "parse/pg_parse.h"

typedef struct ip_pending_key {
    ip_table *table;
    IP_VEC(int) columns;
    const char *target;                  /* as written, if it is not defined yet */
    const ip_path *path;                 /* where it is looked for */
    IP_VEC(const char *) target_columns; /* empty: its primary key */
    ip_range range;
    char on_delete, on_update;
    const char *name;
    bool deferrable, deferred, full, unproved;
    const bool *sets; /* as of ip_foreign_key */
    int made;
    int rank; /* its place in the statement, as of ip_awaited_key */
} ip_pending_key;

/* A key or EXCLUDE of the statement that is applied, which is made once all of the statement is read (key_order.c). */
typedef struct ip_awaited_key {
    ip_table *table;
    const PgQuery__Constraint *constraint;
    const char *column; /* in whose definition it stands; NULL: it is the table's */
    ip_range range;
    const char *name; /* "": none is given */
    bool primary, deferrable, deferred;
    bool only;     /* ALTER TABLE ONLY */
    int rank;      /* its place in the statement: those that come first have a lower one */
    bool repeated; /* an earlier one has the same index */
} ip_awaited_key;

typedef struct ip_named_type {
    const char *name;
    ip_type type;
    bool has_default; /* a domain may have one */
} ip_named_type;

/* A table whose columns are those of a composite type. */
typedef struct ip_typed {
    ip_table *table;
    const ip_table *type; /* its row */
} ip_typed;

typedef struct ip_ddl {
    ip_definitions *definitions;
    ip_diagnostics *diagnostics;
    IP_VEC(ip_pending_key) foreign_keys; /* their targets may come later */
    IP_VEC(ip_index) indexes;
    IP_VEC(ip_typed) typed;
    bool last_refers; /* the last constraint that was read is a foreign key */
    IP_VEC(ip_awaited_key) awaited;
    int rank; /* of what is read now */
    bool primary_first, on_only;
    IP_VEC(ip_named_type) types; /* enums and domains */
    const ip_path *path;         /* as the files have set it up to here; NULL: not at all */
} ip_ddl;

/* A statement (the node in RawStmt.stmt) on the schema alone, or none that rows depend on. */
bool ip_ddl_is(const ip_tree *statement);
bool ip_ddl_changes(const ip_tree *statement); /* the schema, as it is known here */
/* The statement creates a temporary table. Inside a transaction it concerns only that transaction. */
bool ip_ddl_is_temporary(const ip_tree *statement);
/* What it changes in the schema, if anything; range: where it stands. */
void ip_ddl_apply(ip_ddl *ddl, const ip_tree *statement, ip_range range);
const ip_kept_tree *ip_ddl_keep_tree(ip_arena *arena, const ip_tree *tree, ip_range statement); /* NULL for NULL */
/* CREATE TEMPORARY TABLE of a routine or script: one of the schema's own tables. */
ip_table *ip_ddl_own_table(ip_definitions *definitions, const ip_path *path, const ip_tree *create, ip_range range);
/* The name of a view whose query names the column (also with *); NULL: none. */
const char *ip_ddl_view_of_column(const ip_definitions *definitions, const char *relation, const char *column);
/* Before another routine of that name is created (ddl/rebind.c). */
void ip_ddl_rebind_overloaded(ip_ddl *ddl, const char *name);
/* After the last file: resolves foreign keys. */
void ip_ddl_finish(ip_ddl *ddl);

#endif
