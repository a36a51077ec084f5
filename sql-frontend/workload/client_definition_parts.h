/* What the files that read a client's definition share: the statement so far, and what it names. */
#ifndef IP_CLIENT_DEFINITION_PARTS_H
#define IP_CLIENT_DEFINITION_PARTS_H

#include "catalog/relation.h"
#include "workload/client_definition.h"

typedef struct ip_definition_request {
    ip_arena *arena;
    const ip_definitions *definitions;
    const ip_source *text;
    ip_client_definition *to;
    bool alone;              /* nothing else in the statement creates columns */
    const ip_tree *commands; /* of ALTER TABLE */
    const ip_table *altered; /* by them */
} ip_definition_request;

void ip_workload_requested_refuse(const ip_definition_request *a, const char *sqlstate, const char *message);
void ip_workload_requested_refuse_undone(const ip_definition_request *a, const char *what);
void ip_workload_requested_notice(const ip_definition_request *a, const char *message, const char *detail);
/* An error, or a notice "…, skipping" where the command says IF EXISTS or IF NOT EXISTS. */
void ip_workload_requested_refuse_unless(const ip_definition_request *a, bool skips, const char *sqlstate,
                                         const char *message);
void ip_workload_requested_skip(const ip_definition_request *a, const char *message); /* nothing is to be done */
/* A new object comes into a schema that exists. qualified: the text names the schema, also where the name has lost it
 * ("t" for public.t). */
void ip_workload_requested_need_schema_of(const ip_definition_request *a, const char *name, bool qualified);
const char *ip_workload_requested_dotted(ip_arena *arena, const ip_tree *names); /* "t", "s.t" */
void ip_workload_requested_drop(const ip_definition_request *a, const PgQuery__DropStmt *drop);
void ip_workload_requested_refuse_materialized(const ip_definition_request *a, const ip_table *table);
void ip_workload_requested_drop_column(const ip_definition_request *a, const ip_table *table,
                                       const PgQuery__AlterTableCmd *command);
void ip_workload_requested_drop_constraint(const ip_definition_request *a, const ip_table *table,
                                           const PgQuery__AlterTableCmd *command);
bool ip_workload_requested_exists(const ip_relation *relation);
bool ip_workload_requested_has_index(const ip_definition_request *a, const char *name);
bool ip_workload_requested_has_sequence(const ip_definition_request *a, const char *name);
void ip_workload_requested_taken(const ip_definition_request *a, const char *name, bool may_be);
void ip_workload_requested_missing(const ip_definition_request *a, const char *sqlstate, const char *kind,
                                   const char *name, bool may_be);
void ip_workload_requested_make_relation(const ip_definition_request *a, const PgQuery__RangeVar *rangevar,
                                         bool may_be);
const ip_table *ip_workload_requested_need_table(const ip_definition_request *a, const PgQuery__RangeVar *rangevar,
                                                 bool may_be);
const ip_table *ip_workload_requested_need_alone(const ip_definition_request *a, const PgQuery__RangeVar *rangevar,
                                                 bool may_be, const char *what);
/* where: as the error names the place, " named in key"; "" */
void ip_workload_requested_need_column(const ip_definition_request *a, const ip_table *table, const char *column,
                                       const char *where);
void ip_workload_requested_constraint(const ip_definition_request *a, const ip_table *table,
                                      const PgQuery__Constraint *c);
void ip_workload_requested_reference(const ip_definition_request *a, const PgQuery__CreateStmt *create,
                                     const PgQuery__Constraint *c, const char *own);
int ip_workload_requested_primary_keys(const PgQuery__CreateStmt *create); /* how many it has */
void ip_workload_requested_column_constraints(const ip_definition_request *a, const PgQuery__CreateStmt *create,
                                              const PgQuery__ColumnDef *column, const char *own);
const char *ip_workload_requested_subject(const ip_definition_request *a, const char *kind, const char *name);
void ip_workload_requested_refuse_unproved(const ip_definition_request *a, const ip_table *table);
/* Or a constraint that the server has named. */
bool ip_workload_requested_may_have_constraint(const ip_definition_request *a, const ip_table *table, const char *name);
/* client_definition_elsewhere.c */
void ip_workload_requested_elsewhere(const ip_definition_request *a, const ip_tree *statement);
/* client_definition_rules.c */
void ip_workload_requested_bounds(const ip_definition_request *a, const ip_tree *options,
                                  const ip_sequence_rule *before);
void ip_workload_requested_rules(const ip_definition_request *a, const PgQuery__CreateStmt *create);
/* The relation is a view, which has been reported: format has one % for its name. */
bool ip_workload_requested_refuse_view(const ip_definition_request *a, const PgQuery__RangeVar *rangevar,
                                       const char *format);
void ip_workload_requested_need_no_view(const ip_definition_request *a, const PgQuery__AlterTableStmt *alter);
void ip_workload_requested_rename_constraint(const ip_definition_request *a, const ip_table *table,
                                             const PgQuery__RenameStmt *rename);
void ip_workload_requested_rename_routine(const ip_definition_request *a, const PgQuery__RenameStmt *rename);
void ip_workload_requested_alter_table(ip_definition_request *a, const PgQuery__AlterTableStmt *alter);
void ip_workload_requested_need_columns_of(const ip_definition_request *a, const ip_table *table, const ip_tree *tree,
                                           int depth);
bool ip_workload_requested_has_constraint(const ip_definition_request *a, const ip_table *table, const char *name);
bool ip_workload_requested_has_family(const ip_definition_request *a, const ip_table *table);

/* client_definition_objects.c: what a statement names beside the tables that it changes has to be there. kind:
 * "function", "procedure", "routine", "aggregate". */
void ip_workload_requested_need_objects(const ip_definition_request *a, const ip_tree *statement);
void ip_workload_requested_need_sequence(const ip_definition_request *a, const ip_tree *options);
void ip_workload_requested_need_renamed(const ip_definition_request *a, const PgQuery__RenameStmt *rename);
void ip_workload_requested_need_routine(const ip_definition_request *a, const PgQuery__ObjectWithArgs *object,
                                        const char *kind);
bool ip_workload_requested_need_type(const ip_definition_request *a, const PgQuery__TypeName *type, bool may_be);
void ip_workload_requested_need_trigger(const ip_definition_request *a, const ip_table *table, const char *name);
void ip_workload_requested_need_extension(const ip_definition_request *a, const char *name, bool may_be);

/* client_definition_partition.c: the bound of a new partition of the table, whose own name is given */
void ip_workload_requested_bound_of_partition(const ip_definition_request *a, const ip_table *table,
                                              const PgQuery__PartitionBoundSpec *bound, const char *own);

/* client_definition_trigger.c: CREATE TRIGGER, but for its function and its condition */
void ip_workload_requested_make_trigger(const ip_definition_request *a, const PgQuery__CreateTrigStmt *create);

/* client_definition_routine.c: CREATE FUNCTION and CREATE PROCEDURE, but for their bodies */
void ip_workload_requested_make_routine(const ip_definition_request *a, const PgQuery__CreateFunctionStmt *create);

/* client_definition_columns.c: what columns and constraints must not have */
void ip_workload_requested_refuse_table(const ip_definition_request *a, const PgQuery__CreateStmt *create);
void ip_workload_requested_refuse_column(const ip_definition_request *a, const PgQuery__ColumnDef *column,
                                         const char *table);
void ip_workload_requested_refuse_collation(const ip_definition_request *a, ip_type type); /* COLLATE of a value */
void ip_workload_requested_refuse_default(const ip_definition_request *a, const ip_tree *expression);
void ip_workload_requested_refuse_within(const ip_definition_request *a, const PgQuery__Constraint *c);
/* A foreign key, if it is one. table: that is there already, or NULL; column: in whose definition it stands, or NULL.
 */
void ip_workload_requested_refuse_reference(const ip_definition_request *a, const PgQuery__CreateStmt *create,
                                            const ip_table *table, const PgQuery__Constraint *c,
                                            const PgQuery__ColumnDef *column);

/* client_definition_rows.c: a column of the table is to have that type, which may contain the table's own rows. */
void ip_workload_requested_refuse_itself(const ip_definition_request *a, const ip_table *table,
                                         const PgQuery__TypeName *type_name);
/* ALTER TABLE changes rows that are values of other columns, too: a late error. */
void ip_workload_requested_refuse_used_row(const ip_definition_request *a, const ip_table *table);

#endif
