/* Sequences as the files define them: which numbers they give, and whether one may come again. */
#ifndef IP_SEQUENCE_H
#define IP_SEQUENCE_H

#include "parse/tree.h"

#include "catalog/definition.h"

/* CREATE SEQUENCE. name: with its schema, but for public. type: smallint, integer; else bigint. */
void ip_catalog_sequence_create(ip_definitions *definitions, const char *name, const char *type,
                                const ip_tree *options);
/* ALTER SEQUENCE. text: of a regclass. */
void ip_catalog_sequence_alter(ip_definitions *definitions, const char *text, const ip_tree *options);
/* ALTER SEQUENCE … RENAME TO, without a schema; DROP SEQUENCE. */
void ip_catalog_sequence_rename(ip_definitions *definitions, const char *text, const char *name);
void ip_catalog_sequence_drop(ip_definitions *definitions, const char *text);
/* OWNED BY table.column; table NULL: OWNED BY NONE. Such a sequence is dropped with the column. */
void ip_catalog_sequence_give(ip_definitions *definitions, const char *text, ip_table *table, int column);
/* Drops the sequences that belong to the column; column -1: to any column of the table. */
void ip_catalog_sequence_drop_owned(ip_definitions *definitions, const ip_table *table, int column);
/* The sequence that the server creates for a serial or an identity column; options: of the latter. */
void ip_catalog_sequence_of_column(ip_definitions *definitions, ip_table *table, int column, const ip_tree *options);
/* ALTER COLUMN … SET of an identity column: options of its sequence. */
void ip_catalog_sequence_alter_column(ip_definitions *definitions, const ip_table *table, int column,
                                      const ip_tree *options);

/* Is it the name, without its schema, of a sequence that the files create, of serial columns, too? */
bool ip_catalog_sequence_is(const ip_definitions *definitions, const char *name);

/* Looks for what sets sequences back in all that is run: definitions->numbers_return. */
void ip_catalog_sequences_read(ip_definitions *definitions);

#endif
