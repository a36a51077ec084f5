/* Which of a few values a variable has where the conditions around say so: IF kind IN ('a', 'b') THEN … Internal to the
 * fold: of texts that IF and ELSIF choose by such a variable none is left out by not having ELSE. */
#ifndef IP_NARROW_H
#define IP_NARROW_H

#include "plpgsql/block_parser.h"

typedef struct ip_narrowed {
    const char *name;
    IP_VEC(const char *) values; /* it equals one of them, as = has it for its type */
    bool null;                   /* or it may be NULL */
} ip_narrowed;

typedef struct ip_narrowings {
    IP_VEC(ip_narrowed) list;
} ip_narrowings;

ip_narrowings ip_dynamic_narrow_copy(ip_arena *arena, const ip_narrowings *known);
void ip_dynamic_narrow_forget(ip_narrowings *known, const char *name);
/* Leaves only those of *to that are still in *known. */
void ip_dynamic_narrow_keep(ip_narrowings *to, const ip_narrowings *known);
/* The condition holds. */
void ip_dynamic_narrow_by(ip_arena *arena, ip_narrowings *known, ip_pl_text condition);
/* It is false or NULL. False: it cannot be. */
bool ip_dynamic_narrow_by_not(ip_arena *arena, ip_narrowings *known, ip_pl_text condition);

/* Guards: what the condition says of variables where it holds, or else is false or NULL. */
typedef IP_VEC(ip_narrowed) ip_narrowed_list;
ip_narrowed_list ip_dynamic_guarded_by(ip_arena *arena, ip_pl_text condition, bool holds);

#endif
