/* What depends on an object, and goes along with DROP … CASCADE. */
#ifndef IP_DEPENDENTS_H
#define IP_DEPENDENTS_H

#include "catalog/definition.h"
#include "parse/pg_parse.h"

typedef enum ip_dependent_kind {
    IP_DEPENDENT_SCHEMA,
    IP_DEPENDENT_RELATION, /* a table, a view, a composite type */
    IP_DEPENDENT_SEQUENCE,
    IP_DEPENDENT_TYPE,  /* an enum, a domain */
    IP_DEPENDENT_ARRAY, /* the type of its arrays */
    IP_DEPENDENT_ROW,   /* the type of a relation's rows */
    IP_DEPENDENT_ROUTINE,
    IP_DEPENDENT_COLUMN,
    IP_DEPENDENT_DEFAULT,
    IP_DEPENDENT_CONSTRAINT,
    IP_DEPENDENT_TRIGGER
} ip_dependent_kind;

typedef struct ip_dependent {
    ip_dependent_kind kind;
    const char *name;            /* as the schema has it: "app.t"; of parts of a table: their own */
    const ip_table *table;       /* whose part it is, or NULL */
    const ip_unit *unit;         /* a ROUTINE */
    const char *description;     /* as the server calls it: "table app.t"; identifies it */
    int made;                    /* ip_definitions.made */
    bool asked, silent, visited; /* silent: goes along with its owner without a word */
} ip_dependent;

typedef struct ip_dropping {
    ip_arena *arena;
    const ip_definitions *definitions;
    const ip_path *path;        /* names along it are written without their schemas */
    IP_VEC(ip_dependent) asked; /* what is dropped */
    IP_VEC(ip_dependent) met;   /* all objects so far */
    IP_VEC(int) order;          /* into met: each after what depends on it */
    const char *unknown;        /* something that may depend on one of them, which is not known; NULL */
} ip_dropping;

/* The routine that DROP FUNCTION names; NULL: there is none. */
const ip_unit *ip_ddl_unit_named(const ip_definitions *definitions, const PgQuery__ObjectWithArgs *object);

/* Adds an object to those that are dropped. */
void ip_ddl_dropping_schema(ip_dropping *d, const char *name);
void ip_ddl_dropping_relation(ip_dropping *d, const char *name);
void ip_ddl_dropping_sequence(ip_dropping *d, const ip_sequence_rule *rule);
void ip_ddl_dropping_type(ip_dropping *d, const ip_user_type *type);
void ip_ddl_dropping_routine(ip_dropping *d, const ip_unit *unit);
void ip_ddl_dropping_column(ip_dropping *d, const ip_table *table, const char *column);
void ip_ddl_dropping_key(ip_dropping *d, const ip_table *table, const char *name); /* of a constraint */
/* The descriptions of what goes along, as the server lists it. */
typedef IP_VEC(const char *) ip_descriptions;
ip_descriptions ip_ddl_dropping_along(ip_dropping *d);

#endif
