/* What the name of a table or view means, from where it stands. Internal to this folder. */
#ifndef IP_RELATION_H
#define IP_RELATION_H

#include "catalog/definition.h"
#include "parse/pg_parse.h"

typedef struct ip_relation {
    const char *name;               /* as the schema has it, or would have it: "t", "app.t" */
    ip_table *table;                /* NULL: none, or a view */
    const ip_view_definition *view; /* NULL: none, or a table */
    const ip_composite *composite;  /* a composite type, which shares their names; NULL */
    bool guessed;                   /* the path does not lead there: it is the only one of this name in any schema */
    bool several;                   /* schemas have one: which is meant is not known */
    bool catalog; /* of pg_catalog or information_schema, and not defined in the files; or a sequence */
} ip_relation;

ip_relation ip_catalog_relation_of(const ip_definitions *d, const ip_path *path, const PgQuery__RangeVar *rangevar);
/* The same of "name" or "schema.name". */
ip_relation ip_catalog_relation_named(const ip_definitions *d, const ip_path *path, const char *name);
/* Some IMPORT FOREIGN SCHEMA may have made a table of this name in the schema; NULL: in any schema. */
bool ip_catalog_may_be_imported(const ip_definitions *d, const char *schema, const char *name);
/* Several schemas have that name: which is meant depends on search_path. */
bool ip_catalog_relation_in_several(const ip_definitions *d, const PgQuery__RangeVar *rangevar);
/* What its rows have for columns; NULL: there is none, or they are not known. */
const ip_table *ip_catalog_relation_row(const ip_relation *relation);
const ip_view_definition *ip_catalog_definitions_view(const ip_definitions *d,
                                                      const char *name); /* by the schema's name; NULL */

ip_materialized *ip_catalog_materialized_of(const ip_definitions *d, const ip_table *table); /* NULL: it is none */

const char *ip_catalog_schema_part(ip_arena *arena, const char *name); /* of "schema.name"; else "public" */
bool ip_catalog_has_schema(const ip_definitions *d, const char *schema);

/* What a new object of this name is called: unqualified ones come into the first schema of the path. */
const char *ip_catalog_relation_new_name(ip_arena *arena, const ip_path *path, const PgQuery__RangeVar *rangevar);
/* The same of a name without a schema. */
const char *ip_catalog_relation_name_in_path(ip_arena *arena, const ip_path *path, const char *name);
/* SET search_path, RESET ALL: the path that it gives, or NULL if the statement sets something else. */
const ip_path *ip_catalog_path_of_set(ip_arena *arena, const PgQuery__VariableSetStmt *variable_set);
/* The same of SELECT set_config('search_path', 'a, b', true), … that calls nothing but set_config: like SET LOCAL. */
const ip_path *ip_catalog_path_of_set_config(ip_arena *arena, const PgQuery__SelectStmt *select);

#endif
