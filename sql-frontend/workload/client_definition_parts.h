/* What the files that read a client's definition share: the statement so far, and what it names. */
#ifndef IP_CLIENT_DEFINITION_PARTS_H
#define IP_CLIENT_DEFINITION_PARTS_H

#include "catalog/relation.h"
#include "workload/client_definition.h"

typedef struct ip_asking {
    ip_arena *arena;
    const ip_definitions *definitions;
    const ip_source *text;
    ip_client_definition *to;
    bool alone; /* nothing else in the statement creates columns */
} ip_asking;

void ip_asked_refuse(const ip_asking *a, const char *sqlstate, const char *message);
void ip_asked_refuse_undone(const ip_asking *a, const char *what);
bool ip_asked_is_there(const ip_relation *relation);
bool ip_asked_has_index(const ip_asking *a, const char *name);
bool ip_asked_has_sequence(const ip_asking *a, const char *name);
void ip_asked_taken(const ip_asking *a, const char *name, bool may_be);
void ip_asked_missing(const ip_asking *a, const char *sqlstate, const char *kind, const char *name, bool may_be);
void ip_asked_make_relation(const ip_asking *a, const PgQuery__RangeVar *rangevar, bool may_be);
const ip_table *ip_asked_need_table(const ip_asking *a, const PgQuery__RangeVar *rangevar, bool may_be);
const ip_table *ip_asked_need_alone(const ip_asking *a, const PgQuery__RangeVar *rangevar, bool may_be,
                                    const char *what);
void ip_asked_need_column(const ip_asking *a, const ip_table *table, const char *column, bool may_be);
void ip_asked_constraint(const ip_asking *a, const ip_table *table, const PgQuery__Constraint *c);
void ip_asked_reference(const ip_asking *a, const PgQuery__CreateStmt *create, const PgQuery__Constraint *c,
                        const char *own);
void ip_asked_column_constraints(const ip_asking *a, const PgQuery__CreateStmt *create,
                                 const PgQuery__ColumnDef *column, const char *own);
const char *ip_asked_subject(const ip_asking *a, const char *kind, const char *name);
void ip_asked_refuse_unproved(const ip_asking *a, const ip_table *table);
void ip_asked_alter_table(ip_asking *a, const PgQuery__AlterTableStmt *alter);
void ip_asked_need_columns_of(const ip_asking *a, const ip_table *table, const ip_tree *tree, int depth);
bool ip_asked_has_constraint(const ip_asking *a, const ip_table *table, const char *name);
bool ip_asked_has_family(const ip_asking *a, const ip_table *table);

#endif
