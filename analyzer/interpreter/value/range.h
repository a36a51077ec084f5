/* Ranges: int4range, int8range, numrange, tsrange, tstzrange and daterange (PostgreSQL 15 documentation, section 8.17).
 * A RANGE has two items, its lower and upper bound, which are NULL if infinite; .high has its type and flags. Ranges of
 * integers and dates are kept in the form [lower, upper). */
#ifndef IP_RANGE_H
#define IP_RANGE_H

#include "interpreter/value/sqltype.h"

ip_tag ip_value_range_tag(ip_datum range);
ip_tag ip_value_range_element(ip_tag range); /* the type of its bounds; OTHER: it is no range */
bool ip_value_range_is_empty(ip_datum range);
bool ip_value_range_includes(ip_datum range, bool upper); /* whether the bound is inclusive; false if it is infinite */

/* bounds is "[)" or similar. Returns false with *failure after an error. */
bool ip_value_range_make(ip_arena *arena, ip_tag tag, ip_datum lower, ip_datum upper, const char *bounds,
                         ip_datum *result, ip_failure *failure);

bool ip_value_range_parse(ip_arena *arena, ip_tag tag, const char *text, ip_datum *result, ip_failure *failure);
const char *ip_value_range_output(ip_arena *arena, ip_datum range);

/* Compares by lower bound, then by upper bound. An empty range comes first. */
int ip_value_range_compare(ip_datum left, ip_datum right);

/* One end of a range. */
typedef struct ip_range_end {
    ip_datum value; /* NULL if infinite */
    bool upper, inclusive;
} ip_range_end;
ip_range_end ip_value_range_end_of(ip_datum range, bool upper);
int ip_value_range_compare_ends(ip_range_end a, ip_range_end b);

#endif
