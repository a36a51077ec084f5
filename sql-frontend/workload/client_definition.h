/* A definition (CREATE, ALTER, DROP …) that a client sends to a database that is in use: what it asks for, and the
 * server's error for the schema of that moment. */
#ifndef IP_CLIENT_DEFINITION_H
#define IP_CLIENT_DEFINITION_H

#include "base/source.h"

struct ip_definitions;

/* ALTER COLUMN … TYPE … USING text. */
typedef struct ip_client_conversion {
    const char *column, *text;
} ip_client_conversion;

typedef struct ip_client_notice {
    const char *message, *detail; /* detail: NULL if it has none */
} ip_client_notice;

/* An object that the schema does not keep: it is missing if no text that was run names it, and it is not the session's
 * user or database. */
typedef struct ip_client_unless_named {
    const char *name;
    bool database;
    bool may_be; /* IF EXISTS */
    const char *sqlstate, *message;
} ip_client_unless_named;

typedef struct ip_client_definition {
    const char *tag;                          /* of the command: "CREATE TABLE" */
    const char *sqlstate, *message;           /* why it is refused with "0A000": it is not supported here; NULL */
    const char *late_sqlstate, *late_message; /* the error if all names in it are found; NULL */
    bool skipped;                             /* IF NOT EXISTS, IF EXISTS: nothing is to be done */
    IP_VEC(ip_client_notice) notices;
    IP_VEC(ip_client_unless_named) unless_named;
    bool changes;        /* the schema, as it is known here */
    const char *table;   /* the table whose rows must satisfy it, by its name before the statement; NULL */
    const char *renamed; /* that table, afterwards; NULL: as before */
    bool renames_column; /* columns stand where they were */
    bool unproved;       /* NOT VALID: rows that are there may be others */
    /* The one object that it is about, "table t" or "type t"; NULL: several. Without others: no table, and no routine.
     */
    const char *about;
    bool makes, needs_none;
    bool cascades;
    bool sql_body;                                 /* a routine in SQL, whose names have to be there */
    IP_VEC(const char *) drops;                    /* the same of what it drops; only if that is all it does */
    const char *sequence_renamed, *sequence_after; /* its name before and afterwards; NULL */
    const char *restarts;                          /* the sequence that starts again with its first number; NULL */
    IP_VEC(ip_client_conversion) conversions;
} ip_client_definition;

/* By its first word. */
bool ip_workload_client_defines(const char *text);
/* One statement for which that holds, or ANALYZE or VACUUM. */
ip_client_definition ip_workload_client_definition_of(ip_arena *arena, const struct ip_definitions *definitions,
                                                      const char *text);

/* Any statement of a client's: the server's syntax error where later versions have none; NULL. */
const char *ip_workload_client_refused_syntax(const char *text);

/* The first name in a definition for which a server has an error: nothing creates it (missing_names/created_names.h).
 * Returns false if there is none, or if the text is not understood. */
typedef struct ip_client_absence {
    const char *sqlstate, *message;
    size_t offset; /* in the text */
} ip_client_absence;
struct ip_created;
bool ip_workload_client_definition_misses(ip_arena *arena, const struct ip_definitions *definitions,
                                          const struct ip_created *created, const char *text,
                                          ip_client_absence *absence);

/* client_definition_body.c: of the routine in PL/pgSQL that this source creates; sqlstate NULL: none is known.
 * condition: the SQLSTATE of a condition's name, or NULL. */
typedef struct ip_body_error {
    const char *sqlstate, *message;
} ip_body_error;
typedef const char *ip_condition_named(const char *name);
ip_body_error ip_workload_body_error(ip_arena *arena, const struct ip_definitions *definitions,
                                     const ip_source *created, ip_condition_named *condition);

/* What the catalog tells of the schema beside its tables. */
struct ip_table;
typedef struct ip_listed_index {
    const char *name, *method;
    const struct ip_table *table;
    int count;
    const char *const *columns; /* "" for an expression */
    const int *options;
    bool partial, unique;
    const char *elements, *condition; /* as the server writes them; NULL: not known how, or no condition */
} ip_listed_index;
bool ip_workload_listed_index_at(ip_arena *arena, const struct ip_definitions *definitions, int i,
                                 ip_listed_index *index); /* that is no key */
typedef struct ip_listed_check {
    const char *name; /* "": none was given */
    const struct ip_table *table;
    const char *text;
    bool proved;
} ip_listed_check;
bool ip_workload_listed_check_at(ip_arena *arena, const struct ip_definitions *definitions, int i,
                                 ip_listed_check *check);
/* client_domains.c */
typedef struct ip_listed_domain_check {
    const char *domain, *name;
    const char *text; /* as the server writes it; NULL: not known how */
} ip_listed_domain_check;
bool ip_workload_listed_domain_check_at(ip_arena *arena, const struct ip_definitions *definitions, int i,
                                        ip_listed_domain_check *check);
/* The default of a column of that type, as SQL. Anything but a constant or a plain call is "(…)". */
struct ip_column;
const char *ip_workload_listed_default(ip_arena *arena, const struct ip_column *column, const char *type);
const char *ip_workload_listed_schema(ip_arena *arena, const struct ip_definitions *definitions,
                                      int i); /* NULL: there are no more; those of the server are left out */
/* The code runs for clients of a server: materialized views are read once they are filled. */
void ip_workload_serve(const struct ip_definitions *definitions);
/* Of a materialized view. */
struct ip_table;
typedef struct ip_listed_materialized {
    const struct ip_table *table; /* NULL: there is no such relation */
    const char *statement;        /* that created it; NULL: the relation is none */
    const char *path;             /* where the names in it are looked for, as in SET search_path = path; "" for none */
    bool filled, filled_not;      /* otherwise not known */
} ip_listed_materialized;
ip_listed_materialized ip_workload_materialized_named(ip_arena *arena, const struct ip_definitions *definitions,
                                                      const char *name);
bool ip_workload_is_materialized(const struct ip_definitions *definitions, const struct ip_table *table);
bool ip_workload_is_filled(const struct ip_definitions *definitions, const struct ip_table *table);
/* Statements may change it until the next call; NULL for none. */
void ip_workload_fill(const struct ip_definitions *definitions, const struct ip_table *table);
/* Of the path of ip_catalog_definitions_look_along, the schemas that exist: as in SET search_path = text; "" for none.
 */
const char *ip_workload_existing_path(ip_arena *arena, const struct ip_definitions *definitions);
bool ip_workload_has_schema(const struct ip_definitions *definitions, const char *name);
const char *ip_workload_listed_view(const struct ip_definitions *definitions, int i); /* NULL: there are no more */
typedef struct ip_listed_trigger {
    const char *name, *table;
    const char *text; /* as pg_get_triggerdef() writes it; NULL: not known how */
    bool enabled;
} ip_listed_trigger;
bool ip_workload_listed_trigger_at(ip_arena *arena, const struct ip_definitions *definitions, int i,
                                   ip_listed_trigger *trigger);
/* client_routines.c: a routine that is created. Texts are as the server's functions pg_get_function_… write them. */
typedef struct ip_listed_parameter {
    const char *name; /* "": it has none */
    const char *type; /* as format_type() has it */
    char mode;        /* as in pg_proc.proargmodes */
} ip_listed_parameter;
typedef struct ip_listed_routine {
    const char *name; /* "schema.name" unless public */
    const char *language, *source;
    const char *result, *arguments; /* NULL: a procedure's result; not known */
    const char *identity;           /* arguments without defaults */
    const char *definition;         /* NULL: not known how it is written */
    const char *type;               /* of the result */
    const ip_listed_parameter *parameters;
    int count, defaults;
    char kind, volatility, parallel; /* as in pg_proc */
    bool strict, definer, leakproof, set, standard;
    double cost, rows;
} ip_listed_routine;
bool ip_workload_listed_routine_at(ip_arena *arena, const struct ip_definitions *definitions, int i,
                                   ip_listed_routine *routine);
/* An operator or an aggregate that is created; NULL: there are no more. */
const char *ip_workload_listed_operator_at(const struct ip_definitions *definitions, bool aggregate, int i);
/* A type that is created: an enum ('e'), a domain ('d'), or a composite type ('c'). */
typedef struct ip_listed_type {
    char kind;
    const char *name;                        /* "schema.name" unless public */
    const struct ip_type *base;              /* of a domain */
    const char *over;                        /* the domain or enum that the domain is over; NULL */
    bool not_null;                           /* of a domain */
    const struct ip_kept_tree *kept_default; /* of a domain; NULL: none */
    const struct ip_table *row;              /* the fields of a composite type */
} ip_listed_type;
bool ip_workload_listed_type_at(const struct ip_definitions *definitions, int i, ip_listed_type *type);
/* The columns of a view, of type IP_OTHER without a name where that is not known; NULL: not known. */
const struct ip_table *ip_workload_listed_view_row(const struct ip_definitions *definitions, int i);
/* An enum: label -1 is its name. NULL: there are no more. */
const char *ip_workload_listed_enum(const struct ip_definitions *definitions, int i, int label);

#endif
