/* Bool terms with constants folded away while they are built: most of an
 * instantiated axiom is known (diagonals, t = u, empty relations), and a solver
 * should not see that part. Holds a reference to every term until released. */
#ifndef IP_LEVEL_TERMS_H
#define IP_LEVEL_TERMS_H

#include "base/arena.h"

#include <stdbool.h>
#include <z3.h>

typedef struct ip_term_builder {
    ip_arena *arena;
    Z3_context z3;
    Z3_ast yes, no;
    IP_VEC(Z3_ast) held;
} ip_term_builder;

void ip_level_terms_init(ip_term_builder *terms, ip_arena *arena, Z3_context z3);
/* Gives up the references and returns result as Z3's own Z3_mk_… functions do: alive until the next term
 * is made, even in a reference-counted context. */
Z3_ast ip_level_terms_finish(ip_term_builder *terms, Z3_ast result);

Z3_ast ip_level_terms_not(ip_term_builder *terms, Z3_ast a);
Z3_ast ip_level_terms_and(ip_term_builder *terms, Z3_ast a, Z3_ast b);
Z3_ast ip_level_terms_or(ip_term_builder *terms, Z3_ast a, Z3_ast b);
Z3_ast ip_level_terms_any(ip_term_builder *terms, int count, const Z3_ast *items);
Z3_ast ip_level_terms_iff(ip_term_builder *terms, Z3_ast a, Z3_ast b);
Z3_ast ip_level_terms_ite(ip_term_builder *terms, Z3_ast condition, Z3_ast then, Z3_ast otherwise);
Z3_ast ip_level_terms_implies(ip_term_builder *terms, Z3_ast a, Z3_ast b);

/* Conjunctions and disjunctions of any length, item by item. */
typedef struct ip_junction {
    ip_term_builder *terms;
    bool conjunction;
    bool decided; /* contains the dominating constant */
    IP_VEC(Z3_ast) items;
} ip_junction;

ip_junction ip_level_conjunction(ip_term_builder *terms);
ip_junction ip_level_disjunction(ip_term_builder *terms);
void ip_level_junction_add(ip_junction *junction, Z3_ast item);
Z3_ast ip_level_junction_term(const ip_junction *junction);

#endif
