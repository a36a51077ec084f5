/* Small constructors over Z3's C API that fold constants, so that formulas contain no decided parts. Terms belong to
 * the context and are released with it (contexts here are not reference-counted). */
#ifndef IP_BUILD_H
#define IP_BUILD_H

#include "base/arena.h"
#include "catalog/schema.h"

#include <stdbool.h>
#include <z3.h>

typedef struct ip_build {
    Z3_context z3;
    ip_arena *arena;
    Z3_ast yes, no;
    Z3_sort integer, real, boolean;
} ip_build;

typedef IP_VEC(Z3_ast) ip_terms;

void ip_term_build_init(ip_build *b, ip_arena *arena);
void ip_term_build_release(ip_build *b);

Z3_ast ip_term_not(const ip_build *b, Z3_ast a);
Z3_ast ip_term_and(const ip_build *b, Z3_ast a, Z3_ast c);
Z3_ast ip_term_and3(const ip_build *b, Z3_ast a, Z3_ast c, Z3_ast d);
Z3_ast ip_term_or(const ip_build *b, Z3_ast a, Z3_ast c);
Z3_ast ip_term_implies(const ip_build *b, Z3_ast a, Z3_ast c);
Z3_ast ip_term_all(const ip_build *b, const ip_terms *terms);
Z3_ast ip_term_any(const ip_build *b, const ip_terms *terms);
/* If-then-else and equality of any sort; equality of integer and real converts. */
Z3_ast ip_term_choose(const ip_build *b, Z3_ast condition, Z3_ast then, Z3_ast otherwise);
Z3_ast ip_term_equal(const ip_build *b, Z3_ast a, Z3_ast c);

Z3_ast ip_term_int(const ip_build *b, long long value);
Z3_sort ip_term_sort_of(const ip_build *b, ip_type type);
/* Integer terms become real where sort is real; every other term must have the sort already. NULL if it does not. */
Z3_ast ip_term_coerce_term(const ip_build *b, Z3_ast term, Z3_sort sort);

/* A constant or function application by name: equal names and argument sorts give equal symbols. */
Z3_ast ip_term_const(const ip_build *b, Z3_sort sort, const char *format, ...) __attribute__((format(printf, 3, 4)));
Z3_ast ip_term_apply(const ip_build *b, Z3_sort sort, int arg_count, const Z3_ast *args, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#endif
