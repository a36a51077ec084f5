/* The pieces of ip_ddl_apply, by what they change. Internal to this folder. */
#ifndef IP_DDL_PARTS_H
#define IP_DDL_PARTS_H

#include "ddl/apply.h"
#include "catalog/partition.h"
#include "catalog/relation.h"

/* ddl/apply.c: which statement it is */
ip_range ip_ddl_place(ip_range statement, const ip_tree *node);
const char *ip_ddl_joined(ip_arena *arena, const ip_tree *names);

/* ddl/type.c: enums, domains, columns' types */
ip_type ip_ddl_column_type(ip_ddl *ddl, const PgQuery__TypeName *type_name);
bool ip_ddl_default_of_domain(const ip_ddl *ddl, const PgQuery__TypeName *type_name);
void ip_ddl_alter_enum(ip_ddl *ddl, const PgQuery__AlterEnumStmt *statement);
void ip_ddl_alter_domain(ip_ddl *ddl, const PgQuery__AlterDomainStmt *statement, ip_range range);
void ip_ddl_drop_type(ip_ddl *ddl, const char *name);
void ip_ddl_create_enum(ip_ddl *ddl, const PgQuery__CreateEnumStmt *statement);
void ip_ddl_rename_type(ip_ddl *ddl, const char *before, const char *after); /* an enum or a domain */
void ip_ddl_create_domain(ip_ddl *ddl, const PgQuery__CreateDomainStmt *statement, ip_range range);
/* The column's type is what a domain is over, where it is one. */
void ip_ddl_set_column_type(ip_ddl *ddl, ip_column *column, const PgQuery__TypeName *type_name);

/* ddl/constraint.c: keys, foreign keys, checks, defaults */
const ip_expr *ip_ddl_constant(ip_ddl *ddl, const ip_tree *node, ip_type type, ip_range range);
void ip_ddl_add_key(ip_ddl *ddl, ip_table *table, const char *name, bool primary, int *columns, int count,
                    ip_range range);
bool ip_ddl_draws(const ip_tree *expression);
void ip_ddl_add_constraint(ip_ddl *ddl, ip_table *table, const PgQuery__Constraint *constraint, int column,
                           ip_range statement);
void ip_ddl_drop_constraint(ip_ddl *ddl, ip_table *table, const char *name, bool cascade);

void ip_ddl_alter_constraint(ip_ddl *ddl, ip_table *table, const PgQuery__Constraint *constraint, ip_range statement);

void ip_ddl_make_key(ip_ddl *ddl, const ip_awaited_key *key);

/* ddl/key_order.c: constraints that have an index, in the order of the server. Those of a statement are awaited
 * while its elements are read, each with its rank, and made in the end. primary_first: of CREATE TABLE. */
void ip_ddl_await_key(ip_ddl *ddl, ip_table *table, const PgQuery__Constraint *constraint, const char *column,
                      ip_range range);
void ip_ddl_make_keys(ip_ddl *ddl, int made);                      /* ip_definitions.made before the statement */
void ip_ddl_remake_keys(ip_ddl *ddl, ip_table *table, int column); /* another type of the column */

/* ddl/reference.c: foreign keys, of which the table that they refer to changes; before it does. A key that goes takes
 * those along that rest on it; a table that only moves leaves them on the columns that it has now. */
void ip_ddl_references_rename_column(ip_ddl *ddl, const ip_table *table, const char *before, const char *after);
void ip_ddl_references_drop_column(ip_ddl *ddl, const ip_table *table, const char *column);
void ip_ddl_references_drop_key(ip_ddl *ddl, const ip_table *table, const ip_key *key);
void ip_ddl_references_settle(ip_ddl *ddl, const ip_table *table);

/* ddl/exclusion.c: constraints on pairs of rows that are no keys. name "": none given; condition: of WHERE, or NULL */
void ip_ddl_add_exclusion(ip_ddl *ddl, ip_table *table, const char *what, const char *name, const ip_tree *elements,
                          const ip_tree *condition, ip_range range);
void ip_ddl_defer_exclusion(ip_table *table, bool deferrable, bool deferred); /* the last one */
void ip_ddl_defer_key(ip_ddl *ddl, ip_table *table, const int *columns, int count, bool deferred);
void ip_ddl_nulls_are_equal(ip_ddl *ddl, ip_table *table, const int *columns, int count, ip_range range);
bool ip_ddl_drop_exclusion(ip_table *table, const char *name); /* false: there is none of that name */
void ip_ddl_rename_exclusion(ip_table *table, const char *before, const char *after);
void ip_ddl_finish_exclusions(ip_ddl *ddl);                               /* all files are read */
void ip_ddl_exclusions_after_column(ip_table *table, const char *column); /* it goes, or gets another type */
void ip_ddl_exclusions_rename_column(ip_table *table, const char *before, const char *after);

/* constraint_name.c: the name that the server gives. label: "pkey" (without columns), "key", "fkey", "idx",
 * "excl" */
const char *ip_ddl_name_of_columns(const ip_ddl *ddl, const ip_table *table, const char *const *columns, int count,
                                   const char *label);
const char *ip_ddl_constraint_name(const ip_ddl *ddl, const ip_table *table, const int *columns, int count,
                                   const char *label);

/* ddl/table.c: tables and their columns come and go */
void ip_ddl_add_column(ip_ddl *ddl, ip_table *table, const PgQuery__ColumnDef *definition, int inherited_columns,
                       ip_range statement);
ip_table *ip_ddl_new_table(ip_ddl *ddl, const char *name, ip_range range);
void ip_ddl_drop_table(ip_ddl *ddl, ip_table *table);
void ip_ddl_create_table(ip_ddl *ddl, const PgQuery__CreateStmt *create, ip_range range);
void ip_ddl_import_foreign_schema(ip_ddl *ddl, const PgQuery__ImportForeignSchemaStmt *statement);
void ip_ddl_create_foreign_table(ip_ddl *ddl, const PgQuery__CreateForeignTableStmt *create, ip_range range);
ip_table *ip_ddl_existing(ip_ddl *ddl, const PgQuery__RangeVar *rangevar, bool missing_ok, ip_range range);
void ip_ddl_drop_column(ip_ddl *ddl, ip_table *table, int column);

/* ddl/alter.c: ALTER TABLE */
void ip_ddl_alter_table(ip_ddl *ddl, const PgQuery__AlterTableStmt *alter, ip_range range);

/* ddl/column.c: expressions over a column that is called otherwise from now on */
void ip_ddl_expressions_rename_column(ip_ddl *ddl, ip_table *table, const char *before, const char *after);
/* CHECK and UPDATE OF that name it go along. */
void ip_ddl_expressions_drop_column(ip_ddl *ddl, const ip_table *table, const char *column);

/* ddl/view.c: views */
void ip_ddl_create_view(ip_ddl *ddl, const PgQuery__ViewStmt *statement, ip_range range);
void ip_ddl_drop_view(ip_definitions *d, const char *name);
void ip_ddl_alter_view(ip_ddl *ddl, ip_view_definition *view, const ip_tree *commands, ip_range range);
bool ip_ddl_uses(const ip_ddl *ddl, const ip_path *path, const ip_tree *node, const char *name); /* a relation */
void ip_ddl_drop_views_of(ip_ddl *ddl, const char *name);                           /* those whose query names it */
void ip_ddl_views_after_rename(ip_ddl *ddl, const char *before, const char *after); /* of a table or view */

/* ddl/view_column.c: a column has another name, of what views show or of a view */
void ip_ddl_views_rename_column(ip_ddl *ddl, const char *relation, const char *before, const char *after);
bool ip_ddl_query_names_column(ip_ddl *ddl, const ip_path *path, const ip_kept_tree *query, const char *relation,
                               const char *column);
void ip_ddl_views_drop_column(ip_ddl *ddl, const char *relation, const char *column);
void ip_ddl_view_rename_column(ip_ddl *ddl, ip_view_definition *view, const char *before, const char *after);

/* ddl/rename.c: ALTER … RENAME, SET SCHEMA, ALTER FUNCTION */
void ip_ddl_rename(ip_ddl *ddl, const PgQuery__RenameStmt *statement);
void ip_ddl_rename_column(ip_ddl *ddl, ip_table *table, const char *before, const char *after);
void ip_ddl_set_schema(ip_ddl *ddl, const PgQuery__AlterObjectSchemaStmt *statement);
void ip_ddl_alter_function(ip_ddl *ddl, const PgQuery__AlterFunctionStmt *statement);
void ip_ddl_set_owner(ip_ddl *ddl, const PgQuery__AlterOwnerStmt *statement);

/* ddl/drop.c: DROP */
void ip_ddl_forget_triggers(ip_definitions *d, const char *table, const char *name); /* name NULL: all, rules too */
void ip_ddl_drop(ip_ddl *ddl, const PgQuery__DropStmt *statement);
/* Materialized views whose query names the relation, or the column of it unless that is NULL. */
void ip_ddl_drop_materialized_of(ip_ddl *ddl, const char *relation, const char *column);
ip_unit *ip_ddl_find_unit(ip_ddl *ddl, const PgQuery__ObjectWithArgs *object); /* NULL: there is none */

/* ddl/cascade.c: what goes along; names as the schema has them, or as they are written */
void ip_ddl_drop_columns_of_type(ip_ddl *ddl, const char *type);
void ip_ddl_drop_defaults_of_sequence(ip_ddl *ddl, const char *sequence);
/* What a tree, a default or a column rests on. */
bool ip_ddl_calls(const ip_tree *node, const char *function); /* by its last name */
bool ip_ddl_kept_calls(const ip_kept_tree *kept, const char *function);
bool ip_ddl_draws_from(ip_arena *arena, const ip_table *table, const ip_column *column, const char *sequence);
bool ip_ddl_has_type(const ip_column *column, const char *name);
bool ip_ddl_names_type(const char *text, const char *type, bool array); /* "SETOF mood" */
void ip_ddl_drop_users_of_function(ip_ddl *ddl, const char *name);      /* it is dropped already */

/* ddl/family.c: inheritance and partitions */
void ip_ddl_inherit(ip_ddl *ddl, ip_table *table, const PgQuery__RangeVar *parent, const ip_tree *bound,
                    ip_range range);
void ip_ddl_partition_by(ip_ddl *ddl, const ip_table *table, const ip_tree *key, ip_range range);
void ip_ddl_attach(ip_ddl *ddl, ip_table *parent, const PgQuery__RangeVar *child,
                   const PgQuery__PartitionBoundSpec *bound, bool partition, ip_range range);
void ip_ddl_detach(ip_ddl *ddl, const char *parent, const char *child);
void ip_ddl_copy_checks(ip_ddl *ddl, ip_table *to, const ip_table *from, bool all);
void ip_ddl_finish_partitions(ip_ddl *ddl); /* after foreign keys */

/* ddl/query.c: tables created from a query */
typedef struct ip_query_column {
    const char *name;
    ip_type type;
} ip_query_column;
typedef IP_VEC(ip_query_column) ip_query_columns;
bool ip_ddl_query_columns(ip_ddl *ddl, const PgQuery__SelectStmt *select,
                          ip_query_columns *columns); /* false: not known */
void ip_ddl_create_table_as(ip_ddl *ddl, const PgQuery__IntoClause *into, const ip_tree *query, bool if_not_exists,
                            bool view, ip_range range);

/* ddl/composite.c: composite types, row types of views */
void ip_ddl_create_composite(ip_ddl *ddl, const PgQuery__CompositeTypeStmt *statement, ip_range range);
void ip_ddl_drop_composite(ip_definitions *d, const char *name);
void ip_ddl_alter_composite(ip_ddl *ddl, const ip_composite *composite, const ip_tree *commands, ip_range range);
void ip_ddl_rename_composite(ip_ddl *ddl, const char *before, const char *after);
/* CREATE TABLE … OF type: its columns are those of the type, and stay so. */
void ip_ddl_columns_of_composite(ip_ddl *ddl, ip_table *table, const PgQuery__TypeName *type_name, ip_range range);
void ip_ddl_rename_field(ip_ddl *ddl, const ip_composite *composite, const char *before, const char *after);
void ip_ddl_finish_composites(ip_definitions *d);
const ip_table *ip_ddl_view_row(ip_ddl *ddl, const char *name, const PgQuery__SelectStmt *query, const ip_tree *named,
                                ip_range range); /* NULL: its columns are not known */

/* ddl/index.c: unique indexes */
void ip_ddl_create_index(ip_ddl *ddl, const PgQuery__IndexStmt *index, ip_range range);
void ip_ddl_drop_index(ip_ddl *ddl, const char *name, bool cascade);
void ip_ddl_forget_indexes(ip_ddl *ddl, const ip_table *table, const char *column); /* NULL: the table goes */
void ip_ddl_indexes_rename_column(ip_ddl *ddl, const ip_table *table, const char *before, const char *after);
void ip_ddl_rename_index(ip_ddl *ddl, const char *before, const char *after);
/* Evaluated whenever a row of the table is written, or of any that has a column of the domain; NULL: nothing is. */
void ip_ddl_imply(ip_ddl *ddl, const ip_table *table, const char *domain, const ip_tree *expression, ip_range range);
/* ALTER TABLE ONLY has added a key to a table that had so many, if it was one to add. */
void ip_ddl_key_on_only(const ip_definitions *d, ip_table *table, int keys_before);
void ip_ddl_attach_index(ip_ddl *ddl, const char *name); /* ALTER INDEX name ATTACH PARTITION */
void ip_ddl_finish_indexes(ip_ddl *ddl);
/* By what the table's rows can be looked for through this index: ip_column.indexed, ip_table.computes_index. elements:
 * IndexElem nodes, or lists of one and its operator. */
void ip_ddl_note_index(ip_table *table, const ip_tree *elements, const ip_tree *condition);
/* ADD CONSTRAINT … USING INDEX; false: no such index */
bool ip_ddl_key_of_index(ip_table *table, const char *index, bool primary, const char *name);

/* ddl/rebind.c: stored expressions and bodies mean what names meant when they were created. All are called before the
 * change. */
void ip_ddl_rebind_renamed(ip_ddl *ddl, const char *before, const char *after); /* a routine, by its names */
void ip_ddl_rebind_bodies(ip_ddl *ddl, const char *name);                       /* a table, view or column is renamed */
void ip_ddl_rebind_label(ip_ddl *ddl, const char *label);                       /* a value of an enum is renamed */
void ip_ddl_rebind_column(ip_ddl *ddl, const ip_table *table, const char *before);
void ip_ddl_rebind_hidden(ip_ddl *ddl, const char *name); /* a table or view of this name is created */

/* ddl/routine.c: what routines rest on */
/* As the schema has a routine of that name in the path, where it exists already: later ones, on whatever path, are
 * others. */
const char *ip_ddl_routine_named(const ip_ddl *ddl, const char *name);
void ip_ddl_create_extension(ip_ddl *ddl, const PgQuery__CreateExtensionStmt *statement);
void ip_ddl_define(ip_ddl *ddl, const PgQuery__DefineStmt *statement, ip_range range);
void ip_ddl_create_cast(ip_ddl *ddl, const PgQuery__CreateCastStmt *statement, ip_range range);

/* ddl/trigger.c */
void ip_ddl_create_trigger(ip_ddl *ddl, const PgQuery__CreateTrigStmt *statement, ip_range range);
/* The function has another name; before: its former name. */
void ip_ddl_triggers_rename_function(ip_definitions *d, const ip_unit *unit, const char *before);
bool ip_ddl_switch_trigger(ip_ddl *ddl, const char *table, const PgQuery__AlterTableCmd *command);

/* ddl/rule.c: rules, row security */
bool ip_ddl_switch_row_security(ip_ddl *ddl, const char *table, PgQuery__AlterTableType subtype, ip_range range);
void ip_ddl_finish_row_security(ip_ddl *ddl);
const char *ip_ddl_role(ip_arena *arena, const PgQuery__RoleSpec *role); /* NULL: the role that runs the files */
void ip_ddl_set_owner_of_table(ip_ddl *ddl, const char *table, const PgQuery__RoleSpec *role, ip_range range);
void ip_ddl_rename_policy(ip_ddl *ddl, const char *table, const char *name, const char *becomes);
void ip_ddl_drop_policy(ip_ddl *ddl, const char *table, const char *name);
void ip_ddl_create_rule(ip_ddl *ddl, const PgQuery__RuleStmt *statement, ip_range range);
void ip_ddl_create_policy(ip_ddl *ddl, const PgQuery__CreatePolicyStmt *statement, ip_range range);
void ip_ddl_alter_policy(ip_ddl *ddl, const PgQuery__AlterPolicyStmt *statement, ip_range range);

#endif
