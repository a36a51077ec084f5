/* EXECUTE made static where its text is known before anything runs: constants joined by || and format(), carried by
 * variables along assignments and branches. Values put in by quote_literal and %L, and numbers put in bare, become
 * arguments of the statement, behind those of USING. Where the text is one of several, an IF compares it with them.
 *
 * Names that a value decides (format('… %I', t)) are not known: such an EXECUTE stays an IP_PL_UNKNOWN with its shapes
 * (shape.h). Of a text of which nothing is known a comment before it may say what it runs:
 *
 *     -- isoproof: executes UPDATE queue_a SET at = $1 WHERE id = $2
 *     -- isoproof: touches queue_a, queue_b
 *
 * Both are taken at their word, and told as assumptions. */
#ifndef IP_FOLD_H
#define IP_FOLD_H

#include "definition.h"

/* Changes the tree of a routine in PL/pgSQL. */
void ip_fold_executes(ip_definitions *definitions, ip_unit *unit, ip_diagnostics *diagnostics);

#endif
