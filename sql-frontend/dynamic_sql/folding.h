/* Where the fold of a routine's EXECUTEs has got to. Internal to the fold. */
#ifndef IP_FOLDING_H
#define IP_FOLDING_H

#include "catalog/definition.h"
#include "dynamic_sql/text.h"
#include "dynamic_sql/possible_values.h"

typedef IP_VEC(const char *) ip_known_elements;

typedef struct ip_known_array {
    const char *name; /* of the variable */
    ip_known_elements elements;
} ip_known_array;

/* A column of the current row. */
typedef struct ip_known_column {
    const char *table, *name; /* table "": it has none */
    const char *value;        /* NULL: not known */
} ip_known_column;

typedef IP_VEC(ip_known_column) ip_known_columns;

typedef struct ip_folding ip_folding;

/* Callbacks of a caller that follows a body run with known arguments, called in execution order. */
typedef struct ip_follower {
    void *context;
    /* Of each of a statement's texts: SQL, expressions, conditions. */
    void (*text)(void *context, ip_folding *f, const ip_pl_statement *s, ip_pl_text text);
    /* EXECUTE of that text; NULL: it is not known, but is like the sample, or (if that is "") nothing is known of it.
     */
    void (*execute)(void *context, ip_folding *f, const ip_pl_statement *s, const char *text, const char *sample);
} ip_follower;

struct ip_folding {
    ip_fold fold;
    ip_arena *arena;
    ip_definitions *definitions;
    ip_unit *unit;
    ip_diagnostics *diagnostics;
    IP_VEC(ip_declared_type) aliases; /* two names of one variable */
    ip_narrowings narrowed;
    /* NULL: EXECUTEs are made static, and there are no callbacks. */
    const ip_follower *follower;
    bool unsure;   /* the next statement may not run: it stands in a branch, */
    bool left;     /* or after something that may have left the body, or the loop */
    bool returned; /* the next statement is not run: the body has returned */
    int *rounds;   /* of loops, that are left to be followed */
    IP_VEC(ip_known_array) arrays;
    const ip_known_columns *row; /* the names of a query's row in scope; NULL */
};

typedef IP_VEC(ip_known_text) ip_known_texts;

/* dynamic_sql/known_values.c: which texts variables hold. */
void ip_dynamic_folding_forget(ip_folding *f, const char *name);
void ip_dynamic_folding_set(ip_folding *f, const char *name, const ip_texts *texts);
/* A condition says so of the value that the variable has; nothing is assigned. */
void ip_dynamic_folding_learn(ip_folding *f, const char *name, const ip_texts *texts);
ip_known_texts ip_dynamic_folding_known(ip_folding *f);
void ip_dynamic_folding_restore(ip_folding *f, const ip_known_texts *to);
void ip_dynamic_folding_join(ip_folding *f, const ip_known_texts *other);
const char *ip_dynamic_folding_target(ip_folding *f, ip_pl_text target);
void ip_dynamic_folding_forget_targets(ip_folding *f, const ip_pl_statement *s);
void ip_dynamic_folding_forget_assigned_in(ip_folding *f, ip_pl_statement *const *items, int count);
void ip_dynamic_folding_forget_assigned(ip_folding *f, const ip_pl_statement *s);

/* dynamic_sql/resolve_texts.c: makes an EXECUTE of what is known the statements that it is. */
bool ip_dynamic_folding_has_execute(ip_pl_statement *const *items, int count);
void ip_dynamic_folding_resolve(ip_folding *f, ip_pl_statement *s);
/* A text of its own, all of which stands where the range begins. */
ip_pl_text ip_dynamic_folding_generated(ip_folding *f, const char *text, ip_range at);
/* What the comment before an EXECUTE says; NULL. */
ip_annotation *ip_dynamic_folding_said(ip_folding *f, const ip_pl_statement *s);

/* dynamic_sql/follow.c */
void ip_dynamic_follow_texts(ip_folding *f, const ip_pl_statement *s);
void ip_dynamic_follow_execute(ip_folding *f, const ip_pl_statement *s);
void ip_dynamic_follow_declare(ip_folding *f, const char *name, const char *type, ip_pl_text initial);
/* The two are names of one variable (aliases of the folding). */
void ip_dynamic_follow_alias(ip_folding *f, const char *name, const char *other);
/* value: of expr, as it was before the assignment; NULL: not known. */
void ip_dynamic_follow_assign(ip_folding *f, const char *name, ip_pl_text expr, const char *value);
/* Of what s assigns, perhaps, no array is known any more. */
void ip_dynamic_follow_forget_arrays(ip_folding *f, const ip_pl_statement *s);
/* Goes through each round of a loop whose rounds are known; false: they are not. */
typedef void (*ip_follow_round)(ip_folding *f, const ip_pl_statement *s);
bool ip_dynamic_follow_loop(ip_folding *f, const ip_pl_statement *s, ip_follow_round round);

#endif
