/* Values, expressions and conditions at random, for generate.c. */
#ifndef ORACLE_DRAW_H
#define ORACLE_DRAW_H

#include "set.h"

typedef struct generator {
    program_set *set;
    random_state *random;
    int parameters;   /* of the current program */
    unsigned defined; /* its variables that have a value */
    int loops;        /* loops opened so far, of either kind */
    bool queried;     /* FOUND says something */
    bool nothing_returned;
    /* what no program of the set does, so that rules about immutable things apply */
    bool kept[MAX_TABLES][MAX_COLUMNS], no_insert[MAX_TABLES], no_delete[MAX_TABLES];
    bool prefer_guards; /* few integers, read, compared and written */
    bool drawn;         /* keys of t1 come from the counter t0.c0 by way of v0 */
    bool numbers;       /* the current program has drawn one */
} generator;

/* An index below count, each as often as its weight says. */
int draw_choice(generator *g, const int *weights, int count);
/* Expressions: without operands; of one or two. NONE: the pool is full. */
int draw_leaf(generator *g, operator_kind kind, int value);
int draw_node(generator *g, operator_kind kind, int left, int right);
/* A parameter, an earlier variable or a constant, as often as the weights say. */
int draw_simple_value(generator *g, int parameter, int variable, int number);
int draw_key_value(generator *g);
/* A value for a column. column: the row's column may take part; NONE: there is no row. */
int draw_new_value(generator *g, int column);
/* Conditions on a row: the whole key; a unique column; part of the key, NONE where there is none; other columns. */
int draw_whole_key(generator *g, const table *t);
int draw_by_unique(generator *g, const table *t);
int draw_key_range(generator *g, const table *t);
int draw_column_condition(generator *g, const table *t);
/* Of IF. */
int draw_condition(generator *g);
lock_kind draw_lock(generator *g);

#endif
