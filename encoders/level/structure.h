/* A history as a structure for axioms of commit orders: Bool terms for each relation over finitely many transactions,
 * steps and objects, and the axioms instantiated over them. */
#ifndef IP_LEVEL_STRUCTURE_H
#define IP_LEVEL_STRUCTURE_H

#include "level/instantiate.h"
#include "level/terms.h"

typedef struct ip_structure {
    Z3_context z3;
    int counts[IP_SORT_COUNT]; /* [sort] */
    int widths[IP_SORT_COUNT]; /* elements that arrays have room for; ≥ counts */
    /* [symbol][arguments, row-major by widths]: Bool terms; at-level may be NULL: all do. */
    Z3_ast *relations[IP_SYMBOL_COUNT];
    Z3_ast *owner; /* [step, transaction]: the step is that transaction's */
} ip_structure;

/* Every relation as Bool constants of which nothing is known but that none relates a thing to itself. */
ip_structure *ip_level_structure_new(ip_arena *arena, Z3_context z3, int transactions, int steps, int objects);
Z3_ast *ip_level_structure_term(const ip_structure *structure, ip_level_symbol symbol, int a, int b, int c);

/* The axioms of a level of commit orders over the structure's elements: a Bool term. */
Z3_ast ip_level_structure_instantiate(const ip_level *level, const ip_structure *structure);
/* Those of one assertion; -1: all. */
Z3_ast ip_level_structure_instantiate_assertion(const ip_level *level, int assertion, const ip_structure *structure);

/* Does every axiom, as a clause, have at most one positive atom of the binary relation, over plain variables, and no
 * other use of the relation but negative atoms? Then the least relation that satisfies those with one exists. */
bool ip_level_is_horn(const ip_level *level, ip_level_symbol relation);
/* pairs [transaction, transaction]: some axiom concludes relation(t, u), given what the structure says. */
void ip_level_structure_conclude(const ip_level *level, const ip_structure *structure, ip_level_symbol relation,
                                 Z3_ast *pairs);
/* The axioms that conclude nothing about the relation: a Bool term. */
Z3_ast ip_level_structure_denials(const ip_level *level, const ip_structure *structure, ip_level_symbol relation);

#endif
