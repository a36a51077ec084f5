/* Lists of names, and quotation. */
#ifndef IP_WORDS_H
#define IP_WORDS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

/* words: in one text, separated by single spaces, "abs ceil floor". */
bool ip_is_among(const char *words, const char *name);
bool ip_is_one_of(const char *const *names, size_t count, const char *name);
/* The text between quotes of that kind, those inside doubled. */
const char *ip_quoted(ip_arena *arena, const char *text, char quote);
/* A name as SQL that means it: quoted where it is not plain, or reserved (PostgreSQL's appendix C). */
const char *ip_identifier(ip_arena *arena, const char *name);
/* What follows the last point of a name, schema.name. */
const char *ip_last_part(const char *name);
/* The same as ip_identifier of a table, which may have its schema before it: schema.table. */
const char *ip_table_identifier(ip_arena *arena, const char *name);

#endif
