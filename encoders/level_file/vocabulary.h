/* The symbols a level file may use, in one table: the check of a file, the
 * declarations given to Z3's parser, the instantiation and the messages all
 * read it. specs/README.md explains each. */
#ifndef IP_LEVEL_VOCABULARY_H
#define IP_LEVEL_VOCABULARY_H

#include "base/arena.h"

#include <stdbool.h>

/* Visibility: id, name, arity, array of ip_relations that holds it (at-level has none: it is an argument) */
#define IP_LEVEL_SYMBOLS(X)                                                                                            \
    X(IP_SYMBOL_VIS, "vis", 2, vis)                                                                                    \
    X(IP_SYMBOL_AR, "ar", 2, ar)                                                                                       \
    X(IP_SYMBOL_SO, "so", 2, so)                                                                                       \
    X(IP_SYMBOL_WR, "wr", 2, wr)                                                                                       \
    X(IP_SYMBOL_WW, "ww", 2, ww)                                                                                       \
    X(IP_SYMBOL_RW, "rw", 2, rw)                                                                                       \
    X(IP_SYMBOL_CONFLICT, "conflict", 2, conflict)                                                                     \
    X(IP_SYMBOL_CHANGES, "changes", 2, changes)                                                                        \
    X(IP_SYMBOL_IN_A, "in-a", 1, in_a)                                                                                 \
    X(IP_SYMBOL_IN_B, "in-b", 1, in_b)

/* Visibility, by statement: id, name, array of ip_relations that holds it; each relates a Txn and a Step. */
#define IP_STEP_SYMBOLS(X)                                                                                             \
    X(IP_SYMBOL_SEES, "sees", sees)                                                                                    \
    X(IP_SYMBOL_LOCKS, "locks", locks)

/* Commit orders (Biswas & Enea 2019): id, name, sorts. A name may stand for several relations; the sorts of the
 * arguments say which. */
#define IP_ORDER_SYMBOLS(X)                                                                                            \
    X(IP_ORDER_CO, "co", IP_SORT_TXN, IP_SORT_TXN)                                                                     \
    X(IP_ORDER_SO, "so", IP_SORT_TXN, IP_SORT_TXN)                                                                     \
    X(IP_ORDER_HB, "hb", IP_SORT_TXN, IP_SORT_TXN)                                                                     \
    X(IP_ORDER_WR, "wr", IP_SORT_TXN, IP_SORT_TXN)                                                                     \
    X(IP_ORDER_WR_OBJECT, "wr", IP_SORT_OBJECT, IP_SORT_TXN, IP_SORT_TXN)                                              \
    X(IP_ORDER_WR_STEP, "wr", IP_SORT_OBJECT, IP_SORT_TXN, IP_SORT_STEP)                                               \
    X(IP_ORDER_WRITES, "writes", IP_SORT_TXN, IP_SORT_OBJECT)                                                          \
    X(IP_ORDER_CONFLICT, "conflict", IP_SORT_TXN, IP_SORT_TXN)                                                         \
    X(IP_ORDER_PO, "po", IP_SORT_STEP, IP_SORT_STEP)                                                                   \
    X(IP_ORDER_AT_LEVEL, "at-level", IP_SORT_TXN)

typedef enum ip_vocabulary { IP_VISIBILITY, IP_COMMIT_ORDER, IP_VOCABULARY_COUNT } ip_vocabulary;

typedef enum ip_level_sort { IP_SORT_NONE, IP_SORT_TXN, IP_SORT_STEP, IP_SORT_OBJECT, IP_SORT_COUNT } ip_level_sort;

enum { IP_SYMBOL_MOST_ARGUMENTS = 3 };

typedef enum ip_level_symbol {
#define X(id, name, arity, field) id,
    IP_LEVEL_SYMBOLS(X)
#undef X
#define X(id, name, field) id,
        IP_STEP_SYMBOLS(X)
#undef X
            IP_SYMBOL_PO,
    IP_SYMBOL_AT_LEVEL,
    IP_SYMBOL_WRITES, /* t writes x: of whole histories only */
#define X(id, ...) id,
    IP_ORDER_SYMBOLS(X)
#undef X
        IP_SYMBOL_COUNT
} ip_level_symbol;

const char *ip_level_file_symbol_name(ip_level_symbol symbol);
int ip_level_file_symbol_arity(ip_level_symbol symbol);
ip_vocabulary ip_level_file_symbol_vocabulary(ip_level_symbol symbol);
ip_level_sort ip_level_file_symbol_sort(ip_level_symbol symbol, int argument);
/* The first of that name; IP_SYMBOL_COUNT when there is none. */
ip_level_symbol ip_level_file_symbol_find(ip_vocabulary vocabulary, const char *name);
/* The one with these sorts of arguments; IP_SYMBOL_COUNT when there is none. */
ip_level_symbol ip_level_file_symbol_resolve(ip_vocabulary vocabulary, const char *name, const ip_level_sort *sorts,
                                             int count);
const char *ip_level_file_vocabulary_name(ip_vocabulary vocabulary); /* "visibility", "commit-order" */
const char *ip_level_file_sort_name(ip_level_sort sort);             /* "Txn" */
/* IP_VOCABULARY_COUNT when there is none of that name. */
ip_vocabulary ip_level_file_vocabulary_find(const char *name);
/* A step's transaction: (txn p). The one function, of both vocabularies. */
#define IP_LEVEL_OWNER "txn"

/* Names that a file may not bind, whatever its vocabulary: they would read as something else. */
bool ip_level_file_symbol_reserved(const char *name);

/* "(vis t u), (ar t u), …": what a file may say; "(wr t u), (wr x t u)": every form of one name. */
const char *ip_level_file_vocabulary_text(ip_arena *arena, ip_vocabulary vocabulary);
const char *ip_level_file_symbol_forms(ip_arena *arena, ip_level_symbol symbol);

/* The candidate closest to name by edits, NULL when none is close enough to be meant. */
const char *ip_level_file_nearest(ip_arena *arena, const char *name, const char *const *candidates, int count);

#endif
