/* Under which collation texts are compared (PostgreSQL 15, sections 24.2.1 and 43.11.2).
 *
 * A collation comes with COLLATE, from a column, a field, a domain, a variable, the arguments of the function around,
 * and through every expression. Values are followed here from place to place, and the collation of the last place is
 * not always that of the value. So if the files name any collation, the collation of a comparison counts as unknown,
 * and so does the order of two texts. Files that name none use the one order of the database.
 */
#ifndef IP_COLLATION_H
#define IP_COLLATION_H

#include "lower/state.h"

/* Are the values ordered by their types or by the database's collation? b: NULL, or another value. */
bool ip_lower_order_is_known(const ip_lowerer *l, const ip_expr *a, const ip_expr *b);
/* Does the function of PostgreSQL depend on the case or the order of letters? */
bool ip_lower_collation_is_asked(const ip_lowerer *l, const char *function, int count, const ip_expr *const *args);
/* Equal texts may differ in their characters: a part of the expression has a nondeterministic collation, which the
 * expression's own type does not show. */
bool ip_lower_collation_hides(const ip_lowerer *l, const ip_expr *expr);
/* Is it a type of texts with a nondeterministic collation? */
bool ip_lower_collation_of_type(ip_type type);
/* Does it, or a part of it, have a type of texts with a nondeterministic collation? */
bool ip_lower_collation_equates(const ip_expr *expr);

#endif
