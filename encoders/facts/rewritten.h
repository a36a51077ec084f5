/* Columns that an UPDATE writes as they are: an ORM saves whole objects, SELECT … WHERE name = $1, then
 * UPDATE … SET name = $1, value = $2 WHERE id = (its id). */
#ifndef IP_REWRITTEN_H
#define IP_REWRITTEN_H

#include "frontend.h"

/* The UPDATE can set the column only to the value that an earlier version of the same row has. If every UPDATE of the
 * column is so, and no row is inserted a second time, no row's value ever changes: by induction over the writes, each
 * one finds the row's first value, and writes it. key: the columns that identify rows of the table, which no program
 * updates. */
bool ip_facts_rewrites(const ip_program *program, const ip_statement *update, int column, const int *key,
                       int key_count);

#endif
