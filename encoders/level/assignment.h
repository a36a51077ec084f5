/* The assignments of an axiom's variables over finitely many instances and their statements. Those that the order of
 * statements and equations alone make true are passed over before they are complete: of two statements of one
 * instance, say, few of all pairs of statements are. */
#ifndef IP_LEVEL_ASSIGNMENT_H
#define IP_LEVEL_ASSIGNMENT_H

#include "level/axiom.h"

typedef struct ip_variable_assignment {
    const ip_axiom *axiom;
    int instances, places; /* places ≥ 1: where the level does not speak of statements, an instance has one place */
    int fresh_from;        /* at least one variable is of an instance from there on */
    int elements[IP_AXIOM_MOST_VARIABLES]; /* instance, or instance * places + place */
} ip_variable_assignment;

/* The first one, the next one; false: there is none. */
bool ip_assignment_first(ip_variable_assignment *assignment, const ip_axiom *axiom, int instances, int steps,
                         int fresh_from);
bool ip_assignment_next(ip_variable_assignment *assignment);

/* The variable's instance, a statement's being the one that it belongs to, and its place there. */
int ip_assignment_instance(const ip_variable_assignment *assignment, int variable);
int ip_assignment_place(const ip_variable_assignment *assignment, int variable);
/* Is it an equation or about the order of statements? Then its value. */
bool ip_assignment_decides(const ip_variable_assignment *assignment, const ip_formula *formula, bool *value);

#endif
