/* Formulas in disjunctive normal form. */
#ifndef IP_LEVEL_CASES_H
#define IP_LEVEL_CASES_H

#include "level/axiom.h"

typedef struct ip_literal {
    const ip_formula *atom; /* IP_FORMULA_ATOM or IP_FORMULA_EQUAL */
    bool negated;
} ip_literal;

typedef struct ip_case {
    IP_VEC(ip_literal) literals; /* a conjunction */
} ip_case;

typedef IP_VEC(ip_case) ip_cases; /* a disjunction */

/* Adds the cases of the formula, or of its negation. false: too many cases. */
bool ip_level_cases_of(ip_arena *arena, const ip_formula *formula, bool negated, ip_cases *cases);
/* cases := cases ∧ more. */
bool ip_level_cases_conjoin(ip_arena *arena, ip_cases *cases, const ip_cases *more);

#endif
