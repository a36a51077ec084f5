/* The symbols a level file may use, in one table: the check of a file, the
 * declarations given to Z3's parser, the instantiation and the messages all
 * read it. specs/README.md explains each. */
#ifndef IP_LEVEL_VOCABULARY_H
#define IP_LEVEL_VOCABULARY_H

#include "level.h"

/* id, name, arity, array of ip_relations that holds it (at-level has none: it is an argument) */
#define IP_LEVEL_SYMBOLS(X)                                                                                            \
    X(IP_SYMBOL_VIS, "vis", 2, vis)                                                                                    \
    X(IP_SYMBOL_AR, "ar", 2, ar)                                                                                       \
    X(IP_SYMBOL_SO, "so", 2, so)                                                                                       \
    X(IP_SYMBOL_WR, "wr", 2, wr)                                                                                       \
    X(IP_SYMBOL_WW, "ww", 2, ww)                                                                                       \
    X(IP_SYMBOL_RW, "rw", 2, rw)                                                                                       \
    X(IP_SYMBOL_CONFLICT, "conflict", 2, conflict)                                                                     \
    X(IP_SYMBOL_IN_A, "in-a", 1, in_a)                                                                                 \
    X(IP_SYMBOL_IN_B, "in-b", 1, in_b)

typedef enum ip_level_symbol {
#define X(id, name, arity, field) id,
    IP_LEVEL_SYMBOLS(X)
#undef X
        IP_SYMBOL_AT_LEVEL,
    IP_SYMBOL_COUNT
} ip_level_symbol;

const char *ip_level_symbol_name(ip_level_symbol symbol);
int ip_level_symbol_arity(ip_level_symbol symbol);
/* IP_SYMBOL_COUNT when there is none of that name. */
ip_level_symbol ip_level_symbol_find(const char *name);

/* The relation's array in relations; NULL for at-level. */
const Z3_ast *ip_level_symbol_terms(const ip_relations *relations, ip_level_symbol symbol);

/* Names reserved for levels with a snapshot per statement. */
bool ip_level_symbol_reserved(const char *name);

/* "(vis t u), (ar t u), …": what a file may say. */
const char *ip_level_vocabulary(ip_arena *arena);

/* The candidate closest to name by edits, NULL when none is close enough to be meant. */
const char *ip_level_nearest(ip_arena *arena, const char *name, const char *const *candidates, int count);

#endif
