/* The assignments of an axiom's variables over finitely many instances and their statements. Assignments that satisfy
 * the axiom by the order of statements and equations alone are skipped before they are complete: for two statements of
 * one instance, for example, only few pairs remain. */
#ifndef IP_LEVEL_ASSIGNMENT_H
#define IP_LEVEL_ASSIGNMENT_H

#include "level/axiom.h"

/* Whether the axiom surely holds, whatever the values of the variables after the last one. */
struct ip_variable_assignment;
typedef bool ip_level_settles(const void *data, const struct ip_variable_assignment *assignment, int last);

typedef struct ip_variable_assignment {
    const ip_axiom *axiom;
    int instances, places; /* places ≥ 1: where the level does not speak of statements, an instance has one place */
    int fresh_from;        /* at least one variable is of an instance from there on */
    int elements[IP_AXIOM_MOST_VARIABLES]; /* instance, or instance * places + place */
    ip_level_settles *settles;             /* such assignments are skipped, too; may be NULL */
    const void *data;
} ip_variable_assignment;

/* The first one, the next one; false: there is none. */
bool ip_level_assignment_first(ip_variable_assignment *assignment, const ip_axiom *axiom, int instances, int steps,
                               int fresh_from);
bool ip_level_assignment_next(ip_variable_assignment *assignment);
/* The same, but for those that are settled. */
bool ip_level_assignment_first_open(ip_variable_assignment *assignment, const ip_axiom *axiom, int instances, int steps,
                                    ip_level_settles *settles, const void *data);

/* The variable's instance (for a statement, the instance that it belongs to), and its place there. */
int ip_level_assignment_instance(const ip_variable_assignment *assignment, int variable);
int ip_level_assignment_place(const ip_variable_assignment *assignment, int variable);
/* Whether it is an equation or about the order of statements; then its value. */
bool ip_level_assignment_decides(const ip_variable_assignment *assignment, const ip_formula *formula, bool *value);

#endif
