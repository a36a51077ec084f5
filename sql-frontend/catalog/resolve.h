/* Overload resolution: which user-defined routine a call means, by its name and schema and by the number, names and
 * types of its arguments (PostgreSQL 15, section 10.3). Where some types are not known, several candidates may remain.
 */
#ifndef IP_RESOLVE_H
#define IP_RESOLVE_H

#include "catalog/definition.h"
#include "parse/pg_parse.h"

typedef struct ip_argument {
    const char *name;  /* a => …; NULL: by position */
    const char *type;  /* as PostgreSQL writes it, "integer", without (n); NULL: not known, but for its kind */
    ip_type_kind kind; /* IP_OTHER: not known either */
    bool array;
    bool literal; /* a quoted literal or NULL: its type is open */
} ip_argument;

typedef struct ip_resolved {
    IP_VEC(const ip_unit *) units; /* those left; one where it is decided */
    bool builtin;                  /* one of PostgreSQL's own may be meant, too, or alone */
    bool known_name;               /* some routine has the name, whatever its parameters */
} ip_resolved;

/* variadic: the last argument is written VARIADIC. */
ip_resolved ip_catalog_resolve(ip_arena *arena, const ip_definitions *d, const ip_path *path, const char *name,
                               const ip_argument *arguments, int count, bool variadic);
/* The parameter that each argument is for; those from a VARIADIC one on may be several for it. Only parameters that
 * take an argument count: IN, INOUT, and OUT ones of procedures. false: they do not match. */
bool ip_catalog_resolve_places(const ip_unit *unit, const ip_argument *arguments, int count, bool variadic,
                               int *parameter);
/* Does the name, as ip_parse_call_name gives it, stand for a type: PostgreSQL's own, an enum, a domain, a composite
 * type? */
bool ip_catalog_names_type(const ip_definitions *definitions, const char *name);
/* Has PostgreSQL an operator of this symbol itself? */
bool ip_catalog_is_own_operator(const char *symbol);
/* f(x) as the TypeCast's content that it stands for, if f is a type and the call nothing but that (PostgreSQL 15,
 * section 4.2.9). NULL: another call. The caller first looks for functions of that name, which take precedence. */
const PgQuery__TypeCast *ip_catalog_cast_of_call(const ip_definitions *definitions, const PgQuery__FuncCall *call);
/* Between PostgreSQL's own types, which are not the same. */
bool ip_catalog_casts_implicitly(const char *from, const char *to);
/* numeric(12,2) is numeric. */
const char *ip_catalog_without_modifier(ip_arena *arena, const char *type);
/* Of an argument's node, as far as it says so itself: constants, casts. */
ip_argument ip_catalog_argument_of(ip_arena *arena, const ip_tree *node);

#endif
