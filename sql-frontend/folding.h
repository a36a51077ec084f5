/* Where the fold of a routine's EXECUTEs has got to. Internal to the fold. */
#ifndef IP_FOLDING_H
#define IP_FOLDING_H

#include "definition.h"
#include "fold_text.h"
#include "narrow.h"

typedef struct ip_folding {
    ip_fold fold;
    ip_arena *arena;
    ip_definitions *definitions;
    ip_unit *unit;
    ip_diagnostics *diagnostics;
    IP_VEC(ip_declared_type) aliases; /* two names of one variable */
    ip_narrowings narrowed;
} ip_folding;

typedef IP_VEC(ip_known_text) ip_known_texts;

/* fold_known.c: which texts variables hold. */
void ip_folding_forget(ip_folding *f, const char *name);
void ip_folding_set(ip_folding *f, const char *name, const ip_texts *texts);
ip_known_texts ip_folding_known(ip_folding *f);
void ip_folding_restore(ip_folding *f, const ip_known_texts *to);
void ip_folding_join(ip_folding *f, const ip_known_texts *other);
const char *ip_folding_target(ip_folding *f, ip_pl_text target);
void ip_folding_forget_targets(ip_folding *f, const ip_pl_statement *s);
void ip_folding_forget_assigned_in(ip_folding *f, ip_pl_statement *const *items, int count);
void ip_folding_forget_assigned(ip_folding *f, const ip_pl_statement *s);

/* fold_resolve.c: makes an EXECUTE of what is known the statements that it is. */
bool ip_folding_has_execute(ip_pl_statement *const *items, int count);
void ip_folding_resolve(ip_folding *f, ip_pl_statement *s);

#endif
