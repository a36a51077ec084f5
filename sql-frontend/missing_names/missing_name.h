/* --complete-schema: the files are the whole schema, so what names an object that none of them creates fails whenever
 * it is reached, as PostgreSQL has it: a statement or expression of PL/pgSQL is analyzed as a whole before any of it is
 * evaluated, when it is first run; a body in SQL as a whole when the function is called (PostgreSQL 15 documentation,
 * sections 38.5 and 43.11.2); a declaration's type when a routine in PL/pgSQL is first called. Each becomes the RAISE
 * EXCEPTION that it is, for both forms; what is in doubt stays as it is. */
#ifndef IP_ABSENT_H
#define IP_ABSENT_H

#include "missing_names/created_names.h"

/* The first name in a text that nothing creates. */
typedef struct ip_absence {
    const char *sqlstate; /* "42P01" undefined_table, "42883" undefined_function, "42703" undefined_column,
                             "42704" undefined_object */
    const char *message;  /* PostgreSQL's: relation "x" does not exist; NULL: none is absent */
    bool unsure;   /* several are absent, and which of them the server reports, with which SQLSTATE, is not known */
    size_t offset; /* in the text that was parsed */
} ip_absence;

/* What names in a text stand for beside objects: variables, labels, parameters. */
typedef IP_VEC(const char *) ip_local_names;

/* The statement fails for certain. */
bool ip_missing_statement_fails(ip_arena *arena, const ip_created *created, const ip_path *path,
                                const ip_local_names *locals, const ip_tree *statement, ip_absence *absence);

/* The same for its columns alone, if all else that it names is there (missing_names/missing_column.c). */
bool ip_missing_column_is_absent(ip_arena *arena, const ip_created *created, const ip_path *path,
                                 const ip_local_names *locals, const ip_tree *statement, ip_absence *absence);

/* The first name in a definition that a server does not find when it runs the definition. Names in bodies of routines
 * are not looked at (missing_names/missing_in_definition.c). */
bool ip_missing_in_definition(ip_arena *arena, const ip_created *created, const ip_path *path, const ip_tree *statement,
                              ip_absence *absence);

/* Changes the trees of all units, of one; definitions->made says what there is. */
void ip_missing_fail_absent(ip_arena *arena, const ip_definitions *definitions, ip_diagnostics *diagnostics);
void ip_missing_fail_in_unit(ip_arena *arena, const ip_definitions *definitions, ip_unit *unit,
                             ip_diagnostics *diagnostics);

#endif
