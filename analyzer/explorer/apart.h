/* Rows that keys and other constraints exclude, in a complete history: the transactions that a check must have seen if
 * they committed before it. */
#ifndef IP_EXPLORE_APART_H
#define IP_EXPLORE_APART_H

#include "explorer/engine.h"
#include "interpreter/interpreter.h"

typedef struct ip_explore_apart {
    ip_interpreter *interpreter;
    ip_rows *rows;
    int width; /* objects for each row: its presence and its columns */
    ip_explorer_engine *engine;
} ip_explore_apart;

/* The history with the checks' .apart: a copy in the arena, or the history itself if nothing is excluded. */
const ip_history *ip_explore_keep_apart(ip_arena *arena, const ip_explore_apart *apart, const ip_history *history);

#endif
