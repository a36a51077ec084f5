/* The initial state as the search chooses it. Each cell that is read before its value is known, and each argument, is a
 * decision with a list of values, the model's first. A run takes the first of each list except for decisions that are
 * given; or it draws values by a seed, reproducibly. */
#ifndef IP_DECISIONS_H
#define IP_DECISIONS_H

#include "replay/trial/subject.h"
#include "replay/world/world.h"

/* Names a decision in every run: an argument, or a cell by its row's key. */
typedef uint64_t ip_decision_name;

typedef struct ip_choice {
    ip_decision_name decision;
    int option;
    int cost; /* the distance from the model: see search.c */
} ip_choice;

/* What is not to be decided: a cell of the initial state, or an argument. */
typedef struct ip_fixed_value {
    const ip_table *table; /* NULL: an argument */
    const ip_datum
        *key;   /* ip_interpreter_rows_key_columns of them; of a table without a key, the hidden one; NULL: every row */
    int column; /* or the number among the parameters that are in */
    int instance; /* of an argument */
    ip_datum value;
} ip_fixed_value;

typedef IP_VEC(ip_fixed_value) ip_fixed_values;

typedef enum ip_decision_kind { IP_DECIDE_ARGUMENT, IP_DECIDE_PRESENCE, IP_DECIDE_VALUE } ip_decision_kind;

typedef struct ip_decision {
    ip_decision_name name;
    ip_decision_kind kind;
    int instance;  /* that came upon it */
    bool null;     /* NULL was decided; or that the row is absent */
    bool inserted; /* the row is about to be inserted */
    bool large;    /* a number, or an array with one, that may be too much for a column */
    int option, options;
} ip_decision;

typedef IP_VEC(ip_choice) ip_choices;
typedef IP_VEC(ip_decision) ip_decisions;

typedef struct ip_decider ip_decider;

/* After the first draws, counted from 1 on, this number of draws gives almost every column and argument of a type the
 * same value, so that rows match each other more easily. */
enum { IP_DRAWS_BEFORE_EVEN = 8, IP_EVEN_DRAWS = 24 };
/* The index of such a draw, from 1 on; 0: another draw. */
static inline int ip_even_draw(uint64_t draw)
{
    return draw > IP_DRAWS_BEFORE_EVEN && draw <= IP_DRAWS_BEFORE_EVEN + IP_EVEN_DRAWS
               ? (int)(draw - IP_DRAWS_BEFORE_EVEN)
               : 0;
}
/* Whether it is that value: 1, 'a', true, the beginning of 2024. */
bool ip_trial_is_even_value(ip_arena *arena, ip_datum value);

/* Sets the world's instances and its guess. choices: decisions that differ from the first of the list; draw: the seed
 * of the other decisions, 0: they are the first. */
ip_decider *ip_trial_decider_new(ip_arena *arena, ip_subject *subject, ip_world *world, const ip_choices *choices,
                                 const ip_fixed_values *facts, uint64_t draw);
/* The decisions so far, in order. */
const ip_decisions *ip_trial_decider_decisions(const ip_decider *decider);

/* The value in the initial state, if it is decided: by the key, or when it was read. */
bool ip_trial_decided_value(const ip_world *world, int row, int column, ip_datum *value);
/* The first value for a column that no statement has read. */
ip_datum ip_trial_decide_column(ip_decider *decider, int instance, int row, int column);

#endif
