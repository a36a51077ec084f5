/* Shared by guide.c and guide_origin.c: a run, and the searches of its statements. */
#ifndef IP_GUIDE_STATE_H
#define IP_GUIDE_STATE_H

#include "replay/search/guide.h"

enum { IP_GUIDE_MOST_KEY = 32 };

/* What a statement looked for in a table. */
typedef struct ip_guide_seek {
    int instance, step;
    const ip_table *table;
    const ip_sought *sought;
    int count;
} ip_guide_seek;

/* A value that an instance compares with a column, the value that it is to be instead, and the places where it may come
 * from. */
typedef struct ip_guide_origin {
    int instance;
    const char *column;
    ip_datum from, to;
    const struct ip_guide_places *places;
} ip_guide_origin;

typedef struct ip_guide_state {
    ip_arena *arena;
    const ip_trial *trial;
    ip_world *world;
    const ip_rows *rows;
    IP_VEC(ip_guide_seek) seeks;
    IP_VEC(ip_guide_origin) origins; /* of values that were looked for before */
    ip_moves *moves;
} ip_guide_state;

bool ip_replay_guide_is_key(const ip_table *table, int column, int *position);
int ip_replay_guide_key_width(const ip_table *table);
/* In the initial state. */
bool ip_replay_guide_was_there(const ip_guide_state *g, int row);
bool ip_replay_guide_holds(ip_datum a, const char *comparison, ip_datum b);
/* A whole number, days of a date, seconds of a timestamp. false: another kind of value. */
bool ip_replay_guide_plus(ip_datum value, int by, ip_datum *result);
/* The value nearest to the bound for which the comparison holds: for the column, or (swapped) for the other operand. */
bool ip_replay_guide_matching(const char *comparison, bool swapped, ip_datum bound, ip_datum *value);
void ip_replay_guide_add_cell(ip_guide_state *g, ip_fixed_values *facts, const ip_table *table, const ip_datum *key,
                              int column, ip_datum value);

/* The possible origins of the value that the instance compares with the column: the way-th place that can be changed
 * gets another value. */
bool ip_replay_guide_change_origin(ip_guide_state *g, int instance, const char *column, ip_datum from, ip_datum to,
                                   int way, ip_fixed_values *facts);

/* guide_many.c: rows that a statement must count before it notices one more or less. */
void ip_replay_guide_many(ip_guide_state *g, const ip_subject *subject, const ip_graph *graph);

#endif
