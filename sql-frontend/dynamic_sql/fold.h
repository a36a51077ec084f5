/* EXECUTE made static where its text is known before anything runs: constants joined by || and format(), carried by
 * variables along assignments and branches. Values put in by quote_literal and %L, and numbers put in bare, become
 * arguments of the statement, after those of USING. Where the text is one of several, an IF compares it with them.
 *
 * Names that a value decides (format('… %I', t)) are not known: such an EXECUTE stays an IP_PL_UNKNOWN with its shapes
 * (dynamic_sql/text_shape.h). Where nothing is known of the text, a comment before the EXECUTE may say what it runs:
 *
 *     -- isoproof: executes UPDATE queue_a SET at = $1 WHERE id = $2
 *     -- isoproof: touches queue_a, queue_b
 *
 * Both are believed, and reported as assumptions. */
#ifndef IP_FOLD_H
#define IP_FOLD_H

#include "dynamic_sql/folding.h"

/* Changes the tree of a routine in PL/pgSQL. */
void ip_dynamic_fold_executes(ip_definitions *definitions, ip_unit *unit, ip_diagnostics *diagnostics);

/* The constants that a parameter is given by all calls; none: it may be given anything. */
typedef struct ip_fold_values {
    IP_VEC(const char *) list;
} ip_fold_values;

/* The same again for what is not known yet, with those values. values: [parameter]. */
void ip_dynamic_fold_executes_given(ip_definitions *definitions, ip_unit *unit, const ip_fold_values *values,
                                    ip_diagnostics *diagnostics);

/* Is there a routine whose EXECUTEs may become known by what its calls in the files give it? */
bool ip_dynamic_fold_asks_calls(const ip_definitions *definitions);
/* Asks them. programs: [unit] those that clients call, with any arguments. Texts in which a name of such a routine
 * stands otherwise than in a call with constants leave it as it is. sources: the files; nothing else may call it. */
void ip_dynamic_fold_by_calls(ip_arena *arena, ip_definitions *definitions, const bool *programs,
                              const ip_source *const *sources, int source_count, ip_diagnostics *diagnostics);

/* A run of a body, with what is known of its arguments. */
typedef struct ip_fold_argument {
    const char *name;
    const char *value;              /* NULL: not known */
    const ip_known_elements *array; /* NULL: it is none, or not known */
} ip_fold_argument;

typedef struct ip_fold_run {
    const ip_follower *follower;
    IP_VEC(ip_fold_argument) arguments;
    bool unsure;  /* perhaps it is not run */
    bool samples; /* it is not run at all: what its EXECUTEs are like is asked for */
    int *rounds;  /* of loops, that are left to be followed: then a loop is any */
} ip_fold_run;

/* Tells the follower what the body does in its order, round by round of loops whose rounds are known. tree: of the
 * unit's body, in which EXECUTEs are as they were written. arena: for as long as it takes. */
void ip_dynamic_fold_follow(ip_arena *arena, ip_definitions *definitions, ip_unit *unit, ip_pl_statement *tree,
                            const ip_fold_run *run, ip_diagnostics *diagnostics);

#endif
