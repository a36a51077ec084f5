/* What the files that write the catalog share. */
#ifndef IP_CATALOG_WRITING_H
#define IP_CATALOG_WRITING_H

#include "catalog/schema.h"
#include "interpreter/value/sqltype.h"
#include "server/user_types.h"

#include <stdio.h>

/* Numbers of objects begin with these. */
enum {
    IP_TABLE_OIDS = 20000,
    IP_VIEW_OIDS = 200000,
    IP_SEQUENCE_OIDS = 500000,
    IP_ENUM_OIDS = 600000,
    IP_COMPOSITE_OIDS = 650000,
    IP_ROUTINE_OIDS = 900000
};

/* Of a column of a view or an index that is an expression: format_type() of it is not known. */
enum { IP_UNKNOWN_TYPE = 3 };

struct ip_definitions;

typedef struct ip_catalog_writing {
    FILE *out;
    ip_arena *arena;
    const struct ip_definitions *definitions;
    const ip_schema *schema;
    const char *database;
    ip_described_types types;
    const char *view;            /* the current one */
    IP_VEC(const char *) values; /* of its rows, one after the other, as SQL */
    IP_VEC(const char *) same;   /* columns beside them */
} ip_catalog_writing;

/* catalog_writing.c: columns has the form "oid bigint, relname text"; the type "letter" is the server's "char", and
 * "vector" is int2vector. The first column is never NULL. */
void ip_served_catalog_begin(ip_catalog_writing *w, const char *name, const char *columns);
/* Writes one row. Each letter stands for a value: t a text, n a number, b a boolean, a an SQL expression. */
void ip_served_catalog_row(ip_catalog_writing *w, const char *letters, const char *const *texts, const long *numbers);
/* Of the current view: another column, with this value in every row. */
void ip_served_catalog_same(ip_catalog_writing *w, const char *name, const char *value);
void ip_served_catalog_end(ip_catalog_writing *w, const char *columns);
void ip_served_catalog_empty(ip_catalog_writing *w, const char *name, const char *columns); /* a view without rows */
#define IP_CATALOG_ROW(w, letters, texts, ...)                                                                         \
    ip_served_catalog_row(w, letters, (const char *const[])texts, (const long[]){__VA_ARGS__})
#define IP_TEXTS(...)                                                                                                  \
    {                                                                                                                  \
        __VA_ARGS__                                                                                                    \
    }

bool ip_served_catalog_is_indexed(const ip_catalog_writing *w, const ip_table *table);
bool ip_served_catalog_shows(const ip_table *table);
const char *ip_served_catalog_own_name(const char *name);
const char *ip_served_catalog_schema_of(const ip_catalog_writing *w, const char *name);
long ip_served_catalog_namespace_of(const ip_catalog_writing *w, const char *name);

/* catalog_defaults.c: the expression of a column's default as a server writes it; NULL if there is none. */
const char *ip_served_catalog_default(const ip_catalog_writing *w, const ip_table *table, int column);

/* catalog_types.c */
void ip_served_catalog_types(ip_catalog_writing *w);
char ip_served_catalog_category(const char *name); /* pg_type.typcategory of a type of the server */

/* catalog_views.c: views that drivers and ORMs ask beside those of catalog_text.c. */
void ip_served_catalog_more_views(ip_catalog_writing *w);
/* catalog_routines.c: pg_proc, pg_language, and what describes routines. */
void ip_served_catalog_routines(ip_catalog_writing *w);
/* catalog_server.c: what every database of a server has, and views of what is never there. */
void ip_served_catalog_server(ip_catalog_writing *w);
/* catalog_functions.c */
void ip_served_catalog_functions(ip_catalog_writing *w);
/* catalog_words.c: rewrites what only queries of the catalog have, 't'::regclass and current_schema, as calls. */
const char *ip_served_catalog_words(ip_arena *arena, const char *text, const char *path);

#endif
