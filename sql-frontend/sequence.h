/* Whether a sequence may give a number again. */
#ifndef IP_SEQUENCE_H
#define IP_SEQUENCE_H

#include <jansson.h>

#include "definition.h"

/* CYCLE among the options of a sequence of that name, without its schema. */
void ip_sequence_options(ip_definitions *definitions, const char *name, const json_t *options);
/* Of an identity column, whose sequence the server names. */
void ip_sequence_of_column(ip_definitions *definitions, const ip_table *table, int column, const json_t *options);

/* Is it the name, without its schema, of a sequence that the files make, of serial columns, too? */
bool ip_sequence_is(const ip_definitions *definitions, const char *name);

/* Looks for what sets sequences back in all that is run: definitions->numbers_return. */
void ip_sequences_read(ip_definitions *definitions);

#endif
