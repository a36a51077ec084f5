/* Explanations in words, for printing. */
#ifndef IP_EXPLANATION_TEXT_H
#define IP_EXPLANATION_TEXT_H

#include "history/explanation.h"

/* names: [transaction], objects: [object]. "T2 reads x from T1" */
const char *ip_history_reason_sentence(ip_arena *arena, const ip_reason *reason, const char *const *names,
                                       const char *const *objects);

typedef struct ip_explanation_line {
    bool of_cycle;     /* else a fact that the cycle rests on, or the heading */
    const char *label; /* of_cycle: "wr" */
    const char *text;
} ip_explanation_line;

typedef IP_VEC(ip_explanation_line) ip_explanation_lines;

/* The facts, a heading that names the cycle, and each of its edges. */
ip_explanation_lines ip_history_explanation_in_words(ip_arena *arena, const ip_explanation *why,
                                                     const char *const *names, const char *const *objects);
/* "T1, T2" */
const char *ip_history_order_in_words(ip_arena *arena, const int *order, int count, const char *const *names);

#endif
