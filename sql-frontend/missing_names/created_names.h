/* Which names something creates: PostgreSQL, its extensions, the files, or a text in them that is run later. A name
 * that is none of these is certainly no object's, if the files are the whole schema (--complete-schema). In doubt a
 * name counts as created. Internal to this folder. */
#ifndef IP_MADE_H
#define IP_MADE_H

#include "catalog/definition.h"
#include "parse/pg_parse.h"

typedef struct ip_created ip_created;

/* What the sources create beside definitions: temporary tables, and what DO, EXECUTE and routines create. */
ip_created *ip_missing_created_read(ip_arena *arena, const ip_definitions *definitions, const ip_source *const *sources,
                                    int count);

/* The same, and what is dropped later or gets another name: for definitions of files that do so. Tables may have other
 * columns than in the end. */
ip_created *ip_missing_created_ever(ip_arena *arena, const ip_definitions *definitions, const ip_source *const *sources,
                                    int count);

/* What a text that is read later creates: a client's statements. */
void ip_missing_created_add(ip_created *created, const ip_source *source);

bool ip_missing_created_relation(const ip_created *created, const ip_path *path, const PgQuery__RangeVar *rangevar);
/* Some relation may be there that is in the schema neither as a table nor as a view. */
bool ip_missing_created_more(const ip_created *created);
bool ip_missing_created_row_type(const ip_created *created, const ip_path *path,
                                 const char *name);                                         /* of name%ROWTYPE */
bool ip_missing_created_function(const ip_created *created, const PgQuery__FuncCall *call); /* whatever its arguments */
bool ip_missing_created_type(const ip_created *created, const ip_path *path, const char *name);
bool ip_missing_type_of_server(const char *name); /* or may be */
bool ip_missing_created_by_server(const char *function);
bool ip_missing_created_function_named(const ip_created *created, const char *name);
const ip_definitions *ip_missing_created_definitions(const ip_created *created);
/* Some table may have a column of this name beside those in the schema. */
bool ip_missing_created_column(const ip_created *created, const char *name);
/* All columns of this table are those in the schema: nothing adds any later. */
bool ip_missing_created_whole(const ip_created *created, const ip_table *table);

#endif
