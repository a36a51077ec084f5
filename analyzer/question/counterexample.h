/* A solver's model as an anomaly: instances with arguments, dependencies with rows, commit order. */
#ifndef IP_COUNTEREXAMPLE_H
#define IP_COUNTEREXAMPLE_H

#include "question/cycles.h"

/* Fills the anomaly (in the question's arena) from a model of the cycle 0 → 1 → … → length-1 → 0. false: the model does
 * not say what some dependency of the cycle is, as happens where the time limit has stopped the solver just after it
 * had found the model: it then evaluates no term. */
bool ip_question_counterexample_read(ip_question *q, const ip_naming *naming, Z3_model model, const int *programs,
                                     int length, ip_anomaly *anomaly);

#endif
