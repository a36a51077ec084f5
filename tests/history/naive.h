/* Consistency by definition: every permutation as commit order, every axiom as Biswas & Enea (OOPSLA 2019) and
 * Bouajjani, Enea & Román-Calvo (PLDI 2023, section 2.2) write it. Slow on purpose, and shares nothing with the checker
 * but the history. */
#ifndef NAIVE_H
#define NAIVE_H

#include "history/history.h"

enum { NAIVE_TRUE, NAIVE_RC, NAIVE_RA, NAIVE_CC, NAIVE_PC, NAIVE_SI, NAIVE_SER, NAIVE_LEVELS };

/* levels[ip_history_transaction.level]: a NAIVE_ level. */
bool naive_consistent(const ip_history *history, const int *levels);

/* The same for one commit order; order[0] is 0. */
bool naive_satisfies(const ip_history *history, const int *levels, const int *order);

#endif
