/* An axiom ready for instantiation: a quantifier-free formula over numbered
 * variables, all of them universally quantified. Independent of Z3. */
#ifndef IP_LEVEL_AXIOM_H
#define IP_LEVEL_AXIOM_H

#include "level_file/check.h"
#include "level_file/vocabulary.h"

typedef enum ip_formula_op {
    IP_FORMULA_TRUE,
    IP_FORMULA_FALSE,
    IP_FORMULA_ATOM,  /* symbol(variable[0], …), as many as its arity */
    IP_FORMULA_EQUAL, /* variable[0] = variable[1] */
    IP_FORMULA_NOT,
    IP_FORMULA_AND,
    IP_FORMULA_OR,
    IP_FORMULA_IFF,   /* two items */
    IP_FORMULA_ITE,   /* three items */
    IP_FORMULA_EXISTS /* one item: some element of the sort of variable[0] makes it true */
} ip_formula_op;

typedef struct ip_formula {
    ip_formula_op op;
    ip_level_symbol symbol;
    int variables[IP_SYMBOL_MOST_ARGUMENTS];
    bool owners[IP_SYMBOL_MOST_ARGUMENTS]; /* the argument is the transaction of variable[i], a step */
    int count;
    struct ip_formula **items;
} ip_formula;

enum { IP_AXIOM_MOST_VARIABLES = 6 };

typedef struct ip_axiom {
    int variable_count; /* universal variables; the existential ones follow them in sorts */
    ip_level_sort sorts[IP_AXIOM_MOST_VARIABLES];
    bool guarded;  /* holds only where every variable runs at the level */
    bool adjacent; /* its statements p before q: those with q right after p imply the others (level/adjacent.h) */
    const ip_formula *matrix;
    int assertion; /* index in the file's assertions */
} ip_axiom;

typedef IP_VEC(ip_axiom) ip_axioms;

/* Arguments of an atom or an equation; 0 for other formulas. */
int ip_level_formula_arguments(const ip_formula *formula);

/* Why a level speaks of whole histories only, and where: it says that something exists, or names objects. An execution
 * that satisfies it may lose that when it is cut down to a few transactions. */
typedef struct ip_whole_reason {
    const char *text; /* NULL: it does not */
    ip_range where;
} ip_whole_reason;

/* Parses the file's assertions with Z3 and compiles each into one axiom or several (a conjunction is taken apart, inner
 * universal quantifiers are moved to the front). false after reporting an existential quantifier in an axiom of commit
 * orders or an axiom with too many variables, or what Z3's parser refuses. whole: see there. */
bool ip_level_axioms_compile(ip_arena *arena, const ip_level_file *file, ip_axioms *axioms, ip_whole_reason *whole,
                             ip_diagnostics *diagnostics);

bool ip_level_formula_mentions(const ip_formula *formula, ip_level_symbol symbol);
bool ip_level_axioms_mention(const ip_axioms *axioms, ip_level_symbol symbol);

#endif
