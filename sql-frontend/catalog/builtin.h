/* The functions that PostgreSQL 15 and extensions of its distribution bring along, and newer ones of later servers, as
 * far as they touch no table of the user's: values in, a value or rows out. Unknown here: query_to_xml and its like,
 * large objects, advisory locks (lower/query/lock.c). The list is made from a server's pg_proc by
 * scripts/builtin-functions.py. */
#ifndef IP_BUILTIN_H
#define IP_BUILTIN_H

#include <stdbool.h>

typedef struct ip_builtin {
    const char *name;
    const char *arguments; /* types, as PostgreSQL writes them, with commas: "text,integer" */
    const char *result;
    char kind;             /* as pg_proc.prokind: 'f', 'a' aggregate, 'w' window function, 'p' procedure */
    char volatility;       /* 'i', 's', 'v'; 'e': STABLE, and depends on arguments and the session's settings alone */
    bool set;              /* returns any number of rows */
    bool variadic;         /* the last argument's type is that of an array of the rest */
    int defaults;          /* the last so many arguments may be left out */
    const char *extension; /* NULL: in pg_catalog */
    int since;             /* the server that has it first; 0: 15 or earlier */
} ip_builtin;

/* All of this name, one after the other; their number is in *count. NULL: none. */
const ip_builtin *ip_catalog_builtin_named(const char *name, int *count);
const ip_builtin *ip_catalog_builtin_at(int i);    /* NULL: there are no more */
const char *ip_catalog_builtin_operator_at(int i); /* its name, maybe several times; NULL: there are no more */
bool ip_catalog_builtin_takes(const ip_builtin *builtin, int argument_count);

#endif
