/* Finds a model of a cycle that a run is likely to follow. */
#ifndef IP_LIKELY_H
#define IP_LIKELY_H

#include "question/question.h"

/* Puts such a model in the place of the model, where the solver finds one. replays: the model is to be run. */
void ip_question_find_likely(ip_question *q, bool replays, int length, Z3_model *model);

#endif
